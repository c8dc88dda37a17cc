/** The tables of this browser that are open here: one of each, however many look at it. */
import { forget, type News } from './store';
import { news } from './news';
import { LocalTable } from './table';
import type { Ask } from './workers';

const tables = new Map<string, Promise<LocalTable | null>>();
news.onmessage = ({ data: { id, gone } }: MessageEvent<News>) => {
  const table = tables.get(id);
  if (!gone) return void table?.then((found) => found?.catchUp());
  tables.delete(id);
  forget(id);
  for (const tell of lookers.get(id) ?? []) tell();
};

/** How those who look at a match are told that it is gone. */
const lookers = new Map<string, Set<() => void>>();

/** Be told when a match is gone; call what is returned when that is of no interest any more. */
export function whenGone(id: string, tell: () => void): () => void {
  const told = lookers.get(id) ?? new Set();
  lookers.set(id, told.add(tell));
  return () => void told.delete(tell);
}

/** A table of this browser; null: there is none of that name. */
export function localTable(id: string, ask?: Ask): Promise<LocalTable | null> {
  const found = tables.get(id) ?? LocalTable.open(id, ask);
  tables.set(id, found);
  found.then(
    (table) => table ?? tables.delete(id),
    () => tables.delete(id),
  );
  return found;
}
