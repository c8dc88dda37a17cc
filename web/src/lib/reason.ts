import type { Game } from '../games/game';
import { t } from './i18n.svelte';
import { change, counted } from './numbers';
import type { Choice } from './protocol';

/** What makes the difference between the best move and another; nothing where no line of the score does. */
export function reason(game: Pick<Game, 'line'>, { why }: Pick<Choice, 'why'>): string {
  if (!why) return '';
  const line = why.line === 'others' ? t('line_others') : game.line(why.line);
  return t('hint_because', { line, points: change('points', why.points), count: counted(why.points) });
}
