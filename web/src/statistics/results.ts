/**
 * How matches ended, a line each, in a database of their own: who deletes a match to make room does not lose its line, and
 * all lines together stay small enough to be read at once and taken along as a file.
 */
import { disk } from '../lib/disk.svelte';

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

const [NAME, RESULTS] = ['lodge-results', 'results'];
/** What could not be written. */
const inMemory = new Map<string, Result>();
let opened: Promise<IDBDatabase | null> | undefined;

function open(): Promise<IDBDatabase | null> {
  opened ??= new Promise((resolve) => {
    try {
      const asked = indexedDB.open(NAME, 1);
      asked.onupgradeneeded = () => asked.result.createObjectStore(RESULTS, { keyPath: 'id' });
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = asked.onblocked = () => resolve(null);
    } catch {
      resolve(null);
    }
  });
  return opened;
}

/** What is done with the lines that are kept; null where that cannot be done. */
async function within<T>(
  mode: IDBTransactionMode,
  work: (results: IDBObjectStore) => IDBRequest<T> | undefined,
): Promise<{ found: T | undefined } | null> {
  const database = await open();
  if (!database) return null;
  try {
    const transaction = database.transaction(RESULTS, mode);
    const request = work(transaction.objectStore(RESULTS));
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = transaction.onerror = () => reject(transaction.error ?? new Error('IndexedDB'));
    });
    return { found: request?.result };
  } catch {
    disk.keeps = false;
    return null;
  }
}

/** All lines, the latest first. */
export async function results(): Promise<Result[]> {
  const kept = await within('readonly', (all) => all.getAll() as IDBRequest<Result[]>);
  const found = new Map([...(kept?.found ?? []), ...inMemory.values()].map((one) => [one.id, one]));
  return [...found.values()].sort((a, b) => (b.ended ?? b.begun) - (a.ended ?? a.begun));
}

/** Write lines; one of the same match is replaced. */
export async function putResults(lines: readonly Result[]): Promise<void> {
  const kept = await within('readwrite', (all) => void lines.forEach((line) => all.put(line)));
  for (const line of lines) {
    if (kept) inMemory.delete(line.id);
    else inMemory.set(line.id, line);
  }
}

export async function removeResults(): Promise<void> {
  inMemory.clear();
  await within('readwrite', (all) => void all.clear());
}
