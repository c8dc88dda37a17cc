import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Connection, wait, type Status, type Wire } from '../src/lib/connection';
import type { ServerMessage } from '../src/lib/protocol';
import { reuse } from '../src/lib/reuse';

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

/** What the browser says of itself. */
let browser: EventTarget;
let page: EventTarget & { hidden: boolean };

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
const pong = { data: JSON.stringify({ type: 'pong' }) };
const welcome = { data: JSON.stringify({ type: 'welcome' }) };

describe('a connection', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    browser = new EventTarget();
    page = Object.assign(new EventTarget(), { hidden: false });
    vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser));
    vi.stubGlobal('removeEventListener', browser.removeEventListener.bind(browser));
    vi.stubGlobal('document', page);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

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

  const pings = (wire: FakeWire) => wire.sent.filter((sent) => sent.includes('ping')).length;
  function greeted() {
    const made = setup();
    made.wires[0]!.onopen?.();
    made.wires[0]!.onmessage?.(welcome);
    return made;
  }

  it('notices that nobody answers, though nobody closed', () => {
    const { line, wires, statuses } = greeted();
    line.send({ type: 'chat', text: 'Hello?' });
    vi.advanceTimersByTime(9900);
    expect(pings(wires[0]!)).toBe(1);
    expect(statuses.at(-1)).toBe('open');
    vi.advanceTimersByTime(200);
    expect(statuses.at(-1)).toBe('lost');
    vi.advanceTimersByTime(600);
    expect(wires).toHaveLength(2);
    vi.advanceTimersByTime(8000); // nor does this attempt come to anything
    vi.advanceTimersByTime(1000);
    expect(wires).toHaveLength(3);
  });

  it('asks only now and then while all is well', () => {
    const { line, wires, statuses } = greeted();
    for (let i = 0; i < 10; i++) {
      line.send({ type: 'chat', text: 'Hello!' });
      wires[0]!.onmessage?.(pong);
      vi.advanceTimersByTime(1000);
    }
    expect(pings(wires[0]!)).toBe(0);
    for (let i = 0; i < 50; i++) {
      vi.advanceTimersByTime(2000);
      wires[0]!.onmessage?.(pong);
    }
    expect(pings(wires[0]!)).toBe(5);
    expect(statuses).toEqual(['connecting', 'open']);
  });

  it('does not take its own sleep for silence', () => {
    const { line, wires, statuses } = greeted();
    line.send({ type: 'chat', text: 'Hello?' });
    vi.advanceTimersByTime(2000);
    vi.setSystemTime(Date.now() + 60_000);
    vi.advanceTimersByTime(8000);
    expect(statuses.at(-1)).toBe('open');
    expect(pings(wires[0]!)).toBe(2);
  });

  it('is lost at once when the browser is offline, and tries at once when it is back', () => {
    const { line, wires, statuses } = greeted();
    browser.dispatchEvent(new Event('offline'));
    expect(statuses.at(-1)).toBe('lost');
    expect(wires[0]!.closed).toBe(true);
    expect(line.send({ type: 'ping' })).toBe(false);
    browser.dispatchEvent(new Event('online'));
    expect(wires).toHaveLength(2);
    wires[1]!.onopen?.();
    wires[1]!.onmessage?.(welcome);
    expect(statuses).toEqual(['connecting', 'open', 'lost', 'open']);
  });

  it('asks whether anybody is there when somebody looks again', () => {
    const { wires, statuses } = greeted();
    page.hidden = true;
    page.dispatchEvent(new Event('visibilitychange'));
    expect(pings(wires[0]!)).toBe(0);
    page.hidden = false;
    page.dispatchEvent(new Event('visibilitychange'));
    expect(pings(wires[0]!)).toBe(1);
    vi.advanceTimersByTime(8000);
    expect(statuses.at(-1)).toBe('lost');
    page.dispatchEvent(new Event('visibilitychange'));
    expect(wires).toHaveLength(2);
  });

  it('hears nothing and does nothing any more once it is stopped', () => {
    const { line, wires, statuses } = greeted();
    line.stop();
    for (const what of ['offline', 'online']) browser.dispatchEvent(new Event(what));
    page.dispatchEvent(new Event('visibilitychange'));
    vi.advanceTimersByTime(60_000);
    expect(wires).toHaveLength(1);
    expect(wires[0]!.closed).toBe(true);
    expect(statuses).toEqual(['connecting', 'open']);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('views', () => {
  it('keep what has not changed', () => {
    const before = { round: 3, players: [{ hand: [1, 2] }, { hand: [] as number[] }], over: null };
    const now = structuredClone({ ...before, round: 4 });
    const shared = reuse(before, now);
    expect(shared).toEqual({ ...before, round: 4 });
    expect(shared.players).toBe(before.players);
    now.players = [{ hand: [1, 2] }, { hand: [7] }];
    expect(reuse(before, now).players[0]).toBe(before.players[0]);
    expect(reuse(before, now).players[1]).toEqual({ hand: [7] });
    expect(reuse(before, structuredClone(before))).toBe(before);
    expect(reuse([1, 2], [1])).toEqual([1]);
    expect(reuse({ a: 1 }, { b: undefined })).toEqual({ b: undefined });
    expect(reuse([], {})).toEqual({});
  });
});
