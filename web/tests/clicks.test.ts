import { describe, expect, it } from 'vitest';
import { astray, newScreen } from '../src/lib/clicks';

const click = (on: object, { detail = 1, x = 100, y = 100 } = {}) =>
  ({ detail, clientX: x, clientY: y, target: on }) as unknown as MouseEvent;

describe('a click that was not meant for what is under it', () => {
  const [button, card, other] = [{}, {}, {}];

  it('is the second of a double click, on something that has come there meanwhile', () => {
    expect(astray(click(button))).toBe(false);
    expect(astray(click(card, { detail: 2 }))).toBe(true);
    expect(astray(click(card, { detail: 3 }))).toBe(true);
  });

  it('is not the second on the same thing', () => {
    expect(astray(click(card))).toBe(false);
    expect(astray(click(card, { detail: 2 }))).toBe(false);
  });

  it('is one at the same place just after a new screen appeared there', () => {
    expect(astray(click(button), 1)).toBe(false);
    newScreen();
    const then = performance.now();
    expect(astray(click(card), then + 300)).toBe(true);
    expect(astray(click(card, { x: 300 }), then + 300)).toBe(false);
    expect(astray(click(other, { x: 300 }), then + 2000)).toBe(false);
  });

  it('is never one by a key', () => {
    expect(astray(click(button))).toBe(false);
    newScreen();
    expect(astray(click(card, { detail: 0 }))).toBe(false);
  });
});
