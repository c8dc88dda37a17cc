/** A table as this browser sees it: fed by the server's messages, shown by the components. */
import type { Json } from '../games/game';
import { Asking } from './asking';
import { Connection, websocket, type Wire } from './connection';
import { Foresight } from './foresight';
import { t } from './i18n.svelte';
import { keepTable, keptTable, newToken } from './storage';
import { isLocal } from './local';
import { player } from './player';
import { addLines, faded, linesOf, missedOf } from './log';
import { begin } from './motion';
import { LOOK, Scene } from './scene.svelte';
import { settings } from './settings.svelte';
import { play as sound } from './sound';
import type { ClientMessage, Failure, Play, ServerMessage, TableInfo, Update } from './protocol';

/** How an update is shown: without motion, to somebody who was away, before the server has confirmed it. */
type How = { atOnce?: boolean; back?: boolean; foreseen?: boolean };

export class Table extends Scene {
  private readonly foresight = new Foresight();
  private readonly asking = new Asking(this, this.foresight);
  /** How many events of the move that is on its way have been shown already. */
  private ahead: { number: number; events: number } | null = null;
  private readonly line: Connection;
  private chain: Promise<void> = Promise.resolve();
  private waiting = 0;
  private greeted = false;
  private shown = 0;

  constructor(id: string, make: () => Wire = websocket) {
    super(id);
    this.line = new Connection(make, {
      onopen: () => this.hello(),
      onmessage: (message) => this.hear(message),
      onstatus: (...now) => void ([this.status, this.closed] = now),
    });
  }

  start = () => this.line.start();
  stop = () => this.line.stop();

  // --- what is done --------------------------------------------------------------------------------------------

  send(message: ClientMessage): void {
    this.failure = null;
    if (!this.line.send(message)) this.status = 'lost';
  }

  play(move: Json): void {
    const { seat, number } = this;
    if (seat === null) return;
    const sent: Play = { type: 'play', seat, number, move };
    [this.sent, this.hint, this.looking] = [sent, null, seat]; // where no curtain asked who is here, it is who moves
    this.send(sent);
    // Where the outcome is certain it is shown at once; the server's answer finds it there.
    const update = this.foresight.outcome(sent);
    if (update) this.queue(update, { foreseen: true });
    else if (!isLocal(this.id)) this.chain = this.chain.then(() => this.showSure(sent)).catch(console.error);
  }

  /** What I would see after a move of mine; null where luck decides, or only the server knows. */
  foresee(move: Json, sure = false): Json | null {
    const { seat, number } = this;
    return seat === null ? null : this.foresight.view({ type: 'play', seat, number, move }, sure);
  }

  /** What is sure of a move with luck is shown at once; the rest when the server has answered. */
  private async showSure(play: Play): Promise<void> {
    const view = this.sight?.view;
    const events = this.sent === play ? this.foresight.sure(play) : [];
    if (!this.animate || !view || !events.length) return;
    this.ahead = { number: play.number + 1, events: events.length };
    begin();
    const showing = this.animate(events, view);
    this.moving = showing !== null;
    await showing?.catch(console.error);
    if (this.sent !== play) this.unshow();
  }

  /** What was shown ahead did not come true: the board is as it was. */
  private unshow(): boolean {
    if (!this.ahead) return false;
    [this.ahead, this.moving] = [null, false];
    this.sights = this.sights.map((sight) => ({ ...sight, view: { ...sight.view } }));
    return true;
  }

  /** What was foreseen did not come true: show again what is certain. Whether there was anything. */
  private takeBack(): boolean {
    const { certain } = this.foresight;
    if (!certain || this.number <= certain.number) return this.unshow();
    this.log = this.log.filter((line) => line.number <= certain.number);
    this.number = this.shown = certain.number;
    this.queue(certain, { atOnce: true });
    return true;
  }

  undo(): void {
    if (this.seat !== null) this.send({ type: 'undo', seat: this.seat, number: this.number });
  }

  ask(than: Json | null = null): void {
    this.thinking = this.seat !== null;
    if (this.seat !== null) this.asking.ask(this.seat, than);
  }

  /** Say, once, that I want the rematch; `lobby`: without waiting until the others do. */
  rematch(lobby = false): void {
    const { info, again } = this;
    this.again = true;
    if (info && (lobby || !again))
      void import('./shares').then(({ rematch }) => this.send(rematch(info, lobby)));
  }

  join(seat: number, name: string): void {
    const token = newToken();
    keepTable(this.id, { tokens: [token] });
    const { character, colour } = this.mine.length ? {} : settings; // whoever shares my screen likes others
    this.send({ type: 'join', seat, name, token, character: character ?? '', colour: colour ?? '' });
  }

  /** What comes next is shown after this. */
  hold = (showing: Promise<void>) => void (this.chain = this.chain.then(() => showing).catch(console.error));

  /** Hot seat: the next one is here. */
  lift = (seat: number): void => void (this.looking = seat);

  // --- what is heard -------------------------------------------------------------------------------------------

