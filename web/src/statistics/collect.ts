/** Lines of the statistics: made when a match ends, and of all that have ended unseen. */
import { commitment } from '../engine';
import { keep } from '../lib/storage';
import { dealAt, isLocal } from '../lib/local';
import type { Result as Ending, TableInfo } from '../lib/protocol';
import { levelOf, mineOf } from '../local/presenter';
import { watchedId } from '../local/records';
import { all, get, type KeptMatch } from '../local/store';
import { ALONE, MIXED, PEOPLE, putResults, results, SHARED, type Result } from './results';

/** What was played before was deleted from the statistics, and does not come back. */
const SINCE = 'statistics_since';
const since = () => Number(keep.get(SINCE) ?? 0);
export const forgetBefore = (moment: number) => keep.set(SINCE, String(moment));

/** Whether a match counts: none that came as a file, was practice or aborted, and none where a bot played for me. */
function counts({ id, seed, over, seats, ended }: KeptMatch): boolean {
  const mine = seats.filter(({ kind }) => kind === 'mine');
  const own = mine.length > 0 && !mine.some(({ standIn }) => standIn);
  return (
    over &&
    own &&
    ended !== 'aborted' &&
    (dealAt(id)?.tried ?? 1) === 1 &&
    !id.startsWith(watchedId(commitment(seed)))
  );
}

function against(levels: (string | null)[], mine: number, people: boolean): string {
  if (mine > 1) return SHARED;
  if (people) return PEOPLE;
  const [level, ...others] = new Set(levels);
  return level ? (others.length ? MIXED : level) : ALONE;
}

/** Whether a seat has won; a match that all agreed to end was neither won nor lost. */
const wonBy = (seat: number, winners: readonly number[], ending: string | null = null) =>
  ending === null || ending === 'resigned' ? winners.includes(seat) : null;

/** The line of a match of this browser, over or not. */
function lineOf(kept: KeptMatch): Result {
  const mine = mineOf(kept);
  const [seat = 0] = mine;
  const bots = kept.seats.filter(({ kind }) => kind === 'bot').map(({ level }) => levelOf(level));
  const alone = mine.length === 1;
  const moves = kept.log.filter((one) => one.seat === seat);
  return {
    id: kept.id,
    game: kept.game,
    begun: kept.begun,
    ended: kept.over ? kept.changed : null,
    seats: kept.seats.length,
    against: against(bots, mine.length, false),
    points: alone ? (kept.scores?.[seat] ?? null) : null,
    won: alone && bots.length && kept.winners ? wonBy(seat, kept.winners, kept.ended) : null,
    moves: kept.over && alone ? moves.reduce((sum, { undo }) => sum + (undo ? -1 : 1), 0) : null,
    hinted: kept.hinted ?? false,
    ending: kept.ended ?? null,
    level: kept.level,
    need: kept.need,
    campaign: kept.run !== null,
    day: kept.day,
    master: null,
  };
}

/** See to it that every match that is kept and has ended has its line; all lines. */
export async function gathered(): Promise<Result[]> {
  const [lines, matches] = await Promise.all([results(), all()]);
  const known = new Map(lines.map((line) => [line.id, line]));
  const fresh = matches.filter(
    (match) => counts(match) && !known.get(match.id)?.ended && match.changed > since(),
  );
  if (!fresh.length) return lines;
  await putResults(fresh.map(lineOf));
  return results();
}

/** A match is begun that counts whatever becomes of it. */
export const noteBegun = (match: KeptMatch) => putResults([lineOf(match)]);

/** The end of a match is seen. */
export async function noteEnd(info: TableInfo, ending: Ending): Promise<void> {
  if (isLocal(info.id)) {
    const kept = await get(info.id);
    if (kept && counts(kept)) await gathered();
    return;
  }
  const { mine, seats } = info;
  const [seat = 0] = mine;
  const { resigned = false, stand_in: left = null } = seats[seat] ?? {};
  if (!mine.length || (left && !resigned) || ending.ending === 'aborted') return;
  if ((await results()).some(({ id }) => id === info.id)) return;
  const bots = seats.filter(({ kind }) => kind === 'bot').map(({ level }) => level);
  const alone = mine.length === 1;
  const now = Date.now();
  await putResults([
    {
      id: info.id,
      game: info.game,
      begun: now,
      ended: now,
      seats: seats.length,
      against: against(bots, mine.length, bots.length + mine.length < seats.length),
      points: alone && !resigned ? (ending.scores[seat] ?? null) : null,
      won: alone && seats.length > 1 ? !resigned && wonBy(seat, ending.winners, ending.ending) : null,
      moves: null,
      hinted: mine.some((one) => seats[one]?.hints.length),
      ending: resigned ? 'resigned' : ending.ending,
      level: info.level,
      need: info.need,
      campaign: info.campaign,
      day: null,
      master: null,
    },
  ]);
}
