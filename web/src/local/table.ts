/**
 * A table without a server: a match in this browser that answers the page's messages as a server would.
 *
 * The page does not know the difference: it speaks the same protocol, over a wire that ends here.
 */
import { EngineError, Match, replay, type Game, type MatchRecord } from '../engine';
import type {
  ClientMessage,
  FailureCode,
  SeatInfo,
  ServerMessage,
  Step,
  TableInfo,
  Update,
} from '../lib/protocol';
import { keep } from '../lib/keep';
import { openGame } from './games';
import { fresh, newLocalId, nextSeats } from './making';
import { get, put, type KeptEntry, type KeptMatch } from './store';
import { decide, makeReady } from './thinkers';

/** Milliseconds before a bot moves, so that one can follow; the part of it that it waits where it has no choice. */
const [BEAT, FORCED] = [600, 0.2];
/** Who tries things out may set another, and one bot for all levels: lodge.beat and lodge.bots in the local storage. */
const beat = () => Number(keep.get('beat') ?? BEAT);
/** Who plays for somebody who would rather watch. */
const STAND_IN = 'steady';

/** A move of the log: the position that it led to, and which move of the match it is. */
interface Entry extends KeptEntry {
  number: number;
  move: number;
}

export type Send = (message: ServerMessage) => void;

export class LocalTable {
  private readonly clients = new Set<Send>();
  private log: Entry[] = [];
  private thinking: AbortController | null = null;
  private writing: Promise<void> = Promise.resolve();

  private constructor(
    readonly game: Game,
    private match: Match,
    private kept: KeptMatch,
  ) {}

  /** A match as it was kept. */
  static async open(id: string): Promise<LocalTable | null> {
    const kept = await get(id);
    if (!kept) return null;
    const game = await openGame(kept.game);
    const table = new LocalTable(game, begun(game, kept), kept);
    for (const entry of kept.log) table.apply(entry);
    return table;
  }

  // --- who listens ------------------------------------------------------------------------------------------

  enter(send: Send): void {
    this.clients.add(send);
    this.drive();
  }

  leave(send: Send): void {
    this.clients.delete(send);
    if (!this.clients.size) this.rest();
  }

  private tell(message: ServerMessage): void {
    for (const send of this.clients) send(message);
  }

  /** Another tab has played on. */
  async catchUp(): Promise<void> {
    const kept = await get(this.kept.id);
    if (!kept || kept.changed <= this.kept.changed) return;
    this.rest();
    [this.kept, this.log, this.match] = [kept, [], begun(this.game, kept)];
    for (const entry of kept.log) this.apply(entry);
    this.tell({ type: 'table_changed', table: this.info });
    this.tell(this.update(this.log));
    this.drive();
  }

  // --- what is told -----------------------------------------------------------------------------------------

  get mine(): number[] {
    return this.kept.seats.flatMap((seat, number) => (seat.kind === 'mine' ? [number] : []));
  }

  get info(): TableInfo {
    const { kept, match } = this;
    const seed = match.seed;
    return {
      id: kept.id,
      game: kept.game,
      options: kept.options,
      clock: null,
      status: match.over ? 'over' : 'playing',
      seats: kept.seats.map(({ kind, name, level, standIn }, seat): SeatInfo => ({
        seat,
        kind: kind === 'mine' ? 'human' : 'bot',
        name,
        level,
        host: kind === 'mine' && seat === this.mine[0],
        connected: kind === 'mine',
        stand_in: standIn,
        votes: [],
        rematch: kept.next !== null && kind === 'mine',
      })),
      mine: this.mine,
      host: true,
      watchers: 0,
      commitment: match.commitment,
      result: seed === null ? null : { ...this.result, seed },
      next: kept.next,
      level: kept.level,
      need: kept.need,
      campaign: kept.run !== null,
    };
  }

  private get result() {
    const { scores, places, winners } = this.match;
    return { scores, places, winners };
  }

