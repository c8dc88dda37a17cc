/** The bots of a table in this browser: they think one after the other, while somebody looks. */
import { botLuck, type Lanes, type Match } from '../engine';
import { keep } from '../lib/storage';
import { Refused } from './requests';
import type { KeptMatch, KeptSeat } from './store';
import type { Ask } from './workers';

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

interface How {
  spec: string;
  luck?: Lanes;
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

  /**
   * See to it that one moves, if it is its turn. In a daily deal they decide by luck from the seed, and where several may
   * act at once they wait for who plays: so the course is the same for all who move the same.
   */
  drive(match: Match, { seats, seed, day }: KeptMatch): void {
    const seat = match.pending.find((one) => botAt(seats[one]));
    if (seat === undefined || this.thinking) return;
    if (day !== null && match.pending.some((one) => !botAt(seats[one]))) return;
    const thinking = (this.thinking = new AbortController());
    const luck = day === null ? {} : { luck: botLuck(seed, seat, match.number + 1) };
    const how = { spec: botAt(seats[seat]) ?? STAND_IN, ...luck };
    void this.think(match, seat, how, thinking.signal).catch((error: unknown) => {
      if (thinking.signal.aborted || error instanceof Refused) return;
      console.error(error);
      if (this.thinking === thinking) this.thinking = null;
      setTimeout(this.again, AGAIN);
    });
  }

  /** A move that is known is played after a moment. */
  perform(seat: number, action: number): void {
    if (this.thinking) return;
    const { signal } = (this.thinking = new AbortController());
    const played = async () => {
      await new Promise((resolve) => setTimeout(resolve, beat()));
      if (!signal.aborted) await this.play(seat, action, signal);
    };
    played().catch((error: unknown) => error instanceof Refused || console.error(error));
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

  private async think(match: Match, seat: number, how: How, signal: AbortSignal): Promise<void> {
    const forced = match.legalActions(seat).length === 1;
    const { game, seats, state } = match;
    const [action] = await Promise.all([
      this.ask('decide', { game: game.id, ...how, seats, state, seat }, signal),
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
