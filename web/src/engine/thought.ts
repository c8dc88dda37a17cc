/** Thinking that takes a while: cut into pieces, between which others are heard and it can be stopped. */

/** It may be interrupted wherever it yields. */
export type Thought<T> = Generator<undefined, T, undefined>;

/** Milliseconds between two moments in which others may be heard. */
const TURN = 8;

export const clock = (): number => performance.now();

/** Think it through in one go. */
export function runNow<T>(thought: Thought<T>): T {
  for (;;) {
    const { done, value } = thought.next();
    if (done) return value;
  }
}

/** Think it through with pauses, until a signal says that it is enough. */
export async function run<T>(thought: Thought<T>, signal?: AbortSignal): Promise<T> {
  try {
    let heard = clock();
    for (;;) {
      signal?.throwIfAborted();
      const { done, value } = thought.next();
      if (done) return value;
      if (clock() - heard < TURN) continue;
      await others();
      heard = clock();
    }
  } finally {
    thought.return(undefined as T);
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
