/**
 * What if: bots play on from a position of a finished match, after another move than the one that was made
 * (src/lodge/analysis/what_if.py).
 */
import type { Outlook, WhatIf } from '../../lib/protocol';
import { EngineError, IllegalMove } from '../errors';
import { Bot } from '../bots';
import { luckFor, plant } from '../luck';
import type { Match } from '../match';
import { run, type Task } from '../task';
import { undisturbed } from './alone';
import { Field } from './field';
import { checkOver, movesOf } from './judging';
import { difference, mean, percentile } from './numbers';
import { resultsOf, type Endings } from './playouts';
import { ways } from './ways';
import { affordable, seedFrom } from './weighing';

const GAMES = 1000;
/** Sets of play-outs: both moves are played on, */
const SETS = 2;
/** and where `master` goes on, it thinks as well, and every way to go on is played. */
const UNDISTURBED = 9;

interface Trying {
  games?: number;
  /** In place of a number of games: about so long by the clock. */
  seconds?: number | null;
  seed?: number;
  signal?: AbortSignal;
}

/** The actions that were possible after so many moves of a finished match, for the seat that moved then. */
export function possible(match: Match, number: number): number[] {
  checkOver(match);
  if (!Number.isInteger(number) || number < 0 || number >= match.number)
    throw new EngineError('no_position', { number, moves: match.number });
  return match.game.legal(match.stateAt(number), match.moveAt(number + 1).seat);
}

/** Play on many times from the position after so many moves: cards as they lie there, luck anew. */
export async function whatIf(
  match: Match,
  number: number,
  move: string,
  trying: Trying = {},
): Promise<WhatIf> {
  const actions = possible(match, number);
  const action = match.game.moves.action(move);
  if (!actions.includes(action))
    throw new IllegalMove('not_possible', { number, action, text: match.game.moves.text(action) });
  const { games = GAMES, seconds = null, seed = 0, signal } = trying;
  const count = seconds === null ? games : await run(enough(match, number, seconds), signal);
  const bot = await Bot.open(match.game, `master:${count}`, match.seats);
  return run(tryOut(match, { number, action, games: count, seed }, bot), signal);
}

/** How often both moves can be played on in about so long. */
function* enough(match: Match, number: number, seconds: number): Task<number> {
  const state = match.stateAt(number);
  const module = match.game.lend();
  try {
    const alone = undisturbed({ game: match.game, module }, state, match.moveAt(number + 1).seat);
    return yield* affordable(module, state, seconds / (alone ? UNDISTURBED : SETS));
  } finally {
    match.game.giveBack(module);
  }
}

function* tryOut(
  match: Match,
  { number, action, games, seed }: { number: number; action: number; games: number; seed: number },
  bot: Bot,
): Task<WhatIf> {
  const { game } = match;
  const state = match.stateAt(number);
  const { seat, action: made } = match.moveAt(number + 1);
  const module = game.lend();
  try {
    const desk = { game, module };
    const luck = module.record('Luck');
    plant(module, luck, luckFor(`what if ${seed}`, number));
    const field = new Field(desk, state, games, seedFrom(module, luck));
    if (undisturbed(desk, state, seat) && !field.isExact(seat)) {
      const how = { bot, seed: field.seed };
      const later = movesOf(match, seat, number + 1);
      field.goOn(seat, action, yield* ways(desk, state, seat, action, { ...how, later: [] }));
      field.goOn(seat, made, yield* ways(desk, state, seat, made, { ...how, later }));
    }
    const [one, other] = [yield* field.after(seat, action), yield* field.after(seat, made)];
    const [gain, noise] = difference(resultsOf(one)[seat]!, resultsOf(other)[seat]!);
    return {
      number,
      seat,
      move: game.moves.text(action),
      played: game.moves.text(made),
      games,
      instead: outlooks(one),
      as_played: outlooks(other),
      gain,
      noise,
    };
  } finally {
    game.giveBack(module);
  }
}

function outlooks({ shares, scores }: Endings): Outlook[] {
  return scores.map((points, seat) => ({
    chance: mean(shares[seat]!),
    points: mean(points),
    low: percentile(points, 0.1),
    high: percentile(points, 0.9),
  }));
}
