/** Deals of the day in words. */
import { language, speaker } from '../lib/i18n.svelte';
import { shortName } from '../lib/names';
import type { Result } from '../statistics/results';
import { noon } from './days';
import { edge, type DailyGame, type Day } from './deals';

export const say = speaker<string>('daily/messages');

/** A date, in the language of the page. */
export const dateIn = (day: string, options: Intl.DateTimeFormatOptions = { dateStyle: 'long' }) =>
  new Intl.DateTimeFormat(language(), options).format(noon(day));

/** Whom one plays against. */
export function opponents({ daily: { seats, bots } }: DailyGame): string {
  if (bots === null) return say('alone');
  return say('against', { count: seats - 1, level: shortName(bots.split(':')[0] ?? '') });
}

const points = (count: number) => say('points', { count });
const ended = (count: number, won: boolean | null) =>
  won === null ? points(count) : `${points(count)}, ${say(won ? 'won' : 'lost')}`;

/** How it ended for me. */
export function result({ points: count, won, hinted }: Result): string {
  return ended(count ?? 0, won) + (hinted ? ` (${say('hinted')})` : '');
}

/** What became of a deal, in a few words. */
export function stateOf({ state, line }: Day): string {
  if (line && line.ended !== null) return result(line);
  return say(`state_${state}`);
}

/** Beside how `master` did. */
export function comparison(game: DailyGame, line: Result): string {
  if (!line.master) return '';
  const lead = edge(game, line);
  return say(lead > 0 ? 'better' : lead < 0 ? 'worse' : 'equal', { count: Math.abs(lead) });
}

/** How `master` ended. */
export const rivalResult = ({ master, won }: Result) =>
  master ? ended(master.points, won === null ? null : master.won) : '';

export const streak = (count: number) => (count ? say('streak', { count }) : say('streak_none'));
