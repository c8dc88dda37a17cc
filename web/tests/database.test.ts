/** Where the browser keeps matches, and what becomes of play when it does not. */
import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it, vi } from 'vitest';

interface Line {
  id: string;
  moves?: number;
}

/** A database in a page of its own, and another page that looks at what is kept. */
async function databases(name: string) {
  vi.resetModules();
  const { Database, finished } = await import('../src/lib/database');
  const { disk } = await import('../src/lib/disk.svelte');
  const there = new Database(name, 'lines');
  const kept = () => there.read((all) => all.getAll() as IDBRequest<Line[]>);
  return { made: new Database(name, 'lines'), kept, disk, finished };
}

/** Another page takes the lock, and gives it back when it is told to. */
async function locked(name: string): Promise<() => void> {
  const asked = indexedDB.open(name, 1);
  await new Promise((resolve) => (asked.onsuccess = resolve));
  const lines = asked.result.transaction('lines', 'readwrite').objectStore('lines');
  let held = true;
  const hold = () => {
    if (held) lines.get('nothing').onsuccess = hold;
  };
  hold();
  return () => (held = false);
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('what is kept', () => {
  it('is there for another page', async () => {
    const { made, kept, disk } = await databases('kept');
    expect(await made.write((all) => void all.put({ id: 'a', moves: 1 }))).toBe(true);
    expect(await kept()).toEqual([{ id: 'a', moves: 1 }]);
    expect(disk.keeps).toBe(true);
  });

  it('is not waited for where the browser does not answer, and is written when it does', async () => {
    const { made, kept, disk } = await databases('locked');
    await made.write((all) => void all.put({ id: 'a', moves: 1 }));
    const release = await locked('locked');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const late = made.write((all) => void all.put({ id: 'a', moves: 2 }));
    await vi.advanceTimersByTimeAsync(6000);
    expect([await late, disk.keeps]).toEqual([false, false]);
    const next = made.write((all) => void all.put({ id: 'a', moves: 3 }));
    const read = made.read((all) => all.getAll());
    await vi.advanceTimersByTimeAsync(200); // it is not worth the same wait again
    expect([await next, await read]).toEqual([false, undefined]);
    vi.useRealTimers();
    release();
    await vi.waitFor(() => expect(disk.keeps).toBe(true));
    expect(await kept()).toEqual([{ id: 'a', moves: 3 }]);
  });

  it('is asked for once more where the connection was lost', async () => {
    const { made, kept } = await databases('lost');
    await made.write((all) => void all.put({ id: 'a' }));
    const lose = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(() => {
      throw new DOMException('lost', 'InvalidStateError');
    });
    expect(await made.write((all) => void all.put({ id: 'b' }))).toBe(true);
    expect(lose).toHaveBeenCalledTimes(2);
    expect(await kept()).toEqual([{ id: 'a' }, { id: 'b' }]);
  });

  it('holds nothing while the page is put away, and goes on when it comes back', async () => {
    const page = new EventTarget();
    vi.stubGlobal('window', page);
    const { made, kept, disk, finished } = await databases('away');
    await made.write((all) => void all.put({ id: 'a', moves: 1 }));
    const close = vi.spyOn(IDBDatabase.prototype, 'close');
    const abort = vi.spyOn(IDBTransaction.prototype, 'abort');
    let tries = 0;
    const written = made.write(async (all) => {
      const before = await finished(all.get('a') as IDBRequest<Line>);
      if (!tries++) page.dispatchEvent(new Event('pagehide'));
      all.put({ id: 'a', moves: (before.moves ?? 0) + 1 });
    });
    expect(await written).toBe(true);
    expect([abort.mock.calls.length, tries, disk.keeps]).toEqual([1, 2, true]);
    expect(close).toHaveBeenCalled();
    expect(await kept()).toEqual([{ id: 'a', moves: 2 }]);
  });

  it('is nothing where the browser refuses', async () => {
    const { made, disk } = await databases('refused');
    vi.stubGlobal('indexedDB', {
      open: () => {
        throw new Error('private');
      },
    });
    expect(await made.write((all) => void all.put({ id: 'a' }))).toBe(false);
    expect([await made.read((all) => all.getAll()), disk.keeps]).toEqual([undefined, false]);
  });
});
