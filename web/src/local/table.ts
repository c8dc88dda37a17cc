/**
 * A table without a server: a match in this browser that answers the page's messages as a server would.
 *
 * The page does not know the difference: it speaks the same protocol, over a wire that ends here.
 */
import { EngineError, type Game, type Match, type MatchRecord } from '../engine';
import type { ClientMessage, ServerMessage, TableInfo } from '../lib/protocol';
import { Asking, failure, Refused, type Send } from './asking';
import { Bots, STAND_IN } from './bots';
import { changed, Course, infoOf, mineOf, updateOf } from './course';
import { openGame } from './games';
import { again } from './making';
import { get, put, type KeptEntry, type KeptMatch } from './store';
import { ask as askWorkers, type Ask } from './thinkers';
import { inTurn } from './turns';

export class LocalTable {
  private readonly clients = new Set<Send>();
  private readonly asking: Asking;
  private readonly bots: Bots;
  private readonly inTurn = inTurn();

  private constructor(
    readonly game: Game,
    private course: Course,
    private kept: KeptMatch,
    ask: Ask,
  ) {
    this.asking = new Asking(ask);
    this.bots = new Bots(ask, this.playFor, () => this.drive());
  }

  /** A match as it was kept. */
  static async open(id: string, ask: Ask = askWorkers): Promise<LocalTable | null> {
    const kept = await get(id);
    if (!kept) return null;
    const game = await openGame(kept.game);
    return new LocalTable(game, new Course(game, kept), kept, ask);
  }

  // --- who listens ------------------------------------------------------------------------------------------

  enter(send: Send): void {
    this.clients.add(send);
    this.drive();
  }

  leave(send: Send): void {
    this.clients.delete(send);
    this.asking.leave(send);
    if (!this.clients.size) this.bots.rest();
  }

  private tell(message: ServerMessage): void {
    for (const send of this.clients) send(message);
  }

  /** Another tab has played on. */
  catchUp(): Promise<void> {
    return this.inTurn(async () => {
      const kept = await get(this.kept.id);
      if (kept && kept.changed > this.kept.changed) this.reload(kept, this.kept.log);
    });
  }

  /** It stands as it was kept; `told` is what the clients know of it. */
  private reload(kept: KeptMatch, told: readonly KeptEntry[]): void {
    this.bots.rest();
    [this.kept, this.course] = [kept, new Course(this.game, kept)];
    this.tell({ type: 'table_changed', table: this.info });
    const goesOn = JSON.stringify(kept.log.slice(0, told.length)) === JSON.stringify(told);
    this.tell(updateOf(this.course, this.mine, this.course.missed(goesOn ? told.length : 0)));
    this.drive();
  }

  private get match(): Match {
    return this.course.match;
  }

  get mine(): number[] {
    return mineOf(this.kept);
  }

  get info(): TableInfo {
    return infoOf(this.kept, this.match);
  }

  // --- what is done -----------------------------------------------------------------------------------------

  /** Answer a message. */
  async hear(message: ClientMessage, send: Send): Promise<void> {
    try {
      await this.answer(message, send);
    } catch (error) {
      if (!(error instanceof Refused || error instanceof EngineError)) throw error;
      send(failure(error, message.ref ?? null));
    }
  }

  private async answer(message: ClientMessage, send: Send): Promise<void> {
    switch (message.type) {
      case 'ping':
        return send({ type: 'pong', ref: message.ref ?? null });
      case 'hello': {
        const { seen = null } = message;
        const update = updateOf(this.course, this.mine, seen === null ? [] : this.course.missed(seen));
        return send({ type: 'welcome', version: 'local', table: this.info, update, chat: [] });
      }
      case 'hint':
        this.checkTurn(message.seat);
        if (this.kept.run !== null) throw new Refused('not_now');
        return await this.asking.hint(this.match, this.course.log.length, message, send);
      case 'analyse':
        this.checkOver();
        return this.asking.analyse(this.match, message, send);
      case 'play_on':
        this.checkOver();
        return await this.asking.playOn(this.match, message, send);
      default:
        return await this.inTurn(() => this.act(message));
    }
  }

  private checkOver(): void {
    if (!this.match.over) throw new Refused('not_now');
  }

  private checkMine(seat: number): void {
    if (!this.mine.includes(seat)) throw new Refused('not_your_seat');
  }

  private checkTurn(seat: number): void {
    this.checkMine(seat);
    if (!this.match.pending.includes(seat)) throw new Refused('not_your_turn');
  }

