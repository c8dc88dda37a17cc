/** New matches in this browser. */
import { newSeed } from '../engine';
import { freeCharacter, freeColour, recordName } from '../lib/characters';
import { newToken } from '../lib/storage';
import { LOCAL } from '../lib/local';
import type { SeatWish } from '../lib/protocol';
import { openGame } from './games';
import { put, type Allowed, type KeptMatch, type KeptSeat } from './store';

/** Begin a match; its name. */
export async function newMatch(
  game: string,
  wishes: readonly SeatWish[],
  options: readonly string[],
  allowed?: Allowed,
): Promise<string> {
  const { description } = await openGame(game);
  const match = fresh(game, description.rules, options, seatsFor(wishes), allowed);
  await put(match);
  return match.id;
}

export const newLocalId = () => LOCAL + newToken();

export function fresh(
  game: string,
  rules: number,
  options: readonly string[],
  seats: KeptSeat[],
  allowed?: Allowed,
): KeptMatch {
  const now = Date.now();
  return {
    id: newLocalId(),
    game,
    rules,
    options: [...options].sort(),
    seats,
    seed: newSeed(),
    log: [],
    begun: now,
    changed: now,
    over: false,
    pending: [],
    scores: null,
    winners: null,
    next: null,
    level: null,
    need: null,
    run: null,
    day: null,
    ...(allowed && { allowed }),
  };
}

/** Seats as they were wished for. */
export function seatsFor(wishes: readonly SeatWish[]): KeptSeat[] {
  const seats: KeptSeat[] = [];
  for (const [number, { kind, name, level: wished, character: liked, colour: best }] of wishes.entries()) {
    const character = freeCharacter(
      seats.map((seat) => seat.character ?? ''),
      liked,
    );
    const colour = freeColour(
      seats.map((seat) => seat.colour ?? ''),
      number,
      best,
    );
    const look = { character, colour, standIn: null };
    const level = wished || 'steady';
    if (kind === 'bot') seats.push({ kind, name: recordName(character, level), level, ...look });
    else seats.push({ kind: 'mine', name: name ?? '', level: null, ...look });
  }
  return seats;
}

/** A rematch: the series goes on, unless the match did not count. */
export function again(kept: KeptMatch): KeptMatch {
  const { id, game, rules, options, seats, allowed, winners, series = [] } = kept;
  const counted = seats.map((seat, at) => ({
    ...seat,
    wins: (seat.wins ?? 0) + (winners?.includes(at) ? 1 : 0),
  }));
  const next = fresh(game, rules, options, nextSeats(counted), allowed);
  return { ...next, series: winners?.length ? [...series, id] : series };
}

/** The seats of a rematch: they move on by one. */
function nextSeats(seats: readonly KeptSeat[]): KeptSeat[] {
  const [first, ...others] = seats;
  return [...others, ...(first ? [first] : [])].map((seat) => ({ ...seat, standIn: null }));
}
