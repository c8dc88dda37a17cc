/**
 * Weighing a decision: the moves that search thinks most of, and what each is worth by play-outs
 * (src/lodge/analysis/weighing.py).
 *
 * All moves are played out on the same luck. Nothing but what the seat knows goes in: whatever is hidden from it has
 * been dealt anew before anything looks at the position.
 */
import type { Choice } from '../../lib/protocol';
import { freshLuck, ownPlayer, type Bot } from '../bots';
import { certain, knownLines, lastWorths, solve } from '../exact';
import type { Game, State } from '../game';
import { plant, type Lanes } from '../luck';
import type { Block, Module } from '../module';
import { clock, run, type Task } from '../task';
import { LEAST, MOST, SEARCHED } from './budget';
import { Field, type Desk } from './field';
import { difference, mean, minus, noiseOf, SURE, SURER, type Numbers } from './numbers';
import { confirms } from './opinion';
import { playOuts, resultsOf, type Endings } from './playouts';
import { reason } from './reason';
import { ways } from './ways';

/** A loss that is known exactly is told from so small a part of what matters on. */
const HARDLY = 10;
/** Play-outs that tell how long one takes. */
const TASTE = 8;
/** How many moves a hint tells. */
const HINTS = 3;

/** A decision: its choices, the best first, and their actions; then about the move that was asked for. */
export interface Weighed {
  choices: Choice[];
  actions: number[];
  /** What the best would have brought more; 0 unless that is clear. */
  loss: number;
  /** By seat: what the move changed by that, and the noise of it. */
  skill: number[];
  noise: number[];
  /** How much more it brings than the player of the play-outs would have got; 0 unless that is clear. */
  gain: number;
  /** The same for the best that was found, told sooner. */
  rise: number;
  riseNoise: number;
  /** What may have been lost, as far as play-outs can tell. */
  doubt: number;
}

/** What a seat could do, in the order in which search likes it, and a field to compare that in. */
export class Decision {
  constructor(
    readonly field: Field,
    readonly seat: number,
    readonly ranked: number[],
    readonly bot: Bot,
  ) {}

