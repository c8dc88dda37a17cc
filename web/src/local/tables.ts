/** The tables of this browser that are open here: one of each, however many look at it. */
import { LocalTable, news } from './table';
import type { Ask } from './workers';

const tables = new Map<string, Promise<LocalTable | null>>();
news.onmessage = ({ data }: MessageEvent<string>) => void tables.get(data)?.then((table) => table?.catchUp());

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
