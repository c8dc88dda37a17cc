import { describe, expect, it } from 'vitest';
import { CHARACTERS, NAMES, seatPattern } from '../src/lib/characters';
import { EXPRESSIONS, face, TEMPERS, temperOf } from '../src/lib/faces';
import { mood, swingsOf } from '../src/lib/moods';
import type { Result } from '../src/lib/protocol';

const drawn = (name: string, expression: (typeof EXPRESSIONS)[number], level: string | null = null) =>
  JSON.stringify(face(CHARACTERS[name]!, expression, temperOf(level)));

describe('faces', () => {
  it('differ by expression and by temper, for every animal', () => {
    for (const name of NAMES) {
      const expressions = EXPRESSIONS.map((one) => drawn(name, one));
      const tempers = [null, ...TEMPERS].map((one) => drawn(name, 'calm', one));
      expect(new Set(expressions).size, name).toBe(6);
      expect(new Set(tempers).size, name).toBe(5);
      expect(expressions.join(tempers.join()), name).not.toContain('NaN');
    }
    expect(temperOf('random')).toBeNull();
  });

  it('are in front of a pattern that no other seat has', () => {
    expect(new Set(Array.from({ length: 8 }, (_, seat) => seatPattern(seat))).size).toBe(8);
  });
});

describe('moods', () => {
  const seat = { seat: 1, kind: 'human' as const, connected: true, stand_in: null };
  const playing = { pending: [] as number[], result: null };
  const result = (places: number[]) => ({ places }) as Result;

  it('follow the game', () => {
    expect(mood(seat, playing)).toBe('calm');
    expect(mood(seat, { ...playing, pending: [1] })).toBe('thinking');
    expect(mood({ ...seat, connected: false }, { ...playing, pending: [1] })).toBe('asleep');
    expect(mood({ ...seat, connected: false }, { ...playing, live: false })).toBe('calm');
    expect(mood({ ...seat, kind: 'bot', connected: false }, playing)).toBe('calm');
    expect(mood({ ...seat, connected: false, stand_in: 'steady' }, playing)).toBe('calm');
  });

  it('show a big moment, and nothing of small ones', () => {
    expect(mood(seat, { ...playing, swings: [0, 7] })).toBe('glad');
    expect(mood(seat, { ...playing, swings: [9, -5] })).toBe('cross');
    expect(mood(seat, { ...playing, swings: [9, 2] })).toBe('calm');
    expect(swingsOf([3, 4], [10, 4], true)).toEqual([7, 0]);
    expect(swingsOf([3, 4], [10, 4], false)).toEqual([-7, 0]);
    expect(swingsOf([], [10, 4], true)).toEqual([0, 0]);
  });

  it('tell how it ended', () => {
    expect(mood(seat, { ...playing, result: result([2, 1, 3]) })).toBe('proud');
    expect(mood(seat, { ...playing, result: result([1, 2, 3]) })).toBe('glad');
    expect(mood(seat, { ...playing, result: result([1, 3, 2]) })).toBe('cross');
    expect(mood({ ...seat, seat: 0 }, { ...playing, result: result([1]) })).toBe('proud');
  });
});
