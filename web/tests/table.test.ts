/** What a table knows after what it heard. */
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Match } from '../src/engine';
import type { Wire } from '../src/lib/connection';
import { TABLE } from '../src/lib/blank';
import { Foresight } from '../src/lib/foresight';
import type { ClientMessage, HintAnswer, Sight, Step, TableInfo, Update } from '../src/lib/protocol';
import type { Table } from '../src/lib/table.svelte';
import { base64 } from '../src/local/foresight';
import { fetched, freshGame } from './helpers/games';
import { seat } from './helpers/seats';

const kept = new Map<string, string>();
let Made: typeof Table;

beforeAll(async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }));
  const page = { hidden: false, documentElement: { dataset: {} }, addEventListener: () => undefined };
  vi.stubGlobal('document', page);
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
  });
  Made = (await import('../src/lib/table.svelte')).Table;
});
beforeEach(() => kept.clear());

class FakeWire implements Wire {
  sent: ClientMessage[] = [];
  onopen: Wire['onopen'] = null;
  onmessage: Wire['onmessage'] = null;
  onclose: Wire['onclose'] = null;
  send(data: string): void {
    this.sent.push(JSON.parse(data) as ClientMessage);
  }
  close(): void {
    // Nothing to close.
  }
  says(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

function info(more: Partial<TableInfo> = {}): TableInfo {
  const seats = [seat(0), seat(1)];
  const open = { hints: 'everybody', host: true, commitment: 'c' } as const;
  return { ...TABLE, id: 'abc', game: 'dam-it', status: 'playing', seats, mine: [0], ...open, ...more };
}

function step(number: number, more: Partial<Step> = {}): Step {
  const events = [{ event: 'take', seat: 0, place: number }];
  return {
    number,
    seat: 0,
    undo: false,
    text: 'take 1',
    time_up: false,
    seen: [{ seat: 0, events, told: null }],
    ...more,
  };
}

function update(number: number, steps: Step[], pending: number[], seats: number[] = [0]): Update {
  const sights: Sight[] = seats.map((mine) => ({
    seat: mine,
    view: { number },
    legal: pending.includes(mine) ? [{ do: 'take', place: 1 }] : [],
    can_undo: false,
  }));
  return {
    type: 'update',
    number,
    steps,
    sights,
    known: [],
    pending,
    over: false,
    seconds_left: null,
    clocks: [],
  };
}

async function table(first: Update | null, around: TableInfo = info()) {
  const wires: FakeWire[] = [];
  const made = new Made('abc', () => {
    const wire = new FakeWire();
    wires.push(wire);
    return wire;
  });
  made.start();
  const greet = async (given: Update | null) => {
    const wire = wires.at(-1)!;
    wire.onopen?.();
    wire.says({ type: 'welcome', version: '1', table: around, update: given, chat: [] });
    await settle();
    return wire;
  };
  return { made, wires, greet, wire: await greet(first) };
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 5));

describe('a table whose page runs the rules', () => {
  it('knows what comes of a move where that is certain, and shows it before the server answers', async () => {
    vi.stubGlobal('fetch', async (address: string) => fetched(address));
    const match = new Match(await freshGame('amik'), 1, { seed: 'certain' });
    const legal = () => match.legal(0);
    for (let move = legal()[0]!; move.do !== 'lay'; move = legal()[0]!) match.play(0, move);
    const known = [{ seat: 0, state: base64(match.state), view: null, legal: [], can_undo: false }];
    const { made, wire } = await table(
      { ...update(3, [], [0]), sights: [], known },
      info({ game: 'amik', seats: [seat(0)] }),
    );
    await vi.waitFor(() => expect(made.legal).toEqual(legal()));
    const lay = legal()[0]!;
    const before = made.sight?.view;
    match.play(0, lay);
    expect(made.foresee(lay)).toEqual(match.view(0));
    made.play(lay);
    await vi.waitFor(() => expect(made.sight?.view).toEqual(match.view(0)));
    expect(wire.sent.at(-1)).toMatchObject({ type: 'play', number: 3, move: lay });
    expect(made.foresee(legal()[0]!)).toBeNull(); // not before the server has answered

    // Whatever it is refused for, it is taken back with a word.
    wire.says({ type: 'failure', code: 'not_now', message: '', details: {}, ref: null });
    await vi.waitFor(() => expect(made.sight?.view).toEqual(before));
    expect([made.number, made.failure?.code, made.legal.length > 0]).toEqual([3, 'not_now', true]);
  });

  async function thinker() {
    vi.stubGlobal('fetch', async (address: string) => fetched(address));
    const { state } = new Match(await freshGame('amik'), 1, { seed: 'certain' });
    const known = [{ seat: 0, state: base64(state), view: null, legal: [], can_undo: false }];
    const alone = info({ game: 'amik', seats: [seat(0)] });
    const { made, wire } = await table({ ...update(3, [], [0]), sights: [], known }, alone);
    await vi.waitFor(() => expect(made.legal.length).toBeGreaterThan(0));
    const note = () =>
      wire.says({ type: 'table_changed', table: { ...alone, seats: [{ ...seat(0), hints: [3] }] } });
    return { made, wire, note, asked: () => wire.sent.filter(({ type }) => type === 'hint') };
  }

  it('thinks of a hint when the table has noted it, and is noted once in a position', async () => {
    const { made, note, asked } = await thinker();
    const thought = vi.spyOn(Foresight.prototype, 'hint');
    const answer = { type: 'hint_answer', ref: null, seat: 0, number: 3, unit: 'points', than: null };
    thought.mockResolvedValue({ ...answer, choices: [] } as HintAnswer);
    made.ask();
    await settle();
    expect(asked()).toEqual([{ type: 'hint', seat: 0, than: null, here: true }]);
    expect(thought).not.toHaveBeenCalled();
    note();
    await settle();
    expect(made.hint).toMatchObject(answer);
    made.ask();
    await settle();
    expect([asked().length, thought.mock.calls.length]).toEqual([1, 2]);
    thought.mockResolvedValue(null); // the rules are gone: the server thinks
    made.ask();
    await settle();
    expect(asked().at(-1)).toMatchObject({ here: false });
    thought.mockRestore();
  });

  it('does not think of a hint that is refused', async () => {
    const { made, wire, note } = await thinker();
    made.ask();
    wire.says({ type: 'failure', code: 'not_now', message: '', details: {}, ref: null });
    note();
    await settle();
    expect([made.thinking, made.hint]).toEqual([false, null]);
  });

  it('knows nothing where it has no rules', async () => {
    const { made } = await table(update(0, [], [0]));
    expect(made.foresee({ do: 'take', place: 1 })).toBeNull();
  });
});

describe('a table', () => {
  it('asks for the whole log first, and shows where the match stands', async () => {
    const { made, wire } = await table(update(2, [step(1), step(2, { seat: 1 })], [0]));
    expect(wire.sent[0]).toMatchObject({ type: 'hello', table: 'abc', seen: 0 });
    expect(made.log.map((line) => line.number)).toEqual([1, 2]);
    expect(made.news).toEqual([]);
    expect(made.legal).toHaveLength(1);
    expect(made.sight?.view).toEqual({ number: 2 });
  });

  it('plays a move once and waits for the answer', async () => {
    const { made, wire } = await table(update(0, [], [0]));
    made.play({ do: 'take', place: 1 });
    expect(wire.sent.at(-1)).toEqual({ type: 'play', seat: 0, number: 0, move: { do: 'take', place: 1 } });
    expect(made.legal).toEqual([]);
    wire.says(update(1, [step(1)], [1]));
    await settle();
    expect(made.sent).toBeNull();
    expect(made.news).toHaveLength(1);
    expect(made.log).toHaveLength(1);
  });

  it('thinks no longer about a hint that a lost connection has swallowed', async () => {
    const { made, greet } = await table(update(0, [], [0]));
    made.ask();
    expect(made.thinking).toBe(true);
    await greet(update(0, [], [0]));
    expect(made.thinking).toBe(false);
  });

  it('shows a move before its view, and takes an undone one out of the log', async () => {
    const { made, wire } = await table(update(0, [], [0]));
    const shown: unknown[] = [];
    made.animate = (events) => {
      shown.push([made.number, events.length]);
      return Promise.resolve();
    };
    wire.says(update(1, [step(1)], [1]));
    await settle();
    expect(shown).toEqual([[0, 1]]);
    wire.says(update(2, [step(2, { undo: true })], [0]));
    await settle();
    expect(made.log).toEqual([{ number: 2, seat: 0, events: [], undo: true, timeUp: false }]);
    expect(made.news).toEqual(made.log);
    expect(made.number).toBe(2);
    expect(shown).toHaveLength(1);
  });

  it('tells what others did while nobody looked', async () => {
    const { made, wires, greet, wire } = await table(update(1, [step(1)], [1]));
    expect(made.missed).toEqual([]);
    wire.onclose?.({ code: 1006 });
    await vi.waitFor(() => expect(wires).toHaveLength(2), { timeout: 2000 });
    await greet(update(4, [step(2, { seat: 1 }), step(3), step(4, { seat: 1, time_up: true })], [0]));
    expect(made.missed.map((line) => [line.number, line.timeUp])).toEqual([
      [2, false],
      [4, true],
    ]);
    const later = await table(
      update(
        5,
        [1, 2, 3, 4, 5].map((number) => step(number, { seat: number % 2 })),
        [0],
      ),
    );
    expect(later.made.missed.map((line) => line.number)).toEqual([5]);
  });

  it('says once that a rematch is wanted', async () => {
    const { made, wire } = await table(update(1, [step(1)], []));
    made.rematch();
    await vi.waitFor(() => expect(wire.sent.at(-1)).toMatchObject({ type: 'rematch' }));
    wire.says({ type: 'table_changed', table: info({ seats: [{ ...seat(0), rematch: true }, seat(1)] }) });
    const before = wire.sent.length;
    made.rematch();
    expect(wire.sent).toHaveLength(before);
  });

  it('after a lost line asks for what it missed, and sends an unanswered move again', async () => {
    const { made, wires, greet, wire } = await table(update(3, [step(3)], [0]));
    made.play({ do: 'take', place: 2 });
    wire.onclose?.({ code: 1006 });
    expect(made.status).toBe('lost');
    expect(made.legal).toEqual([]);
    await vi.waitFor(() => expect(wires).toHaveLength(2), { timeout: 2000 });
    const again = await greet(update(3, [], [0]));
    expect(again.sent[0]).toMatchObject({ type: 'hello', seen: 3 });
    expect(again.sent[1]).toMatchObject({ type: 'play', number: 3 });
    again.says(update(4, [step(4)], [1]));
    await settle();
    expect(made.sent).toBeNull();
    expect(made.log.map((line) => line.number)).toEqual([3, 4]);
  });

  it('keeps a move that the server could not write down, and sends it again by itself', async () => {
    const { made, wire } = await table(update(3, [step(3)], [0]));
    made.play({ do: 'take', place: 2 });
    wire.says({ type: 'failure', code: 'no_database', message: '', details: { seconds: 0.01 }, ref: null });
    expect(made.failure?.code).toBe('no_database');
    expect(made.sent).not.toBeNull();
    const plays = () => wire.sent.filter((message) => message.type === 'play');
    await vi.waitFor(() => expect(plays()).toHaveLength(2), { timeout: 2000 });
    expect(plays()[1]).toEqual(plays()[0]);
    wire.says(update(4, [step(4)], [1]));
    await settle();
    expect(made.failure).toBeNull();
    expect(made.sent).toBeNull();
  });

  it('does not send a move again that was accepted meanwhile', async () => {
    const { made, wires, greet, wire } = await table(update(3, [step(3)], [0]));
    made.play({ do: 'take', place: 2 });
    wire.onclose?.({ code: 1006 });
    await vi.waitFor(() => expect(wires).toHaveLength(2), { timeout: 2000 });
    const again = await greet(update(5, [step(4), step(5, { seat: 1 })], [0]));
    expect(again.sent.filter((message) => message.type === 'play')).toEqual([]);
    expect(made.sent).toBeNull();
    expect(made.legal).toHaveLength(1);
  });

  it('lets a curtain fall between two who share a screen', async () => {
    const both = info({ mine: [0, 1] });
    const { made, wire } = await table(update(0, [], [0], [0, 1]), both);
    expect(made.curtain).toBe(0);
    expect(made.legal).toEqual([]);
    made.lift(0);
    expect(made.curtain).toBeNull();
    expect(made.legal).toHaveLength(1);
    wire.says(update(1, [step(1)], [1], [0, 1]));
    await settle();
    expect(made.curtain).toBe(1);
    made.secrets = (options) => !options.includes('open-hands');
    wire.says({ type: 'table_changed', table: info({ mine: [0, 1], options: ['open-hands'] }) });
    expect(made.curtain).toBeNull();
    expect(made.seat).toBe(1);
    expect(made.legal).toHaveLength(1);
  });

  it('keeps its tokens for the rematch', async () => {
    const { made, wire } = await table(null, info({ status: 'lobby', mine: [] }));
    made.join(1, 'Ada');
    const join = wire.sent.at(-1)!;
    wire.says({ type: 'table_changed', table: info({ next: 'def' }) });
    const { keptTable } = await import('../src/lib/storage');
    expect(join).toMatchObject({ type: 'join', seat: 1 });
    expect(keptTable('def')?.tokens).toEqual([(join as { token: string }).token]);
  });

  it('makes a move again that another has crossed, where it is the same decision', async () => {
    const close = { do: 'take', place: 1 };
    const { made, wire } = await table(update(0, [], [0, 1]));
    made.play(close);
    wire.says(update(1, [step(1, { seat: 1 })], [0]));
    wire.says({ type: 'failure', code: 'late', message: '', details: {}, ref: null });
    await settle();
    const plays = wire.sent.filter(({ type }) => type === 'play');
    expect(plays).toMatchObject([{ number: 0 }, { number: 1, seat: 0, move: close }]);
    wire.says(update(2, [step(2)], [1]));
    wire.says(update(3, [step(3, { seat: 1 })], [0])); // another decision, though the move is the same
    wire.says({ type: 'failure', code: 'late', message: '', details: {}, ref: null });
    await settle();
    expect(wire.sent.filter(({ type }) => type === 'play')).toHaveLength(2);
    expect([made.sent, made.failure, made.legal]).toEqual([null, null, [close]]);
  });

  it('does not trouble anybody with a late move', async () => {
    const { made, wire } = await table(update(0, [], [0]));
    wire.says({ type: 'failure', code: 'late', message: '', details: {}, ref: null });
    expect(made.failure).toBeNull();
    wire.says({ type: 'failure', code: 'busy', message: '', details: {}, ref: null });
    expect(made.failure?.code).toBe('busy');
  });

  it('keeps nothing of what was seen before', async () => {
    const { made, wire } = await table(update(0, [], [0]));
    const seen = update(1, [step(1)], [0]);
    seen.sights[0]!.view = { held: 'the secret card' };
    wire.says(seen);
    await settle();
    expect(everything(made)).toContain('the secret card');
    wire.says(update(2, [step(2)], [1]));
    await settle();
    expect(everything(made)).not.toContain('the secret card');
  });

  it('hears every move when it lags behind, without showing it fly, and waits for one that is read', async () => {
    const { still } = await import('../src/lib/motion');
    const { made, wire } = await table(update(0, [], [0]));
    const heard: unknown[] = [];
    let goOn: () => void = () => undefined;
    made.animate = (events) => {
      heard.push([events[0]?.place, still()]);
      return heard.length > 1 ? null : new Promise((done) => (goOn = done));
    };
    for (const number of [1, 2, 3, 4, 5]) wire.says(update(number, [step(number)], [0]));
    await settle();
    expect(made.number).toBe(0);
    expect(made.moving).toBe(true);
    expect(made.legal).toEqual([]);
    goOn();
    await settle();
    expect(heard).toEqual([
      [1, true],
      [2, true],
      [3, false],
      [4, false],
      [5, false],
    ]);
    expect(made.number).toBe(5);
    expect(made.legal).toHaveLength(1);
  });

  it('lets several act at once: what others do takes nothing from me', async () => {
    const { made, wire } = await table(update(0, [], [0, 1]));
    made.animate = () => null;
    wire.says(update(1, [step(1, { seat: 1 })], [0]));
    await settle();
    expect(made.moving).toBe(false);
    made.play({ do: 'close' });
    expect(wire.sent.at(-1)).toMatchObject({ type: 'play', seat: 0, number: 1 });
  });

  it('has no curtain while nothing is hidden, and then one for everybody else', async () => {
    const { made, wire } = await table(update(0, [], [0], [0, 1]), info({ mine: [0, 1] }));
    made.lift(0);
    made.secrets = (_, view) => view.number !== 1;
    wire.says(update(1, [step(1)], [1], [0, 1]));
    await settle();
    expect(made.curtain).toBeNull();
    expect(made.seat).toBe(1);
    made.play({ do: 'deal' });
    wire.says(update(2, [step(2)], [0, 1], [0, 1]));
    await settle();
    expect(made.curtain).toBeNull();
    expect(made.seat).toBe(1);
    wire.says(update(3, [step(3)], [0], [0, 1]));
    await settle();
    expect(made.curtain).toBe(0);
  });

  it('counts the clock from when it heard of it', async () => {
    const { made, wire } = await table(update(0, [], [0]));
    made.animate = () => new Promise((done) => setTimeout(done, 60));
    const before = Date.now();
    const time = (left: number, runs: boolean) => ({ left, runs, vacation: 0, away: false });
    wire.says({ ...update(1, [step(1)], [0]), clocks: [time(10, true), time(99, false)] });
    await vi.waitFor(() => expect(made.number).toBe(1));
    expect(made.deadline! - before).toBeLessThan(10_050);
    wire.says({ ...update(2, [step(2)], [1]), clocks: [time(10, false), time(99, true)] });
    await vi.waitFor(() => expect(made.number).toBe(2));
    expect(made.deadline! - before).toBeGreaterThan(98_000);
    wire.says({ ...update(3, [step(3)], [1]), clocks: [time(10, false), time(99, false)] });
    await vi.waitFor(() => expect(made.number).toBe(3));
    expect(made.deadline).toBeNull(); // on vacation
  });
});

/** All that can be read from a table; its connection keeps nothing. */
function everything(made: Table): string {
  const names = [...Object.getOwnPropertyNames(made), ...Object.getOwnPropertyNames(Made.prototype)];
  return names
    .filter((name) => name !== 'line')
    .map((name) => JSON.stringify((made as unknown as Record<string, unknown>)[name]))
    .join('\n');
}

describe('a move with luck', () => {
  it('is begun at once, and taken back with a word where it is refused', async () => {
    vi.stubGlobal('fetch', async (address: string) => fetched(address));
    const match = new Match(await freshGame('dam-it'), 2, { seed: 'luck' });
    const seat = match.pending[0]!;
    const state = btoa(String.fromCharCode(...match.state));
    const known = [{ seat, state, view: null, legal: [], can_undo: false }];
    const { made, wire } = await table(
      { ...update(0, [], [seat], [seat]), sights: [], known },
      info({ mine: [seat] }),
    );
    await vi.waitFor(() => expect(made.legal.length).toBeGreaterThan(0));
    const shown: unknown[][] = [];
    made.animate = (events) => {
      shown.push(events);
      return Promise.resolve();
    };
    const before = made.sight!.view;
    const take = { do: 'take', place: 1 };
    made.play(take);
    await vi.waitFor(() => expect(shown).toHaveLength(1));
    expect(shown[0]![0]).toMatchObject({ event: 'take', place: 1 });
    expect([made.moving, made.number, made.sight!.view]).toEqual([true, 0, before]);
    await settle();
    wire.says({ type: 'failure', code: 'not_your_turn', message: '', details: {}, ref: null });
    expect([made.moving, made.sent, made.failure?.code]).toEqual([false, null, 'not_your_turn']);
    expect(made.sight!.view).toEqual(before);
    expect(made.sight!.view).not.toBe(before); // the board draws it anew
    expect(made.legal.length).toBeGreaterThan(0);

    // The next time it is accepted: only the rest is shown then.
    made.play(take);
    await vi.waitFor(() => expect(shown).toHaveLength(2));
    match.play(seat, take);
    const events = [...match.events(1, seat), { event: 'more' }];
    const taken = step(1, { seat, seen: [{ seat, events, told: null }] });
    wire.says(update(1, [taken], [1 - seat], [seat]));
    await vi.waitFor(() => expect(made.number).toBe(1));
    expect(shown[2]).toEqual(events.slice(shown[1]!.length));
    expect([made.moving, made.sent, made.log.at(-1)?.events]).toEqual([false, null, events]);
  });
});