  private hello(): void {
    const [tokens, seen] = [keptTable(this.id)?.tokens ?? [], this.greeted ? this.shown : 0];
    const name = settings.name.trim() || t('guest');
    const who = { tokens, player: isLocal(this.id) ? '' : player(), name };
    this.line.send({ type: 'hello', table: this.id, ...who, seen, rules: this.foresight.rules });
  }

  hear(message: ServerMessage): void {
    if (this.aside?.(message) || this.beside(message)) return;
    switch (message.type) {
      case 'welcome':
        [this.chat, this.thinking] = [message.chat, false]; // no hint comes over a line that was lost
        this.setInfo(message.table);
        if (message.update) this.queue(message.update, { atOnce: !this.greeted, back: true });
        this.greeted = true;
        this.resend(message.update);
        break;
      case 'table_changed':
        this.setInfo(message.table);
        break;
      case 'update':
        if (this.failure?.code === 'no_database') this.failure = null;
        this.queue(message);
        break;
      case 'said':
        this.chat = [...this.chat.filter((line) => line.id !== message.line.id), message.line].slice(-200);
        break;
      case 'hint_answer':
        this.thinking = false;
        if (message.number >= this.turned) [this.hint, this.layer] = [message, LOOK];
        break;
      case 'failure':
        this.thinking = false;
        this.asking.forget();
        this.refused(message);
        break;
    }
  }

  private refused(failure: Failure): void {
    const { sent } = this;
    if (sent && failure.code === 'no_database') {
      const wait = Number(failure.details['seconds'] ?? 2) * 1000;
      setTimeout(() => this.sent === sent && this.line.send(sent), wait); // until it is safe
      return void (this.failure = failure);
    }
    this.sent = null;
    const back = sent !== null && this.takeBack();
    // Others were quicker, which need not be told: where they left my decision as it was, the move is made again.
    const crossed = failure.code === 'late' && !back;
    if (!crossed) this.failure = failure;
    else if (sent) void this.chain.then(() => this.fits(sent) && this.play(sent.move));
  }

  private setInfo(info: TableInfo): void {
    this.info = info;
    const { game, mine } = info;
    const over = info.status === 'over' || info.status === 'old';
    if (mine.length || info.host) keepTable(this.id, { game, over, mine });
    if (info.next)
      keepTable(info.next, { game, tokens: keptTable(this.id)?.tokens ?? [], muted: this.company.muted });
    if (mine.length === 1) this.looking = mine[0] ?? null;
    else if (info.status === 'lobby') this.looking = null;
    this.asking.noted();
  }

  /** A move whose fate is unknown after a lost connection is sent again where it still fits. */
  private resend(update: Update | null): void {
    if (!this.sent || !update) return;
    if (update.number === this.sent.number) this.line.send(this.sent);
    else this.sent = null;
  }

  private queue(update: Update, how: How = {}): void {
    this.waiting++;
    const heard = Date.now();
    this.chain = this.chain
      .then(() => this.understand(update))
      .then((told) => this.show(told, how, heard))
      .catch(console.error);
  }

  /** What came as bytes; where the rules cannot be had, the server is asked for words. */
  private async understand(update: Update): Promise<Update> {
    const game = this.info?.game;
    if (!update.known.length || !game) return update;
    try {
      return await this.foresight.understood(game, update);
    } catch (error) {
      this.foresight.rules = false;
      this.line.again();
      throw error;
    }
  }

  private async show(update: Update, { atOnce, back, foreseen }: How, heard: number): Promise<void> {
    this.waiting--;
    if (update.number < this.number) return;
    if (foreseen && update.number <= (this.foresight.certain?.number ?? 0)) return; // the server was quicker
    if (!foreseen) this.foresight.certain = update;
    const steps = update.steps.filter((step) => step.number > this.shown);
    const lines = linesOf(steps, this.seat);
    const last = lines.at(-1);
    const sight = update.sights.find((one) => one.seat === this.seat) ?? update.sights[0];
    if (!atOnce && steps.length === 1 && last && !last.undo && this.animate && sight) {
      begin(this.waiting > 2);
      const known =
        this.ahead?.number === last.number && last.seat === this.sent?.seat ? this.ahead.events : 0;
      const showing = this.animate(last.events.slice(known), sight.view);
      this.moving = showing !== null;
      await showing?.catch(console.error);
    }
    const before = this.acting;
    const own = update.steps.some((step) => step.seat === (this.sent?.seat ?? this.seat));
    this.see(update, heard);
    this.shown = update.number;
    [this.moving, this.ahead] = [false, null];
    if (own && !foreseen) this.sent = null;
    if (own || before !== this.acting) [this.turned, this.hint] = [update.number, null];
    this.log = addLines(steps.length ? faded(this.log, this.fade) : this.log, lines);
    if (!atOnce && last?.undo) void sound('back');
    if (!atOnce) this.news = lines;
    if (back)
      this.missed = missedOf(lines, atOnce ? (keptTable(this.id)?.seen ?? this.number) : null, this.mine);
    if (this.mine.length) keepTable(this.id, { seen: update.number });
    if (!atOnce && this.acting !== null && before !== this.acting) void sound('turn');
  }
}
