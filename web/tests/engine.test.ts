import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import * as engine from '../src/engine';
import { Bot, check, Game, load, Match, Module, replay, toJson, verify, type Viewer } from '../src/engine';
import { solve } from '../src/engine/exact';
import { luckFor } from '../src/engine/luck';
import { fixture } from './helpers/fixtures';
import { freshGame } from './helpers/games';

interface Played {
  game: string;
  seats: number;
  options: string[];
  seed: string;
  moves: number;
  marks: string;
  scores: number[];
  record: string;
  replay: string;
  decisions: { number: number; seat: number; bots: Record<string, number> }[];
  exact: (number | null)[];
}
const kept = fixture<{
  matches: Played[];
  records: { good: string; says: string; bad: { key: string; change: object; says: string }[] };
}>('engine');

const NAMES = ['Ada', 'Bö "b"', 'Cy\t😀', 'Di\\/', 'Éa\u2028', 'Fy\u0001', 'Gu', 'Ho'];
const [LOOKS, MARKS] = [16, 64];

// --- the games as they are shipped ------------------------------------------------------------------------

const games = new Map<string, Promise<Game>>();

/** A game; levels have all the time that they need. */
const opened = (id: string): Promise<Game> =>
  freshGame(id, (data) => {
    const levels = Object.entries(data.levels).map(([name, level]) => [
      `${name} without a clock`,
      { ...level, milliseconds: null },
    ]);
    return { ...data, levels: { ...data.levels, ...Object.fromEntries(levels) } };
  });
const open = (id: string): Promise<Game> => {
  if (!games.has(id)) games.set(id, opened(id));
  return games.get(id)!;
};

// --- the same matches as in Python ------------------------------------------------------------------------

/** A hash that does not depend on the order of keys. */
const digest = (values: unknown): string => createHash('sha256').update(ordered(values)).digest('hex');

function ordered(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(ordered).join()}]`;
  if (typeof value !== 'object' || !value) return JSON.stringify(value);
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([key, one]) => `${JSON.stringify(key)}:${ordered(one)}`).join()}}`;
}

function told(match: Match, everything: boolean): unknown[] {
  const found: unknown[] = [
    [match.pending, match.pending.slice(0, 1).map((seat) => match.legalActions(seat))],
  ];
  if (!everything) return found;
  const eyes: Viewer[] = [null, ...Array(match.seats).keys()];
  const undo = eyes.map((eye) => match.canUndo(eye));
  found.push([match.views(eyes), match.scores, match.places, match.winners, undo]);
  if (match.number) found.push(match.told(match.number, eyes));
  if (match.number > 1 && !match.over) found.push(match.told(match.number - 1, eyes));
  return found;
}

function played(game: Game, { seats, seed, options }: Played): { match: Match; marks: string } {
  const match = new Match(game, seats, { seed, options, names: NAMES.slice(0, seats) });
  let [mark, marks, turns] = ['', '', 0];
  for (;;) {
    mark = digest([mark, ...told(match, turns < LOOKS || turns % LOOKS === 0 || match.over)]);
    if (turns % MARKS === 0 || match.over) marks += mark.slice(0, 8);
    if (match.over) return { match, marks };
    const lot = parseInt(mark.slice(0, 8), 16);
    turns += 1;
    if (lot % 5 === 0 && match.canUndo()) {
      match.undo();
      continue;
    }
    const seat = match.pending[lot % match.pending.length]!;
    const legal = match.legalActions(seat);
    match.play(seat, legal[Math.floor(lot / 256) % legal.length]!);
  }
}

describe.each(kept.matches.map((one) => [`${one.seed}`, one] as const))('%s', (_, one) => {
  it('is the same match, seen the same by everybody, with the same record', async () => {
    const game = await open(one.game);
    const { match, marks } = played(game, one);
    expect(marks).toBe(one.marks);
    expect([match.number, match.scores]).toEqual([one.moves, one.scores]);
    expect(digest([match.replayView(Math.floor(match.number / 2)), match.replayEvents(match.number)])).toBe(
      one.replay,
    );
    const text = toJson(match.record());
    expect(createHash('sha256').update(text).digest('hex')).toBe(one.record);
    const verdict = verify(game, text);
    expect([verdict.finished, verdict.moves]).toEqual([true, one.moves]);
    expect(toJson(verdict.match.record())).toBe(text);
    const last = one.exact.map((_, i) => exact(game, match, match.number - one.exact.length + i));
    expect(last).toEqual(one.exact);
    await decided(game, match, one);
  }, 120_000);
});

/** What is certainly best at the end of a match. */
function exact(game: Game, match: Match, number: number): number | null {
  const module = game.lend();
  const state = module.record('State');
  module.fill(state, match.stateAt(number));
  return solve(module, state, match.moveAt(number + 1).seat);
}

