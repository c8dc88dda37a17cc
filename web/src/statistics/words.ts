/** Statistics in words and numbers, in the language of the page. */
import { language, speaker } from '../lib/i18n.svelte';
import { levelName } from '../lib/names';
import type { Sum } from './figures';
import { ALONE, MIXED, PEOPLE, SHARED } from './results';

export const say = speaker<string>('statistics/messages');

const format = (value: number, options: Intl.NumberFormatOptions) =>
  new Intl.NumberFormat(language(), options).format(value).replace('-', '−');

/** The share of matches won; empty where none could be. */
export const share = ({ wins, winnable }: Sum) =>
  winnable ? format(wins / winnable, { style: 'percent', maximumFractionDigits: 0 }) : '';
export const mean = ({ points }: Sum) =>
  points === null ? '' : format(points, { maximumFractionDigits: 1 });

/** The weakest first. */
export const ORDER = ['gentle', 'steady', 'sharp', 'master', MIXED, PEOPLE, ALONE, SHARED];

/** Whom one played against. */
export const opponent = (against: string) =>
  [PEOPLE, MIXED, ALONE, SHARED].includes(against) ? say(`against_${against}`) : levelName(against);

/** A month in words. */
export const monthIn = (name: string, month: 'short' | 'long' = 'long') =>
  new Intl.DateTimeFormat(language(), {
    month,
    ...(month === 'long' && { year: 'numeric' }),
    timeZone: 'UTC',
  }).format(new Date(`${name}-15T12:00:00Z`));
export const dateIn = (moment: number) =>
  new Intl.DateTimeFormat(language(), { dateStyle: 'medium' }).format(moment);
