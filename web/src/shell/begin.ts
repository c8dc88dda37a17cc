/** A new table with me at it, and on to it. */
import type { GameCard } from '../games/game';
import { api } from '../lib/api';
import { t } from '../lib/i18n.svelte';
import { keepTable } from '../lib/keep';
import type { SeatWish } from '../lib/protocol';
import { go } from '../lib/router.svelte';
import { settings } from '../lib/settings.svelte';

export async function begin(
  game: string,
  others: SeatWish[],
  start: boolean,
  { coach = false, options = [] as string[] } = {},
): Promise<void> {
  const mine: SeatWish = { kind: 'mine', name: settings.name.trim() || t('guest') };
  const made = await api.newTable({ game, seats: [mine, ...others], options, start });
  keepTable(made.table, { game, coach, tokens: [made.host, ...made.seats.map((seat) => seat.token)] });
  go(`/t/${made.table}`);
}

const opponents = (card: GameCard, level: string): SeatWish[] => (card.alone ? [] : [{ kind: 'bot', level }]);

/** A game at once: alone where that is usual, else against a bot. */
export function beginAtOnce(card: GameCard): Promise<void> {
  return begin(card.id, opponents(card, 'greedy'), true);
}

/** A first game: against an easy opponent, if any, with a coach. */
export function beginGuided(card: GameCard): Promise<void> {
  return begin(card.id, opponents(card, 'random'), true, { coach: true });
}
