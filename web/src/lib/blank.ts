import type { SeatInfo, TableInfo } from './protocol';

/** A table of which only some is to be told: nobody sits there, nothing is settled, nothing happens. */
export const TABLE: Omit<TableInfo, 'id' | 'game' | 'status' | 'seats' | 'mine'> = {
  options: [],
  clock: null,
  total: null,
  increment: 0,
  vacation: 0,
  hints: 'off',
  host: false,
  watchers: 0,
  commitment: null,
  result: null,
  next: null,
  level: null,
  need: null,
  campaign: false,
  barred: [],
  sent_away: false,
  offer: null,
  series: [],
  happenings: [],
  old: null,
};

/** A seat of such a table. */
export const SEAT: Omit<SeatInfo, 'seat' | 'kind' | 'name' | 'character' | 'colour'> = {
  level: null,
  host: false,
  connected: true,
  stand_in: null,
  resigned: false,
  time_up: false,
  rematch: false,
  wins: 0,
  seal: null,
  nonce: null,
  hints: [],
};
