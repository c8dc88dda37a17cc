/** In which order a result is told: line by line, where each has a board of its own one seat after another. */
import type { ScoreLine } from '../games/game';

/** A line of the score that is being counted: of one seat, or (null) of all at once. */
export interface Step {
  seat: number | null;
  line: number;
}

/** The lines worth a moment. `tellers`: the seats whose boards are shown; null: there is one board for all. */
export function stepsOf(lines: readonly ScoreLine[][], tellers: readonly number[] | null): Step[] {
  const all = (lines[0] ?? []).map((_, line) => line);
  const counts = (seats: readonly number[], line: number) =>
    seats.some((seat) => (lines[seat]?.[line]?.points ?? 0) !== 0);
  if (!tellers) {
    const seats = lines.map((_, seat) => seat);
    return all.filter((line) => counts(seats, line)).map((line) => ({ seat: null, line }));
  }
  return tellers.flatMap((seat) =>
    all.filter((line) => counts([seat], line)).map((line) => ({ seat, line })),
  );
}

/** The points of a seat when so many steps are told; null: nothing of it is, and will be only at the end. */
export function countedUp(
  lines: readonly ScoreLine[][],
  steps: readonly Step[],
  done: number,
  seat: number,
): number | null {
  const own = steps.filter((step) => step.seat === null || step.seat === seat);
  if (!own.length) return null;
  const told = steps.slice(0, done).filter((step) => own.includes(step));
  return told.reduce((sum, { line }) => sum + (lines[seat]?.[line]?.points ?? 0), 0);
}

/** Whose boards are shown: mine, then that of who has won. */
export const tellersOf = (mine: readonly number[], winners: readonly number[]) => [
  ...new Set([...mine.slice(0, 1), ...winners.slice(0, 1)]),
];
