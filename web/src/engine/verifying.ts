/** Checking a record from end to end (src/lodge/replaying.py). */
import { BadRecord, EngineError } from './errors';
import type { Game } from './game';
import type { Match } from './match';
import { load, replay } from './record';

/** What a check of a good record has shown. */
export interface Verdict {
  match: Match;
  finished: boolean;
  moves: number;
  /**
   * `seal`: the seed is the one that was committed to before the first move. `marks`: nothing was changed or cut since
   * it was written. `moves`: with the luck of that seed every move was possible. `result`: it ended as it says.
   */
  proved: readonly ('seal' | 'marks' | 'moves' | 'result')[];
}

/** Check a record from end to end; BadRecord says what is wrong. */
export function verify(game: Game, source: string | unknown): Verdict {
  const record = load(source);
  if (record.seed === null) throw new BadRecord('record_no_seed');
  if (record.chain.length !== record.moves.length)
    throw new BadRecord('record_no_mark', { number: record.chain.length + 1 });
  const match = replay(game, record);
  const moves = match.number;
  if (record.scores === null && !match.ended) {
    if (match.over) throw new BadRecord('record_no_scores');
    return { match, finished: false, moves, proved: ['seal', 'marks', 'moves'] };
  }
  if (!match.over) throw new BadRecord('record_unfinished', { number: moves + 1 });
  for (const [name, told, truth] of [
    ['scores', record.scores, match.ended ? null : match.scores],
    ['winners', record.winners, match.winners],
  ] as const)
    if (JSON.stringify(told) !== JSON.stringify(truth))
      throw new BadRecord(`record_${name}`, { told, truth });
  return { match, finished: true, moves, proved: ['seal', 'marks', 'moves', 'result'] };
}

/** The same as a finding: what was proved, or the first thing that is wrong. */
export function check(game: Game, source: string | unknown): { fine: Verdict } | { wrong: EngineError } {
  try {
    return { fine: verify(game, source) };
  } catch (error) {
    if (error instanceof EngineError) return { wrong: error };
    throw error;
  }
}
