/**
 * A field of play-outs: a position, and every move in it, played on many times on the same luck
 * (src/lodge/analysis/field.py, which says why where nobody can do anything to the others only a seat's own game is
 * played anew).
 */
import { certain, foregone, keyOf, knownLines, lastWorths, type Worths } from '../exact';
import { EVERYTHING, seatsIn, type Game, type State } from '../game';
import type { Module } from '../module';
import { sow } from '../search';
import { runNow, type Task } from '../task';
import { same, undisturbed, withoutOthers } from './alone';
import { mean, sum, type Numbers } from './numbers';
import { AS_HASTY, playOuts, type Endings } from './playouts';
import type { Way } from './ways';

/** Where one works: a game, and an instance of its module that nobody else uses meanwhile. */
export interface Desk {
  game: Game;
  module: Module;
}

/** A decision: who made it, and what it was. */
export type Deed = readonly [seat: number, action: number];

/** So many play-outs of a position, and of moves in it; what the seat `eye` cannot know is imagined anew. */
export class Field {
  readonly #played = new Map<string, Endings>();
  readonly #found = new Map<string, Endings>();
  readonly #ways = new Map<string, Way[]>();
  #settled: boolean | null = null;

  constructor(
    readonly desk: Desk,
    readonly state: State,
    public count: number,
    readonly seed: bigint,
    readonly eye = EVERYTHING,
    /** The field of the position before, and what was decided there: where that drew no luck, it is known how it stands. */
    readonly before: { field: Field; decided: Deed | null } | null = null,
  ) {}

  /** From now on look at so many play-outs, of which the first are those there were. */
  grow(count: number): void {
    this.count = Math.max(this.count, count);
    this.before?.field.grow(count);
  }

  /** How it ends if everybody plays on as the hasty player, but for what is worked out. */
  *everybody(): Task<Endings> {
    if (!this.before) return yield* this.#once('nobody', () => this.#ifNobodyMoves());
    const { field, decided } = this.before;
    const { shares, scores, lines } = decided ? yield* field.atOnce(...decided) : yield* field.everybody();
    const first = (numbers: Numbers[]) => numbers.map((one) => one.slice(0, this.count));
    return { shares: first(shares), scores: first(scores), lines };
  }

  /** From now on look at these ways to go on after an action of a seat; elsewhere it is played at once. */
  goOn(seat: number, action: number, ways: Way[]): void {
    this.#ways.set(`${seat} ${action}`, ways);
  }

  /** How it ends after an action of a seat, by the best of the ways to go on. */
  *after(seat: number, action: number): Task<Endings> {
    const key = `${seat} ${action}`;
    const ways = this.#ways.get(key);
    if (!ways) return yield* this.atOnce(seat, action);
    return yield* this.#once(`${key} gone on with`, () => this.#after(seat, action, ways));
  }

  /** The same if it is gone on with hastily at once. */
  *atOnce(seat: number, action: number): Task<Endings> {
    return yield* this.#once(`${seat} ${action}`, () => this.#after(seat, action));
  }

