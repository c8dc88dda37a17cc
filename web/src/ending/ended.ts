import type { Game, Json } from '../games/game';
import type { Result, TableInfo } from '../lib/protocol';
import type { Table } from '../lib/table.svelte';

/** What there is to tell of a match that is over. */
export interface Ended {
  table: Table;
  game: Game;
  info: TableInfo;
  result: Result;
  view: Json;
}
