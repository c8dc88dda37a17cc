/** A real check of the luck: the record is replayed here, with its seed, against the seal that was shown first. */
import { BadRecord, EngineError, load, verify } from '../engine';
import { signer } from '../engine/signature';
import { leftOut } from '../lib/shares';
import { keptTable } from '../lib/storage';
import { openGame } from './games';

/** `shared`: the players had a share in the luck; `missing`: but mine is not in it. */
export type Finding =
  | { fair: true; finished: boolean; moves: number; shared: boolean; missing: boolean }
  | { fair: false; error: EngineError };

/** `told` is the seal that the table tells now: what counts is the one that it told first. */
export async function checkLuck(id: string, source: unknown, told: string | null): Promise<Finding> {
  try {
    const record = load(source);
    const seals = [told, keptTable(id)?.commitment ?? null];
    if (seals.some((seal) => seal !== null && seal !== record.commitment))
      throw new BadRecord('record_commitment');
    signer(record);
    const { finished, moves } = verify(await openGame(record.game), record);
    const shared = record.shares.some((share) => share?.nonce);
    return { fair: true, finished, moves, shared, missing: leftOut(id, record.shares) };
  } catch (error) {
    if (error instanceof EngineError) return { fair: false, error };
    throw error;
  }
}
