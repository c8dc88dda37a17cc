/** Games that this page has no board for: a server describes them (src/lodge/games/board.py). */
import type { Schema } from './decode';
import { fetchJson } from './fetch';
import { once } from './once';

export interface About {
  id: string;
  title: string;
  secrets: boolean;
  lines: string[];
  schema: { view: Schema; event: Schema };
  words: Record<string, Record<string, string>>;
  /** Whether the game brings a board of its own. */
  board: boolean;
  /** Whether its rules can run in a page. */
  module: boolean;
}

/** Where files of games lie. */
export const MODULES = import.meta.env.DEV ? '/modules/' : new URL('../modules/', import.meta.url).href;

const known = new Map<string, Promise<About>>();

/** What a server says of a game; one that could not be had is asked for again. */
export const about = (id: string) =>
  once(known, id, () => fetchJson<About>(`${MODULES}${encodeURIComponent(id)}/board.json`));

/** The words of such a game: English where a language is missing. */
export async function wordsFrom(id: string, language: string): Promise<Record<string, string>> {
  const { words } = await about(id);
  return { ...words['en'], ...words[language] };
}
