/** What ends a match of this browser before its rules do, or lets a bot go on, as a change of what is kept. */
import type { Ending, Incident, Match } from '../engine';
import type { Abort, Leave, Offer, Resign, TakeBack } from '../lib/protocol';
import { STAND_IN } from './bots';
import { Refused } from './requests';
import type { KeptMatch } from './store';

export type Leaving = Leave | Resign | Abort | Offer | TakeBack;
export const LEAVING: readonly string[] = [
  'leave',
  'resign',
  'abort',
  'offer',
  'take_back',
] satisfies Leaving['type'][];

type Change = Partial<Pick<KeptMatch, 'seats' | 'incidents' | 'ended'>>;

/** Everybody sits at this device, so an offer is agreed to at once; bots agree to no draw. */
export function changeBy(kept: KeptMatch, match: Match, message: Leaving): Change {
  const { seat } = message;
  const people = kept.seats.filter(({ kind, standIn }) => kind === 'mine' && !standIn).length;
  const play = (standIn: string | null) =>
    kept.seats.map((one, at) => (at === seat ? { ...one, standIn } : one));
  const noted = (kind: Incident['kind']): Incident[] => [
    ...(kept.incidents ?? []),
    { after: match.number, kind, seat },
  ];
  switch (message.type) {
    case 'leave':
      return { seats: play(STAND_IN), incidents: noted('left') };
    case 'take_back':
      return { seats: play(null), incidents: noted('returned') };
    case 'abort':
      if (match.history.some((move) => move.seat === seat)) throw new Refused('not_now');
      return { ended: 'aborted' };
    case 'resign':
      if (kept.seats.length === 1) return { ended: 'stopped' };
      if (kept.seats.length === 2 || people < 2) return { incidents: noted('resigned'), ended: 'resigned' };
      return { seats: play(STAND_IN), incidents: noted('resigned') };
    case 'offer': {
      const ended: Ending = message.what === 'draw' ? 'drawn' : 'stopped';
      if (message.what === 'undo' || message.what === 'bot' || (ended === 'drawn' && people < 2))
        throw new Refused('not_now');
      return { ended };
    }
  }
}
