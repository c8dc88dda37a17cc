/**
 * The guided first game: a match whose moves are known up to the point where the player goes on alone. The table lets
 * nothing else be played until then, and makes all moves itself that no step of the guide asks for.
 */
import { forgetTable, keepTable, tables } from '../lib/storage';
import { openGame } from './games';
import { fresh, newLocalId, seatsFor } from './create';
import { get, put, remove } from './store';
import { localTable } from './tables';
import type { SeatWish } from '../lib/protocol';
import { guideOf, stepBefore } from '../lib/guide';

/** Begin one; its name. */
export async function guidedMatch(game: string, wishes: readonly SeatWish[]): Promise<string> {
  const [{ seed, options }, { description }] = await Promise.all([guideOf(game), openGame(game)]);
  const match = { ...fresh(game, description.rules, options, seatsFor(wishes)), seed, guided: true };
  await put(match);
  return match.id;
}

/** The guided match of a game that was begun and not finished; null: there is none. */
export async function goingOn(game: string): Promise<string | null> {
  for (const { id } of tables().filter((kept) => kept.game === game && kept.guide))
    if ((await get(id))?.guided) return id;
  return null;
}

/** One step back: the match as it stood then, under another name. */
export async function stepBack(id: string): Promise<string> {
  const kept = await get(id);
  if (!kept) return id;
  const { moves } = await guideOf(kept.game);
  const number = stepBefore(moves, kept.log.length);
  const now = Date.now();
  const match = { ...kept, id: newLocalId(), log: kept.log.slice(0, number), changed: now, guided: true };
  await put(match);
  keepTable(match.id, { game: kept.game, guide: true });
  forgetTable(id);
  await remove(id);
  return match.id;
}

/** Go on alone: every move that the rules allow. */
export async function leaveGuide(id: string): Promise<void> {
  keepTable(id, { guide: false });
  await (await localTable(id))?.leaveGuide();
}
