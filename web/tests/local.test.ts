/** Tables that live in the browser: all is done through messages, as the page does it. */
import { describe, expect, it, vi } from 'vitest';
import { verify } from '../src/engine';
import type { Analysis, SeatWish, ServerMessage } from '../src/lib/protocol';
import type { Ask } from '../src/local/workers';
import type { Told } from '../src/local/tasks';
import { BOT, eachInABrowser, ME, remembered, tab, type Sitter } from './helpers/browser';
import { fixture } from './helpers/fixtures';
import { freshGame } from './helpers/games';

const newTab = eachInABrowser();

async function begun(game: string, wishes: SeatWish[], options: string[] = []) {
  const here = await newTab();
  const id = await here.newMatch(game, wishes, options);
  const me = here.sit(id);
  await me.turn();
  return { here, id, me };
}

/** A short match of Beaver Gang for two. */
const finished = fixture<{ record: { seed: string; moves: string[] } }[]>('analysis')[2]!.record;

const failures = (sitter: Sitter) => sitter.heard.filter((one) => one.type === 'failure');
const numbers = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

describe('a match in the browser', () => {
  it.each(['dam-it', 'beaver-gang', 'amik', 'donnant'])(
    'of %s is played to its end against a bot',
    async (game) => {
      const { here, id, me } = await begun(game, [ME, BOT]);
      expect(me.info).toMatchObject({ id, game, status: 'playing', mine: [0], result: null });
      while (await me.move());
      await me.until(() => me.info?.status === 'over');
      expect(failures(me)).toEqual([]);
      expect(me.log.map((step) => step.number)).toEqual(numbers(me.now!.number));
      expect(new Set(me.log.map((step) => step.seat))).toEqual(new Set([0, 1]));
      const verdict = verify(await freshGame(game), await here.localApi.record(id));
      expect(verdict).toMatchObject({ finished: true, moves: me.log.length });
      expect(me.info!.result!.scores).toEqual(verdict.match.scores);
      expect(await here.localApi.summary(id)).toMatchObject({ status: 'over', number: me.log.length });
      const { frames } = await here.localApi.replay(id);
      expect(frames).toHaveLength(me.log.length + 1);
      expect((await here.localApi.possible(id, 0)).moves.length).toBeGreaterThan(0);
      expect(here.disk.keeps).toBe(true);
    },
  );

  it('refuses what a server would refuse', async () => {
    const { me } = await begun('dam-it', [ME, BOT]);
    const { number } = me.now!;
    const move = me.legal[0]!;
    const code = async (message: Parameters<Sitter['send']>[0]) =>
      ((await me.answer('failure', { ...message, ref: 5 })) as { code: string; ref: number }).code;
    expect(await code({ type: 'play', seat: 1, number, move })).toBe('not_your_seat');
    expect(await code({ type: 'play', seat: 0, number: number + 1, move })).toBe('late');
    expect(await code({ type: 'play', seat: 0, number, move: { do: 'jump' } })).toBe('illegal_move');
    expect(await code({ type: 'undo', seat: 0, number })).toBe('cannot_undo');
    expect(await code({ type: 'undo', seat: 0, number: -1 })).toBe(number ? 'late' : 'cannot_undo');
    expect(await code({ type: 'hint', seat: 1 })).toBe('not_your_seat');
    expect(await code({ type: 'analyse' })).toBe('not_now');
    expect(await code({ type: 'play_on', number: 0, move: 'take 1' })).toBe('not_now');
    expect(await code({ type: 'rematch' })).toBe('not_now');
    expect(await code({ type: 'chat', text: 'hello' })).toBe('not_now');
    expect(me.now!.number).toBe(number);
    expect(await me.answer('pong', { type: 'ping', ref: 9 })).toEqual({ type: 'pong', ref: 9 });
    const none = (await newTab()).sit('local-none');
    await none.until(() => none.closed);
    expect(none.closed).toBe(4000);
  });

  it('takes a move back, and is the same when it is opened again', async () => {
    const { here, id, me } = await begun('amik', [ME]);
    for (let i = 0; i < 12; i++) await me.move();
    while (!me.now!.sights[0]!.can_undo) await me.move();
    const { number, sights } = me.now!;
    const last = me.log.at(-1)!;
    await me.answer('update', { type: 'undo', seat: 0, number });
    expect(me.log.at(-1)).toMatchObject({ number: number + 1, undo: true, seat: 0, text: last.text });
    expect(me.now!.sights[0]!.view).not.toEqual(sights[0]!.view);
    await me.move();
    me.leave();

    const again = (await newTab()).sit(id);
    await again.turn();
    expect(again.now).toEqual({ ...me.now, steps: again.now!.steps });
    const told = me.log.filter((step) => step.number !== number && !step.undo);
    expect(again.log.map((step) => [step.number, step.text])).toEqual(
      told.map((step) => [step.number, step.text]),
    );
    await again.move();
    expect(again.now!.number).toBe(me.now!.number + 1);
    expect((await here.store.get(id))!.log).toHaveLength(again.now!.number);
  });

  it('lets a bot play for me, until I take over again', async () => {
    const { me } = await begun('beaver-gang', [ME, BOT]);
    await me.answer('table_changed', { type: 'leave', seat: 0 });
    expect(me.info!.seats[0]!.stand_in).toBe('steady');
    await me.until(() => me.log.some((step) => step.seat === 0));
    await me.answer('table_changed', { type: 'take_back', seat: 0 });
    expect(me.info!.seats[0]!.stand_in).toBeNull();
    await me.move();
    expect(me.log.map((step) => step.number)).toEqual(numbers(me.now!.number));
    expect(failures(me)).toEqual([]);
  });

  it.each([
    [{ type: 'resign', seat: 0 }, 'resigned', [1], ['resigned']],
    [{ type: 'offer', what: 'stop', seat: 0 }, 'stopped', [], []],
  ] as const)('ends before its end by %o', async (message, ending, winners, kinds) => {
    const { here, id, me } = await begun('beaver-gang', [ME, BOT]);
    await me.move();
    expect(await me.answer('failure', { type: 'abort', seat: 0 })).toMatchObject({ code: 'not_now' });
    const draw = { type: 'offer', what: 'draw', seat: 0 } as const; // bots agree to none
    expect(await me.answer('failure', draw)).toMatchObject({ code: 'not_now' });
    await me.answer('table_changed', message);
    await me.until(() => me.info?.status === 'over');
    expect(me.info!.result).toMatchObject({ ending, winners, scores: [] });
    expect(me.info!.happenings.map(({ kind }) => kind)).toEqual(kinds);
    const kept = (await here.store.get(id))!;
    expect(kept).toMatchObject({ over: true, ended: ending, scores: null, winners });
    const again = (await newTab()).sit(id);
    await again.until(() => again.info?.status === 'over');
    expect(again.info!.result).toEqual(me.info!.result);
  });

  it('is followed by another, with the seats moved on', async () => {
    const { here, id, me } = await begun('beaver-gang', [ME, BOT]);
    while (await me.move());
    await me.until(() => me.info?.status === 'over');
    await me.answer('table_changed', { type: 'rematch' });
    const { next } = me.info!;
    expect(next).toMatch(/^local-/);
    await me.answer('table_changed', { type: 'rematch' });
    expect(me.info!.next).toBe(next);
    const you = here.sit(next!);
    await you.turn();
    expect(you.info).toMatchObject({ mine: [1], next: null, status: 'playing' });
    expect(you.info!.seats.map(({ name }) => name)).toEqual(['Selma (gentle)', 'Ada']);
    expect(you.info!.commitment).not.toBe(me.info!.commitment);
    expect((await here.store.all()).map((match) => match.id)).toEqual(expect.arrayContaining([id, next]));
  });

  it.each(['dam-it', 'donnant'])('of %s is the same in two tabs, whoever moves', async (game) => {
    const { here, id, me } = await begun(game, [ME, BOT]);
    const you = (await newTab()).sit(id);
    await you.until(() => you.now);
    const both = [me, you];
    for (let turn = 0; !me.now!.over && turn < 400; turn++) {
      await both[turn % 2]!.move();
      await Promise.all(both.map((one) => one.turn()));
    }
    await Promise.all(both.map((one) => one.until(() => one.now!.over && one.info!.status === 'over')));
    await vi.waitFor(async () => {
      const { log } = (await here.store.get(id))!;
      for (const one of both) {
        expect(one.now!.number).toBe(log.length);
        expect(one.info!.result).toEqual(me.info!.result);
        expect(one.now!.sights).toEqual(me.now!.sights);
        expect(one.log.map(({ seat, text }) => ({ seat, text }))).toEqual(log);
      }
    });
  });

  it('goes on where the browser keeps nothing, and says so', async () => {
    vi.stubGlobal('indexedDB', {
      open: () => {
        throw new Error('private');
      },
    });
    const { here, id, me } = await begun('dam-it', [ME, BOT]);
    expect(here.disk.keeps).toBe(false);
    while (await me.move());
    expect((await here.store.get(id))!.over).toBe(true);
    expect((await here.store.all()).map((match) => match.id)).toEqual([id]);
    await here.store.remove(id);
    expect(await here.store.all()).toEqual([]);
  });

  const full = () => new DOMException('full', 'QuotaExceededError');
  const write = IDBObjectStore.prototype.put;
  it.each<[string, typeof write]>([
    [
      'at once',
      () => {
        throw full();
      },
    ],
    [
      'when it is to be safe',
      function (this: IDBObjectStore, value: unknown) {
        const asked = write.call(this, value);
        this.transaction.abort();
        return asked;
      },
    ],
  ])(
    'goes on when the disk is full and says so %s; nothing that was there is lost',
    async (_when, refuse) => {
      const { id: other, me: elsewhere } = await begun('dam-it', [ME, BOT]);
      while (await elsewhere.move());
      const { here, id, me } = await begun('dam-it', [ME, BOT]);
      await me.move();
      await me.turn();
      const before = (await (await tab()).store.get(id))!.log.length;
      expect(before).toBe(me.now!.number);

      const refused = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(refuse);
      for (let moves = 0; moves < 3; moves++) {
        await me.move();
        await me.turn();
      }
      expect(here.disk.keeps).toBe(false);
      expect((await here.store.get(id))!.log).toHaveLength(me.now!.number);
      const there = await tab(); // what a page that is opened now finds
      expect((await there.store.get(id))!.log).toHaveLength(before);
      expect((await there.store.get(other))!.over).toBe(true);

      refused.mockRestore();
      await me.move();
      await me.turn();
      expect(here.disk.keeps).toBe(true);
      expect((await (await tab()).store.get(id))!.log).toHaveLength(me.now!.number);
    },
  );
});

