/** As much of a browser as tables that live in it need; each tab has modules of its own. */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, vi } from 'vitest';
import type { Wire } from '../../src/lib/connection';
import type { ClientMessage, SeatWish, ServerMessage, Step, TableInfo, Update } from '../../src/lib/protocol';
import type { Ask } from '../../src/local/workers';
import { fetched } from './games';

/** Who plays, and against whom. */
export const ME: SeatWish = { kind: 'mine', name: 'Ada' };
export const BOT: SeatWish = { kind: 'bot', level: 'gentle' };

export const remembered = new Map<string, string>();

export function browser(): void {
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => remembered.get(name) ?? null,
    setItem: (name: string, value: string) => remembered.set(name, value),
  });
  vi.stubGlobal('fetch', async (address: string) => fetched(address));
  remembered.set('lodge.beat', '0');
  remembered.set('lodge.bots', 'random');
}

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export type Tab = Awaited<ReturnType<typeof tab>>;

/** A tab of the page; nothing is shared with others but what the browser keeps. */
export async function tab() {
  vi.resetModules();
  const [{ localWire }, create, store, { disk }, { think }, { localApi }, { news }, guide] =
    await Promise.all([
      import('../../src/local/wire'),
      import('../../src/local/create'),
      import('../../src/local/store'),
      import('../../src/lib/disk.svelte'),
      import('../../src/local/tasks'),
      import('../../src/local/api'),
      import('../../src/local/news'),
      import('../../src/local/guide'),
    ]);
  const nobody = () => undefined;
  /** Thinks here, without a worker. */
  const direct: Ask = async (what, asked, signal, tell = nobody) =>
    (await think({ do: what, ...asked } as never, tell, signal)) as never;
  const sitters: Sitter[] = [];
  const sit = (id: string, ask: Ask = direct) => {
    const sitter = new Sitter(localWire(id, ask));
    sitters.push(sitter);
    return sitter;
  };
  const close = async () => {
    for (const sitter of sitters) sitter.leave();
    await pause(20); // what is being written is told to other tabs
    news.close();
  };
  return { ...create, ...guide, store, disk, localApi, direct, sit, close };
}

/** A browser for every test of a file; opens tabs, which are closed after the test. */
export function eachInABrowser(): () => Promise<Tab> {
  const open: Tab[] = [];
  vi.setConfig({ testTimeout: 60_000 }); // two cores, shared with others
  beforeEach(browser);
  afterEach(async () => {
    await Promise.all(open.splice(0).map((one) => one.close()));
    vi.unstubAllGlobals();
  });
  return async () => {
    const made = await tab();
    open.push(made);
    return made;
  };
}

type Of<Type extends ServerMessage['type']> = Extract<ServerMessage, { type: Type }>;

/** Somebody at a table, who speaks over the wire only. */
export class Sitter {
  readonly heard: ServerMessage[] = [];
  info: TableInfo | null = null;
  now: Update | null = null;
  readonly log: Step[] = [];
  closed: number | null = null;
  private waiting: (() => void)[] = [];

  constructor(
    private readonly wire: Wire,
    seen: number | null = 0,
  ) {
    wire.onopen = () => this.send({ type: 'hello', table: '', seen });
    wire.onclose = ({ code }) => {
      this.closed = code;
      this.wake();
    };
    wire.onmessage = ({ data }) => {
      const message = JSON.parse(String(data)) as ServerMessage;
      this.heard.push(message);
      const update = message.type === 'welcome' ? message.update : message;
      if ('table' in message) this.info = message.table;
      if (update?.type === 'update') {
        this.now = update;
        this.log.push(...update.steps);
      }
      this.wake();
    };
  }

  private wake(): void {
    for (const wake of this.waiting.splice(0)) wake();
  }

  send(message: ClientMessage): void {
    this.wire.send(JSON.stringify(message));
  }

  leave(): void {
    this.wire.close();
  }

  /** Wait until something holds. */
  async until(holds: () => unknown): Promise<void> {
    while (!holds()) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  /** The next message of a kind, or the failure that comes instead. */
  async answer<Type extends ServerMessage['type']>(
    type: Type,
    message?: ClientMessage,
  ): Promise<Of<Type> | Of<'failure'>> {
    const from = this.heard.length;
    if (message) this.send(message);
    const found = () =>
      this.heard.slice(from).find((one) => one.type === type || (message && one.type === 'failure'));
    await this.until(found);
    return found() as Of<Type>;
  }

  /** Wait for my turn, or the end. */
  async turn(): Promise<void> {
    await this.until(() => this.now && (this.now.over || this.legal.length));
  }

  get seat(): number {
    return this.now!.sights.find(({ legal }) => legal.length)?.seat ?? 0;
  }

  get legal() {
    return this.now?.sights.find(({ legal }) => legal.length)?.legal ?? [];
  }

  /** Play any move, when it is my turn; whether there was one to play. */
  async move(): Promise<boolean> {
    await this.turn();
    const { legal, seat, now } = this;
    if (now!.over) return false;
    const lot = (now!.number * 2_654_435_761) % 2 ** 32;
    const from = this.heard.length;
    this.send({ type: 'play', seat, number: now!.number, move: legal[lot % legal.length]! });
    await this.until(() =>
      this.heard
        .slice(from)
        .some(
          (one) =>
            one.type === 'failure' || (one.type === 'update' && one.steps.some((step) => step.seat === seat)),
        ),
    );
    return true;
  }
}
