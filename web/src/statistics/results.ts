/**
 * How matches ended, a line each, in a database of their own: who deletes a match to make room does not lose its line, and
 * all lines together stay small enough to be read at once and taken along as a file.
 */
import { Database } from '../lib/database';

/** Whom one played against: bots of a level, or one of these. */
export const [PEOPLE, MIXED, ALONE, SHARED] = ['people', 'mixed', 'alone', 'shared'];

export interface Result {
  /** That of the match. */
  id: string;
  game: string;
  /** Milliseconds since 1970. A line without an end is a deal of the day that was begun. */
  begun: number;
  ended: number | null;
  seats: number;
  against: string;
  points: number | null;
  /** Null where there was nobody to win against, or several of us round one device. */
  won: boolean | null;
  /** My moves, where they were counted. */
  moves: number | null;
  hinted: boolean;
  /** How it ended, if not by the rules; lines of older pages do not say. */
  ending?: string | null;
  /** A level for one player alone, and what it needs. */
  level: number | null;
  need: number | null;
  campaign: boolean;
  /** The day whose deal it is, and how `master` did with it. */
  day: string | null;
  master: { points: number; won: boolean } | null;
}

const kept = new Database('lodge-results', 'results');
/** What could not be written. */
const inMemory = new Map<string, Result>();

/** All lines, the latest first. */
export async function results(): Promise<Result[]> {
  const there = await kept.read((all) => all.getAll() as IDBRequest<Result[]>);
  const found = new Map([...(there ?? []), ...inMemory.values()].map((one) => [one.id, one]));
  return [...found.values()].sort((a, b) => (b.ended ?? b.begun) - (a.ended ?? a.begun));
}

/** Write lines; one of the same match is replaced. */
export async function putResults(lines: readonly Result[]): Promise<void> {
  const written = await kept.write((all) => lines.forEach((line) => void all.put(line)));
  for (const line of lines) {
    if (written) inMemory.delete(line.id);
    else inMemory.set(line.id, line);
  }
}

export async function removeResults(): Promise<void> {
  inMemory.clear();
  await kept.write((all) => void all.clear());
}
