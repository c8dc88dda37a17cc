/** What the bots are called. */
import { t, type Key } from '../lib/i18n.svelte';
import type { SeatInfo } from '../lib/protocol';

const KEYS: Record<string, Key> = { random: 'level_random', greedy: 'level_greedy', search: 'level_search' };

export function levelName(level: string): string {
  const key = KEYS[level];
  return key ? t(key) : level;
}

/** What somebody without a name is called, where some names are taken. */
export function guestName(taken: string[]): string {
  const guest = t('guest');
  let name = guest;
  for (let count = 2; taken.includes(name); count++) name = `${guest} ${count}`;
  return name;
}

/** The name to show for a seat that only its name is known of. */
export function plainName(name: string, seat: number): string {
  const level = /^[a-z]+(?=( \d+)?$)/i.exec(name)?.[0].toLowerCase() ?? '';
  return level in KEYS ? animal(seat) : name;
}

function animal(seat: number): string {
  const names = t('bot_names').split(', ');
  return names[seat % names.length] ?? '';
}

/** The name to show for a seat: a bot that is only named after its level is called after an animal of the river. */
export function seatName(seat: SeatInfo): string {
  const plain =
    seat.kind === 'bot' && seat.level && seat.name.toLowerCase().startsWith(seat.level.toLowerCase());
  return plain ? animal(seat.seat) : seat.name;
}
