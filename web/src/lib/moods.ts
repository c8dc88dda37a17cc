/** How those at a table feel, as far as the game shows it. */
import type { Expression } from './faces';
import type { Result, SeatInfo } from './protocol';

/** Points at once that are a big moment, for whoever makes or loses them. */
const BIG = 5;

export interface Moment {
  pending: readonly number[];
  result: Result | null;
  /** What the last move was worth to each seat, as that seat sees it. */
  swings?: readonly number[];
  /** Not watched again, where nobody is away. */
  live?: boolean;
}

type Sitting = Pick<SeatInfo, 'seat' | 'kind' | 'connected' | 'stand_in'>;

/** At the end the winner is proud and the last one cross, if there are others. */
function atTheEnd(seat: number, { places }: Result): Expression {
  if (places[seat] === 1) return 'proud';
  return places[seat] === Math.max(...places) ? 'cross' : 'glad';
}

export function mood(seat: Sitting, { pending, result, swings = [], live = true }: Moment): Expression {
  if (result) return atTheEnd(seat.seat, result);
  if (live && seat.kind === 'human' && !seat.connected && !seat.stand_in) return 'asleep';
  const swing = swings[seat.seat] ?? 0;
  if (Math.abs(swing) >= BIG) return swing > 0 ? 'glad' : 'cross';
  return pending.includes(seat.seat) ? 'thinking' : 'calm';
}

/** What changed between two counts of everybody's points, as each sees it. */
export function swingsOf(before: readonly number[], now: readonly number[], moreIsBetter: boolean): number[] {
  return now.map((points, seat) => {
    const old = before[seat] ?? points;
    return moreIsBetter ? points - old : old - points;
  });
}
