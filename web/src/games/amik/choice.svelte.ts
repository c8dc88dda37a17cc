/** What a player is about to do: the shape in hand and where it would lie, the hex pointed at, what is shown on demand. */
import { Chosen } from '../../lib/chosen.svelte';
import { CENTRES, hexes, SECTIONS, hex, towards, type Cell, type Point } from './land';
import {
  lettersOf,
  outcome,
  sketch,
  touches,
  type Move,
  type Player,
  type Preview,
  type View,
} from './model';
import { CELLS, flipped, form, near, placeOf, Places, turned, type Place } from './shapes';

export type Show = 'places' | 'river' | 'lodge';
const MIDDLE: Point = CENTRES[40] ?? { x: 0, y: 0 };
const NOWHERE = new Places([], 0);

export class Choice extends Chosen {
  /** Which die is laid first. */
  die = $state(0);
  /** The shape in hand, as it is turned now. */
  cells = $state.raw<readonly Cell[]>([]);
  aim = $state.raw<Place | null>(null);
  places = $state.raw(NOWHERE);
  pointed = $state<number | null>(null);
  /** Why a touch did nothing, in words. */
  refused = $state('');
  show = $state<Show | null>(null);
  /** Hexes touched while a move was on its way. */
  private queue: number[] = [];
  private face = 0;
  private laid: string | null = null;

  /** The same again with a new view: what is no longer true is forgotten. */
  fit(player: Player | null, moves: readonly Move[]): void {
    this.refused = '';
    const first = player?.step === 'first';
    const lay = moves.find((move) => move.do === 'lay');
    if (!lay || !player) {
      this.places = NOWHERE;
      this.aim = null;
      if (!first) this.face = 0;
      return;
    }
    const face = first ? (player.dice[this.die] ?? 0) : placeOf(lay.on).face;
    if (face !== this.face) {
      this.face = face;
      this.cells = CELLS[face - 1] ?? [];
    }
    this.places = new Places(moves, face);
    // Of two equal shapes the second would fit where the first lies.
    const aim = player.laid === this.laid ? this.aim : null;
    this.laid = player.laid;
    this.aim = aim && this.places.all.includes(aim) ? aim : null;
    if (this.show === 'river' || !this.places.all.length) this.show = null;
  }

  /** Take the other die first. */
  take(die: number, player: Player, moves: readonly Move[]): void {
    this.die = die;
    this.aim = null;
    this.fit(player, moves);
  }

  get chosen(): unknown {
    return this.aim;
  }

  clear(): void {
    this.aim = null;
    this.refused = '';
    this.queue = [];
  }

  toggle(show: Show): void {
    this.show = this.show === show ? null : show;
  }

  // --- moving the shape ----------------------------------------------------------------------------------------

  private put(place: Place | null): void {
    if (!place) return;
    this.aim = place;
    if (place.form !== form(this.cells)) this.cells = asIn(place, this.cells);
  }

  /** Over a point of the landscape: it snaps to the nearest place. */
  drag(point: Point): void {
    this.put(this.places.nearest(point, this.cells));
  }

  /** Touch a hex: the shape comes there; on the shape itself, it turns. */
  touch(number: number): void {
    this.refused = '';
    if (this.aim?.hexes.includes(number)) this.turn(false, number);
    else this.put(this.places.on(number, this.cells, this.aim ?? CENTRES[number] ?? MIDDLE));
  }

  /** Turn or flip, rather around a hex that stays covered. */
  turn(flip: boolean, around?: number): void {
    const from = this.aim ?? MIDDLE;
    const step = flip ? flipped : turned;
    if (!this.aim) {
      this.cells = this.places.next(this.cells, step, from)?.cells ?? this.cells;
      return;
    }
    const found = this.places.next(this.cells, step, around === undefined ? from : (CENTRES[around] ?? from));
    if (!found) return;
    this.cells = found.cells;
    const there = around === undefined ? [] : (this.places.covering.get(around) ?? []);
    this.aim =
      near(
        from,
        there.filter((place) => place.form === found.place.form),
      ) ?? found.place;
  }

  arrow(dx: number, dy: number): void {
    if (!this.aim) {
      this.drag(MIDDLE);
      return;
    }
    const same = this.places.forms.get(this.aim.form) ?? [];
    this.put(towards(this.aim, same, dx, dy));
  }

  // --- what would come of it ------------------------------------------------------------------------------------

  /** The sheet as it would be; `foresee` asks the rules what a move makes of it. */
  preview(player: Player, moves: Map<number, Move>, foresee: (move: Move) => Player | null): Preview | null {
    const laid = player.laid && hexes(player.laid);
    const made: Move | undefined =
      laid && this.aim ? { do: 'lay', on: this.aim.on } : moves.get(this.pointed ?? -1);
    const after = made?.do === 'lay' || made?.do === 'upgrade' ? foresee(made) : null;
    if (after) return outcome(player, after);
    const one = laid ?? this.aim?.hexes;
    return one ? sketch(player, one) : null;
  }

  /** A hex was touched where it means a move; the move, unless it has to wait. */
  press(number: number, moves: Map<number, Move>, onItsWay: boolean): Move | null {
    const move = moves.get(number) ?? null;
    if (!move && onItsWay && this.queue.length < 20) this.queue.push(number);
    return move;
  }

  /** The next move of those touched while another was on its way. */
  next(moves: Map<number, Move>): Move | null {
    while (this.queue.length) {
      const move = moves.get(this.queue.shift() ?? -1);
      if (move) return move;
    }
    return null;
  }
}

/** The cells of a place, turned the way that is nearest to how they were. */
function asIn(place: Place, cells: readonly Cell[]): readonly Cell[] {
  for (let side of [cells, flipped(cells)])
    for (let i = 0; i < 6; i++, side = turned(side)) if (form(side) === place.form) return side;
  return cells;
}

/** The hexes that stand for a move. */
function targets(view: View): (move: Move) => number[] {
  return (move) => {
    if (move.do === 'forest') {
      const section = SECTIONS[move.section - 1] ?? [];
      return [section[(view.roll[0] ?? 1) - 1] ?? -1, ...section];
    }
    return move.do === 'animal' || move.do === 'cut' || move.do === 'upgrade' ? [hex(move.hex)] : [];
  };
}

/** Touching a hex makes a move: which. While shapes are laid, none. */
export function presses(view: View, legal: readonly Move[]): Map<number, Move> {
  return touches(legal, targets(view));
}

/** The hexes that light up: one for each move. */
export function lit(view: View, legal: readonly Move[]): number[] {
  return legal.flatMap((move) => targets(view)(move).slice(0, 1));
}

/** Blank hexes cost points: told when that can hardly be changed any more. */
export function costly(view: View, player: Player): number[] {
  const late = player.step === 'last' || player.step === 'out' || view.over;
  return late ? lettersOf(player).flatMap((letter, number) => (letter === '.' ? [number] : [])) : [];
}

/** The direction of each arrow key. */
export const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
