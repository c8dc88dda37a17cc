/** What the bots are called. */
import { t, type Key } from '../lib/i18n.svelte';

const KEYS: Record<string, Key> = { random: 'level_random', greedy: 'level_greedy', search: 'level_search' };

export function levelName(level: string): string {
  const key = KEYS[level];
  return key ? t(key) : level;
}
