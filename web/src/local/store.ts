/**
 * Matches that live in this browser, in IndexedDB: each is written whole after every move. Where that cannot be, play goes
 * on, and the page says so (lib/database.ts).
 */
import type { Ending, Incident, MatchRecord } from '../engine';
import { Database, finished } from '../lib/database';
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
  /** The file that a finished match came as: players may have had shares in its luck, and a server may have signed it. */
  file?: MatchRecord;
}

const kept = new Database('lodge', 'matches');
const inMemory = new Map<string, KeptMatch>();

/**
 * Write a match; resolved when it is on the disk, or cannot be, or not soon. With the moment of the change that it is based on it is
 * not written over a later one, of another tab: that is returned.
 */
export async function put(match: KeptMatch, based?: number): Promise<KeptMatch | null> {
  inMemory.set(match.id, match);
  let other: KeptMatch | null = null;
  await kept.write(async (matches) => {
    const there = based === undefined ? undefined : await finished(matches.get(match.id) as IDBRequest<Kept>);
    other = there && based !== undefined && there.changed > based ? there : null;
    if (other) inMemory.set(match.id, other);
    else matches.put(match);
  });
  return other;
}

type Kept = KeptMatch | undefined;

export async function get(id: string): Promise<Kept> {
  const found = await kept.read((matches) => matches.get(id) as IDBRequest<Kept>);
  return newer(found, inMemory.get(id));
}

/** Another tab may have written since; or the disk is full, and only this page knows. */
function newer(there: Kept, here: Kept): Kept {
  if (!there || !here) return there ?? here;
  return here.changed > there.changed ? here : there;
}

/** All matches, the one that changed last first. */
export async function all(): Promise<KeptMatch[]> {
  const there = await kept.read((matches) => matches.getAll() as IDBRequest<KeptMatch[]>);
  const found = new Map(there?.map((match) => [match.id, match]));
  for (const match of inMemory.values()) found.set(match.id, newer(found.get(match.id), match) ?? match);
  return [...found.values()].sort((a, b) => b.changed - a.changed);
}

/** Delete a match; what it counted for stays. */
export async function remove(id: string): Promise<void> {
  const match = await get(id);
  if (match) rememberPlay(match);
  forget(id);
  await kept.write((matches) => void matches.delete(id));
  const news = new BroadcastChannel(NEWS);
  news.postMessage({ id, gone: true } satisfies News);
  news.close();
}

/** A match that is gone is not kept here either. */
export const forget = (id: string) => inMemory.delete(id);

/** By which the pages of this browser tell each other of a match: it has changed, or is gone (deleted, or at the server now). */
export const NEWS = 'lodge-matches';
export interface News {
  id: string;
  gone?: true;
}
