/**
 * What if: quick bots play on from a position of a finished match, after another move than the one that was made
 * (src/lodge/analysis/what_if.py).
 */
import type { Outlook, WhatIf } from '../../lib/protocol';
import { EngineError, IllegalMove } from '../errors';
import { luckFor, plant } from '../luck';
import type { Match } from '../match';
import { run, type Task } from '../task';
import { Field } from './field';
import { checkOver } from './judging';
import { difference, mean, percentile } from './numbers';
import { resultsOf, type Endings } from './playouts';
import { affordable, seedFrom } from './weighing';

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
  return run(tryOut(match, number, action, trying), trying.signal);
}

function* tryOut(
  match: Match,
  number: number,
  action: number,
  { games: wished = 1000, seconds = null, seed = 0 }: Trying,
): Task<WhatIf> {
  const { game } = match;
  const state = match.stateAt(number);
  const { seat, action: made } = match.moveAt(number + 1);
  const module = game.lend();
  try {
    // both moves are played on
    const games = seconds === null ? wished : yield* affordable(module, state, seconds / 2);
    const luck = module.record('Luck');
    plant(module, luck, luckFor(`what if ${seed}`, number));
    const field = new Field({ game, module }, state, games, seedFrom(module, luck));
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
