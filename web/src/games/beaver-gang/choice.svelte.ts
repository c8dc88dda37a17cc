/** What a player is about to do: the cards aimed at, and whether the outer cards are held up. */
import { Chosen } from '../../lib/chosen.svelte';
import { may, type Move, type View } from './model';

/** A shorter press is a touch: the cards stay up until the next one. */
export const TOUCH = 400;

export interface Theirs {
  seat: number;
  at: number;
}

/** Where a card would go: from one marked place to another, or both ways. */
export interface Arrow {
  from: string;
  to: string;
  both: boolean;
}

export class Choice extends Chosen {
  /** The top discard was touched: now one of mine. */
  taking = $state(false);
  mine = $state<number | null>(null);
  theirs = $state<Theirs | null>(null);
  /** What the mouse or the focus is on. */
  pointedMine = $state<number | null>(null);
  pointedTheirs = $state<Theirs | null>(null);
  /** B3: the outer cards are held up. */
  up = $state(false);
  private fresh = false;

  clear(): void {
    this.taking = false;
    this.mine = null;
    this.theirs = null;
  }

  /** Forget all: the table has changed. */
  fit(view: View, me: number): void {
    this.clear();
    if (view.phase !== 'look' || !view.players[me]?.looking.length) this.up = false;
  }

  get idle(): boolean {
    return !this.taking && this.mine === null && this.theirs === null;
  }

  get chosen(): unknown {
    return this.idle ? null : [this.taking, this.mine, this.theirs];
  }

  // --- looking ---------------------------------------------------------------------------------------------

  /** Press: the cards are turned up. */
  lift(): void {
    this.fresh = !this.up;
    this.up = true;
  }

  /** Let go: after a long press, or after a second touch, they are laid down for good. */
  letGo(milliseconds: number): Move | null {
    if (!this.up || (this.fresh && milliseconds < TOUCH)) return null;
    this.up = false;
    return { do: 'close' };
  }

  /** The press was interrupted: they lie face down, and may be looked at again. */
  drop(): void {
    if (this.fresh) this.up = false;
  }

  // --- touching cards --------------------------------------------------------------------------------------

  touchTop(legal: readonly Move[]): void {
    this.taking = may(legal, 'take') && !this.taking;
    this.mine = null;
  }

  /** Touch one of mine: the move to play, or null when there is something to choose or to confirm first. */
  touchMine(legal: readonly Move[], at: number, sure: boolean): Move | null {
    const again = this.mine === at;
    this.mine = at;
    const enough = may(legal, 'take') ? this.taking || again : sure || again;
    return enough ? this.confirm(legal) : null;
  }

  /** Touch one of theirs, with a swap card. */
  touchTheirs(legal: readonly Move[], theirs: Theirs, sure: boolean): Move | null {
    if (!may(legal, 'swap')) return null;
    const again = this.theirs?.seat === theirs.seat && this.theirs.at === theirs.at;
    this.theirs = theirs;
    return sure || again ? this.confirm(legal) : null;
  }

  /** What has been chosen, as a move; null: not enough yet. */
  confirm(legal: readonly Move[]): Move | null {
    const { mine, theirs } = this;
    const fits = (move: Move) =>
      'at' in move &&
      move.at === mine &&
      (move.do !== 'swap' || (move.seat === theirs?.seat && move.other === theirs.at));
    return legal.find(fits) ?? null;
  }

  /** What would happen, to be drawn before it does. */
  arrow(legal: readonly Move[], me: number): Arrow | null {
    const at = this.mine ?? this.pointedMine;
    const theirs = this.theirs ?? this.pointedTheirs;
    if (at === null) return null;
    const mine = `card-${me}-${at}`;
    if (may(legal, 'swap'))
      return theirs && { from: mine, to: `card-${theirs.seat}-${theirs.at}`, both: true };
    if (may(legal, 'take')) return this.idle ? null : { from: 'discard', to: mine, both: false };
    return may(legal, 'keep') ? { from: 'held', to: mine, both: false } : null;
  }
}
