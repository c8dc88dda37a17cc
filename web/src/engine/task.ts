/** Tasks that take a while: cut into pieces, between which others are heard and they can be stopped. */

/** It may be interrupted wherever it yields. */
export type Task<T> = Generator<undefined, T, undefined>;

/** Milliseconds between two moments in which others may be heard. */
const TURN = 8;

export const clock = (): number => performance.now();

/** Run it in one go. */
export function runNow<T>(task: Task<T>): T {
  for (;;) {
    const { done, value } = task.next();
    if (done) return value;
  }
}

/** Run it with pauses, until a signal says that it is enough. */
export async function run<T>(task: Task<T>, signal?: AbortSignal): Promise<T> {
  try {
    let heard = clock();
    for (;;) {
      signal?.throwIfAborted();
      const { done, value } = task.next();
      if (done) return value;
      if (clock() - heard < TURN) continue;
      await others();
      heard = clock();
    }
  } finally {
    task.return(undefined as T);
  }
}

/** Let others do what they have to: timers wait longer than needed, messages do not. */
function others(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
