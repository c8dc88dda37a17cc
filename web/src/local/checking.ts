/** A real check of the luck: the record is replayed here, with its seed, against the seal that was shown first. */
import { BadRecord, EngineError, load, verify } from '../engine';
import { openGame } from './games';

export type Finding = { fair: true; finished: boolean; moves: number } | { fair: false; error: EngineError };

/** `seal` is what was shown when the match began. */
export async function checkLuck(source: unknown, seal: string | null): Promise<Finding> {
  try {
    const record = load(source);
    if (seal !== null && seal !== record.commitment) throw new BadRecord('record_commitment');
    const { finished, moves } = verify(await openGame(record.game), record);
    return { fair: true, finished, moves };
  } catch (error) {
    if (error instanceof EngineError) return { fair: false, error };
    throw error;
  }
}
