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

export interface Handlers {
  onopen: () => void;
  onmessage: (message: ServerMessage) => void;
  onstatus: (status: Status, code: number) => void;
}

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
const PING_EVERY = 20_000;
const SILENCE = 45_000;

export function wait(attempt: number, chance = Math.random()): number {
  return Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** attempt) * (0.75 + chance / 2);
}

export class Connection {
  private wire: Wire | null = null;
  private attempt = 0;
  private again: ReturnType<typeof setTimeout> | undefined;
  private beat: ReturnType<typeof setInterval> | undefined;
  private heard = 0;
  private open = false;
  private ended = false;

  constructor(
    private readonly make: () => Wire,
    private readonly handlers: Handlers,
  ) {}

  start(): void {
    this.handlers.onstatus('connecting', 0);
    this.connect();
    this.beat = setInterval(() => this.tick(), PING_EVERY);
  }

  /** Send if the line is open; says whether it was. */
  send(message: ClientMessage): boolean {
    if (!this.open || !this.wire) return false;
    this.wire.send(JSON.stringify(message));
    return true;
  }

  /** Try at once, for instance when the browser says that it is online again. */
  retry(): void {
    if (this.ended || this.open || !this.again) return;
    this.attempt = 0;
    this.connect();
  }

  stop(): void {
    this.ended = true;
    clearTimeout(this.again);
    clearInterval(this.beat);
    this.drop();
  }

  private tick(): void {
    if (!this.open) return;
    if (Date.now() - this.heard > SILENCE) this.lost(0);
    else this.send({ type: 'ping' });
  }

  private connect(): void {
    clearTimeout(this.again);
    this.again = undefined;
    this.drop();
    const wire = this.make();
    this.wire = wire;
    wire.onopen = () => {
      this.open = true;
      this.heard = Date.now();
      this.handlers.onopen();
    };
    wire.onmessage = ({ data }) => {
      this.heard = Date.now();
      const message = JSON.parse(String(data)) as ServerMessage;
      if (message.type === 'welcome') {
        this.attempt = 0;
        this.handlers.onstatus('open', 0);
      }
      this.handlers.onmessage(message);
    };
    wire.onclose = ({ code }) => this.lost(code);
  }

  private lost(code: number): void {
    this.drop();
    if (this.ended) return;
    // 4000 and above: the server will not go on, except that too many messages pass with time.
    if (code >= 4000 && code !== 4001) {
      this.ended = true;
      clearInterval(this.beat);
      this.handlers.onstatus('closed', code);
      return;
    }
    this.handlers.onstatus('lost', code);
    this.again = setTimeout(() => this.connect(), wait(this.attempt++));
  }

  private drop(): void {
    const wire = this.wire;
    this.wire = null;
    this.open = false;
    if (!wire) return;
    wire.onopen = wire.onmessage = wire.onclose = null;
    wire.close();
  }
}

export function websocket(): Wire {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return new WebSocket(`${scheme}://${location.host}/ws`) as unknown as Wire;
}
