/** What the bots are called. */
import { t, type Key } from '../lib/i18n.svelte';
import type { SeatInfo } from '../lib/protocol';

const KEYS: Record<string, Key> = {
  gentle: 'level_gentle',
  steady: 'level_steady',
  sharp: 'level_sharp',
  master: 'level_master',
};

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

/** The name to show for a seat: bots are called after animals of the river. */
export function seatName({ seat, name, level }: Pick<SeatInfo, 'seat' | 'name' | 'level'>): string {
  const animals = t('bot_names').split(', ');
  return level === null ? name : (animals[seat % animals.length] ?? name);
}
