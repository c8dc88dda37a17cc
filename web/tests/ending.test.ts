/** How the end of a match is told. */
import { describe, expect, it } from 'vitest';
import { bestOf } from '../src/ending/best';
import { countedUp, stepsOf, tellersOf } from '../src/ending/steps';
import type { ScoreLine } from '../src/games/game';
import { lastHexes } from '../src/games/amik/model';
import { hexes } from '../src/games/amik/land';
import type { Result } from '../src/statistics/results';
import { result } from './helpers/results';

const lines = (...points: number[]): ScoreLine[] =>
  points.map((one, i) => ({ label: `line ${i}`, detail: '', points: one }));

describe('what is told', () => {
  const both = [lines(12, 0, -4, 0), lines(7, 0, 0, 3)];

  it('line by line, all at once where there is one board; what brought nobody anything is left out', () => {
    const steps = stepsOf(both, null);
    expect(steps.map(({ line }) => line)).toEqual([0, 2, 3]);
    expect([0, 1, 2, 3].map((done) => countedUp(both, steps, done, 0))).toEqual([0, 12, 8, 8]);
    expect([0, 1, 2, 3].map((done) => countedUp(both, steps, done, 1))).toEqual([0, 7, 7, 10]);
  });

  it('where each has a board, mine and then that of who won; the others are told at the end', () => {
    const three = [...both, lines(1, 1, 1, 1)];
    const steps = stepsOf(three, tellersOf([1], [0]));
    expect(steps).toEqual([
      { seat: 1, line: 0 },
      { seat: 1, line: 3 },
      { seat: 0, line: 0 },
      { seat: 0, line: 2 },
    ]);
    expect(countedUp(three, steps, 3, 1)).toBe(10);
    expect(countedUp(three, steps, 3, 0)).toBe(12);
    expect(countedUp(three, steps, 3, 2)).toBeNull();
    expect(tellersOf([], [2, 3])).toEqual([2]);
    expect(tellersOf([2], [2])).toEqual([2]);
  });
});

describe('my best', () => {
  const alone: Partial<Result> = { game: 'amik', seats: 1, against: 'alone', won: null, moves: null };
  const line = (id: string, points: number | null, more: Partial<Result> = {}) =>
    result({ id, ended: Number(id), points, ...alone, ...more });

  it('is told when it is beaten, and what it is otherwise', () => {
    const before = [line('1', 51), line('2', 40), line('3', 90, { game: 'dam-it' })];
    expect(bestOf([...before, line('4', 57)], '4', true)).toEqual({ points: 57, before: 51 });
    expect(bestOf([...before, line('4', 51)], '4', true)).toEqual({ points: 51, before: null });
    expect(bestOf([...before, line('4', 30)], '4', true)).toEqual({ points: 51, before: null });
    expect(bestOf([...before, line('4', 30)], '4', false)).toEqual({ points: 30, before: 40 });
  });

  it('is not told of a first match, of a level, or of one that does not count', () => {
    expect(bestOf([line('4', 57)], '4', true)).toBeNull();
    expect(bestOf([line('1', 51), line('4', 57, { level: 2 })], '4', true)).toBeNull();
    expect(bestOf([line('1', 51), line('4', null)], '4', true)).toBeNull();
    expect(bestOf([line('1', 51)], '4', true)).toBeNull();
  });
});

it('the hexes of a last move are those of the seat, in this landscape', () => {
  const log = [
    { seat: 0, events: [{ event: 'upgrade' as const, seat: 0, hex: 'e6', to: 'river' as const }] },
    { seat: 1, events: [{ event: 'cut' as const, seat: 1, hex: 'e7', upgrades: 1 }] },
    { seat: 0, events: [{ event: 'done' as const, seat: 0 }] },
  ];
  expect(lastHexes(log, 0)).toEqual(hexes('e6'));
  expect(lastHexes(log, 1)).toEqual(hexes('e7'));
  const next = [...log, { seat: 1, events: [{ event: 'landscape' as const, number: 2 }] }];
  expect(lastHexes(next, 0)).toEqual([]);
});
