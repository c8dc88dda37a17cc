/** What luck or play did to a player, in words, where it can be told: how much depends on how far results are spread. */
import { amount, change, worth, type Unit } from '../lib/numbers';
import type { Analysis, Judged } from '../lib/protocol';

const STEPS = [0.1, 0.5, 1.5];
const HELPED = ['effect_none', 'effect_helped_little', 'effect_helped', 'effect_helped_much'] as const;
const HURT = ['effect_none', 'effect_hurt_little', 'effect_hurt', 'effect_hurt_much'] as const;

export function effect(value: number, noise: number, { spread }: Pick<Analysis, 'spread'>) {
  if (Math.abs(value) <= noise && noise >= (STEPS[0] ?? 0) * spread) return 'effect_unclear';
  const step = STEPS.filter((least) => Math.abs(value) >= least * spread).length;
  return (value < 0 ? HURT : HELPED)[step] ?? 'effect_none';
}

// What many moves add up to is no chance any more: it is told in hundredths of a win.
const scaled = (unit: Unit, value: number) => (unit === 'chance' ? 100 * value : value);

/** A line of the sum, and how far it may be off. */
export const part = (unit: Unit, value: number) => change('points', scaled(unit, value));
export const off = (unit: Unit, noise: number) => amount('points', scaled(unit, noise));
/** What the sum begins with, and what it comes to. */
export const whole = (unit: Unit, value: number) => worth('points', scaled(unit, value));

/** Whom a move changed most, and from what to what; of equals, who gains. */
export function swingOf(found: Analysis, { number, stands }: Judged) {
  const before = found.moves[number - 2]?.stands ?? found.start;
  const swings = stands.map((now, seat) => now - before[seat]!);
  const seat = swings.reduce((one, swing, at) => {
    const [most, here] = [Math.abs(swings[one]!), Math.abs(swing)];
    return here > most + 1e-6 || (here > most - 1e-6 && swing > swings[one]!) ? at : one;
  }, 0);
  return { seat, before: before[seat]!, now: stands[seat]! };
}

/** Whom luck helped most and whom it hurt most, where it can be told and mattered. */
export function luckOf(found: Analysis): { seat: number; value: number }[] {
  const lucks = found.standings.map((one, seat) => ({ seat, value: one.luck, noise: one.luck_noise }));
  lucks.sort((a, b) => b.value - a.value);
  const told = lucks.filter(
    ({ value, noise }) => !['effect_none', 'effect_unclear'].includes(effect(value, noise, found)),
  );
  const [lucky, unlucky] = [told.find(({ value }) => value > 0), told.findLast(({ value }) => value < 0)];
  return [lucky, unlucky].filter((one) => one !== undefined);
}
