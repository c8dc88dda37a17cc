/** The bots of a table in this browser: they think one after the other, while somebody looks. */
import type { Match } from '../engine';
import { keep } from '../lib/keep';
import { Refused } from './asking';
import type { KeptSeat } from './store';
import type { Ask } from './thinkers';

/** Milliseconds before a bot moves, so that one can follow; the part of it that it waits where it has no choice. */
const [BEAT, FORCED] = [600, 0.2];
/** Who tries things out may set another, and one bot for all levels: lodge.beat and lodge.bots in the local storage. */
const beat = () => Number(keep.get('beat') ?? BEAT);
/** Before a bot that could not think tries again. */
const AGAIN = 5000;
/** Who plays for somebody who would rather watch. */
export const STAND_IN = 'steady';

/** Which bot plays at a seat; null: none. */
function botAt(seat: KeptSeat | undefined): string | null {
  const spec = seat?.kind === 'bot' ? seat.level : seat?.standIn;
  return spec ? (keep.get('bots') ?? spec) : null;
}

type Play = (seat: number, action: number, signal: AbortSignal) => Promise<void>;

export class Bots {
  private thinking: AbortController | null = null;

  constructor(
    private readonly ask: Ask,
    private readonly play: Play,
    /** Called a while after one could not think. */
    private readonly again: () => void,
  ) {}

  /** See to it that one moves, if it is its turn. */
  drive(match: Match, seats: readonly KeptSeat[]): void {
    const seat = match.pending.find((one) => botAt(seats[one]));
    if (seat === undefined || this.thinking) return;
    const thinking = (this.thinking = new AbortController());
    void this.think(match, seat, botAt(seats[seat]) ?? STAND_IN, thinking.signal).catch((error: unknown) => {
      if (thinking.signal.aborted || error instanceof Refused) return;
      console.error(error);
      if (this.thinking === thinking) this.thinking = null;
      setTimeout(this.again, AGAIN);
    });
  }

  /** What was thought of is played now. */
  thought(): void {
    this.thinking = null;
  }

  /** Nobody thinks any more: the position has changed, or nobody looks. */
  rest(): void {
    this.thinking?.abort();
    this.thinking = null;
  }

  private async think(match: Match, seat: number, spec: string, signal: AbortSignal): Promise<void> {
    const forced = match.legalActions(seat).length === 1;
    const { game, seats, state } = match;
    const [action] = await Promise.all([
      this.ask('decide', { game: game.id, spec, seats, state, seat }, signal),
      new Promise((resolve) => setTimeout(resolve, beat() * (forced ? FORCED : 1))),
    ]);
    await this.play(seat, action, signal);
  }

  /** Fetch what they need. */
  async prepare({ game, seats: count }: Match, seats: readonly KeptSeat[]): Promise<void> {
    const specs = new Set(seats.flatMap((seat) => botAt(seat) ?? []));
    await Promise.all([...specs].map((spec) => this.ask('ready', { game: game.id, spec, seats: count })));
  }
}
