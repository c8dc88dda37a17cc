/** A match played on from a moment of another one, against bots, with another move than the one made there. */
import { EngineError, load, replay } from '../engine';
import { newToken } from '../lib/storage';
import { fresh, seatsFor } from './create';
import { openGame } from './games';
import { watchedId } from './records';
import { put } from './store';

/** Who plays the other seats. */
const LEVEL = 'steady';

/**
 * Keep a match that is as the record was after so many moves, and in which a seat plays this next; its name. It counts
 * for nothing: its luck is that of the match it comes from.
 */
export async function branchOff(given: unknown, number: number, seat: number, move: string): Promise<string> {
  const record = load(given);
  if (!record.seed || record.position || record.shares.some(Boolean)) throw new EngineError('record_no_seed');
  const game = await openGame(record.game);
  replay(game, record);
  const wishes = record.seats.map((name, one) =>
    one === seat ? { kind: 'mine' as const, name } : { kind: 'bot' as const, level: LEVEL },
  );
  const log = record.moves.slice(0, number).map((entry) => {
    const [, who = '0', text = ''] = /^(\d+) ?(.*)$/s.exec(entry) ?? [];
    return { seat: Number(who), text };
  });
  const made = fresh(record.game, record.rules, record.options, seatsFor(wishes));
  const id = `${watchedId(record.commitment)}-${newToken()}`;
  await put({ ...made, id, seed: record.seed, log: [...log, { seat, text: move }] });
  return id;
}
