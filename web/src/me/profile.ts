/** What I have set, to be the same on all of my devices: name, animal, colour, and how the page looks and sounds. */
import { api } from '../lib/api';
import { asPlayer } from '../lib/games';
import { language, LANGUAGES, setLanguage, type Language } from '../lib/i18n.svelte';
import type { PlayerInfo, Profile } from '../lib/protocol';
import { settings, type Theme } from '../lib/settings.svelte';
import { keep } from '../lib/storage';

/** As they are kept (lib/settings.svelte.ts and others). */
const NAMES = ['theme', 'sound', 'volume', 'pace', 'confirm', 'side', 'coordinates'] as const;
const SYNCED = 'profile';

export function profile(): Profile {
  const kept = NAMES.map((name) => [name, keep.get(name)] as const);
  const set = kept.filter((entry): entry is [(typeof NAMES)[number], string] => entry[1] !== null);
  return {
    name: settings.name.trim(),
    character: settings.character,
    colour: settings.colour,
    settings: { ...Object.fromEntries(set), language: language() },
  };
}

/** Be as another device says. */
export async function adopt({ name, character, colour, settings: kept }: Profile): Promise<void> {
  const set = kept as Record<string, string | undefined>;
  for (const one of NAMES) if (set[one] !== undefined) keep.set(one, set[one]);
  [settings.name, settings.character, settings.colour] = [name, character, colour ?? ''];
  if (set['theme']) settings.theme = set['theme'] as Theme;
  const spoken = set['language'] ?? '';
  if (spoken in LANGUAGES) {
    keep.set('language', spoken);
    await setLanguage(spoken as Language);
  }
  remember();
}

/** How it was when all devices were the same. */
export const remember = () => keep.set(SYNCED, JSON.stringify(profile()));

/** Tell the others what was changed here since, or hear what was changed there. Who has one device tells nobody. */
export async function share(): Promise<PlayerInfo> {
  const [before, now] = [keep.get(SYNCED), profile()];
  const changed = before !== null && before !== JSON.stringify(now);
  const found = await asPlayer((player) => api.player({ player, profile: changed ? now : null }));
  if (before !== null && found.profile && !changed) await adopt(found.profile);
  else if (changed) remember();
  return found;
}
