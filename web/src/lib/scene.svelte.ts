/** What there is to be seen of a table: where the match stands, through whose eyes, and what may be played. */
import type { Animator, Json } from '../games/game';
import { seatName } from '../shell/levels';
import type { Status } from './connection';
import type { LogLine } from './log';
import type { ChatLine, Failure, HintAnswer, Play, ServerMessage, Sight, TableInfo } from './protocol';

export class Scene {
  status = $state<Status>('connecting');
  /** The server's word when it closed the connection for good. */
  closed = $state(0);
  info = $state.raw<TableInfo | null>(null);
  sights = $state.raw<Sight[]>([]);
  pending = $state.raw<number[]>([]);
  number = $state(0);
  over = $state(false);
  /** When the clock runs out, in milliseconds of Date.now(). */
  deadline = $state<number | null>(null);
  log = $state.raw<LogLine[]>([]);
  /** What just happened, for the live region. */
  news = $state.raw<LogLine[]>([]);
  /** What happened while nobody looked, until it is put away. */
  missed = $state.raw<LogLine[]>([]);
  chat = $state.raw<ChatLine[]>([]);
  failure = $state.raw<Failure | null>(null);
  hint = $state.raw<HintAnswer | null>(null);
  thinking = $state(false);
  /** A move is on its way to the server. */
  sent = $state.raw<Play | null>(null);
  /** A move is being shown. */
  moving = $state(false);
  /** Hot seat: who looks at the screen, and who should come next. */
  looking = $state<number | null>(null);
  animate: Animator | null = null;
  /** The game says whether players hide something from each other. */
  secrets: (options: string[], view: Json) => boolean = () => true;
  /** The game says what the log forgets. */
  fade: ((event: Json) => Json) | null = null;
  /** Who hears of an analysis; true: nobody else need hear this. */
  aside: ((message: ServerMessage) => boolean) | null = null;

  get mine(): number[] {
    return this.info?.mine ?? [];
  }

  get names(): string[] {
    return this.info?.seats.map(seatName) ?? [];
  }

  private get hides(): boolean {
    return this.secrets(this.info?.options ?? [], this.sights[0]?.view ?? {});
  }

  /** My seat that is to act; the one looking first. */
  get acting(): number | null {
    const mine = this.pending.filter((seat) => this.mine.includes(seat) && !this.info?.seats[seat]?.stand_in);
    return mine.find((seat) => seat === this.looking) ?? mine[0] ?? null;
  }

  /** The seat whose hand is shown; null: a spectator. */
  get seat(): number | null {
    if (!this.mine.length) return null;
    if (this.mine.length > 1 && !this.hides && this.acting !== null) return this.acting;
    return this.looking !== null && this.mine.includes(this.looking) ? this.looking : (this.mine[0] ?? null);
  }

  get sight(): Sight | null {
    return this.sights.find((sight) => sight.seat === this.seat) ?? this.sights[0] ?? null;
  }

  /** Hot seat: somebody else of mine has to act, so a curtain falls until they say that they are here. */
  get curtain(): number | null {
    const next = this.acting;
    if (this.mine.length < 2 || next === null || this.over || this.moving || !this.hides) return null;
    return this.looking === next ? null : next;
  }

  /** What may be played now by the one who looks. */
  get legal(): Json[] {
    if (this.status !== 'open' || this.sent || this.moving || this.curtain !== null) return [];
    return this.seat !== null && this.acting === this.seat ? (this.sight?.legal ?? []) : [];
  }
}