  *#once(key: string, find: () => Task<Endings>): Task<Endings> {
    const kept = this.#found.get(key);
    if (kept?.shares[0]!.length === this.count) return kept;
    const found = yield* find();
    this.#found.set(key, found);
    return found;
  }

  *#ifNobodyMoves(): Task<Endings> {
    const { desk, state, count } = this;
    if (this.settled) return this.#ended(this.#foregone(this.#mover!)!);
    let found = yield* this.#play(state, 0, AS_HASTY);
    const mover = this.#mover;
    const last = mover === undefined ? [] : [...this.#lastWorths(mover).values()];
    if (last.length)
      return evenlyFor(
        found,
        last.reduce((one, next) => (next[mover!]! > one[mover!]! ? next : one)),
      );
    for (let seat = 0; seat < found.scores.length; seat++) {
      const own = certainLines(desk, state, seat);
      if (own) found = beside(desk.game, found, seat, evenly(own, count), own);
      yield;
    }
    return found;
  }

  *#after(seat: number, action: number, ways?: Way[]): Task<Endings> {
    const { desk, state, count } = this;
    if (this.settled) {
      const end = this.#foregone(seat, action);
      return end ? this.#ended(end) : yield* this.#play(state, seat, action);
    }
    const last = this.#lastWorths(seat).get(action) ?? this.#lastWorths(seat, action).get(action);
    if (last) return evenlyFor(yield* this.#play(state, seat, action), last);
    const known = certainLines(desk, state, seat, action);
    if (known) return beside(desk.game, yield* this.everybody(), seat, evenly(known, count), known);
    const own = withoutOthers(desk, state, seat);
    let found: Endings | null = null;
    for (const way of ways ?? [{ state: own, action }]) {
      const tried = yield* this.#play(way.state, seat, way.action);
      if (!found || mean(tried.scores[seat]!) > mean(found.scores[seat]!)) found = tried;
    }
    if (!found || same(own, state)) return found!;
    return beside(desk.game, yield* this.everybody(), seat, found.scores[seat]!, found.lines[seat]!);
  }

  /** Whether all that can come of the position is known, and to its mover, too. */
  get settled(): boolean {
    return (this.#settled ??= this.#mover !== undefined && this.#foregone(this.#mover) !== null);
  }

  /** Whether what a seat's moves come to is known, without any play-outs. */
  isExact(seat: number): boolean {
    const { desk, state } = this;
    return this.settled || this.#lastWorths(seat).size > 0 || certainLines(desk, state, seat) !== null;
  }

  #lastWorths(seat: number, only?: number): Worths {
    const { game, module } = this.desk;
    return lastWorths(game, module, this.state, seat, only);
  }

  get #mover(): number | undefined {
    const { module } = this.desk;
    return module.within(() => {
      const at = module.record('State');
      module.fill(at, this.state);
      return seatsIn(module.call('pending', at))[0];
    });
  }

  #foregone(seat: number, action?: number): State | null {
    const { module } = this.desk;
    return module.within(() => {
      const at = module.record('State');
      module.fill(at, this.state);
      return foregone(module, at, seat, action);
    });
  }

  /** As often as it is played, it ends so. */
  #ended(end: State): Endings {
    const { shares, scores, lines } = runNow(playOuts(this.desk.module, end, 1, 0n));
    const often = (numbers: Numbers[]) => numbers.map(([one]) => new Float64Array(this.count).fill(one!));
    return { shares: often(shares), scores: often(scores), lines };
  }

  /** Play on as often as has not been done yet. */
  *#play(state: State, seat: number, action: number): Task<Endings> {
    const { desk, count, seed, eye } = this;
    const key = `${seat} ${action} ${keyOf(state)}`;
    const kept = this.#played.get(key);
    const start = kept?.shares[0]!.length ?? 0;
    if (kept && start === count) return kept;
    const more = yield* playOuts(desk.module, state, count - start, seed, { start, eye, seat, action });
    const found = kept ? joined(kept, more) : more;
    this.#played.set(key, found);
    return found;
  }
}

/** Play-outs that all come to what is known; only their lines stay as they are. */
function evenlyFor({ shares, scores, lines }: Endings, worths: readonly number[]): Endings {
  const known = worths.map((one) => new Float64Array(shares[0]!.length).fill(one));
  return worths.length === 1 ? { shares, scores: known, lines } : { shares: known, scores, lines };
}

/** Play-outs, and those that followed. */
function joined(one: Endings, more: Endings): Endings {
  const both = (these: Numbers[], those: Numbers[]) =>
    these.map((numbers, seat) => Float64Array.of(...numbers, ...those[seat]!));
  const [was, are] = [one.shares[0]!.length, more.shares[0]!.length];
  return {
    shares: both(one.shares, more.shares),
    scores: both(one.scores, more.scores),
    lines: one.lines.map((lines, seat) =>
      lines.map((points, line) => (was * points + are * more.lines[seat]![line]!) / (was + are)),
    ),
  };
}

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

/** What a seat gets, line by line, where its own player has worked out all that it does (after any action). */
function certainLines(desk: Desk, state: State, seat: number, action?: number): number[] | null {
  const { game, module } = desk;
  const own = game.data.master ? undisturbed(desk, state, seat) : null;
  if (!own) return null;
  return module.within(() => {
    const [at, luck] = [module.record('State'), module.record('Luck')];
    const pending = () => seatsIn(module.call('pending', at)).length > 0;
    module.fill(at, own);
    if (!pending()) return null;
    sow(module, luck, 0n, 0n);
    const untouched = module.copy(luck);
    const best = certain(module, at, seat, knownLines(game));
    if (best === null) return null;
    let next: number | null = action ?? best;
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