  private update(entries: readonly Entry[]): Update {
    const { match, mine } = this;
    const eyes = mine.length ? mine : [null];
    const views = match.views(eyes);
    return {
      type: 'update',
      number: this.log.length,
      steps: entries.map((entry): Step => {
        const seen = entry.undo ? eyes.map(() => []) : match.told(entry.move, eyes);
        return {
          number: entry.number,
          seat: entry.seat,
          undo: entry.undo ?? false,
          text: entry.text,
          time_up: false,
          seen: eyes.map((seat, i) => ({ seat, events: seen[i] ?? [], told: null })),
        };
      }),
      sights: eyes.map((seat, i) => ({
        seat,
        view: views[i] ?? {},
        legal: seat !== null && match.pending.includes(seat) ? match.legal(seat) : [],
        can_undo: seat !== null && match.canUndo(seat),
      })),
      known: [],
      pending: [...match.pending],
      over: match.over,
      seconds_left: null,
    };
  }

  /** What happened since a position, without what was taken back since. */
  private missed(seen: number): Entry[] {
    const told: Entry[] = [];
    for (const entry of this.log.slice(Math.max(0, seen))) {
      const gone = entry.undo ? told.findLastIndex((one) => one.seat === entry.seat) : -1;
      if (gone >= 0 && !told[gone]?.undo) told.splice(gone, 1);
      else told.push(entry);
    }
    return told;
  }

  // --- what is done -----------------------------------------------------------------------------------------

  /** Answer a message. */
  async hear(message: ClientMessage, send: Send): Promise<void> {
    const refused = (code: FailureCode, error?: unknown) =>
      send({ type: 'failure', code, message: String(error ?? code), details: {}, ref: message.ref ?? null });
    try {
      switch (message.type) {
        case 'ping':
          return send({ type: 'pong', ref: message.ref ?? null });
        case 'hello': {
          const entries =
            message.seen === null || message.seen === undefined ? [] : this.missed(message.seen);
          return send({
            type: 'welcome',
            version: 'local',
            table: this.info,
            update: this.update(entries),
            chat: [],
          });
        }
        case 'play':
          if (message.number !== this.log.length && !this.game.description.constants.APART)
            return refused('late');
          if (this.kept.seats[message.seat]?.standIn) return refused('not_now');
          return await this.play(message.seat, this.match.check(message.seat, message.move));
        case 'undo':
          if (!this.match.canUndo(message.seat)) return refused('cannot_undo');
          return await this.happen({
            seat: message.seat,
            text: this.match.history[this.match.undoable(message.seat) - 1]?.text ?? '',
            undo: true,
          });
        case 'resign':
        case 'leave':
          if (this.match.over || this.kept.level !== null) return refused('not_now');
          return await this.seat(message.seat, STAND_IN);
        case 'take_back':
          return await this.seat(message.seat, null);
        case 'rematch':
          return await this.rematch();
        default:
          return refused('not_now');
      }
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      refused('illegal_move', error);
    }
  }

  private async play(seat: number, action: number): Promise<void> {
    await this.happen({ seat, text: this.game.moves.text(action) });
  }

  /** Something happens: it is kept, then told. */
  private async happen(entry: KeptEntry): Promise<void> {
    this.rest();
    this.apply(entry);
    this.kept = { ...this.kept, log: [...this.kept.log, entry] };
    await this.keep();
    this.tell(this.update(this.log.slice(-1)));
    if (this.match.over) this.tell({ type: 'table_changed', table: this.info });
    this.drive();
  }

  private apply(entry: KeptEntry): void {
    let move: number;
    if (entry.undo) {
      move = this.match.undo(entry.seat);
      for (const one of this.log) if (one.move > move) one.move--;
    } else {
      this.match.play(entry.seat, entry.text);
      move = this.match.number;
    }
    this.log.push({ ...entry, number: this.log.length + 1, move });
  }

  /** Let a bot play a seat of mine, or play again myself. */
  private async seat(number: number, standIn: string | null): Promise<void> {
    const seats = this.kept.seats.map((seat, at) => (at === number ? { ...seat, standIn } : seat));
    this.rest();
    this.kept = { ...this.kept, seats };
    await this.keep();
    this.tell({ type: 'table_changed', table: this.info });
    this.drive();
  }

