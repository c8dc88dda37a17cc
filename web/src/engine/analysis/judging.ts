/**
 * Analysis of a finished match: how it stood after every move, what each decision cost, and what was luck
 * (src/lodge/analysis/judging.py; docs/analysis.md says what the numbers mean).
 */
import type { Analysis } from '../../lib/protocol';
import { Bot } from '../bots';
import { EngineError } from '../errors';
import { plant } from '../game';
import { luckFor } from '../luck';
import type { Match } from '../match';
import { run, type Thought } from '../thought';
import { LEAST, playoutsAt } from './budget';
import { apart, Field, type Desk } from './field';
import { mean, noiseOf, std, sum } from './numbers';
import { playOuts, resultsOf } from './playouts';
import { judge, standing, turningPoints, type Look } from './standings';
import { seedFrom, weigh, type Weighed } from './weighing';

/** Play-outs from the start at least: all is measured by their spread. */
const FIRST = 100;
/** The same for a first picture, which is to be there soon. */
const ROUGHLY = 24;

export interface Analysing {
  /** Who says which moves are worth a look; without it, search with the same budget. */
  searcher?: Bot | null;
  playouts?: number;
  /** In place of a number: as many as an ordinary machine plays in about so long, but never less than `least`. */
  seconds?: number | null;
  least?: number;
  /** Only a first picture. */
  rough?: boolean;
  seed?: number;
  /** Called for every move that has been looked at. */
  progress?: (done: number, total: number) => void;
  signal?: AbortSignal;
}

/** Analyse a finished match. The same settings give the same, if the searcher counts play-outs, too. */
export async function analyse(match: Match, settings: Analysing = {}): Promise<Analysis> {
  checkOver(match);
  return run(analysing(match, settings), settings.signal);
}

/** The same bit by bit. */
export function* analysing(match: Match, settings: Analysing = {}): Thought<Analysis> {
  checkOver(match);
  const { game, seats } = match;
  const module = game.lend();
  const desk = { game, module };
  try {
    const looks: Look[] = [];
    for (const stretch of stretches(desk, match))
      for (const look of lookAt(desk, match, settings, stretch)) {
        if (!look) {
          yield;
          continue;
        }
        looks.push(look);
        settings.progress?.(looks.length, match.number);
      }
    const count = Math.max(looks[0]!.playouts, settings.rough ? ROUGHLY : FIRST);
    const seed = stream(desk, settings.seed ?? 0, 0);
    const first = resultsOf(yield* playOuts(module, match.stateAt(0), count, seed));
    const spread = sum(first.map(std)) / seats || 1;
    const begin = first.map(noiseOf);
    const curve = [first.map(mean), ...looks.slice(1).map((look) => look.stands), resultsAtEnd(match)];
    const moves = looks.map((look, i) => judge(match, i + 1, look, curve));
    const counts = looks.map((look) => look.playouts);
    return {
      game: game.id,
      unit: seats === 1 ? 'points' : 'chance',
      names: [...match.names],
      playouts: [...counts].sort((a, b) => a - b)[Math.floor(counts.length / 2)]!,
      noise: Math.max(...looks.flatMap((look) => look.noise)),
      start: curve[0]!,
      spread,
      moves,
      standings: begin.map((noise, seat) => standing(seat, curve, noise, moves, spread)),
      turning: turningPoints(
        curve,
        [begin, ...looks.slice(1).map((look) => look.noise), begin.map(() => 0)],
        [count, ...counts.slice(1), Infinity],
        spread,
      ),
    };
  } finally {
    game.giveBack(module);
  }
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

/** Weigh a move of a finished match (from 1) and what could have been played instead; null: nothing. */
export function* weighMove(
  desk: Desk,
  match: Match,
  number: number,
  playouts: number,
  { searcher = null, seed = 0 }: Analysing = {},
  field: Field | null = null,
): Thought<Weighed | null> {
  const { game, module } = desk;
  const { seat, action } = match.moveAt(number);
  const state = match.stateAt(number - 1);
  if (!hadAChoice(desk, state, seat, action)) return null;
  const mark = module.mark();
  try {
    const luck = module.record('Luck');
    plant(module, luck, luckFor(`analysis ${seed}`, number));
    const bot = searcher ?? Bot.searching(game, playouts, match.seats);
    return yield* weigh(desk, state, seat, luck, { searcher: bot, playouts, also: action, field });
  } finally {
    module.release(mark);
  }
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
  settings: Analysing,
  [first, end]: [first: number, end: number],
): Generator<Look | undefined, void, undefined> {
  const { playouts: wished = 1000, seconds = null, least = LEAST, seed = 0 } = settings;
  const playouts = seconds === null ? wished : playoutsAt(desk, match, first, seconds, least);
  const together = apart(desk, match.stateAt(0));
  let field = new Field(desk, match.stateAt(first), playouts, stream(desk, seed, first));
  for (let number = first; number < end; number++) {
    const results = resultsOf(yield* field.everybody());
    const shared = together ? field : null;
    const weighed = yield* weighMove(desk, match, number + 1, playouts, settings, shared);
    yield { playouts, stands: results.map(mean), noise: results.map(noiseOf), weighed };
    if (number + 1 === end) return;
    const { seat, action } = match.moveAt(number + 1);
    // where nothing was to decide, a quick bot does the same
    const endings = weighed ? yield* field.after(seat, action) : yield* field.everybody();
    field = field.moved(match.stateAt(number + 1), endings);
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
