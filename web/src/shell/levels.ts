/** What the bots are called. */
import { t, type Key } from '../lib/i18n.svelte';
import type { SeatInfo } from '../lib/protocol';

const KEYS: Record<string, Key> = { random: 'level_random', greedy: 'level_greedy', search: 'level_search' };

export function levelName(level: string): string {
  const key = KEYS[level];
  return key ? t(key) : level;
}

/** The name to show for a seat: a bot that is only named after its level is called after an animal of the river. */
export function seatName(seat: SeatInfo): string {
  const plain =
    seat.kind === 'bot' && seat.level && seat.name.toLowerCase().startsWith(seat.level.toLowerCase());
  if (!plain) return seat.name;
  const names = t('bot_names').split(', ');
  return names[seat.seat % names.length] ?? seat.name;
}
