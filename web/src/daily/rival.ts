/** How `master` does with a daily deal, in the player's seat and against the same bots: the same on every machine. */
import { Bot, botLuck, Match, type Game } from '../engine';

/** Where a person sits. */
const MINE = 0;

export interface RivalDeal {
  game: string;
  seed: string;
  seats: number;
  options: string[];
  bots: string | null;
  master: string;
}

export interface Rival {
  points: number;
  won: boolean;
}

/** Needs a game that nobody has played with: what is known of one position may help with another. */
export async function rival(
  game: Game,
  { seed, seats, options, bots, master }: RivalDeal,
  tell: (moves: number) => void,
  signal?: AbortSignal,
): Promise<Rival> {
  const match = new Match(game, seats, { seed, options });
  const player = await Bot.open(game, master, seats);
  const others = bots === null ? player : await Bot.open(game, bots, seats);
  while (!match.over) {
    const seat = match.pending.includes(MINE) ? MINE : match.pending[0]!;
    const luck = botLuck(seed, seat, match.number + 1);
    const [only, ...more] = match.legalActions(seat);
    const bot = seat === MINE ? player : others;
    match.play(seat, more.length ? await bot.decide(match.state, seat, { luck, signal }) : only!);
    tell(match.number);
  }
  return { points: match.scores[MINE]!, won: match.winners.includes(MINE) };
}