describe('who asks at a table in the browser', () => {
  it('is given a hint, but not in a campaign', async () => {
    const { here, id, me } = await begun('dam-it', [ME, BOT]);
    const than = me.legal.at(-1)!;
    me.send({ type: 'hint', seat: 0, than, ref: 1 });
    const busy = me.answer('failure', { type: 'hint', seat: 0, ref: 2 });
    expect(await busy).toMatchObject({ code: 'busy', ref: 2 });
    await me.until(() => me.heard.some((one) => one.type === 'hint_answer'));
    const found = me.heard.find((one) => one.type === 'hint_answer')!;
    expect(found).toMatchObject({ ref: 1, seat: 0, number: me.now!.number, unit: 'chance' });
    expect(found.choices[found.than!]!.move).toEqual(than);
    expect(found.choices[0]!.edge).toBe(0);
    expect(await me.answer('hint_answer', { type: 'hint', seat: 0, than: { do: 'jump' } })).toMatchObject({
      code: 'illegal_move',
    });

    const kept = (await here.store.get(id))!;
    expect([kept.hinted, kept.hints]).toEqual([true, [[me.now!.number], []]]);
    expect([me.info!.hints, me.info!.seats[0]!.hints]).toEqual(['everybody', [me.now!.number]]);
    await here.store.put({ ...kept, id: 'local-campaign', level: 1, run: 1 });
    const alone = here.sit('local-campaign');
    await alone.turn();
    expect(await alone.answer('hint_answer', { type: 'hint', seat: 0 })).toMatchObject({ code: 'not_now' });
    expect(await alone.answer('table_changed', { type: 'resign', seat: 0 })).toMatchObject({
      code: 'not_now',
    });
  });

  it('is given no hint where several play round one device, unless that was chosen', async () => {
    const { here, me } = await begun('dam-it', [ME, ME]);
    expect(me.info!.hints).toBe('off');
    const [seat] = me.now!.pending;
    expect(await me.answer('hint_answer', { type: 'hint', seat: seat! })).toMatchObject({ code: 'not_now' });
    const both = here.sit(await here.newMatch('dam-it', [ME, ME], [], 'open'));
    await both.turn();
    expect(both.info!.hints).toBe('open');
    expect(await both.answer('hint_answer', { type: 'hint', seat: both.now!.pending[0]! })).toMatchObject({
      choices: expect.any(Array) as unknown,
    });
  });

  it('is given an analysis and what-ifs of a match that is over', async () => {
    const here = await newTab();
    const { seed, moves } = finished;
    const log = moves.map((move) => ({ seat: Number(move[0]), text: move.slice(2) }));
    const seats = here.seatsFor([ME, BOT]);
    await here.store.put({ ...here.fresh('beaver-gang', 1, [], seats), id: 'local-over', seed, log });
    const me = here.sit('local-over');
    await me.until(() => me.info?.status === 'over');
    const first = await me.answer('analysis_done', { type: 'analyse', ref: 7 });
    const told = me.heard.filter((one) => one.type === 'analysis_progress');
    expect(told[0]).toMatchObject({ ref: 7, done: 0, total: me.log.length });
    expect(told.at(-1)).toMatchObject({ done: me.log.length });
    const before = await me.answer('analysis_done'); // and again, after a closer look at some decisions
    const then = await me.answer('analysis_done');
    for (const one of [first, before, then])
      expect(one).toMatchObject({ ref: 7, analysis: { game: 'beaver-gang', unit: 'chance' } });
    const { analysis } = then as { analysis: Analysis };
    expect(analysis.moves).toHaveLength(me.log.length);
    expect(await me.answer('analysis_done', { type: 'analyse', ref: 8 })).toMatchObject({ ref: 8, analysis });
    const { number, choices } = analysis.moves.find((one) => one.choices.length > 1)!;
    const asked = { type: 'play_on', number: number - 1, move: choices[1]!.text, ref: 9 } as const;
    expect(await me.answer('played_on', asked)).toMatchObject({
      ref: 9,
      what_if: { number: number - 1, move: choices[1]!.text },
    });
    for (const wrong of [{ move: 'jump' }, { number: 10_000 }])
      expect(await me.answer('played_on', { ...asked, ...wrong })).toMatchObject({ code: 'illegal_move' });
  });

  it('follows one analysis with others, which ends when nobody waits for it', async () => {
    const { here, id, me } = await begun('dam-it', [ME, BOT]);
    while (await me.move());
    me.leave();
    const asked: { signal: AbortSignal; tell: (told: Told) => void; done: (value: never) => void }[] = [];
    const failing: ((error: Error) => void)[] = [];
    const ask: Ask = async (what, question, signal, tell) => {
      if (what === 'ready') return null as never;
      expect(question).toHaveProperty('record');
      return new Promise((done, failed) => {
        asked.push({ signal: signal!, tell: tell!, done });
        failing.push(failed);
        signal!.addEventListener('abort', () => failed(signal!.reason as Error));
      });
    };
    const there = await newTab();
    const sat = [there.sit(id, ask), there.sit(id, ask)] as const;
    const [one, other] = sat;
    await Promise.all(sat.map((sitter) => sitter.until(() => sitter.info)));
    const begin = await one.answer('analysis_progress', { type: 'analyse', ref: 1 });
    expect(begin).toMatchObject({ done: 0, total: one.now!.number, others: 0 });
    expect(await one.answer('analysis_progress', { type: 'analyse', ref: 2 })).toMatchObject({
      code: 'busy',
    });
    asked[0]!.tell({ done: 5, total: 9 });
    await other.answer('analysis_progress', { type: 'analyse', ref: 3 });
    const last = (sitter: Sitter): ServerMessage => sitter.heard.at(-1)!;
    expect([last(one), last(other)]).toMatchObject([
      { ref: 1, done: 5 },
      { ref: 3, done: 5, total: 9 },
    ]);
    one.leave();
    expect(asked[0]!.signal.aborted).toBe(false);
    const rough = { game: 'rough' } as Analysis;
    asked[0]!.tell({ rough });
    expect(last(other)).toMatchObject({ type: 'analysis_done', analysis: rough });
    other.leave();
    expect(asked).toHaveLength(1);
    expect(asked[0]!.signal.aborted).toBe(true);

    const third = there.sit(id, ask);
    await third.until(() => third.info);
    third.send({ type: 'analyse' });
    third.send({ type: 'play_on', number: 0, move: 'take 1' });
    await third.until(() => asked.length === 3);
    const quiet = vi.spyOn(console, 'error').mockReturnValue();
    failing[1]!(new Error('worker'));
    await third.until(() => last(third).type === 'failure');
    expect(last(third)).toMatchObject({ code: 'busy', details: { seconds: 1 } });
    third.leave();
    expect(asked[2]!.signal.aborted).toBe(true);
    expect(quiet).toHaveBeenCalledTimes(1);
    quiet.mockRestore();
    expect((await here.store.get(id))!.over).toBe(true);
  });
});

