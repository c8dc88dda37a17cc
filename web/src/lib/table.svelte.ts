/** A table as this browser sees it: fed by the server's messages, shown by the components. */
import type { Animator, Json } from '../games/game';
import { Connection, websocket, type Status, type Wire } from './connection';
import { t } from './i18n.svelte';
import { keepTable, keptTable, newToken } from './keep';
import { seatName } from '../shell/levels';
import { addLines, faded, linesOf, missedOf, type LogLine } from './log';
import { begin } from './motion';
import { settings } from './settings.svelte';
import { share } from './share';
import { play as sound } from './sound';
import type {
  ChatLine,
  ClientMessage,
  Failure,
  HintAnswer,
  Play,
  ServerMessage,
  Sight,
  TableInfo,
  Update,
} from './protocol';

export class Table {
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

  /** Whether the rules run here: then the server sends what is known as bytes. Not where a browser cannot. */
  private rules = typeof WebAssembly === 'object';
  /** The last that the server said of the match; what is foreseen is shown over it. */
  private certain: Update | null = null;
  private readonly line: Connection;
  private chain: Promise<void> = Promise.resolve();
  private waiting = 0;
  private greeted = false;
  private shown = 0;
  /** How many moves had been made when this page's decision began. Others may move meanwhile: that leaves it as it is. */
  turned = 0;

  constructor(
    readonly id: string,
    make: () => Wire = websocket,
  ) {
    this.line = new Connection(make, {
      onopen: () => this.hello(),
      onmessage: (message) => this.hear(message),
      onstatus: (status, code) => {
        this.status = status;
        this.closed = code;
      },
    });
  }

  start = () => this.line.start();
  stop = () => this.line.stop();

  // --- what is seen ------------------------------------------------------------------------------------------

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

  // --- what is done --------------------------------------------------------------------------------------------

  send(message: ClientMessage): void {
    this.failure = null;
    if (!this.line.send(message)) this.status = 'lost';
  }

  play(move: Json): void {
    if (this.seat === null) return;
    this.looking = this.seat; // where no curtain asked who is here, it is who moves
    this.sent = { type: 'play', seat: this.seat, number: this.number, move };
    this.hint = null;
    this.send(this.sent);
    void this.foresee(this.sent);
  }

  /** A move whose outcome is certain is shown at once; the server's answer finds it there. */
  private async foresee(play: Play): Promise<void> {
    const [certain, game] = [this.certain, this.info?.game];
    if (!certain?.known.length || !game || certain.number !== play.number) return;
    const [{ foreseen }, { openGame }] = await Promise.all([
      import('../local/knowing'),
      import('../local/games'),
    ]);
    const update = foreseen(await openGame(game), certain, play);
    if (update && this.sent === play && this.certain === certain) this.queue(update, false, false, true);
  }

  /** What was foreseen did not come true: show again what is certain. */
  private takeBack(): void {
    const certain = this.certain;
    if (!certain || this.number <= certain.number) return;
    this.log = this.log.filter((line) => line.number <= certain.number);
    this.number = this.shown = certain.number;
    this.queue(certain, true);
  }

  undo(): void {
    if (this.seat !== null) this.send({ type: 'undo', seat: this.seat, number: this.number });
  }

  ask(than: Json | null = null): void {
    if (this.seat === null) return;
    this.thinking = true;
    this.send({ type: 'hint', seat: this.seat, than });
  }

  /** Say that I want the rematch, if I have not. */
  rematch(): void {
    if (this.mine.some((seat) => !this.info?.seats[seat]?.rematch)) this.send({ type: 'rematch' });
  }

  join(seat: number, name: string): void {
    const token = newToken();
    keepTable(this.id, { tokens: [token] });
    this.send({ type: 'join', seat, name, token });
  }

  /** Hot seat: the next one is here. */
  lift(seat: number): void {
    this.looking = seat;
  }

  // --- what is heard -------------------------------------------------------------------------------------------

  private hello(): void {
    const tokens = keptTable(this.id)?.tokens ?? [];
    const seen = this.greeted ? this.shown : 0;
    const { rules } = this;
    const name = settings.name.trim() || t('guest');
    this.line.send({ type: 'hello', table: this.id, tokens, seen, name, rules });
  }

