/** What players and bots are called. */
import { CHARACTERS, isCharacter } from './characters';
import { temperOf } from './faces';
import { t } from './i18n.svelte';
import type { SeatInfo } from './protocol';

export function levelName(level: string): string {
  const temper = temperOf(level);
  return temper ? t(`level_${temper}`) : level;
}

/** Without what it means. */
export const shortName = (level: string) => levelName(level).replace(/ \(.*\)$/, '');

/** What somebody without a name is called, where some names are taken. */
export function guestName(taken: string[]): string {
  const guest = t('guest');
  let name = guest;
  for (let count = 2; taken.includes(name); count++) name = `${guest} ${count}`;
  return name;
}

/** What an animal is called. */
export function characterName(character: string): string {
  return isCharacter(character) ? t(`character_${character}`) : character;
}

type Named = Pick<SeatInfo, 'name' | 'level' | 'character'>;

/** The name to show for a seat: bots are regulars of the lodge, one for each animal. */
export function seatName({ name, level, character }: Named): string {
  return level === null ? name : (CHARACTERS[character]?.regular ?? name);
}

/** Made once: a comparison without it makes one, which takes longer than all the rest. */
const letters = new Intl.Collator(undefined, { sensitivity: 'base' });

/** The names of all; where a person is called like a bot, the bot's animal stands beside its name. */
export function seatNames(seats: readonly Named[]): string[] {
  const names = seats.map(seatName);
  return seats.map(({ level, character }, seat) => {
    const name = names[seat] ?? '';
    const taken = level !== null && names.some((other, at) => at !== seat && !letters.compare(other, name));
    return taken ? `${name} (${characterName(character)})` : name;
  });
}
