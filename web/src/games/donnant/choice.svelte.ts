/** What a player is about to do: dice kept, the die or cell chosen, the card in hand; and cards completed by one touch. */
import { Chosen } from '../../lib/chosen.svelte';
import type { Colour } from './cards';
import { same, writesAt, type Move, type View, type Write } from './model';

export interface Place {
  card: number;
  cell: number;
}

export class Choice extends Chosen {
  kept = $state.raw<readonly Colour[]>([]);
  /** The die to be written. */
  die = $state<Colour | null>(null);
  /** The cell for which a die is chosen. */
  cell = $state.raw<Place | null>(null);
  /** Setting up: the card chosen, counted from 1. */
  hand = $state<number | null>(null);
  /** Whether the jokers are spread out. */
  jokers = $state(false);
  /** The card that is being completed, and the one that was, each with one touch. */
  private whole: number | null = null;
  private made: number | null = null;
  private takingBack = false;
  private turn = '';

  /** The same again with a new view: what is no longer true is forgotten. */
  fit(view: View, legal: readonly Move[]): void {
    const turn = `${view.round} ${view.active} ${view.level && view.rolls_left === 0 ? view.phase : ''}`;
    if (turn !== this.turn) {
      this.turn = turn;
      this.kept = [];
      this.clear();
    }
    if (!legal.length) return; // a move is on its way
    const { cell, die, hand } = this;
    if (cell && !writesAt(legal, cell.card, cell.cell).length) this.cell = null;
    if (die && !legal.some((move) => move.do === 'write' && move.die === die)) this.die = null;
    const cards = legal.flatMap((move) => ('card' in move && move.do !== 'write' ? [move.card] : []));
    if (hand !== null && !cards.includes(hand)) this.hand = null;
    if (legal[0]?.do === 'lay-out' && cards.every((card) => card === cards[0])) this.hand = cards[0] ?? null;
    if (!legal.some((move) => move.do === 'joker')) this.jokers = false;
  }

  clear(): void {
    this.die = null;
    this.cell = null;
    this.hand = null;
    this.jokers = false;
  }

  get idle(): boolean {
    return !this.cell && this.hand === null && !this.jokers && !this.die;
  }

  get chosen(): unknown {
    return this.idle ? null : [this.cell, this.hand, this.jokers, this.die];
  }

  // --- dice ----------------------------------------------------------------------------------------------------------

  /** Touch a die: to keep it while dice may be rolled again, else to write it. */
  touchDie(die: Colour, legal: readonly Move[]): void {
    if (legal.some((move) => move.do === 'reroll')) {
      const others = this.kept.filter((one) => one !== die);
      this.kept = others.length < this.kept.length ? others : [...others, die];
      return;
    }
    this.cell = null;
    this.die = this.die === die ? null : die;
  }

  /** All dice that are not kept, once more; null: all are kept. */
  reroll(view: View, legal: readonly Move[]): Move | null {
    const dice = view.dice.map((die) => die.colour).filter((colour) => !this.kept.includes(colour));
    const move: Move = { do: 'reroll', dice };
    return legal.find((one) => one.do === 'reroll' && same(one, move)) ?? null;
  }

  /** What is chosen and only to be confirmed: to roll the dice that are not kept. */
  aimed(view: View, legal: readonly Move[]): Move | null {
    return this.kept.length ? this.reroll(view, legal) : null;
  }

  // --- cells ---------------------------------------------------------------------------------------------------------

  /** Touch a cell: the write, if there is only one; else it is asked which. */
  touchCell(card: number, cell: number, legal: readonly Move[]): Write | null {
    const writes = writesAt(legal, card, cell, this.die);
    const chosen = this.cell?.card === card && this.cell.cell === cell;
    this.cell = writes.length > 1 && !chosen ? { card, cell } : null;
    return writes.length === 1 ? (writes[0] ?? null) : null;
  }

  /** Of the ways to fill the cell chosen those with one die: the write, if there is only one. */
  pickDie(die: Colour, legal: readonly Move[]): Write | null {
    this.die = die;
    const [only, ...others] = this.options(legal);
    return others.length ? null : (only ?? null);
  }

  /** What can be written into the cell chosen. */
  options(legal: readonly Move[]): Write[] {
    return this.cell ? writesAt(legal, this.cell.card, this.cell.cell, this.die) : [];
  }

  // --- a whole card with one touch ------------------------------------------------------------------------------------

  /** Complete a card: the first write; the others follow, one with each new view. */
  complete(card: number, view: View): Write | null {
    this.whole = this.made = card;
    this.takingBack = false;
    return this.write(view);
  }

  /** The write that follows in a card that is being completed. */
  next(view: View): Write | null {
    if (this.whole === null || this.takingBack) return null;
    if (view.working === this.whole) return this.write(view);
    this.whole = null;
    return null;
  }

  private write(view: View): Write | null {
    const offer = view.offers.find((one) => one.card === this.whole);
    const part = offer?.writes[0];
    return offer && part ? { do: 'write', card: offer.card, ...part } : null;
  }

  /** A move is taken back: of a card completed with one touch, all of it. */
  takeBack(): void {
    this.clear();
    this.whole = null;
    this.takingBack = this.made !== null;
  }

  /** Whether one more move is to be taken back. */
  goesOnBack(view: View): boolean {
    if (!this.takingBack) return false;
    if (view.working !== null && view.working === this.made) return true;
    this.takingBack = false;
    this.made = null;
    return false;
  }

  /** Another move than those of a whole card: what was made before stays. */
  other(): void {
    this.clear();
    this.made = null;
  }
}
