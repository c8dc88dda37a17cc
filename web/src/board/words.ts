/** The words of a game that the page has no board for: its own where it brings any, else the names that its rules use. */
import { speaker, type Values } from '../lib/i18n.svelte';
import type { Json } from '../games/game';
import { inWords, plain, saidOf } from './model';

/** A word by its key, with the plain name where there is none. */
export function word(game: string, key: string, otherwise: string, values: Values = {}): string {
  const said = speaker<string>(`${game}/messages`)(key, values);
  return said === key ? otherwise : said;
}

/** What a card, or whatever else has a name, is called. */
export const faceWord = (game: string, face: string) => word(game, `face_${face}`, plain(face));

const filled = (game: string, values: Json): Values =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, inWords(value ?? '', (face) => faceWord(game, face))]),
  );

/** A move: by `move_play` of its words, else `play 3`. */
export function moveWords(game: string, move: Json): string {
  const name = String(move['do']);
  return word(
    game,
    `move_${name}`,
    [plain(name), ...saidOf(move, 'do', (face) => faceWord(game, face))].join(' '),
    filled(game, move),
  );
}

/** An event with its player's name: by `event_play` of its words, else `Ada: play 3`. */
export function eventWords(game: string, event: Json, names: string[]): string {
  const name = String(event['event']);
  const seat = event['seat'];
  const who = typeof seat === 'number' ? (names[seat] ?? '?') : '';
  const said = [plain(name), ...saidOf(event, 'event', (face) => faceWord(game, face))].join(' ');
  return word(game, `event_${name}`, who ? `${who}: ${said}` : said, { ...filled(game, event), name: who });
}
