/** What there is to be seen of a table: where the match stands, through whose eyes, and what may be played. */
import type { Animator, Json } from '../games/game';
import { Company } from '../together/company.svelte';
import type { Status } from './connection';
import type { LogLine } from './log';
import { seatNames } from './names';
import type {
  ChatLine,
  Failure,
  Frame,
  HintAnswer,
  Play,
  SeatTime,
  ServerMessage,
  Sight,
  TableInfo,
  Update,
} from './protocol';
import { reuse } from './reuse';

/** The layers of a hint. */
export const [LOOK, SHOWN, EXPLAINED] = [1, 2, 3] as const;

interface Clocks {
  at: number;
  seats: SeatTime[];
  /** For the whole match: what is left of it is always shown. */
  total: boolean;
}

export class Scene {
  /** The others, as far as they are heard. */
  readonly company: Company;

  constructor(readonly id: string) {
    this.company = new Company(id);
  }

  /** What is told beside the match. */
  protected beside(message: ServerMessage): boolean {
    if (message.type === 'reacted') this.company.feel(message, this.info?.seats[message.seat]?.name ?? '');
    if (message.type === 'reviewed') this.review = message.frames;
    return ['reacted', 'reviewed'].includes(message.type) || !!this.aside?.(message);
  }

  status = $state<Status>('connecting');
  /** The server's word when it closed the connection for good. */
  closed = $state(0);
  info = $state.raw<TableInfo | null>(null);
  readonly names = $derived(seatNames(this.info?.seats ?? []));
  sights = $state.raw<Sight[]>([]);
  pending = $state.raw<number[]>([]);
  number = $state(0);
  over = $state(false);
  /** The clocks of the seats (none: there is no clock), and when they were told, in milliseconds of Date.now(). */
  clocks = $state.raw<Clocks>({ at: 0, seats: [], total: false });
  log = $state.raw<LogLine[]>([]);
  /** What just happened, for the live region. */
  news = $state.raw<LogLine[]>([]);
  /** What is shown again of it. */
  review = $state.raw<Frame[]>([]);
  /** What happened while nobody looked, until it is put away. */
  missed = $state.raw<LogLine[]>([]);
  chat = $state.raw<ChatLine[]>([]);
  failure = $state.raw<Failure | null>(null);
  hint = $state.raw<HintAnswer | null>(null);
  /** How much of the hint is told: where to look, the move, or why, too. */
  layer = $state<number>(LOOK);
  thinking = $state(false);
  /** A move is on its way to the server. */
  sent = $state.raw<Play | null>(null);
  /** I want a rematch, and go there when it begins. */
  again = $state(false);
  /** A move is being shown. */
  moving = $state(false);
  /** How many moves had been made when this page's decision began. Others may move meanwhile: that leaves it as it is. */
  turned = 0;
  /** Hot seat: who looks at the screen, and who should come next. */
  looking = $state<number | null>(null);
  animate: Animator | null = null;
  /** The game says whether players hide something from each other. */
  secrets: (options: string[], view: Json) => boolean = () => true;
  /** The game says what the log forgets. */
  fade: ((event: Json) => Json) | null = null;
  /** Who hears of an analysis; true: nobody else need hear this. */
  aside: ((message: ServerMessage) => boolean) | null = null;

  /** When the clock of whoever sits here, or else of whoever is to move, runs out, in milliseconds of Date.now(). */
  get deadline(): number | null {
    const { at, seats } = this.clocks;
    const running = this.pending.map((seat) => seats[seat]).filter((one) => one?.runs);
    const own = seats[this.seat ?? -1];
    const left = own?.runs ? own.left : Math.min(...running.map((one) => one?.left ?? Infinity));
    return Number.isFinite(left) ? at + left * 1000 : null;
  }

  get mine(): number[] {
    return this.info?.mine ?? [];
  }

  /** Somebody wants to play again, or does already. */
  get rematchWaits(): boolean {
    return (
      !!this.info?.next || !!this.info?.seats.some((one) => one.rematch && !this.mine.includes(one.seat))
    );
  }

  /** The animals of the seats. */
  get characters(): string[] {
    return this.info?.seats.map((seat) => seat.character) ?? [];
  }

  /** And their colours. */
  get colours(): string[] {
    return this.info?.seats.map((seat) => seat.colour) ?? [];
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

  /** Where the match stands, as it was heard at a time. */
  protected see({ sights, pending, over, number, clocks }: Update, heard: number): void {
    this.sights = reuse(this.sights, sights);
    [this.pending, this.over, this.number] = [pending, over, number];
    this.clocks = { at: heard, seats: clocks, total: !!this.info?.total };
  }

  /** Whether a move that others' moves have crossed can still be made: it is the same decision. */
  fits({ seat, number, move }: Play): boolean {
    const same = this.acting === seat && this.seat === seat && number < this.number && number >= this.turned;
    return same && this.legal.some((one) => JSON.stringify(one) === JSON.stringify(move));
  }

  /** What may be played now by the one who looks. */
  get legal(): Json[] {
    if (this.status !== 'open' || this.sent || this.moving || this.curtain !== null) return [];
    return this.seat !== null && this.acting === this.seat ? (this.sight?.legal ?? []) : [];
  }
}
