/**
 * A table without a server: a match in this browser that answers the page's messages as a server would.
 *
 * The page does not know the difference: it speaks the same protocol, over a wire that ends here.
 */
import { EngineError, type Game, type Match, type MatchRecord } from '../engine';
import type { ClientMessage, ServerMessage, TableInfo, Update } from '../lib/protocol';
import { Requests, failure, Refused, type Send } from './requests';
import { Bots } from './bots';
import { changeBy, LEAVING, type Leaving } from './endings';
import { changed, Course, hinted, infoOf, mineOf, updateOf, type Entry } from './presenter';
import { openGame } from './games';
import { again } from './create';
import { Script } from './script';
import { get, put, type KeptEntry, type KeptMatch, type News } from './store';
import { ask as askWorkers, type Ask } from './workers';
import { inTurn } from './queue';
import { news } from './news';

export class LocalTable {
  private readonly clients = new Set<Send>();
  private readonly requests: Requests;
  private readonly bots: Bots;
  private readonly inTurn = inTurn();

  private constructor(
    readonly game: Game,
    private course: Course,
    private kept: KeptMatch,
    ask: Ask,
    private readonly script: Script,
  ) {
    this.requests = new Requests(ask);
    this.bots = new Bots(ask, this.playFor, () => this.drive());
  }

  /** A match as it was kept. */
  static async open(id: string, ask: Ask = askWorkers): Promise<LocalTable | null> {
    const kept = await get(id);
    if (!kept) return null;
    const game = await openGame(kept.game);
    return new LocalTable(game, new Course(game, kept), kept, ask, await Script.of(game, kept));
  }

  enter(send: Send): void {
    this.clients.add(send);
    this.drive();
  }

  leave(send: Send): void {
    this.clients.delete(send);
    this.requests.leave(send);
    if (!this.clients.size) this.bots.rest();
  }

  private tell = (message: ServerMessage): void => this.clients.forEach((send) => send(message));

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
    this.tell(this.update(this.course.missed(goesOn ? told.length : 0)));
    this.drive();
  }

  get match(): Match {
    return this.course.match;
  }

  /** The move that a guided game goes on with; null: everybody is free. */
  private get guided() {
    return this.kept.guided ? this.script.at(this.match.number) : null;
  }

  private update(entries: readonly Entry[]): Update {
    const update = updateOf(this.course, this.mine, entries);
    return this.guided ? this.script.limited(update, this.match.number) : update;
  }

  /** Everybody is free from now on. */
  leaveGuide(): Promise<void> {
    return this.inTurn(async () => {
      this.bots.rest();
      await this.keep({ guided: false });
      this.tell(this.update([]));
      this.drive();
    });
  }

  get mine(): number[] {
    return mineOf(this.kept);
  }

  get info(): TableInfo {
    return infoOf(this.kept, this.match);
  }

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
        const update = this.update(this.course.missed(message.seen ?? Infinity));
        return send({ type: 'welcome', version: 'local', table: this.info, update, chat: [] });
      }
      case 'hint':
        this.checkTurn(message.seat);
        if (this.info.hints === 'off' || this.guided) throw new Refused('not_now');
        await this.inTurn(() => this.around(hinted(this.kept, message.seat)));
        return await this.requests.hint(this.match, this.course.log.length, message, send);
      case 'analyse':
        this.checkOver();
        return this.requests.analyse(this.match, message, send);
      case 'play_on':
        this.checkOver();
        return await this.requests.playOn(this.match, message, send);
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
        if (this.guided && !this.script.allows(this.match.number, message.seat, message.move))
          throw new Refused('illegal_move');
        return await this.play(message.seat, this.match.check(message.seat, message.move));
      case 'undo': {
        this.checkMine(message.seat);
        const since = this.course.log.slice(Math.max(0, message.number));
        if (since.some((entry) => !apart || entry.seat === message.seat)) throw late;
        if (this.guided || !this.course.canUndo(message.seat)) throw new Refused('cannot_undo');
        const text = this.match.history[this.match.undoable(message.seat) - 1]?.text ?? '';
        return await this.happen({ seat: message.seat, text, undo: true });
      }
      case 'rematch':
        this.checkOver();
        if (this.kept.level !== null || this.kept.day !== null) throw new Refused('not_now');
        return await this.rematch();
      default:
        if (LEAVING.includes(message.type)) return await this.settle(message as Leaving);
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
    this.tell(this.update(this.course.log.slice(-1)));
    if (this.match.over) this.tell({ type: 'table_changed', table: this.info });
    this.drive();
  }

  /** Let a bot play a seat of mine, play again myself, or end the match. */
  private async settle(message: Leaving): Promise<void> {
    this.checkMine(message.seat);
    const counts = message.type !== 'take_back' && (this.kept.level !== null || this.kept.day !== null);
    if (this.match.over || counts) throw new Refused('not_now');
    const change = changeBy(this.kept, this.match, message);
    this.course.settle(change.ended, change.incidents ?? this.kept.incidents);
    await this.around(change);
  }

  /** Something around the match changes. */
  private async around(change: Partial<KeptMatch>): Promise<void> {
    this.bots.rest();
    await this.keep(change);
    if (change.ended) this.tell(this.update([]));
    this.tell({ type: 'table_changed', table: this.info });
    this.drive();
  }

  private async rematch(): Promise<void> {
    const next = this.kept.next === null && again(this.kept);
    if (next) await put(next);
    await this.around(next ? { next: next.id } : {});
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
    news.postMessage({ id: kept.id } satisfies News);
  }

  /** See to it that bots move. */
  private drive(): void {
    if (!this.clients.size) return;
    const { guided } = this;
    if (!guided) this.bots.drive(this.match, this.kept);
    else if (!guided.asked) this.bots.perform(guided.seat, guided.action);
  }

  /** Fetch what the bots of this table need. */
  prepare = (): Promise<void> => this.bots.prepare(this.match, this.kept.seats);

  /** The match as a record; with the seed of a running one only for keeping. */
  record = (secret = false): MatchRecord => this.kept.file ?? this.match.record({ secret });
}