  /** Do something that changes the table. */
  private async act(message: ClientMessage): Promise<void> {
    const apart = this.game.description.constants.APART;
    const late = new Refused('late', { number: this.course.log.length });
    switch (message.type) {
      case 'play':
        this.checkMine(message.seat);
        if (message.number !== this.course.log.length && !apart) throw late;
        if (this.kept.seats[message.seat]?.standIn) throw new Refused('not_now');
        this.checkTurn(message.seat);
        return await this.play(message.seat, this.match.check(message.seat, message.move));
      case 'undo': {
        this.checkMine(message.seat);
        const since = this.course.log.slice(Math.max(0, message.number));
        if (since.some((entry) => !apart || entry.seat === message.seat)) throw late;
        if (!this.match.canUndo(message.seat)) throw new Refused('cannot_undo');
        const text = this.match.history[this.match.undoable(message.seat) - 1]?.text ?? '';
        return await this.happen({ seat: message.seat, text, undo: true });
      }
      case 'resign':
      case 'leave':
      case 'take_back':
        this.checkMine(message.seat);
        if (this.match.over) throw new Refused('not_now');
        if (message.type === 'take_back') return await this.seat(message.seat, null);
        if (this.kept.level !== null) throw new Refused('not_now');
        return await this.seat(message.seat, STAND_IN);
      case 'rematch':
        this.checkOver();
        if (this.kept.level !== null) throw new Refused('not_now');
        return await this.rematch();
      default:
        throw new Refused('not_now');
    }
  }

  /** A bot plays, if nothing has happened since it began to think. */
  private playFor = (seat: number, action: number, signal: AbortSignal): Promise<void> =>
    this.inTurn(async () => {
      if (signal.aborted) return;
      this.bots.thought();
      await this.play(seat, action);
    });

  private async play(seat: number, action: number): Promise<void> {
    await this.happen({ seat, text: this.game.moves.text(action) });
  }

  /** Something happens: it is kept, then told. */
  private async happen(entry: KeptEntry): Promise<void> {
    this.bots.rest();
    this.course.apply(entry);
    await this.keep({ log: [...this.kept.log, entry] });
    this.tell(updateOf(this.course, this.mine, this.course.log.slice(-1)));
    if (this.match.over) this.tell({ type: 'table_changed', table: this.info });
    this.drive();
  }

  /** Let a bot play a seat of mine, or play again myself. */
  private async seat(number: number, standIn: string | null): Promise<void> {
    const seats = this.kept.seats.map((seat, at) => (at === number ? { ...seat, standIn } : seat));
    this.bots.rest();
    await this.keep({ seats });
    this.tell({ type: 'table_changed', table: this.info });
    this.drive();
  }

  private async rematch(): Promise<void> {
    if (this.kept.next === null) {
      const next = again(this.kept);
      await put(next);
      await this.keep({ next: next.id });
    }
    this.tell({ type: 'table_changed', table: this.info });
  }

  /** Write it down, whole. Another tab may have been quicker: then all is as it wrote it. */
  private async keep(change: Partial<KeptMatch>): Promise<void> {
    const { kept } = this;
    this.kept = changed(kept, this.match, change);
    const other = await put(this.kept, kept.changed);
    if (other) {
      this.reload(other, kept.log);
      throw new Refused('late', { number: this.course.log.length });
    }
    news.postMessage(kept.id);
  }

  /** See to it that bots move. */
  private drive(): void {
    if (this.clients.size) this.bots.drive(this.match, this.kept.seats);
  }

  /** Fetch what the bots of this table need. */
  prepare(): Promise<void> {
    return this.bots.prepare(this.match, this.kept.seats);
  }

  /** The match as a record; with the seed of a running one only for keeping. */
  record(secret = false): MatchRecord {
    return this.match.record({ secret });
  }

  get played(): Match {
    return this.match;
  }
}

export const news = new BroadcastChannel('lodge-matches');

const tables = new Map<string, Promise<LocalTable | null>>();
news.onmessage = ({ data }: MessageEvent<string>) => void tables.get(data)?.then((table) => table?.catchUp());

/** A table of this browser; null: there is none of that name. */
export function localTable(id: string, ask?: Ask): Promise<LocalTable | null> {
  const found = tables.get(id) ?? LocalTable.open(id, ask);
  tables.set(id, found);
  found.then(
    (table) => table ?? tables.delete(id),
    () => tables.delete(id),
  );
  return found;
}
