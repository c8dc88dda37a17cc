/** The words of Dam It!: cards, the log, hints, the scoring. */
import { speaker, t } from '../../lib/i18n.svelte';
import type { Advice, ScoreLine } from '../game';
import type en from './messages/en.json';
import { at, scoring, type Card, type Event, type Move, type View } from './model';

export type Key = keyof typeof en;
export const say = speaker<Key>('dam-it/messages');

export function cubes(count: number): string {
  return say('cubes', { count });
}

export function cards(list: readonly Card[]): string {
  return list.map((card) => say(card)).join(' + ');
}

/** An event as a line of the log. */
export function tell(event: Event, names: string[]): string {
  if (event.event === 'uncover') return '';
  if (event.event === 'end') return say(event.by === 'river' ? 'log_end_river' : 'log_end_dams');
  const name = names[event.seat] ?? '?';
  if (event.event === 'build')
    return say('log_build', { name, cost: event.cost, points: event.points, cards: cards(event.cards) });
  const card = say(event.card);
  const fates = { hand: 'log_take', kept: 'log_keep', disposed: 'log_dispose' } as const;
  const parts = [say(fates[event.fate], { name, card })];
  if (event.paid) parts.push(say('log_pays', { cubes: cubes(event.paid) }));
  if (event.gained) parts.push(say('log_gains', { cubes: cubes(event.gained) }));
  return parts.join(', ');
}

/** A move in words: a card of the river by its price, which the board shows. */
export function advise(move: Move, view: View): Advice {
  if (move.do === 'build') return { move: say('hint_build', { cost: move.cost, cards: cards(move.cards) }) };
  const card = say(at(view, move.place)?.card ?? 'garbage');
  const price = move.place === 1 ? say('free') : `−${move.place - 1}`;
  return { move: say(move.dispose ? 'hint_dispose' : 'hint_take', { card, price }) };
}

/** A line of the score by its name. */
export const line = (name: string) => say(`score_${name}` as Key);

export function lines(view: View, seat: number): ScoreLine[] {
  const player = view.players[seat];
  if (!player) return [];
  return scoring(player).map(({ what, count, points }) => ({
    label: say(`score_${what}`),
    detail:
      what === 'dams'
        ? (player.dams ?? []).map((dam) => dam.split('/')[1]).join(' + ') || '0'
        : String(count),
    points,
  }));
}

export function tie(view: View, seat: number): string {
  const player = view.players[seat];
  return player ? say('score_tie', { sum: player.wood ?? 0 }) : t('nothing');
}