describe('a bot at a table in the browser', () => {
  it('stops thinking when nobody looks, and begins again when somebody does', async () => {
    const here = await newTab();
    const id = await here.newMatch('dam-it', [BOT, ME], []);
    const asked: AbortSignal[] = [];
    const ask: Ask = (what, question, signal) => {
      if (what !== 'decide' || asked.push(signal!) > 1) return here.direct(what, question, signal);
      return new Promise((_, failed) => signal!.addEventListener('abort', () => failed(signal!.reason)));
    };
    const me = here.sit(id, ask);
    await me.until(() => asked.length || me.legal.length);
    if (!asked.length) await me.move(); // I was the first
    await me.until(() => asked.length && me.now);
    const { number } = me.now!;
    me.leave();
    expect(asked[0]!.aborted).toBe(true);
    const again = here.sit(id, ask);
    await again.turn();
    expect(again.now).toMatchObject({ number: number + 1, pending: [1] });
  });
  it('plays at its level', async () => {
    remembered.delete('lodge.bots');
    const { me } = await begun('beaver-gang', [BOT, ME]);
    await me.move();
    await me.until(() => me.log.some((step) => step.seat === 0));
    expect(me.info!.seats[0]).toMatchObject({ kind: 'bot', level: 'gentle', name: 'Otis (gentle)' });
  });
});
