/** What lines of the statistics add up to. */
import type { Result } from './results';

export interface Sum {
  matches: number;
  /** Of those that could be won. */
  wins: number;
  winnable: number;
  /** The mean of those that have points; null: none. */
  points: number | null;
}

/** Lines that have ended. */
export type Ended = Result & { ended: number };
export const over = (lines: readonly Result[]) => lines.filter((line): line is Ended => line.ended !== null);

export function sum(lines: readonly Ended[]): Sum {
  const scored = lines.filter(({ points }) => points !== null);
  const total = scored.reduce((all, { points }) => all + points!, 0);
  return {
    matches: lines.length,
    wins: lines.filter(({ won }) => won).length,
    winnable: lines.filter(({ won }) => won !== null).length,
    points: scored.length ? total / scored.length : null,
  };
}

/** Lines apart, in the order of their first. */
export function by(lines: readonly Ended[], key: (line: Ended) => string): Map<string, Ended[]> {
  const found = new Map<string, Ended[]>();
  for (const line of lines) found.set(key(line), [...(found.get(key(line)) ?? []), line]);
  return found;
}

/** The month in which a match ended, where the player is: 2026-11. */
export function monthOf({ ended }: Ended): string {
  const date = new Date(ended);
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}`;
}

/** So many months up to one, the oldest first. */
export function monthsTo(last: string, count: number): string[] {
  const [year = 0, month = 1] = last.split('-').map(Number);
  return Array.from({ length: count }, (_, i) =>
    new Date(Date.UTC(year, month - count + i, 1)).toISOString().slice(0, 7),
  );
}

export interface Records {
  best: Ended | null;
  /** The win with the fewest moves of mine. */
  quickest: Ended | null;
  /** Wins in a row: the most ever, and now. */
  longest: number;
  current: number;
}

/** Of one game. Levels for one player alone have an end of their own: they are left out. */
export function records(lines: readonly Ended[], moreIsBetter: boolean): Records {
  const own = lines.filter(({ level }) => level === null).sort((a, b) => a.ended - b.ended);
  const better = (one: Ended, two: Ended) =>
    moreIsBetter ? one.points! > two.points! : one.points! < two.points!;
  const first = (kept: Ended | null, line: Ended, beats: (one: Ended, two: Ended) => boolean) =>
    kept === null || beats(line, kept) ? line : kept;
  const found: Records = { best: null, quickest: null, longest: 0, current: 0 };
  for (const line of own) {
    if (line.points !== null) found.best = first(found.best, line, better);
    if (line.won && line.moves !== null)
      found.quickest = first(found.quickest, line, (one, two) => one.moves! < two.moves!);
    if (line.won === null) continue;
    found.current = line.won ? found.current + 1 : 0;
    found.longest = Math.max(found.longest, found.current);
  }
  return found;
}

interface LevelSum {
  level: number;
  tries: number;
  passed: number;
  best: number;
  need: number;
}

/** Levels for one player alone. */
export function levels(lines: readonly Ended[]): LevelSum[] {
  const tried = lines.filter(({ level, points }) => level !== null && points !== null);
  return [...by(tried, ({ level }) => String(level))]
    .map(([level, some]) => ({
      level: Number(level),
      tries: some.length,
      passed: some.filter(({ points, need }) => points! >= (need ?? 0)).length,
      best: Math.max(...some.map(({ points }) => points!)),
      need: some[0]?.need ?? 0,
    }))
    .sort((a, b) => a.level - b.level);
}
