/** Clocks, in words; and which of them nobody sits by. */
import { t } from '../lib/i18n.svelte';

const DAY = 86_400;
const HOUR = 3600;

/** When somebody is told that time runs short, of a limit in seconds that ends at a moment in milliseconds; as the server has it. */
export const shortAt = (limit: number, deadline: number) =>
  limit < HOUR ? null : deadline - Math.min(limit / 4, 12 * HOUR) * 1000;

/** Whether nobody sits by this clock: as the server has it, a bot then plays only for somebody whose time was up. */
export const slow = ({ clock, total }: { clock: number | null; total: number | null }) =>
  (clock ?? total ?? 0) >= HOUR;

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