  private hear(message: ServerMessage): void {
    if (this.aside?.(message)) return;
    switch (message.type) {
      case 'welcome':
        [this.chat, this.thinking] = [message.chat, false]; // no hint comes over a line that was lost
        this.setInfo(message.table);
        if (message.update) this.queue(message.update, !this.greeted, true);
        this.greeted = true;
        this.resend(message.update);
        break;
      case 'table_changed':
        this.setInfo(message.table);
        break;
      case 'update':
        this.queue(message);
        break;
      case 'said':
        this.chat = [...this.chat.filter((line) => line.id !== message.line.id), message.line].slice(-200);
        break;
      case 'hint_answer':
        this.thinking = false;
        if (message.number >= this.turned) this.hint = message;
        break;
      case 'failure':
        this.thinking = false;
        if (this.sent) this.takeBack();
        this.sent = null;
        if (message.code !== 'late') this.failure = message;
        break;
    }
  }

  private setInfo(info: TableInfo): void {
    this.info = info;
    if (info.mine.length || info.host) keepTable(this.id, { game: info.game, over: info.status === 'over' });
    if (info.next) keepTable(info.next, { game: info.game, tokens: keptTable(this.id)?.tokens ?? [] });
    if (info.mine.length === 1) this.looking = info.mine[0] ?? null;
    else if (info.status === 'lobby') this.looking = null;
  }

  /** A move whose fate is unknown after a lost connection is sent again where it still fits. */
  private resend(update: Update | null): void {
    if (!this.sent || !update) return;
    if (update.number === this.sent.number) this.line.send(this.sent);
    else this.sent = null;
  }

  private queue(update: Update, atOnce = false, back = false, foreseen = false): void {
    this.waiting++;
    const heard = Date.now();
    this.chain = this.chain
      .then(() => this.understand(update))
      .then((told) => this.show(told, atOnce, back, heard, foreseen))
      .catch(console.error);
  }

  /** What came as bytes; where the rules cannot be had, the server is asked for words. */
  private async understand(update: Update): Promise<Update> {
    const game = this.info?.game;
    if (!update.known.length || update.sights.length || !game) return update;
    try {
      const [{ understood }, { openGame }] = await Promise.all([
        import('../local/knowing'),
        import('../local/games'),
      ]);
      return understood(await openGame(game), update);
    } catch (error) {
      this.rules = false;
      this.line.again();
      throw error;
    }
  }

  private async show(
    update: Update,
    atOnce: boolean,
    back: boolean,
    heard: number,
    foreseen: boolean,
  ): Promise<void> {
    this.waiting--;
    if (update.number < this.number) return;
    if (foreseen && update.number <= (this.certain?.number ?? 0)) return; // the server was quicker
    if (!foreseen) this.certain = update;
    const steps = update.steps.filter((step) => step.number > this.shown);
    const lines = linesOf(steps, this.seat);
    const last = lines.at(-1);
    const sight = update.sights.find((one) => one.seat === this.seat) ?? update.sights[0];
    if (!atOnce && steps.length === 1 && last && !last.undo && this.animate && sight) {
      begin(this.waiting > 2);
      const showing = this.animate(last.events, sight.view);
      this.moving = showing !== null;
      await showing?.catch(console.error);
    }
    const before = this.acting;
    const own = update.steps.some((step) => step.seat === (this.sent?.seat ?? this.seat));
    this.sights = share(this.sights, update.sights);
    this.pending = update.pending;
    this.over = update.over;
    this.number = this.shown = update.number;
    this.deadline = update.seconds_left === null ? null : heard + update.seconds_left * 1000;
    this.moving = false;
    if (own && !foreseen) this.sent = null;
    if (own || before !== this.acting) [this.turned, this.hint] = [update.number, null];
    this.log = addLines(steps.length ? faded(this.log, this.fade) : this.log, lines);
    if (!atOnce) this.news = lines;
    if (back)
      this.missed = missedOf(lines, atOnce ? (keptTable(this.id)?.seen ?? this.number) : null, this.mine);
    if (this.mine.length) keepTable(this.id, { seen: update.number });
    if (!atOnce && this.acting !== null && before !== this.acting) sound('bell');
  }
}
