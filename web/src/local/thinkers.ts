/** Who thinks for the page: workers, one for each that is asked at the same time. */
import { EngineError, type ErrorKey, type ErrorValues, type State } from '../engine';

/** What a worker can be asked. */
export type Asked =
  | { do: 'decide'; game: string; spec: string; seats: number; state: State; seat: number }
  | { do: 'ready'; game: string; spec: string; seats: number };

export type Answered = { value: unknown } | { error: string; values: ErrorValues };

interface Waiting {
  done: (value: unknown) => void;
  failed: (error: unknown) => void;
}

class Thinker {
  private readonly worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  private readonly waiting = new Map<number, Waiting>();
  private last = 0;

  constructor() {
    this.worker.onmessage = ({ data }: MessageEvent<{ id: number } & Answered>) => {
      const asked = this.waiting.get(data.id);
      this.waiting.delete(data.id);
      if ('value' in data) asked?.done(data.value);
      else asked?.failed(new EngineError(data.error as ErrorKey, data.values));
    };
    this.worker.onerror = (event) => {
      for (const asked of this.waiting.values()) asked.failed(new Error(event.message || 'worker'));
      this.waiting.clear();
    };
  }

  ask(asked: Asked, signal?: AbortSignal): Promise<unknown> {
    const id = ++this.last;
    return new Promise((done, failed) => {
      this.waiting.set(id, { done, failed });
      this.worker.postMessage({ id, asked });
      signal?.addEventListener('abort', () => {
        this.worker.postMessage({ id, asked: null });
        this.waiting.delete(id);
        failed(signal.reason);
      });
    });
  }
}

let thinker: Thinker | undefined;

/** What a bot would do: it is given the position, and learns of it only what its seat knows. */
export async function decide(asked: Omit<Extract<Asked, { do: 'decide' }>, 'do'>, signal?: AbortSignal) {
  thinker ??= new Thinker();
  return (await thinker.ask({ do: 'decide', ...asked }, signal)) as number;
}

/** Fetch what a bot needs before it is its turn. */
export async function makeReady(game: string, spec: string, seats: number): Promise<void> {
  thinker ??= new Thinker();
  await thinker.ask({ do: 'ready', game, spec, seats });
}
