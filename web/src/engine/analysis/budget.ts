/**
 * A budget of time as numbers of play-outs: by the length of the record and the game, never by the clock
 * (src/lodge/analysis/budget.py). So the same record and the same budget give the same analysis everywhere.
 */
import type { Match } from '../match';
import { apart } from './alone';
import type { Desk } from './field';

/** Play-outs of a move. */
export const [LEAST, MOST] = [16, 2000];
/** In a first picture, which is to be there soon. */
export const FEWEST = 4;
/** Times as many are what `master` looks for good moves with. */
export const SEARCHED = 4;
/** Sets of play-outs that a position takes, about: how it stands, search, the best moves, the one played. */
const SETS = 12;

/** How many play-outs every position gets, of a match that takes about so long in all. */
export function playoutsFor(desk: Desk, match: Match, seconds: number, least = LEAST): number {
  // moves of a play-out, on average; where seats are apart, only the mover's own game is played on
  const left = (match.number + 1) / 2 / (apart(desk, match.stateAt(0)) ? match.seats : 1);
  const each = (match.game.data.microseconds * left) / 1e6;
  return Math.max(least, Math.min(MOST, Math.floor(seconds / Math.max(1, match.number) / SETS / each)));
}
