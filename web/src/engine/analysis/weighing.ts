/**
 * Weighing a decision: the moves that search thinks most of, and what each is worth by play-outs
 * (src/lodge/analysis/weighing.py).
 *
 * All moves are played out on the same luck. Nothing but what the seat knows goes in: whatever is hidden from it has
 * been dealt anew before anything looks at the position.
 */
import type { Choice, Reason } from '../../lib/protocol';
import { freshLuck, ownPlayer, type Bot } from '../bots';
import { certain, knownLines } from '../exact';
import { plant, type Game, type State } from '../game';
import type { Lanes } from '../luck';
import type { Block, Module } from '../module';
import { clock, run, type Thought } from '../thought';
import { LEAST, MOST } from './budget';
import { Field, type Desk } from './field';
import { difference, mean, minus, noiseOf, sum, type Numbers } from './numbers';
import { playOuts, resultsOf, type Endings } from './playouts';

/** The line of the score for all that the others get. */
const OTHERS = 'others';
/** Points: less is no reason. */
const LEAST_REASON = 0.05;
/** Play-outs that tell how long one takes. */
const TASTE = 8;
/** How many moves a hint tells. */
const HINTS = 3;

/** A decision: its choices, the best first, and their actions. */
export interface Weighed {
  choices: Choice[];
  actions: number[];
  /** By seat: what was to be expected of a quick bot, and the noise of how the move that was asked for differs. */
  expected: number[];
  noise: number[];
}

export interface Weighing {
  searcher: Bot;
  playouts: number;
  most?: number;
  /** Another action to be weighed. */
  also?: number | null;
  /** Whether to look at what a quick bot would get. */
  compared?: boolean;
  /** A field of the position in which the seat could know everything need not be played again. */
  field?: Field | null;
}

/** Weigh the best moves of a seat as search sees them, and another one; the luck (of type Luck) is the caller's own. */
export function* weigh(
  desk: Desk,
  state: State,
  seat: number,
  luck: Block,
  { searcher, playouts, most = HINTS, also = null, compared = true, field = null }: Weighing,
): Thought<Weighed> {
  const { game, module } = desk;
  const mark = module.mark();
  try {
    const known = module.record('State');
    module.fill(known, state);
    module.call('imagine', known, seat, luck);
    const own = ownPlayer(game, module.get(module.field(known, 'seats')));
    const best = own ? certain(module, known, seat, knownLines(game)) : null;
    const actions: number[] = [];
    if (best === null) {
      const weights = yield* searcher.weighing({ module, state: known, seat, luck });
      actions.push(...weights.slice(0, most).map((weight) => weight.action));
    } else actions.push(best);
    if (also !== null && !actions.includes(also)) actions.push(also);
    const tried = new Map<number, Endings>();
    const here = field ?? new Field(desk, module.copy(known), playouts, seedFrom(module, luck), seat);
    for (const action of actions) tried.set(action, yield* here.after(seat, action));
    const of = (action: number) => tried.get(action)!;
    const first = bestOf(actions.map((action) => resultsOf(of(action))[seat]!));
    actions.unshift(...actions.splice(first, 1));
    const choices = actions.map((action) => choice(game, seat, action, of(action), of(actions[0]!)));
    if (!compared) return { choices, actions, expected: [], noise: [] };
    const expected = resultsOf(yield* here.everybody());
    const asked = resultsOf(of(also ?? actions[0]!));
    const noise = asked.map((one, i) => noiseOf(minus(one, expected[i]!)));
    return { choices, actions, expected: expected.map(mean), noise };
  } finally {
    module.release(mark);
  }
}

/** How many play-outs from a position take about so long by the clock: from LEAST, whatever they take, to MOST. */
export function* affordable(module: Module, state: State, seconds: number): Thought<number> {
  yield* playOuts(module, state, 1, 0n); // compiles, so that the clock does not see it
  const start = clock();
  yield* playOuts(module, state, TASTE, 0n);
  const each = (clock() - start) / 1000 / TASTE;
  return Math.max(LEAST, Math.min(MOST, Math.floor(seconds / each)));
}

/** A seed for many streams. */
export function seedFrom(module: Module, luck: Block): bigint {
  const bits = () => BigInt(module.call('luck.bits', luck) >>> 0);
  return (bits() << 30n) | (bits() >> 2n);
}

/** The move that search likes best, unless another is better beyond its noise. */
function bestOf(results: Numbers[]): number {
  let best = 0;
  results.forEach((one, number) => {
    const [gain, noise] = difference(one, results[best]!);
    if (gain > noise) best = number;
  });
  return best;
}

function choice(game: Game, seat: number, action: number, tried: Endings, best: Endings): Choice {
  const results = resultsOf(tried);
  const [edge, noise] = difference(resultsOf(best)[seat]!, results[seat]!);
  return {
    move: game.moves.move(action),
    text: game.moves.text(action),
    results: results.map(mean),
    edge,
    noise,
    why: reason(game, seat, tried, best),
  };
}

/** The line of the score that differs most in favour of the best. */
function reason({ data, description }: Game, seat: number, tried: Endings, best: Endings): Reason | null {
  const gains = best.lines.map((lines, one) => lines.map((points, i) => points - tried.lines[one]![i]!));
  const theirs = gains.filter((_, one) => one !== seat);
  const others = sum(theirs.flat()) / Math.max(1, theirs.length);
  const sign = data.moreIsBetter ? 1 : -1;
  const own = description.constants.LINES.map((line, i) => ({ line, points: gains[seat]![i]! }));
  const worths = [
    ...own.map((one) => ({ ...one, worth: sign * one.points })),
    { line: OTHERS, points: others, worth: -sign * others },
  ];
  const { line, points, worth } = worths.reduce((one, next) => (next.worth > one.worth ? next : one));
  return worth < LEAST_REASON ? null : { line, points };
}

export interface Hinting {
  searcher: Bot;
  /** What comparing moves may take. */
  seconds: number;
  /** An action that the seat thinks of. */
  than?: number | null;
  luck?: Lanes;
  signal?: AbortSignal;
}

/** A hint: the best moves of a seat, and one that it thinks of (src/lodge/server/workers/bots.py). */
export function hint(game: Game, state: State, seat: number, asked: Hinting): Promise<Weighed> {
  return run(hinting(game, state, seat, asked), asked.signal);
}

function* hinting(
  game: Game,
  state: State,
  seat: number,
  { searcher, seconds, than = null, luck: lanes = freshLuck() }: Hinting,
): Thought<Weighed> {
  const module = game.lend();
  try {
    const [known, luck] = [module.record('State'), module.record('Luck')];
    module.fill(known, state);
    plant(module, luck, lanes);
    module.call('imagine', known, seat, luck);
    const position = module.copy(known);
    const playouts = yield* affordable(module, position, seconds / (HINTS + 1));
    const asked = { searcher, playouts, also: than, compared: false };
    return yield* weigh({ game, module }, position, seat, luck, asked);
  } finally {
    game.giveBack(module);
  }
}
