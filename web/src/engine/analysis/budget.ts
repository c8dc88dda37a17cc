/**
 * A budget of time as numbers of play-outs: by the length of the record and the game, never by the clock
 * (src/lodge/analysis/budget.py). So the same record and the same budget give the same analysis everywhere.
 */
import type { Match } from '../match';
import { apart, type Desk } from './field';

/** Play-outs of a move. */
export const [LEAST, MOST] = [16, 2000];
/** Sets of play-outs that a position takes, about: how it stands, search, the best moves, the one played. */
const SETS = 6;

/** How many play-outs the position after so many moves gets, of a match that takes about so long in all. */
export function playoutsAt(desk: Desk, match: Match, number: number, seconds: number, least = LEAST): number {
  const rest = match.number - number;
  // only the mover's own game is played on
  const left = apart(desk, match.stateAt(0)) ? Math.ceil(rest / match.seats) : rest;
  const share = seconds / Math.max(1, match.number) / SETS;
  const each = (match.game.data.microseconds * Math.max(1, left)) / 1e6;
  return Math.max(least, Math.min(MOST, Math.floor(share / each)));
}
