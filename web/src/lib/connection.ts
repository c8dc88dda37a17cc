/**
 * One websocket to the server that comes back by itself. It knows nothing of tables: whoever uses it says
 * hello whenever `onopen` is called.
 */
import type { ClientMessage, ServerMessage } from './protocol';

export type Status = 'connecting' | 'open' | 'lost' | 'closed';

export interface Wire {
  send(data: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
}

interface Handlers {
  onopen: () => void;
  onmessage: (message: ServerMessage) => void;
  onstatus: (status: Status, code: number) => void;
}

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
const PING_EVERY = 20_000;
/** After something was sent it may be quiet for a while (a bot thinks); then a ping asks whether anybody is there, */
const QUIET = 2000;
/** and without an answer the line is lost, even if nobody closed it: a phone that has left its network. */
const ANSWER = 8000;

export function wait(attempt: number, chance = Math.random()): number {
  return Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** attempt) * (0.75 + chance / 2);
}

/** The `ref` of messages whose failure concerns nobody. */
export const ASIDE = -1;

export class Connection {
  private wire: Wire | null = null;
  private attempt = 0;
  private waiting: ReturnType<typeof setTimeout> | undefined;
  private beat: ReturnType<typeof setInterval> | undefined;
  private doubt: ReturnType<typeof setTimeout> | undefined;
  private open = false;
  private ended = false;

  constructor(
    private readonly make: () => Wire,
    private readonly handlers: Handlers,
  ) {}

  start(): void {
    this.handlers.onstatus('connecting', 0);
    this.connect();
    this.beat = setInterval(() => this.ask(), PING_EVERY);
    addEventListener('offline', this.offline);
    addEventListener('online', this.retry);
    document.addEventListener('visibilitychange', this.seen);
  }

  /** Send if the line is open; says whether it was. */
  send(message: ClientMessage): boolean {
    if (!this.open || !this.wire) return false;
    this.wire.send(JSON.stringify(message));
    this.doubt ??= setTimeout(() => this.ask(), QUIET);
    return true;
  }

  /** Begin anew: another hello is to be said. */
  again(): void {
    this.connect();
  }

  stop(): void {
    this.end();
    clearTimeout(this.waiting);
    this.drop();
  }

  private end(): void {
    this.ended = true;
    clearInterval(this.beat);
    removeEventListener('offline', this.offline);
    removeEventListener('online', this.retry);
    document.removeEventListener('visibilitychange', this.seen);
  }

  /** The browser has no network: nobody need wait for what is not coming. */
  private offline = () => {
    if (!this.waiting) this.lost(0);
  };

  /** Try at once; where the line is open, see whether anybody is there. */
  private retry = () => {
    this.attempt = 0;
    if (this.open) this.ask();
    else this.connect();
  };

  private seen = () => {
    if (!document.hidden) this.retry();
  };

  /** Whether anybody is there. */
  private ask(): void {
    if (!this.open) return;
    this.send({ type: 'ping' });
    this.expect();
  }

  /** An answer has to come. */
  private expect(): void {
    this.trust();
    const due = Date.now() + ANSWER;
    // A timer that comes much too late proves nothing: the page slept, and may not have heard what has come.
    this.doubt = setTimeout(() => (Date.now() - due > ANSWER ? this.retry() : this.lost(0)), ANSWER);
  }

  /** Something was heard. */
  private trust(): void {
    clearTimeout(this.doubt);
    this.doubt = undefined;
  }

  private connect(): void {
    clearTimeout(this.waiting);
    this.waiting = undefined;
    this.drop();
    const wire = this.make();
    this.wire = wire;
    this.expect();
    wire.onopen = () => {
      this.trust();
      this.open = true;
      this.handlers.onopen();
    };
    wire.onmessage = ({ data }) => {
      this.trust();
      const message = JSON.parse(String(data)) as ServerMessage;
      if (message.type === 'welcome') {
        this.attempt = 0;
        this.handlers.onstatus('open', 0);
      }
      if (message.type !== 'failure' || message.ref !== ASIDE) this.handlers.onmessage(message);
    };
    wire.onclose = ({ code }) => this.lost(code);
  }

  private lost(code: number): void {
    this.drop();
    if (this.ended) return;
    // 4000 and above: the server will not go on, except that too many messages pass with time.
    if (code >= 4000 && code !== 4001) {
      this.end();
      this.handlers.onstatus('closed', code);
      return;
    }
    this.handlers.onstatus('lost', code);
    this.waiting = setTimeout(() => this.connect(), wait(this.attempt++));
  }

  private drop(): void {
    const wire = this.wire;
    this.wire = null;
    this.open = false;
    this.trust();
    if (!wire) return;
    wire.onopen = wire.onmessage = wire.onclose = null;
    wire.close();
  }
}

export function websocket(): Wire {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return new WebSocket(`${scheme}://${location.host}/ws`) as unknown as Wire;
}
