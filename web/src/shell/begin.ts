/** A new table with me at it, and on to it. */
import { cardOf, GAMES } from '../games';
import type { GameCard } from '../games/game';
import { api, Refused } from '../lib/api';
import { load, t } from '../lib/i18n.svelte';
import { about } from '../lib/outside';
import { keepTable } from '../lib/storage';
import { player } from '../lib/player';
import type { NewTable, SeatWish, TableInfo, TableMade } from '../lib/protocol';
import { hasServer } from '../lib/online.svelte';
import { go } from '../lib/router.svelte';
import { settings } from '../lib/settings.svelte';

/** Whether the rules can run here. */
const RUNS = typeof WebAssembly === 'object';

/** Whether those of a game do: of one that the page does not know, its server says so. */
const runsHere = async (game: string) => RUNS && (game in GAMES || (await about(game)).module);

const myName = () => settings.name.trim() || t('guest');
const mySelf = () => ({ name: myName(), character: settings.character, colour: settings.colour });

function enter(game: string, made: TableMade): void {
  keepTable(made.table, { game, tokens: [made.host, ...made.seats.map((seat) => seat.token)] });
  go(`/t/${made.table}`);
}

export async function begin(
  game: string,
  others: SeatWish[],
  start: boolean,
  { options = [], hints = null }: { options?: string[]; hints?: TableInfo['hints'] | null } = {},
): Promise<void> {
  const seats: SeatWish[] = [{ kind: 'mine', ...mySelf() }, ...others];
  if (start && seats.every(({ kind }) => kind !== 'open') && (await runsHere(game)))
    await beginHere({ game, seats, options, hints });
  else enter(game, await api.newTable({ game, seats, options, hints, start }));
}

/** What a table needs comes at once: the rules, the page of a table, the board and its words, not one after the other. */
export function fetchAhead(game: string): void {
  void Promise.allSettled([
    import('../local/create'),
    runsHere(game).then(async (here) => here && (await import('../local/games')).openGame(game)),
    import('../pages/LocalPage.svelte'),
    cardOf(game).load(),
    load(`${game}/messages`),
  ]);
}

/** A match in this browser; where its rules cannot be fetched or run, at the server. */
async function beginHere(wish: NewTable): Promise<void> {
  const { game, seats, options = [], hints } = wish;
  fetchAhead(game);
  try {
    const { newMatch } = await import('../local/create');
    const id = await newMatch(game, seats, options, hints ?? undefined);
    keepTable(id, { game });
    go(`/t/${id}`);
  } catch (problem) {
    if (!hasServer()) throw problem;
    console.error(problem);
    enter(game, await api.newTable({ ...wish, start: true }));
  }
}

/**
 * A match of a level, or (null) of the campaign: the one that is not over, unless it is to begin again. In this browser,
 * unless it was begun at the server, or the rules cannot run here.
 */
export async function beginLevel(game: string, level: number | null, again = false): Promise<void> {
  try {
    const { levelMatch } = await import('../local/solo');
    const id = RUNS ? await levelMatch(game, player(), myName(), level, again) : null;
    if (id !== null) {
      keepTable(id, { game });
      return go(`/t/${id}`);
    }
  } catch (problem) {
    if (problem instanceof Refused || !hasServer()) throw problem;
    console.error(problem);
  }
  enter(game, await api.newPlay({ game, player: player(), name: myName(), level, again }));
}

const opponents = (card: GameCard, level: string): SeatWish[] => (card.alone ? [] : [{ kind: 'bot', level }]);

/** A game at once: alone where that is usual, else against a bot. */
export function beginAtOnce(card: GameCard): Promise<void> {
  return begin(card.id, opponents(card, 'steady'), true);
}

/** A first game with a guide, against an easy opponent, if any; one that was begun goes on. */
export async function beginGuided(card: GameCard): Promise<void> {
  fetchAhead(card.id);
  const { guidedMatch, goingOn } = await import('../local/guide');
  const mine: SeatWish = { kind: 'mine', ...mySelf() };
  const id = (await goingOn(card.id)) ?? (await guidedMatch(card.id, [mine, ...opponents(card, 'gentle')]));
  keepTable(id, { game: card.id, guide: true });
  go(`/t/${id}`);
}