  private async rematch(): Promise<void> {
    if (!this.match.over || this.kept.level !== null) return;
    if (this.kept.next === null) {
      const next = newLocalId();
      const { game, rules, options } = this.kept;
      await put({ ...fresh(game, rules, options, nextSeats(this.kept.seats)), id: next });
      this.kept = { ...this.kept, next };
      await this.keep();
    }
    this.tell({ type: 'table_changed', table: this.info });
  }

  /** Write it down; one after the other, each whole. */
  private keep(): Promise<void> {
    const { match } = this;
    this.kept = {
      ...this.kept,
      changed: Math.max(Date.now(), this.kept.changed + 1),
      over: match.over,
      pending: [...match.pending],
      scores: match.over ? match.scores : null,
      winners: match.over ? match.winners : null,
    };
    const now = this.kept;
    this.writing = this.writing.then(() => put(now)).then(() => news.postMessage(now.id));
    return this.writing;
  }

  // --- bots -------------------------------------------------------------------------------------------------

  private bot(seat: number): string | null {
    const { kind, level, standIn } = this.kept.seats[seat] ?? { kind: 'mine', level: null, standIn: null };
    const spec = kind === 'bot' ? level : standIn;
    return spec && (keep.get('bots') ?? spec);
  }

  /** See to it that bots move. */
  private drive(): void {
    const seat = this.match.pending.find((one) => this.bot(one));
    if (seat === undefined || this.thinking || !this.clients.size) return;
    const thinking = new AbortController();
    this.thinking = thinking;
    void this.think(seat, this.bot(seat) ?? STAND_IN, thinking.signal).catch((error: unknown) => {
      if (thinking.signal.aborted) return;
      console.error(error);
      this.thinking = null;
      setTimeout(() => this.drive(), 5000);
    });
  }

  /** Nobody thinks any more: the position has changed, or nobody looks. */
  private rest(): void {
    this.thinking?.abort();
    this.thinking = null;
  }

  private async think(seat: number, spec: string, signal: AbortSignal): Promise<void> {
    const { match, game } = this;
    const forced = match.legalActions(seat).length === 1;
    const [action] = await Promise.all([
      decide({ game: game.id, spec, seats: match.seats, state: match.state, seat }, signal),
      new Promise((resolve) => setTimeout(resolve, beat() * (forced ? FORCED : 1))),
    ]);
    if (signal.aborted) return;
    this.thinking = null;
    await this.play(seat, action);
  }

  /** Fetch what the bots of this table need. */
  async prepare(): Promise<void> {
    const specs = new Set(this.kept.seats.flatMap((_, seat) => this.bot(seat) ?? []));
    await Promise.all([...specs].map((spec) => makeReady(this.game.id, spec, this.match.seats)));
  }

  // --- what is asked about it -------------------------------------------------------------------------------

  /** The match as a record; with the seed of a running one only for keeping. */
  record(secret = false): MatchRecord {
    return this.match.record({ secret });
  }

  get played(): Match {
    return this.match;
  }
}

function begun(game: Game, kept: KeptMatch): Match {
  const { seed, options, seats } = kept;
  return new Match(game, seats.length, { seed, options, names: seats.map((seat) => seat.name) });
}

export const news = new BroadcastChannel('lodge-matches');

const tables = new Map<string, Promise<LocalTable | null>>();
news.onmessage = ({ data }: MessageEvent<string>) => void tables.get(data)?.then((table) => table?.catchUp());

/** A table of this browser; null: there is none of that name. */
export function localTable(id: string): Promise<LocalTable | null> {
  const found = tables.get(id) ?? LocalTable.open(id);
  tables.set(id, found);
  found.then(
    (table) => table ?? tables.delete(id),
    () => tables.delete(id),
  );
  return found;
}

/** Whether a record's match can be replayed here. */
export const replayed = async (record: MatchRecord) => replay(await openGame(record.game), record);