/** Bots decide as they do in Python. */
async function decided(game: Game, match: Match, { decisions }: Played): Promise<void> {
  const sown = (number: number) => lucky(game, BigInt(number), 5n);
  for (const { number, seat, bots } of decisions) {
    const found = Object.keys(bots).map(async (spec) => {
      const bot = await Bot.open(game, spec, match.seats);
      const action = bot.decideNow(match.stateAt(number), seat, sown(number));
      return [spec, action] as const;
    });
    expect(Object.fromEntries(await Promise.all(found))).toEqual(bots);
  }
}

function lucky(game: Game, seed: bigint, stream: bigint): readonly [number, number, number, number] {
  const module = game.lend();
  const luck = module.record('Luck');
  module.call('luck.sow', luck, seed, stream);
  const [a, b, c, d] = module.numbers(module.field(luck, 'lane')) as [number, number, number, number];
  game.giveBack(module);
  return [a, b, c, d];
}

// --- records ----------------------------------------------------------------------------------------------

describe('a record', () => {
  const { good, bad } = kept.records;

  it('of Python is proved', async () => {
    const found = check(await open('dam-it'), good);
    expect(found).toMatchObject({ fine: { finished: true, proved: ['seal', 'marks', 'moves', 'result'] } });
    expect(toJson(load(good))).toBe(good);
  });
  it.each(bad.map((one) => [one.key, one] as const))(
    'that is wrong is found out: %s',
    async (key, { change }) => {
      const values = { ...(JSON.parse(good) as object), ...change };
      expect(check(await open('dam-it'), values)).toMatchObject({ wrong: { key, name: 'BadRecord' } });
    },
  );
  it('covers every way in which it can be wrong', () => {
    expect(bad.map(({ key }) => key)).toHaveLength(16);
  });
  it('that is no JSON is refused', async () => {
    expect(check(await open('dam-it'), '{')).toMatchObject({ wrong: { key: 'record_unreadable' } });
  });
  it('that begins in a position is not for us', async () => {
    const values = { ...(JSON.parse(good) as object), position: { river: [] } };
    expect(check(await open('dam-it'), values)).toMatchObject({ wrong: { key: 'position' } });
  });
  it('of a match that is not over can be played on with its seed', async () => {
    const match = new Match(await open('dam-it'), 2, { seed: '2' });
    match.play(0, 'take 1');
    const record = match.record();
    expect(record.seed).toBeNull();
    expect(() => replay(match.game, record)).toThrow('record_no_seed');
    expect(replay(match.game, record, '2').history).toEqual([{ seat: 0, text: 'take 1' }]);
    const own = match.record({ secret: true });
    expect(verify(match.game, own)).toMatchObject({ finished: false, proved: ['seal', 'marks', 'moves'] });
  });
});

// --- matches ----------------------------------------------------------------------------------------------

describe('a match', () => {
  it('takes moves as values, as texts and as numbers', async () => {
    const match = new Match(await open('dam-it'), 2, { seed: '2' });
    match.play(0, ' Take  1 ');
    match.play(1, { do: 'take', place: 2 });
    match.play(0, match.legalActions(0)[0]!);
    expect(match.number).toBe(3);
    const { moves } = match.game;
    const build = moves.action('build 5 with birch+pine');
    expect(moves.action({ do: 'build', cost: 5, cards: ['pine', 'birch'] })).toBe(build);
    expect(moves.move(build)).toEqual({ do: 'build', cost: 5, cards: ['birch', 'pine'] });
  });
  it.each(['dam-it', 'beaver-gang', 'amik', 'donnant'])(
    'of %s knows every move by its value and its text',
    async (id) => {
      const { moves } = await open(id);
      const actions = [...Array(moves.count).keys()];
      expect(actions.map((action) => moves.action(moves.text(action)))).toEqual(actions);
      expect(actions.map((action) => moves.action(moves.move(action)))).toEqual(actions);
    },
  );
  it('says what is wrong, with a key', async () => {
    const game = await open('dam-it');
    const match = new Match(game, 2, { seed: '2' });
    const wrong = (ask: () => unknown, key: string) => expect(ask).toThrow(expect.objectContaining({ key }));
    wrong(() => new Match(game, 9), 'seats');
    wrong(() => new Match(game, 2, { options: ['none'] }), 'unknown_option');
    wrong(() => new Match(game, 2, { names: ['Ann'] }), 'names');
    wrong(() => match.play(0, 'jump'), 'not_a_move');
    wrong(() => match.play(0, 99_999), 'not_a_move');
    wrong(() => match.play(0, { do: 'take', place: 1, at: 2 }), 'not_a_move');
    wrong(() => match.play(1, 'take 1'), 'not_your_turn');
    wrong(() => match.play(2, 'take 1'), 'no_seat');
    wrong(() => match.play(0, 'build 7 with oak'), 'not_possible');
    wrong(() => match.undo(), 'undo_nothing');
    wrong(() => match.events(1), 'no_move');
    wrong(() => match.stateAt(1), 'no_position');
    wrong(() => match.replayView(0), 'hidden');
    match.play(0, 'take 1');
    wrong(() => match.undo(), 'undo_shown');
    wrong(() => match.undo(1), 'undo_not_yours');
    const over = replay(game, kept.records.good);
    wrong(() => over.play(0, 'take 1'), 'over');
    const level = await open('donnant');
    wrong(() => new Match(level, 1, { options: ['level-2', 'level-3'] }), 'one_option');
  });
  it('without a seed has one that nobody knows', async () => {
    const game = await open('dam-it');
    const [one, other] = [new Match(game, 2), new Match(game, 2)];
    expect(one.commitment).not.toBe(other.commitment);
    expect(one.seed).toBeNull();
    expect(engine.newSeed()).toMatch(/^[0-9a-f]{64}$/);
  });
  it('tells how it would end, and ends nothing', async () => {
    const game = await open('dam-it');
    const full = replay(game, kept.records.good);
    const record = load(kept.records.good);
    const before = {
      ...record,
      moves: record.moves.slice(0, -1),
      chain: record.chain.slice(0, -1),
      scores: null,
    };
    const match = replay(game, { ...before, winners: null });
    const { seat, action } = full.moveAt(full.number);
    expect(match.ending(seat, action)).toEqual(full.scores);
    expect(match.over).toBe(false);
    expect([match.number, full.moveAt(full.number).free]).toEqual([full.number - 1, false]);
  });
});

