/** Seconds a move, in words. */
import { t } from '../lib/i18n.svelte';

const DAY = 86_400;
const HOUR = 3600;

export function clockName(seconds: number): string {
  if (seconds >= DAY) return t('clock_days', { count: Math.round(seconds / DAY) });
  if (seconds >= HOUR) return t('clock_hours', { count: Math.round(seconds / HOUR) });
  if (seconds >= 120) return t('clock_minutes', { count: Math.round(seconds / 60) });
  return t('clock_seconds', { count: seconds });
}

/** What is left, short: never more than there is. */
export function left(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  if (seconds >= 2 * DAY) return t('clock_days', { count: Math.floor(seconds / DAY) });
  if (seconds >= HOUR) return t('clock_hours', { count: Math.floor(seconds / HOUR) });
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