  /** Compare the moves by the play-outs that there are; `asked` is one of them: it lost more than `least`, or nothing. */
  *weigh(asked: number | null = null, compared = true, least = 0): Task<Weighed> {
    const { seat, field, ranked } = this;
    const { game } = field.desk;
    const tried = new Map<number, Endings>();
    for (const action of ranked) tried.set(action, yield* field.after(seat, action));
    const of = (action: number) => resultsOf(tried.get(action)!);
    const actions = [...ranked];
    // nothing else is liked better than what was asked for; alone search is play-outs, too, and those here are longer
    const all = asked === null || of(actions[0]!).length === 1;
    const before = all ? actions.length : Math.max(1, actions.indexOf(asked));
    const liked = actions.slice(0, before).map((action) => of(action)[seat]!);
    actions.unshift(...actions.splice(bestOf(liked), 1));
    const best = actions[0]!;
    const choices = actions.map((action) => choice(game, seat, action, tried.get(action)!, tried.get(best)!));
    const told = {
      choices,
      actions,
      loss: 0,
      skill: [],
      noise: [],
      gain: 0,
      rise: 0,
      riseNoise: 0,
      doubt: 0,
    };
    if (!compared) return told;
    const played = asked ?? best;
    const gaps = of(played).map((one, i) => minus(one, of(best)[i]!));
    const [edge, noise] = [-mean(gaps[seat]!), noiseOf(gaps[seat]!)];
    const exact = !noise && field.isExact(seat); // with others at the table, what they get is not
    const seen = edge > (exact ? least / HARDLY : Math.max(least, SURE * noise));
    const clear = seen && (exact || ((yield* this.#confirmed(best, played)) ?? edge > SURER * noise));
    const usual = resultsOf(yield* field.everybody())[seat]!;
    // what is made of it later counts there
    const hastily = resultsOf(yield* field.atOnce(seat, played))[seat]!;
    const [gain, unsure] = difference(hastily, usual);
    const risen = clear ? resultsOf(yield* field.atOnce(seat, best))[seat]! : hastily;
    const [rise, riseNoise] = difference(risen, usual);
    const doubts = liked.map((one) => difference(one, of(played)[seat]!)).filter(([, noise]) => noise);
    return {
      choices,
      actions,
      loss: clear ? edge : 0,
      skill: gaps.map((one) => (clear ? mean(one) : 0)),
      noise: gaps.map((one) => (clear ? noiseOf(one) : 0)),
      gain: !clear && gain > SURE * unsure ? gain : 0,
      rise: rise > riseNoise ? rise : 0,
      riseNoise: rise > riseNoise ? riseNoise : 0,
      doubt: Math.max(0, ...doubts.map(([more, noise]) => more + noise)),
    };
  }

  /** Whether search says so, too; null: it cannot. */
  #confirmed(better: number, played: number): Task<boolean | null> {
    const { bot, field, seat } = this;
    return confirms(bot, field, seat, [better, played], SEARCHED * field.count);
  }
}

export interface Deciding {
  searcher: Bot;
  playouts: number;
  most?: number;
  /** Another action to be weighed. */
  also?: number | null;
  /** A field of the position in which the seat could know everything need not be played again. */
  field?: Field | null;
  /** What the seat did next: then it is looked how each move could be gone on with. */
  later?: readonly number[] | null;
}

/** What is worth a look: the best moves as search sees them, and another one; the luck is the caller's own. */
export function* decision(
  desk: Desk,
  state: State,
  seat: number,
  luck: Block,
  { searcher, playouts, most = HINTS, also = null, field = null, later = null }: Deciding,
): Task<Decision> {
  const { game, module } = desk;
  const mark = module.mark();
  try {
    const [known, whole] = [module.record('State'), module.record('State')];
    module.fill(known, state);
    module.fill(whole, state);
    module.call('imagine', known, seat, luck);
    const own = ownPlayer(game, module.get(module.field(known, 'seats')));
    const best = (own ? certain(module, known, seat, knownLines(game)) : null) ?? solve(module, whole, seat);
    const last = best === null ? [...lastWorths(game, module, module.copy(known), seat)] : [];
    const ranked = last
      .sort(([, one], [, next]) => next[seat]! - one[seat]!)
      .slice(0, most)
      .map(([action]) => action);
    if (best === null && !last.length) {
      const weights = yield* searcher.weighing({ module, state: known, seat, luck });
      ranked.push(...weights.slice(0, most).map((weight) => weight.action));
    } else if (best !== null) ranked.push(best);
    if (also !== null && !ranked.includes(also)) ranked.push(also);
    const here = field ?? new Field(desk, module.copy(known), playouts, seedFrom(module, luck), seat);
    if (later && best === null && !here.isExact(seat))
      for (const action of ranked) {
        const tried = { bot: searcher, seed: here.seed, later: action === also ? later : [] };
        here.goOn(seat, action, yield* ways(desk, module.copy(known), seat, action, tried));
      }
    return new Decision(here, seat, ranked, searcher);
  } finally {
    module.release(mark);
  }
}

interface Weighing extends Deciding {
  /** Whether to look at more than the choices. */
  compared?: boolean;
}

/** Weigh the best moves of a seat as search sees them, and another one. */
export function* weigh(
  desk: Desk,
  state: State,
  seat: number,
  luck: Block,
  { compared = true, ...asked }: Weighing,
): Task<Weighed> {
  const found = yield* decision(desk, state, seat, luck, asked);
  return yield* found.weigh(asked.also, compared);
}

/** How many play-outs from a position take about so long by the clock: from LEAST, whatever they take, to MOST. */
export function* affordable(module: Module, state: State, seconds: number): Task<number> {
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
    if (gain > SURE * noise) best = number;
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

interface Hinting {
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
): Task<Weighed> {
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
