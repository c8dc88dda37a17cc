/** Chances and points as people read them, in the language of the page. */
import { language } from './i18n.svelte';
import type { Analysis } from './protocol';

export type Unit = Analysis['unit'];

/** A chance or points; `signed`: more or less than something. */
export function worth(unit: Unit, value: number, signed = false): string {
  const style: Intl.NumberFormatOptions =
    unit === 'points'
      ? { maximumFractionDigits: 1, minimumFractionDigits: signed ? 1 : 0 }
      : { style: 'percent', maximumFractionDigits: signed && Math.abs(value) < 0.1 ? 1 : 0 };
  return format(value, style, signed);
}

/** Points more or less. */
export function gained(points: number): string {
  return worth('points', points, true);
}

function format(value: number, style: Intl.NumberFormatOptions, signed: boolean): string {
  const words = new Intl.NumberFormat(language(), { ...style, signDisplay: signed ? 'exceptZero' : 'auto' });
  return words.format(value).replace('-', '−');
}
