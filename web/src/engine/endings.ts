/** How a match can end before its rules end it, and what may happen beside the moves (src/lodge/record.py). */
import { BadRecord, EngineError } from './errors';

/** How a match ended, if not by its rules. */
export type Ending = 'resigned' | 'drawn' | 'stopped' | 'aborted';
export const ENDINGS: readonly unknown[] = ['resigned', 'drawn', 'stopped', 'aborted'] satisfies Ending[];
export const KINDS: readonly unknown[] = ['left', 'returned', 'replaced', 'resigned', 'undone'];

/** Something that happened beside the moves, after so many of them; `moves` were taken back. */
export interface Incident {
  after: number;
  kind: 'left' | 'returned' | 'replaced' | 'resigned' | 'undone';
  seat: number;
  moves?: string[];
}

/** The seats that win by such an end: those that did not resign, or nobody. */
export function winnersBy(ending: Ending, incidents: readonly Incident[], seats: number): number[] {
  if (ending === 'stopped' || ending === 'aborted') return [];
  const lost = incidents.filter(({ kind }) => kind === 'resigned').map(({ seat }) => seat);
  return Array.from({ length: seats }, (_, seat) => seat).filter((seat) => !lost.includes(seat));
}

/** Everybody's rank; none where nobody has won. */
export const placesBy = (winners: readonly number[], seats: number): number[] =>
  winners.length
    ? Array.from({ length: seats }, (_, seat) => (winners.includes(seat) ? 1 : winners.length + 1))
    : [];

/** A match as far as its end is concerned. */
interface Ends {
  readonly seats: number;
  readonly number: number;
  readonly incidents: Incident[];
  end(ending: Ending): void;
}

/** Add what a record tells of it; BadRecord where that cannot be. */
export function addIncidents(match: Ends, incidents: readonly Incident[], ending: Ending | null): void {
  let before = 0;
  for (const { seat, after } of incidents) {
    if (seat < 0 || seat >= match.seats || after < before || after > match.number)
      throw new BadRecord('record_unreadable', { field: 'incidents' });
    before = after;
  }
  match.incidents.push(...incidents);
  if (!ending) return;
  try {
    match.end(ending);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    throw new BadRecord('record_unreadable', { field: 'ending' }, { cause: error });
  }
}
