/** A new table with me at it, and on to it. */
import type { GameCard } from '../games/game';
import { api } from '../lib/api';
import { t } from '../lib/i18n.svelte';
import { keepTable } from '../lib/keep';
import { player } from '../lib/player';
import type { SeatWish, TableMade } from '../lib/protocol';
import { hasServer } from '../lib/reach.svelte';
import { go } from '../lib/router.svelte';
import { settings } from '../lib/settings.svelte';

const myName = () => settings.name.trim() || t('guest');

function enter(game: string, made: TableMade, coach = false): void {
  keepTable(made.table, { game, coach, tokens: [made.host, ...made.seats.map((seat) => seat.token)] });
  go(`/t/${made.table}`);
}

export async function begin(
  game: string,
  others: SeatWish[],
  start: boolean,
  { coach = false, options = [] as string[] } = {},
): Promise<void> {
  const seats: SeatWish[] = [{ kind: 'mine', name: myName() }, ...others];
  if (start && seats.every(({ kind }) => kind !== 'open')) await beginHere(game, seats, options, coach);
  else enter(game, await api.newTable({ game, seats, options, start }), coach);
}

/** A match in this browser; where its rules cannot be fetched or run, at the server. */
async function beginHere(game: string, seats: SeatWish[], options: string[], coach: boolean): Promise<void> {
  try {
    const { newMatch } = await import('../local/making');
    const id = await newMatch(game, seats, options);
    keepTable(id, { game, coach });
    go(`/t/${id}`);
  } catch (problem) {
    if (!hasServer()) throw problem;
    console.error(problem);
    enter(game, await api.newTable({ game, seats, options, start: true }), coach);
  }
}

/** A match of a level, or (null) of the campaign: the one that is not over, unless it is to begin again. */
export async function beginLevel(game: string, level: number | null, again = false): Promise<void> {
  enter(game, await api.newPlay({ game, player: player(), name: myName(), level, again }));
}

const opponents = (card: GameCard, level: string): SeatWish[] => (card.alone ? [] : [{ kind: 'bot', level }]);

/** A game at once: alone where that is usual, else against a bot. */
export function beginAtOnce(card: GameCard): Promise<void> {
  return begin(card.id, opponents(card, 'steady'), true);
}

/** A first game: against an easy opponent, if any, with a coach. */
export function beginGuided(card: GameCard): Promise<void> {
  return begin(card.id, opponents(card, 'gentle'), true, { coach: true });
}
