/** Workers: what they are asked, what they say, how they are stopped. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EngineError, Match } from '../src/engine';
import { browser } from './helpers/browser';
import { freshGame } from './helpers/games';

interface Sent {
  id: number;
  asked: { do: string } | null;
}

/** Workers are there when their script is known, and have heard so much. */
const workers = (count: number, sent = 1) =>
  vi.waitFor(() => {
    expect(FakeWorker.all).toHaveLength(count);
    expect(FakeWorker.all.at(-1)!.sent.length).toBeGreaterThanOrEqual(sent);
  });

class FakeWorker {
  static all: FakeWorker[] = [];
  sent: Sent[] = [];
  ended = false;
  onmessage: ((event: { data: object }) => void) | null = null;
  onerror: ((event: { message: string }) => void) | null = null;
  constructor() {
    FakeWorker.all.push(this);
  }
  postMessage(message: Sent): void {
    this.sent.push(message);
  }
  terminate(): void {
    this.ended = true;
  }
  says(id: number, said: object): void {
    this.onmessage?.({ data: { id, ...said } });
  }
}

vi.setConfig({ testTimeout: 60_000 }); // two cores, shared with others

beforeEach(() => {
  browser();
  vi.resetModules();
  FakeWorker.all = [];
});
afterEach(() => vi.unstubAllGlobals());

describe('who thinks for the page', () => {
  const bot = { game: 'dam-it', spec: 'greedy', seats: 2 };
  const hint = { game: 'dam-it', seats: 2, state: new Uint8Array(4), seat: 0, than: null };
  const asking = async () => {
    vi.stubGlobal('Worker', FakeWorker);
    vi.stubGlobal('document', {}); // a page
    return (await import('../src/local/workers')).ask;
  };

  it('is one worker for bots and another for the rest, and none before it is asked', async () => {
    const ask = await asking();
    expect(FakeWorker.all).toHaveLength(0);
    const ready = ask('ready', bot);
    await workers(1);
    const [first] = FakeWorker.all as [FakeWorker];
    expect(first.sent).toEqual([{ id: 1, asked: { do: 'ready', ...bot } }]);
    first.says(1, { value: null });
    expect(await ready).toBeNull();
    const told = vi.fn();
    const hinted = ask('hint', hint, undefined, told);
    await workers(2);
    const second = FakeWorker.all[1]!;
    second.says(1, { told: { done: 1, total: 2 } });
    second.says(1, { value: 'found' });
    expect(await hinted).toBe('found');
    expect(told).toHaveBeenCalledExactlyOnceWith({ done: 1, total: 2 });
    expect(FakeWorker.all).toHaveLength(2);
  });

  it('tells what was wrong with the question from what went wrong', async () => {
    const ask = await asking();
    const [one, other] = [ask('ready', bot), ask('ready', bot)];
    await workers(1, 2);
    const [worker] = FakeWorker.all as [FakeWorker];
    worker.says(1, { error: 'unknown_bot', values: { bot: 'x' } });
    worker.says(2, { defect: 'Error: out of memory' });
    const { EngineError: Own } = await import('../src/engine');
    await expect(one).rejects.toMatchObject({ key: 'unknown_bot', values: { bot: 'x' } });
    await expect(one).rejects.toBeInstanceOf(Own);
    await expect(other).rejects.not.toBeInstanceOf(Own);
    await expect(other).rejects.toThrow('out of memory');
  });

  it('is stopped, and replaced when it breaks', async () => {
    const ask = await asking();
    const stop = new AbortController();
    const long = ask('hint', hint, stop.signal);
    await workers(1);
    const [worker] = FakeWorker.all as [FakeWorker];
    stop.abort(new Error('enough'));
    await expect(long).rejects.toThrow('enough');
    expect(worker.sent.at(-1)).toEqual({ id: 1, asked: null });
    worker.says(1, { value: 'too late' });
    await expect(ask('hint', hint, stop.signal)).rejects.toThrow('enough');
    const next = ask('hint', hint);
    await workers(1, 3);
    worker.onerror?.({ message: 'not found' });
    await expect(next).rejects.toThrow('not found');
    expect(worker.ended).toBe(true);
    const again = ask('hint', hint);
    await workers(2);
    FakeWorker.all[1]!.says(FakeWorker.all[1]!.sent[0]!.id, { value: 3 });
    expect(await again).toBe(3);
  });
});

describe('a worker', () => {
  type Said = { id: number; value?: unknown; error?: string; defect?: string; told?: unknown };

  async function started() {
    const said: Said[] = [];
    let hear: ((event: { data: object }) => void) | undefined;
    vi.stubGlobal('addEventListener', (_: string, heard: typeof hear) => (hear = heard));
    vi.stubGlobal('postMessage', (message: Said) => said.push(message));
    await import('../src/local/worker');
    const ask = (id: number, asked: object | null) => hear!({ data: { id, asked } });
    const answer = async (id: number) => {
      await vi.waitFor(() => expect(said.some((one) => one.id === id && !one.told)).toBe(true), 5000);
      return said.find((one) => one.id === id && !one.told);
    };
    return { ask, answer, said };
  }

  it('answers, and says what is wrong', async () => {
    const { ask, answer } = await started();
    const match = new Match(await freshGame('dam-it'), 2, { seed: '2' });
    const about = { game: 'dam-it', seats: 2, state: match.state, seat: 0 };
    ask(1, { do: 'ready', spec: 'greedy', ...about });
    expect(await answer(1)).toEqual({ id: 1, value: null });
    ask(2, { do: 'decide', spec: 'greedy', ...about });
    expect(match.legalActions(0)).toContain((await answer(2))!.value);
    ask(3, { do: 'decide', spec: 'deep', ...about });
    expect(await answer(3)).toMatchObject({ error: 'unknown_bot', values: { bot: 'deep' } });
    ask(4, { do: 'hint', ...about, than: null });
    expect((await answer(4))!.value).toMatchObject({ choices: [{ edge: 0 }, {}, {}] });
    ask(5, { do: 'what_if', record: { ...match.record(), seed: '2' }, number: 0, move: 'take 1' });
    expect(await answer(5)).toMatchObject({ error: 'hidden' });
    ask(6, { do: 'analyse', record: null });
    expect((await answer(6))!.defect).toMatch('TypeError');
    expect(new EngineError('hidden').name).toBe('EngineError');
  });

  it('stops when it is told to, and says nothing more', async () => {
    const { ask, answer, said } = await started();
    const match = new Match(await freshGame('dam-it'), 2, { seed: '2' });
    const about = { game: 'dam-it', seats: 2, state: match.state, seat: 0 };
    ask(1, { do: 'decide', spec: 'search:60000ms', ...about });
    ask(2, { do: 'decide', spec: 'greedy', ...about });
    await answer(2);
    ask(1, null);
    ask(9, null);
    ask(3, { do: 'decide', spec: 'search:50ms', ...about });
    await answer(3);
    expect(said.map(({ id }) => id)).toEqual([2, 3]);
  });
});
