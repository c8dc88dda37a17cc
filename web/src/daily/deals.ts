/** Deals of the day: what became of them, and how one is begun. */
import { dailySeed } from '../engine/daily';
import { KNOWN } from '../lib/api';
import { dealId, type Deal } from '../lib/local';
import type { DailyInfo, GameInfo } from '../lib/protocol';
import { fresh, seatsFor } from '../local/create';
import { get, put, type KeptMatch } from '../local/store';
import { noteBegun } from '../statistics/collect';
import { results, type Result } from '../statistics/results';
import { isOpen, streaks } from './days';
import type { RivalDeal } from './rival';

/** A game with a deal of the day. */
export type DailyGame = GameInfo & { daily: DailyInfo };
export const DAILY = KNOWN.games.filter((game): game is DailyGame => game.daily !== null);
export const gameOf = (id: string) => DAILY.find((game) => game.id === id);
const dealOf = ({ id, daily }: DailyGame, day: string): Deal => ({
  game: id,
  rules: daily.rules,
  day,
});

/** A game's deal of a day that is looked at, and what this device knows of all of them. */
export interface Looking {
  game: DailyGame;
  day: string;
  now: string;
  lines: Result[];
  running: ReadonlySet<string>;
}

/** What became of a day's deal. */
export type State = 'new' | 'going' | 'left' | 'won' | 'lost' | 'done';

export interface Day {
  deal: Deal;
  /** The first try; by older rules, if there is none by those of now. */
  line: Result | null;
  state: State;
  /** It was begun while it was that day somewhere. */
  counts: boolean;
  /** By rules that are no longer those of the game: it can be looked at, not played. */
  older: boolean;
}

export function dayOf(
  game: DailyGame,
  day: string,
  lines: readonly Result[],
  running: ReadonlySet<string>,
): Day {
  const deal = dealOf(game, day);
  const tries = lines.filter((line) => line.day === day && line.game === game.id);
  const line = tries.find(({ id }) => id === dealId(deal)) ?? tries[0] ?? null;
  const older = line !== null && line.id !== dealId(deal);
  const counts = line !== null && isOpen(day, line.begun);
  return { deal, line, older, counts, state: line ? became(line, running) : 'new' };
}

function became({ id, ended, won }: Result, running: ReadonlySet<string>): State {
  if (ended === null) return running.has(id) ? 'going' : 'left';
  return won === null ? 'done' : won ? 'won' : 'lost';
}

/** The days in a row on which a game's deal (or any game's) was played to its end, and in time. */
export function streakOf(lines: readonly Result[], now: string, game?: string) {
  const days = lines.filter(
    ({ day, begun, ended, ...line }) =>
      day !== null && ended !== null && isOpen(day, begun) && (!game || line.game === game),
  );
  return streaks(
    days.map(({ day }) => day!),
    now,
  );
}

/** The table at which a deal is played: the first try if it has not been, or goes on; else practice. */
export async function tableFor(game: DailyGame, day: string, name: string): Promise<string> {
  const deal = dealOf(game, day);
  const [first, lines] = await Promise.all([get(dealId(deal)), results()]);
  if (first && !first.over) return first.id;
  if (!first && !lines.some(({ id }) => id === dealId(deal))) {
    const match = matchOf(game, deal, 1, name);
    await put(match);
    await noteBegun(match);
    return match.id;
  }
  for (let tried = 2; ; tried++) {
    const kept = await get(dealId(deal, tried));
    if (kept?.over) continue;
    const match = kept ?? matchOf(game, deal, tried, name);
    if (!kept) await put(match);
    return match.id;
  }
}

function matchOf({ daily }: DailyGame, deal: Deal, tried: number, name: string): KeptMatch {
  const level = daily.bots?.split(':')[0] ?? '';
  const others = Array.from({ length: daily.seats - 1 }, () => ({ kind: 'bot', level }) as const);
  const seats = seatsFor([{ kind: 'mine', name }, ...others]);
  return {
    ...fresh(
      deal.game,
      deal.rules,
      daily.options,
      seats.map((seat) => (seat.kind === 'bot' ? { ...seat, level: daily.bots } : seat)),
    ),
    id: dealId(deal, tried),
    seed: dailySeed(deal.game, deal.rules, deal.day),
    day: deal.day,
  };
}

/** What `master` has to play. */
export const rivalDeal = ({ id, daily }: DailyGame, day: string): RivalDeal => ({
  game: id,
  seed: dailySeed(id, daily.rules, day),
  seats: daily.seats,
  options: daily.options,
  bots: daily.bots,
  master: daily.master,
});

/** How much better one did than `master`, in points; below zero: worse. */
export function edge({ more_is_better }: GameInfo, { points, master }: Result): number {
  return ((points ?? 0) - (master?.points ?? 0)) * (more_is_better ? 1 : -1);
}
