/** Hints, analyses and what-ifs are those of Python. */
import { describe, expect, it } from 'vitest';
import { Bot, Match, replay } from '../src/engine';
import { analyse, hint, playoutsFor, possible, weigh, whatIf } from '../src/engine/analysis';
import { lastWorths } from '../src/engine/exact';
import { exceeded, percentile } from '../src/engine/analysis/numbers';
import { sow } from '../src/engine/search';
import { runNow } from '../src/engine/task';
import type { Analysis, Choice, WhatIf } from '../src/lib/protocol';
import { fixture } from './helpers/fixtures';
import { freshGame } from './helpers/games';

interface Kept {
  record: { game: string; seats: string[] };
  playouts: number;
  by_time: number[];
  analysis: Analysis;
  hint: { number: number; choices: Choice[] };
  what_if: WhatIf;
  /** Of the last turn: after how many moves, and by action what it brings each seat. */
  last: [number: number, worths: [action: number, worths: number[]][]][];
}
const kept = fixture<Kept[]>('analysis');
const EVERY = 11;

/** The same values; numbers to nine digits. */
function alike(found: unknown, told: unknown, where = ''): void {
  if (typeof told === 'number') {
    const near = typeof found === 'number' && Math.abs(found - told) <= 1e-9 * Math.max(1, Math.abs(told));
    if (!near) expect.fail(`${where}: ${String(found)} is not ${told}`);
  } else if (typeof told === 'object' && told) {
    expect(Object.keys(found as object).sort(), where).toEqual(Object.keys(told).sort());
    for (const [name, value] of Object.entries(told))
      alike((found as Record<string, unknown>)[name], value, `${where}.${name}`);
  } else expect(found, where).toEqual(told);
}

describe.each(kept.map((one) => [`${one.record.game} for ${one.record.seats.length}`, one] as const))(
  '%s',
  (_, one) => {
    it('is analysed as in Python', async () => {
      const match = replay(await freshGame(one.record.game), one.record);
      const done: number[] = [];
      const found = await analyse(match, {
        playouts: one.playouts,
        progress: (moves, total) => {
          expect(total).toBe(match.number);
          done.push(moves);
        },
      });
      expect(done).toEqual(found.moves.map(({ number }) => number));
      alike({ ...found, moves: found.moves.filter((_, i) => i % EVERY === 0) }, one.analysis);
      for (const { start, luck, own, others, result } of found.standings)
        expect(start + luck + own + others).toBeCloseTo(result, 9);
    }, 120_000);

    it('has the same hint, what-if and budget', async () => {
      const match = replay(await freshGame(one.record.game), one.record);
      const { game } = match;
      const module = game.lend();
      const [desk, luck] = [{ game, module }, module.record('Luck')];
      const { number, choices } = one.hint;
      sow(module, luck, BigInt(number), 5n);
      const { seat } = match.moveAt(number + 1);
      const searcher = Bot.searching(game, one.playouts, match.seats);
      const asked = { searcher, playouts: one.playouts, compared: false };
      alike(runNow(weigh(desk, match.stateAt(number), seat, luck, asked)).choices, choices);
      const { what_if: told } = one;
      alike(await whatIf(match, told.number, told.move, { games: told.games }), told);
      for (const [number, told] of one.last) {
        const { seat } = match.moveAt(number + 1);
        expect([...lastWorths(game, module, match.stateAt(number), seat)]).toEqual(told);
      }
      expect([2, 20].map((seconds) => playoutsFor(desk, match, seconds))).toEqual(one.by_time);
    }, 60_000);
  },
);

it('is known exactly what the last turn of Donnant Donnant comes to', () => {
  const told = kept.filter(({ last }) => last.length).map(({ record }) => record.game);
  expect(told).toEqual(['donnant', 'donnant']);
});

describe('an analysis', () => {
  const of = async (which: number) => replay(await freshGame(kept[which]!.record.game), kept[which]!.record);

  it('is of a match that is over', async () => {
    const match = new Match(await freshGame('dam-it'), 2, { seed: '2' });
    await expect(analyse(match)).rejects.toThrow('hidden');
    expect(() => possible(match, 0)).toThrow('hidden');
  });
  it('can be stopped, and gives back what it had borrowed', async () => {
    const match = await of(0);
    const stop = new AbortController();
    const progress = (done: number) => done === 3 && stop.abort(new Error('enough'));
    await expect(analyse(match, { playouts: 20, progress, signal: stop.signal })).rejects.toThrow('enough');
    expect((await analyse(match, { seconds: 0.1 })).playouts).toBeGreaterThanOrEqual(16);
  });
  it('asks what if only where something was decided, and of what was possible', async () => {
    const match = await of(0);
    await expect(whatIf(match, match.number, 'take 1')).rejects.toThrow('no_position');
    await expect(whatIf(match, 0, 'jump')).rejects.toThrow('not_a_move');
    await expect(whatIf(match, 0, 'build 7 with oak')).rejects.toThrow('not_possible');
    const text = match.game.moves.text(possible(match, 0)[0]!);
    expect((await whatIf(match, 0, text, { seconds: 0.01 })).games).toBeGreaterThanOrEqual(16);
  });
  it('hints in a moment', async () => {
    const match = await of(0);
    const [state, { seat, action }] = [match.stateAt(4), match.moveAt(5)];
    const searcher = await Bot.open(match.game, 'master:50ms', 2);
    const found = await hint(match.game, state, seat, { searcher, seconds: 0.05, than: action });
    expect(found.actions).toContain(action);
    expect(found.choices[0]).toMatchObject({ edge: 0, why: null });
  });
  it('counts as Python does', () => {
    expect(exceeded(0.025)).toBeCloseTo(1.9599639845400545, 12);
    expect(exceeded(0.05 / 2 / 7200)).toBeCloseTo(4.495384196562725, 12);
    expect(percentile(new Float64Array([5, 1, 4, 2, 3, 6]), 0.1)).toBe(1);
    expect(percentile(new Float64Array([5, 1, 4, 2, 3, 6]), 0.9)).toBe(5);
  });
});
