/** Who thinks for the page: a worker for bots, and another for hints and analyses, so that bots need not wait. */
import { EngineError, type ErrorKey, type ErrorValues } from '../engine';
import type { Answer, Asked, Asks, Tell, Told } from './tasks';

/** What a worker says about something that it was asked. */
export type Said =
  { value: unknown } | { told: Told } | { error: ErrorKey; values: ErrorValues } | { defect: string };

/** Ask for something that takes a while; the signal ends it. */
export type Ask = <Do extends keyof Asks>(
  what: Do,
  asked: Asks[Do][0],
  signal?: AbortSignal,
  tell?: Tell,
) => Promise<Answer<Do>>;

interface Waiting {
  done: (value: unknown) => void;
  failed: (error: unknown) => void;
  tell?: Tell | undefined;
}

class Thinker {
  private worker: Promise<Worker> | null = null;
  private readonly waiting = new Map<number, Waiting>();
  private last = 0;

  /** A worker is the page's own code, loaded once more: nothing of it is there twice. */
  private async start(): Promise<Worker> {
    const { SCRIPT } = await import('./worker');
    const worker = new Worker(SCRIPT, { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<{ id: number } & Said>) => this.hear(data.id, data);
    worker.onerror = (event) => {
      // it may not even have been loaded: whoever asks next gets another
      worker.terminate();
      this.worker = null;
      const left = [...this.waiting.values()];
      this.waiting.clear();
      for (const asked of left) asked.failed(new Error(event.message || 'worker'));
    };
    return worker;
  }

  end(): void {
    void this.worker?.then((worker) => worker.terminate());
    this.worker = null;
  }

  private hear(id: number, said: Said): void {
    const asked = this.waiting.get(id);
    if ('told' in said) {
      asked?.tell?.(said.told);
      return;
    }
    this.waiting.delete(id);
    if ('value' in said) asked?.done(said.value);
    else asked?.failed('error' in said ? new EngineError(said.error, said.values) : new Error(said.defect));
  }

  async ask(asked: Asked, signal?: AbortSignal, tell?: Tell): Promise<unknown> {
    this.worker ??= this.start();
    const worker = await this.worker.catch((problem: unknown) => {
      this.worker = null;
      throw problem;
    });
    const id = ++this.last;
    return new Promise((done, failed) => {
      signal?.throwIfAborted();
      const stop = () => {
        worker.postMessage({ id, asked: null });
        this.waiting.delete(id);
        failed(signal?.reason);
      };
      const settled =
        <T>(settle: (value: T) => void) =>
        (value: T) => {
          signal?.removeEventListener('abort', stop);
          settle(value);
        };
      this.waiting.set(id, { done: settled(done), failed: settled(failed), tell });
      signal?.addEventListener('abort', stop);
      worker.postMessage({ id, asked });
    });
  }
}

/** Nothing that was thought before is to play a part in how `master` does with a daily deal. */
const alone: Ask = async (what, asked, signal, tell) => {
  const thinker = new Thinker();
  try {
    return (await thinker.ask({ do: what, ...asked } as Asked, signal, tell)) as never;
  } finally {
    thinker.end();
  }
};

const [players, analysts] = [new Thinker(), new Thinker()];

/** Ask the workers. */
export const ask: Ask = async (what, asked, signal, tell) => {
  if (what === 'rival') return alone(what, asked, signal, tell);
  const thinker = what === 'decide' || what === 'ready' ? players : analysts;
  return (await thinker.ask({ do: what, ...asked } as Asked, signal, tell)) as never;
};
