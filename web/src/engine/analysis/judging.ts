/**
 * Analysis of a finished match: how it stood after every move, what each decision cost, and what was luck
 * (src/lodge/analysis/judging.py; docs/analysis.md says what the numbers mean).
 */
import type { Analysis } from '../../lib/protocol';
import { Bot } from '../bots';
import { EngineError } from '../errors';
import { luckFor, plant } from '../luck';
import type { Match } from '../match';
import { run, type Task } from '../task';
import { EVERYTHING } from '../game';
import { FEWEST, LEAST, playoutsFor, SEARCHED } from './budget';
import { apart } from './alone';
import { Field, type Deed, type Desk } from './field';
import { mean, noiseOf, std, sum, SURER, type Numbers } from './numbers';
import { resultsOf } from './playouts';
import { judge, standing, turningPoints, type Look } from './standings';
import { decision, seedFrom, type Decision, type Weighed } from './weighing';

/** Play-outs from the start at least: all is measured by them; in a first picture fewer. */
const [FIRST, ROUGHLY] = [400, 24];
/** Of the spread: what costs less is no mistake, unless it is exact; the luck of one is all luck. */
const [MATTERS, ALONE] = [0.1, 0.3];
/** Times as many play-outs for what may have cost more, and at most one decision in so many; */
const CLOSER = 8;
/** and so many where something seems lost, but is not clear yet. */
const CLOSEST = 64;

export interface Analysing {
  /** Who says which moves are worth a look; without it, `master` by the same budget. */
  searcher?: Bot | null;
  playouts?: number;
  /** In place of a number: as many as an ordinary machine plays in about so long, but never few. */
  seconds?: number | null;
  /** Only a first picture. */
  rough?: boolean;
  seed?: number;
  /** Called for every move that has been looked at. */
  progress?: (done: number, total: number) => void;
  /** Called with what there is before some decisions are looked at closer. */
  picture?: (analysis: Analysis) => void;
  signal?: AbortSignal;
}

/** What it is done with. */
interface Means extends Analysing {
  searcher: Bot;
  playouts: number;
  /** Whether decisions are looked at: with too few play-outs a curve is all there is. */
  decides: boolean;
  /** What a move must have cost to be a mistake. */
  least: number;
}

/** Analyse a finished match. The same settings give the same, if the searcher counts play-outs, too. */
export async function analyse(match: Match, settings: Analysing = {}): Promise<Analysis> {
  checkOver(match);
  const { game, seats } = match;
  const { playouts: wished = 1000, seconds = null, rough = false } = settings;
  const module = game.lend();
  let playouts = wished;
  if (seconds !== null) playouts = playoutsFor({ game, module }, match, seconds, rough ? 1 : LEAST);
  game.giveBack(module);
  const decides = seconds === null || playouts >= FEWEST;
  if (seconds !== null) playouts = Math.max(playouts, FEWEST);
  const searcher = settings.searcher ?? (await Bot.open(game, `master:${SEARCHED * playouts}`, seats));
  return run(analysing(match, { ...settings, searcher, playouts, decides }), settings.signal);
}

/** The same bit by bit. */
function* analysing(match: Match, given: Omit<Means, 'least'>): Task<Analysis> {
  const { game } = match;
  const module = game.lend();
  const desk = { game, module };
  try {
    const count = Math.max(given.playouts, given.rough ? ROUGHLY : FIRST);
    const first = new Field(desk, match.stateAt(0), count, stream(desk, given.seed ?? 0, 0));
    const start = resultsOf(yield* first.everybody());
    const spread = sum(start.map(std)) / match.seats || 1;
    const means = { ...given, least: spread * (match.seats === 1 ? ALONE : MATTERS) };
    const looks: Look[] = [];
    for (const stretch of stretches(desk, match))
      for (const look of lookAt(desk, match, means, stretch)) {
        if (!look) {
          yield;
          continue;
        }
        looks.push(look);
        means.progress?.(looks.length, match.number);
      }
    const doubtful = means.rough ? [] : doubtfulOf(looks, means.least);
    if (doubtful.length) means.picture?.(analysis(match, looks, start, spread));
    for (const number of doubtful)
      looks[number]!.weighed = yield* closer(
        looks[number]!.decision!,
        match.moveAt(number + 1).action,
        means,
      );
    return analysis(match, looks, start, spread);
  } finally {
    game.giveBack(module);
  }
}

/** Look at a decision again, with more play-outs; with ever more while something seems lost. */
function* closer(made: Decision, action: number, { playouts, least }: Means): Task<Weighed> {
  for (let times = CLOSER; ; times *= 2) {
    made.field.grow(times * playouts);
    const weighed = yield* made.weigh(action, true, least);
    const { edge, noise } = weighed.choices[weighed.actions.indexOf(action)]!;
    const seems = !weighed.loss && edge > Math.max(least, noise) && edge <= SURER * noise;
    if (!seems || times >= CLOSEST) return weighed;
  }
}