// --- bots -------------------------------------------------------------------------------------------------

describe('a bot', () => {
  it('keeps to its time, and can be stopped', async () => {
    const match = new Match(await open('dam-it'), 2, { seed: '2' });
    const bot = await Bot.open(match.game, 'search:60ms', 2);
    const began = performance.now();
    const action = await bot.decide(match.state, 0);
    expect(performance.now() - began).toBeLessThan(2000);
    expect(match.legalActions(0)).toContain(action);
    const long = await Bot.open(match.game, 'search:60000ms', 2);
    const stop = new AbortController();
    setTimeout(() => stop.abort(new Error('enough')), 30);
    await expect(long.decide(match.state, 0, { signal: stop.signal })).rejects.toThrow('enough');
  });
  it('weighs what can be played', async () => {
    const match = new Match(await open('dam-it'), 2, { seed: '2' });
    const bot = await Bot.open(match.game, 'search:200', 2);
    const found = await bot.weigh(match.state, 0, { luck: luckFor('a', 1) });
    expect(found.reduce((sum, { visits }) => sum + visits, 0)).toBe(200);
    expect(found[0]!.value).toBeGreaterThan(0);
    const [patient, luck] = [await bot.decide(match.state, 0, { luck: luckFor('a', 1) }), luckFor('a', 1)];
    expect(bot.decideNow(match.state, 0, luck)).toBe(patient);
    await expect((await Bot.open(match.game, 'greedy', 2)).weigh(match.state, 0)).rejects.toThrow(
      'unknown_bot',
    );
  });
  it('must exist, and have its net', async () => {
    const game = await open('dam-it');
    await expect(Bot.open(game, 'search:5x2', 2)).rejects.toThrow('unknown_bot');
    const bare = new Game(game.lend(), game.data);
    await expect(Bot.open(bare, 'master', 2)).rejects.toThrow('net');
    const broken = new Game(game.lend(), game.data, async () => new Uint8Array(40));
    await expect(Bot.open(broken, 'master', 2)).rejects.toThrow('net');
    expect(await Bot.open(game, 'search', 2)).toBeInstanceOf(Bot);
  });
});

describe('a module', () => {
  it('refuses what it does not have', async () => {
    const module: Module = (await open('dam-it')).lend();
    const state = module.record('State');
    expect(() => module.record('Stone')).toThrow('no Stone');
    expect(() => module.field(state, 'stone')).toThrow('no field');
    expect(() => module.row(module.rows('i16', 2), 2)).toThrow('no row');
    expect(() => module.get(state, 1)).toThrow('no number');
    expect(() => module.call('jump')).toThrow('no entry');
    expect(() => module.call('pending')).toThrow('takes 1');
    expect(() => module.call('pending', module.record('Luck'))).toThrow('is State');
  });
  it('reads and writes numbers of every width', async () => {
    const module = (await open('dam-it')).lend();
    for (const type of ['i8', 'u8', 'i16', 'u16', 'i32', 'u32', 'i64']) {
      const block = module.rows(type, 3);
      module.set(block, 77, 2);
      expect(module.numbers(block)).toEqual([0, 0, 77]);
    }
  });
  it('does not go with the data of another', async () => {
    const game = await open('dam-it');
    expect(() => new Game(game.lend(), { ...game.data, rules: 99 })).toThrow('stale');
    const runs = game.data.moves.runs.slice(1);
    expect(() => new Game(game.lend(), { ...game.data, moves: { ...game.data.moves, runs } })).toThrow(
      'stale',
    );
  });
});
