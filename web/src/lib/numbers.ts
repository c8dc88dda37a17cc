/** Chances and points as people read them, in the language of the page. */
import { language } from './i18n.svelte';
import type { Analysis } from './protocol';

export type Unit = Analysis['unit'];

/** A chance, or points. */
export function worth(unit: Unit, value: number): string {
  return format(unit, value, 'auto', unit === 'points' ? 1 : 0);
}

/** How much better or worse: with a sign, and finer where it is little. */
export function change(unit: Unit, value: number): string {
  return format(unit, value, 'exceptZero', digits(unit, value));
}

/** How much, whichever way. */
export function amount(unit: Unit, value: number): string {
  return format(unit, Math.abs(value), 'never', digits(unit, value));
}

/** Points as many as are shown, for "point" or "points". */
export const counted = (points: number) => Number(points.toFixed(1));

const digits = (unit: Unit, value: number) => (unit === 'points' || Math.abs(value) < 0.1 ? 1 : 0);

function format(
  unit: Unit,
  value: number,
  signDisplay: 'auto' | 'exceptZero' | 'never',
  most: number,
): string {
  const style = unit === 'points' ? 'decimal' : 'percent';
  const words = new Intl.NumberFormat(language(), { style, signDisplay, maximumFractionDigits: most });
  return words.format(value).replace('-', '−');
}
