/** New matches in this browser. */
import { newSeed } from '../engine';
import { newToken } from '../lib/keep';
import { LOCAL } from '../lib/local';
import type { SeatWish } from '../lib/protocol';
import { openGame } from './games';
import { put, type KeptMatch, type KeptSeat } from './store';

/** Begin a match; its name. */
export async function newMatch(
  game: string,
  wishes: readonly SeatWish[],
  options: readonly string[],
): Promise<string> {
  const { description } = await openGame(game);
  const match = fresh(game, description.rules, options, seatsFor(wishes));
  await put(match);
  return match.id;
}

export const newLocalId = () => LOCAL + newToken();

export function fresh(game: string, rules: number, options: readonly string[], seats: KeptSeat[]): KeptMatch {
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
  };
}

/** Seats as they were wished for; bots of one level are told apart by a number. */
export function seatsFor(wishes: readonly SeatWish[]): KeptSeat[] {
  const seats: KeptSeat[] = [];
  for (const { kind, name, level } of wishes) {
    if (kind === 'bot')
      seats.push({ kind, name: botName(level ?? 'steady', seats), level: level ?? 'steady', standIn: null });
    else seats.push({ kind: 'mine', name: name ?? '', level: null, standIn: null });
  }
  return seats;
}

function botName(level: string, seats: readonly KeptSeat[]): string {
  const name = level.charAt(0).toUpperCase() + level.slice(1);
  const taken = (one: string) => seats.some((seat) => seat.name === one);
  let number = 2;
  if (!taken(name)) return name;
  while (taken(`${name} ${number}`)) number++;
  return `${name} ${number}`;
}

/** A rematch. */
export const again = ({ game, rules, options, seats }: KeptMatch): KeptMatch =>
  fresh(game, rules, options, nextSeats(seats));

/** The seats of a rematch: they move on by one. */
function nextSeats(seats: readonly KeptSeat[]): KeptSeat[] {
  const [first, ...others] = seats;
  return [...others, ...(first ? [first] : [])].map((seat) => ({ ...seat, standIn: null }));
}
