import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Connection, wait, type Status, type Wire } from '../src/lib/connection';
import type { ServerMessage } from '../src/lib/protocol';
import { share } from '../src/lib/share';

class FakeWire implements Wire {
  sent: string[] = [];
  closed = false;
  onopen: Wire['onopen'] = null;
  onmessage: Wire['onmessage'] = null;
  onclose: Wire['onclose'] = null;
  send(data: string): void {
    this.sent.push(data);
  }
  close(): void {
    this.closed = true;
  }
}

function setup() {
  const wires: FakeWire[] = [];
  const statuses: Status[] = [];
  const heard: ServerMessage[] = [];
  let opened = 0;
  const line = new Connection(
    () => {
      const wire = new FakeWire();
      wires.push(wire);
      return wire;
    },
    {
      onopen: () => opened++,
      onmessage: (message) => heard.push(message),
      onstatus: (status) => statuses.push(status),
    },
  );
  line.start();
  return { line, wires, statuses, heard, opened: () => opened };
}
const welcome = { data: JSON.stringify({ type: 'welcome' }) };

describe('a connection', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('waits longer and longer, but never long', () => {
    const waits = [0, 1, 2, 3, 4, 5, 6, 20].map((attempt) => wait(attempt, 0.5));
    expect(waits).toEqual([400, 800, 1600, 3200, 6400, 8000, 8000, 8000]);
  });

  it('comes back after it was lost', () => {
    const { wires, statuses, opened } = setup();
    wires[0]!.onopen?.();
    wires[0]!.onmessage?.(welcome);
    wires[0]!.onclose?.({ code: 1006 });
    expect(statuses).toEqual(['connecting', 'open', 'lost']);
    vi.advanceTimersByTime(600);
    expect(wires).toHaveLength(2);
    wires[1]!.onopen?.();
    wires[1]!.onmessage?.(welcome);
    expect(statuses.at(-1)).toBe('open');
    expect(opened()).toBe(2);
  });

  it('does not come back when the server will not have it', () => {
    const { wires, statuses } = setup();
    wires[0]!.onopen?.();
    wires[0]!.onclose?.({ code: 4000 });
    vi.advanceTimersByTime(60_000);
    expect(statuses).toEqual(['connecting', 'closed']);
    expect(wires).toHaveLength(1);
  });

  it('notices silence', () => {
    const { wires, statuses } = setup();
    wires[0]!.onopen?.();
    wires[0]!.onmessage?.(welcome);
    vi.advanceTimersByTime(80_000);
    expect(wires[0]!.sent.some((sent) => sent.includes('ping'))).toBe(true);
    expect(statuses).toContain('lost');
    expect(wires.length).toBeGreaterThan(1);
  });

  it('tries at once when asked, and sends nothing while it is away', () => {
    const { line, wires } = setup();
    wires[0]!.onopen?.();
    wires[0]!.onclose?.({ code: 1001 });
    expect(line.send({ type: 'ping' })).toBe(false);
    line.retry();
    expect(wires).toHaveLength(2);
    line.stop();
    vi.advanceTimersByTime(60_000);
    expect(wires).toHaveLength(2);
    expect(wires[1]!.closed).toBe(true);
  });
});

describe('views', () => {
  it('keep what has not changed', () => {
    const before = { round: 3, players: [{ hand: [1, 2] }, { hand: [] as number[] }], over: null };
    const now = structuredClone({ ...before, round: 4 });
    const shared = share(before, now);
    expect(shared).toEqual({ ...before, round: 4 });
    expect(shared.players).toBe(before.players);
    now.players = [{ hand: [1, 2] }, { hand: [7] }];
    expect(share(before, now).players[0]).toBe(before.players[0]);
    expect(share(before, now).players[1]).toEqual({ hand: [7] });
    expect(share(before, structuredClone(before))).toBe(before);
    expect(share([1, 2], [1])).toEqual([1]);
    expect(share({ a: 1 }, { b: undefined })).toEqual({ b: undefined });
    expect(share([], {})).toEqual({});
  });
});