/** What was found out, put together. */
function analysis(match: Match, looks: Look[], start: Numbers[], spread: number): Analysis {
  const { game, seats } = match;
  const curve = [start.map(mean), ...looks.slice(1).map((look) => look.stands), resultsAtEnd(match)];
  const begin = start.map(noiseOf);
  // alone nobody is there to find as much: what a good player was to find is to be expected
  const unsure = seats === 1 ? raise(curve, looks, begin) : begin;
  const moves = looks.map((look, i) => judge(match, i + 1, look, curve));
  return {
    game: game.id,
    unit: seats === 1 ? 'points' : 'chance',
    names: [...match.names],
    playouts: looks[0]!.playouts,
    noise: Math.max(...looks.flatMap((look) => look.noise)),
    start: curve[0]!,
    spread,
    moves,
    standings: unsure.map((noise, seat) => standing(seat, curve, noise, moves, spread)),
    turning: turningPoints(
      curve,
      [begin, ...looks.slice(1).map((look) => look.noise), begin.map(() => 0)],
      [start[0]!.length, ...looks.slice(1).map((look) => look.playouts), Infinity],
      spread,
    ),
  };
}

/** Add to each position of a curve what better moves than those of the play-outs bring from there on. */
function raise(curve: number[][], looks: Look[], noise: number[]): number[] {
  let rise = 0;
  for (let number = looks.length - 1; number >= 0; number--) {
    const { weighed } = looks[number]!;
    if (weighed) {
      rise += weighed.rise;
      noise = noise.map((one) => Math.hypot(one, weighed.riseNoise));
    }
    curve[number] = curve[number]!.map((worth) => worth + rise);
  }
  return noise;
}

/** The decisions (from 0) that may have lost something that matters, those that may have lost most. */
function doubtfulOf(looks: Look[], least: number): number[] {
  // equals are equal
  const doubt = (number: number) => Math.round((looks[number]!.weighed?.doubt ?? 0) * 1e9) / 1e9;
  const found = looks.map((_, number) => number).filter((number) => doubt(number) > least);
  return found.sort((a, b) => doubt(b) - doubt(a) || a - b).slice(0, Math.ceil(looks.length / CLOSER));
}

/** Refuse to look into a match that goes on, or that was over before it began. */
export function checkOver(match: Match): void {
  if (!match.over || !match.number) throw new EngineError('hidden');
}

/** By seat, how the match ended: shares of the win; alone, the points. */
function resultsAtEnd({ seats, scores, winners }: Match): number[] {
  if (seats === 1) return scores;
  return scores.map((_, seat) => Number(winners.includes(seat)) / winners.length);
}

/** The decision made by a move of a finished match (from 1); null: there was nothing to decide. */
function* decisionAt(
  desk: Desk,
  match: Match,
  number: number,
  { searcher, playouts, rough = false, seed = 0 }: Means,
  field: Field | null,
): Task<Decision | null> {
  const { module } = desk;
  const { seat, action } = match.moveAt(number);
  const state = match.stateAt(number - 1);
  if (!hadAChoice(desk, state, seat, action)) return null;
  const mark = module.mark();
  try {
    const luck = module.record('Luck');
    plant(module, luck, luckFor(`analysis ${seed}`, number));
    const later = rough ? null : movesOf(match, seat, number);
    return yield* decision(desk, state, seat, luck, { searcher, playouts, also: action, field, later });
  } finally {
    module.release(mark);
  }
}

/** What a seat did after so many moves of a match. */
export function movesOf(match: Match, seat: number, number: number): number[] {
  const moves = Array.from({ length: match.number - number }, (_, i) => match.moveAt(number + 1 + i));
  return moves.filter((one) => one.seat === seat).map(({ action }) => action);
}

/** The moves (from 0) that are looked at together: where seats are apart, all from one luck to the next. */
function* stretches(desk: Desk, match: Match): Generator<[first: number, end: number]> {
  const together = apart(desk, match.stateAt(0));
  let first = 0;
  for (let number = 1; number <= match.number; number++)
    if (!(together && match.moveAt(number).free)) {
      yield [first, number];
      first = number;
    }
}

/** Look at the positions of a stretch, and at the decisions that were made in them; undefined: not done yet. */
function* lookAt(
  desk: Desk,
  match: Match,
  means: Means,
  [first, end]: [first: number, end: number],
): Generator<Look | undefined, void, undefined> {
  const { playouts, seed = 0 } = means;
  const together = apart(desk, match.stateAt(0));
  const luck = stream(desk, seed, first);
  let field = new Field(desk, match.stateAt(first), playouts, luck);
  for (let number = first; number < end; number++) {
    const results = resultsOf(yield* field.everybody());
    const { seat, action } = match.moveAt(number + 1);
    const shared = together ? field : null;
    const made = means.decides ? yield* decisionAt(desk, match, number + 1, means, shared) : null;
    const weighed = made && (yield* made.weigh(action, true, means.least));
    yield { playouts, stands: results.map(mean), noise: results.map(noiseOf), decision: made, weighed };
    if (number + 1 === end) return;
    // where nothing was to decide, the play-outs do the same
    const decided: Deed | null = hadAChoice(desk, match.stateAt(number), seat, action)
      ? [seat, action]
      : null;
    field = new Field(desk, match.stateAt(number + 1), playouts, luck, EVERYTHING, { field, decided });
  }
}

function stream({ module }: Desk, seed: number, number: number): bigint {
  return module.within(() => {
    const luck = module.record('Luck');
    plant(module, luck, luckFor(`standing ${seed}`, number));
    return seedFrom(module, luck);
  });
}

/** Whether anything but this was worth considering. */
function hadAChoice({ module }: Desk, state: Uint8Array, seat: number, action: number): boolean {
  return module.within(() => {
    const out = module.rows('i16', module.description.constants.MOST_CANDIDATES);
    const at = module.record('State');
    module.fill(at, state);
    return module.call('candidates', at, seat, out) > 1 || module.get(out) !== action;
  });
}
