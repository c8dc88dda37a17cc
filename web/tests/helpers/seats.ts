import { SEAT } from '../../src/lib/blank';
import type { SeatInfo } from '../../src/lib/protocol';

/** Somebody's seat at a table. */
export const seat = (number: number, more: Partial<SeatInfo> = {}): SeatInfo => ({
  ...SEAT,
  seat: number,
  kind: 'human',
  name: `P${number}`,
  character: 'otter',
  host: number === 0,
  colour: '',
  ...more,
});
