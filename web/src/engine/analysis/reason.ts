/** Why a move is better: the line of the score that says most of it (src/lodge/analysis/weighing.py). */
import type { Reason } from '../../lib/protocol';
import type { Game } from '../game';
import { sum } from './numbers';
import type { Endings } from './playouts';

/** The line of the score for all that the others get. */
const OTHERS = 'others';
/** Points: less is no reason. */
const LEAST_REASON = 0.05;

/** The line of the score that differs most in favour of the best. */
export function reason(
  { data, description }: Game,
  seat: number,
  tried: Endings,
  best: Endings,
): Reason | null {
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
