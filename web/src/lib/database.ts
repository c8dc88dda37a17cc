/**
 * A database of this browser, with one store in it. A browser may refuse it (a private window, a full disk), lose it, or not
 * answer: then `disk.keeps` is false and the page says so, and nobody waits longer than it is worth.
 *
 * A transaction is not left to end by itself, and none is open while the page is put away: WebKit then keeps its lock, and
 * no other page ever reads or writes again.
 */
import { disk } from './disk.svelte';

/** Milliseconds that a browser may take; once it has taken longer, those that it may take. */
const [PATIENCE, LATER] = [6000, 200];

export function finished<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB'));
  });
}

export class Database {
  private opened: Promise<IDBDatabase> | undefined;
  private readonly going = new Set<IDBTransaction>();
  private patience = PATIENCE;

  constructor(
    private readonly name: string,
    private readonly store: string,
  ) {
    if (typeof window === 'object') window.addEventListener('pagehide', this.leave);
  }

  /** What one question finds; undefined where nothing can be read. */
  read<T>(ask: (all: IDBObjectStore) => IDBRequest<T>): Promise<T | undefined> {
    return this.inTime(async () => {
      const transaction = (await this.open()).transaction(this.store);
      const asked = finished(ask(transaction.objectStore(this.store)));
      transaction.commit?.();
      return await asked;
    });
  }

  /** Change something; true when it is on the disk. What comes too late is written all the same. */
  async write(change: (all: IDBObjectStore) => void | Promise<void>): Promise<boolean> {
    const done = await this.inTime(async () => {
      const transaction = (await this.open()).transaction(this.store, 'readwrite', { durability: 'strict' });
      const committed = new Promise<true>((resolve, reject) => {
        transaction.oncomplete = () => resolve(true);
        transaction.onabort = () => reject(transaction.error ?? new Error('IndexedDB'));
      });
      committed.catch(() => undefined); // it is waited for below, if all before it goes well
      this.going.add(transaction);
      try {
        await change(transaction.objectStore(this.store));
        transaction.commit?.();
      } finally {
        this.going.delete(transaction);
      }
      disk.keeps = await committed;
      return true;
    });
    return done ?? false;
  }

  private open(): Promise<IDBDatabase> {
    this.opened ??= new Promise<IDBDatabase>((resolve, reject) => {
      const asked = indexedDB.open(this.name, 1);
      asked.onupgradeneeded = () => asked.result.createObjectStore(this.store, { keyPath: 'id' });
      asked.onsuccess = () => {
        asked.result.onclose = () => (this.opened = undefined);
        resolve(asked.result);
      };
      asked.onerror = asked.onblocked = () => reject(asked.error ?? new Error('IndexedDB'));
    });
    return this.opened;
  }

  private leave = (): void => {
    for (const transaction of this.going) transaction.abort();
    this.close();
  };

  private close(): void {
    void this.opened?.then((database) => database.close()).catch(() => undefined);
    this.opened = undefined;
  }

  /** A connection that was lost is made once more. */
  private async again<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch {
      this.close();
      return await work();
    }
  }

  private async inTime<T>(work: () => Promise<T>): Promise<T | undefined> {
    let alarm: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      alarm = setTimeout(() => {
        this.patience = LATER;
        reject(new Error('IndexedDB does not answer'));
      }, this.patience);
    });
    const working = this.again(work);
    working.then(
      () => (this.patience = PATIENCE),
      () => undefined,
    );
    try {
      return await Promise.race([working, late]);
    } catch {
      disk.keeps = false;
      return undefined;
    } finally {
      clearTimeout(alarm);
    }
  }
}
