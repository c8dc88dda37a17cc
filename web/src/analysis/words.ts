/** The words of the analysis. */
import type { Game } from '../games/game';
import { speaker } from '../lib/i18n.svelte';
import type { Unit } from '../lib/numbers';
import type { Choice, Frame, Judged } from '../lib/protocol';
import type en from './messages/en.json';

export const SCOPE = 'analysis/messages';
export const say = speaker<keyof typeof en>(SCOPE);

/** A number with its unit: a chance has its sign already. */
export const measured = (unit: Unit, number: string) =>
  unit === 'points' ? say('points', { points: number }) : number;

/** What was played, or could have been, in words, in the position that it was decided in. */
export function inWords(
  game: Game,
  choice: Pick<Choice, 'move' | 'text'>,
  move: Pick<Judged, 'number' | 'seat'>,
  frames: Frame[],
  names: string[],
): string {
  const view = frames[move.number - 1]?.view;
  return view ? game.advise(choice.move, view, move.seat, names).move : choice.text;
}

/** What was played, as the log tells it, without the name; where the log keeps silent, as a move. */
export function deed(game: Game, move: Judged, frames: Frame[], names: string[]): string {
  const name = names[move.seat] ?? '?';
  const told = (frames[move.number]?.events ?? []).map((event) => game.tell(event, names)).find(Boolean);
  if (!told?.startsWith(name)) return inWords(game, move, move, frames, names);
  return told.slice(name.length).replace(/^\s*:?\s*/, '');
}

/** Where two moves read alike, their texts tell them apart. */
export function apart(moves: { text: string; words: string }[]): { text: string; words: string }[] {
  const often = new Map<string, number>();
  for (const { words } of moves) often.set(words, (often.get(words) ?? 0) + 1);
  return moves.map(({ text, words }) => ({
    text,
    words: often.get(words) === 1 ? words : `${words} (${text})`,
  }));
}
