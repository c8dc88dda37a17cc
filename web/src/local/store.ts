/**
 * Matches that live in this browser, in IndexedDB: each is written whole after every move.
 *
 * A browser may refuse (a private window, a full disk): then play goes on, `disk.keeps` is false, and the page says so.
 */
import type { Ending, Incident } from '../engine';
import { disk } from '../lib/disk.svelte';
import type { TableInfo } from '../lib/protocol';
import { rememberPlay } from './plays';

export type Allowed = TableInfo['hints'];

export interface KeptSeat {
  kind: 'mine' | 'bot';
  name: string;
  level: string | null;
  /** The level of the bot that plays for me. */
  standIn: string | null;
  /** Its animal; matches of older pages have none. */
  character?: string;
  colour?: string;
  /** In the series so far. */
  wins?: number;
}

/** A move, or one taken back. */
export interface KeptEntry {
  seat: number;
  text: string;
  undo?: true;
}

export interface KeptMatch {
  id: string;
  game: string;
  /** The version of the rules that it was begun with. */
  rules: number;
  options: string[];
  seats: KeptSeat[];
  seed: string;
  log: KeptEntry[];
  /** Milliseconds since 1970. */
  begun: number;
  changed: number;
  over: boolean;
  /** Whose turn it is, for a list; and at the end the points and the winners. */
  pending: number[];
  scores: number[] | null;
  winners: number[] | null;
  /** The rematch. */
  next: string | null;
  /** It counts: a level for one player alone, which needs so many points; in which campaign. */
  level: number | null;
  need: number | null;
  run: number | null;
  /** For whom: whose secret this browser used then, as a mark. */
  who?: string;
  /** The day whose deal it is: 2026-11-16. */
  day: string | null;
  /** A first game with a guide: its moves are known, until the player goes on alone. */
  guided?: boolean;
  /** Whether there was a hint; in which positions, by seat (matches of older pages do not say). */
  hinted?: boolean;
  hints?: number[][];
  /** Who may have some, where it was said. */
  allowed?: Allowed;
  /** How it ended, if not by the rules; and what happened beside the moves. */
  ended?: Ending | null;
  incidents?: Incident[];
  /** Earlier matches of the same people. */
  series?: string[];
}

const [NAME, MATCHES] = ['lodge', 'matches'];
const inMemory = new Map<string, KeptMatch>();
let opened: Promise<IDBDatabase | null> | undefined;

function open(): Promise<IDBDatabase | null> {
  opened ??= new Promise<IDBDatabase | null>((resolve) => {
    try {
      const asked = indexedDB.open(NAME, 1);
      asked.onupgradeneeded = () => asked.result.createObjectStore(MATCHES, { keyPath: 'id' });
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => resolve(null);
      asked.onblocked = () => resolve(null);
    } catch {
      resolve(null);
    }
  }).then((database) => {
    disk.keeps = database !== null;
    return database;
  });
  return opened;
}

function finished<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB'));
  });
}

function committed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = transaction.onerror = () => reject(transaction.error ?? new Error('IndexedDB'));
  });
}

/**
 * Write a match; resolved when it is on the disk, or cannot be. With the moment of the change that it is based on it is
 * not written over a later one, of another tab: that is returned.
 */
export async function put(match: KeptMatch, based?: number): Promise<KeptMatch | null> {
  inMemory.set(match.id, match);
  const database = await open();
  if (!database) return null;
  try {
    const transaction = database.transaction(MATCHES, 'readwrite', { durability: 'strict' });
    const matches = transaction.objectStore(MATCHES);
    const done = committed(transaction);
    done.catch(() => undefined); // it is waited for below, if all before it goes well
    const there = based === undefined ? undefined : await finished(matches.get(match.id) as IDBRequest<Kept>);
    const other = there && based !== undefined && there.changed > based ? there : null;
    if (other) inMemory.set(match.id, other);
    else matches.put(match);
    await done;
    disk.keeps = true;
    return other;
  } catch {
    disk.keeps = false;
    return null;
  }
}

type Kept = KeptMatch | undefined;

export async function get(id: string): Promise<Kept> {
  const database = await open();
  const read = () =>
    database?.transaction(MATCHES).objectStore(MATCHES).get(id) as IDBRequest<Kept> | undefined;
  return newer(await kept(read), inMemory.get(id));
}

/** What a request finds; undefined where nothing can be read. */
async function kept<T>(read: () => IDBRequest<T> | undefined): Promise<T | undefined> {
  try {
    const request = read();
    return request && (await finished(request));
  } catch {
    disk.keeps = false;
    return undefined;
  }
}

/** Another tab may have written since; or the disk is full, and only this page knows. */
function newer(kept: KeptMatch | undefined, here: KeptMatch | undefined): KeptMatch | undefined {
  if (!kept || !here) return kept ?? here;
  return here.changed > kept.changed ? here : kept;
}

/** All matches, the one that changed last first. */
export async function all(): Promise<KeptMatch[]> {
  const database = await open();
  const read = () =>
    database?.transaction(MATCHES).objectStore(MATCHES).getAll() as IDBRequest<KeptMatch[]> | undefined;
  const found = new Map((await kept(read))?.map((match) => [match.id, match]));
  for (const match of inMemory.values()) found.set(match.id, newer(found.get(match.id), match) ?? match);
  return [...found.values()].sort((a, b) => b.changed - a.changed);
}

/** Delete a match; what it counted for stays. */
export async function remove(id: string): Promise<void> {
  const match = await get(id);
  if (match) rememberPlay(match);
  inMemory.delete(id);
  const database = await open();
  if (!database) return;
  const transaction = database.transaction(MATCHES, 'readwrite');
  transaction.objectStore(MATCHES).delete(id);
  await committed(transaction);
}
