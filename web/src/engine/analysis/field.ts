/**
 * A field of play-outs: a position, and every move in it, played on many times on the same luck
 * (src/lodge/analysis/field.py, which says why where nobody can do anything to the others only a seat's own game is
 * played anew).
 */
import { certain, knownLines } from '../exact';
import { EVERYTHING, seatsIn, type Game, type State } from '../game';
import type { Module } from '../module';
import { sow } from '../search';
import { runNow, type Thought } from '../thought';
import { sum, type Numbers } from './numbers';
import { playOuts, type Endings } from './playouts';

/** Where one works: a game, and an instance of its module that nobody else uses meanwhile. */
export interface Desk {
  game: Game;
  module: Module;
}

/** So many play-outs of a position, and of moves in it; what the seat `eye` cannot know is imagined anew. */
export class Field {
  #everybody: Endings | null = null;
  readonly #after = new Map<string, Endings>();

  constructor(
    readonly desk: Desk,
    readonly state: State,
    readonly count: number,
    readonly seed: bigint,
    readonly eye = EVERYTHING,
  ) {}

  /** How it ends if everybody plays on as a quick bot, but for what is worked out. */
  *everybody(): Thought<Endings> {
    if (this.#everybody) return this.#everybody;
    const { desk, state, count, seed, eye } = this;
    let found = yield* playOuts(desk.module, state, count, seed, { eye });
    for (let seat = 0; seat < found.scores.length; seat++) {
      const own = certainLines(desk, state, seat);
      if (own) found = beside(desk.game, found, seat, evenly(own, count), own);
      yield;
    }
    return (this.#everybody = found);
  }

  /** How it ends after an action of a seat. */
  *after(seat: number, action: number): Thought<Endings> {
    const key = `${seat} ${action}`;
    const kept = this.#after.get(key);
    if (kept) return kept;
    const { desk, state, count, seed, eye } = this;
    const own = withoutOthers(desk, state, seat);
    const known = certainLines(desk, state, seat, action);
    let found: Endings;
    if (known) found = beside(desk.game, yield* this.everybody(), seat, evenly(known, count), known);
    else {
      found = yield* playOuts(desk.module, own, count, seed, { eye, seat, action });
      if (!same(own, state))
        found = beside(desk.game, yield* this.everybody(), seat, found.scores[seat]!, found.lines[seat]!);
    }
    this.#after.set(key, found);
    return found;
  }

  /** The field of the next position, where seats are apart and the move between drew no luck: all is known. */
  moved(state: State, endings: Endings): Field {
    const field = new Field(this.desk, state, this.count, this.seed, this.eye);
    field.#everybody = endings;
    return field;
  }
}

const same = (one: State, other: State): boolean => one.every((byte, i) => byte === other[i]);
const evenly = (lines: readonly number[], count: number): Numbers => new Float64Array(count).fill(sum(lines));

/** A seat's own game beside those of the others: who has most points wins. */
function beside(
  { data }: Game,
  { scores: before, lines: told }: Endings,
  seat: number,
  points: Numbers,
  own: number[],
): Endings {
  const scores = before.map((one, at) => (at === seat ? points : one));
  const lines = told.map((one, at) => (at === seat ? own : one));
  const shares = scores.map((one) => new Float64Array(one.length));
  for (let row = 0; row < points.length; row++) {
    const all = scores.map((one) => one[row]!);
    const best = data.moreIsBetter ? Math.max(...all) : Math.min(...all);
    const winners = all.filter((one) => one === best).length;
    all.forEach((one, at) => (shares[at]![row] = one === best ? 1 / winners : 0));
  }
  return { shares, scores, lines };
}

/** What a seat gets, line by line, where its own player has worked out all that it does (after an action). */
export function certainLines(desk: Desk, state: State, seat: number, action?: number): number[] | null {
  const { game, module } = desk;
  const own = withoutOthers(desk, state, seat);
  if (!game.data.master || (same(own, state) && seatsOf(module, state) > 1)) return null;
  return module.within(() => {
    const [at, luck] = [module.record('State'), module.record('Luck')];
    const pending = () => seatsIn(module.call('pending', at)).length > 0;
    module.fill(at, own);
    if (!pending()) return null;
    sow(module, luck, 0n, 0n);
    const untouched = module.copy(luck);
    let next: number | null = action ?? null;
    while (pending()) {
      next ??= certain(module, at, seat, knownLines(game));
      if (next === null) return null;
      module.call('play', at, seat, next, luck);
      next = null;
      if (!same(module.copy(luck), untouched)) return null;
    }
    return runNow(playOuts(module, module.copy(at), 1, 0n)).lines[seat]!; // it is over: only counted
  });
}

const seatsOf = (module: Module, state: State): number =>
  module.within(() => {
    const at = module.record('State');
    module.fill(at, state);
    return module.get(module.field(at, 'seats'));
  });

/** The position without the others, where they cannot matter to the seat; elsewhere, the position. */
export function withoutOthers({ module }: Desk, state: State, seat: number): State {
  return module.within(() => {
    const own = module.record('State');
    module.fill(own, state);
    module.call('greedy.alone', own, seat);
    return module.copy(own);
  });
}

/** Whether, from this position on, nobody can do anything to the others, and all is open. */
export function apart(desk: Desk, state: State): boolean {
  return !desk.game.description.constants.SECRETS && !same(withoutOthers(desk, state, 0), state);
}
