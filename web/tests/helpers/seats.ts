import type { TableInfo } from '../../src/lib/protocol';

export type Seat = TableInfo['seats'][number];

/** Somebody's seat at a table. */
export const seat = (number: number, more: Partial<Seat> = {}): Seat => ({
  seat: number,
  kind: 'human',
  name: `P${number}`,
  character: 'otter',
  level: null,
  host: number === 0,
  connected: true,
  stand_in: null,
  resigned: false,
  time_up: false,
  colour: '',
  wins: 0,
  rematch: false,
  seal: null,
  nonce: null,
  hints: [],
  ...more,
});
