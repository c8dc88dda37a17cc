/** The words of Dam It!: cards, the log, hints, the scoring. */
import { speaker, t } from '../../lib/i18n.svelte';
import type { ScoreLine } from '../game';
import type en from './messages/en.json';
import { at, scoring, worth, type Card, type Event, type Move, type View } from './model';

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

/** A hint: the move and, in a phrase, what speaks for it. */
export function advise(move: Move, view: View, seat: number): { move: string; why: string } {
  if (move.do === 'build') {
    const points = view.dams.find((dam) => dam.cost === move.cost)?.points[0] ?? 0;
    const over = worth(move.cards) - move.cost;
    return {
      move: say('hint_build', { cost: move.cost, cards: cards(move.cards) }),
      why: over ? say('why_points', { points }) : say('why_exact', { points }),
    };
  }
  const there = at(view, move.place);
  const card = there?.card ?? 'garbage';
  const held = view.players[seat]?.hand ?? {};
  const why = () => {
    if (card === 'garbage')
      return move.dispose
        ? say('why_dispose')
        : there?.cubes
          ? say('why_garbage', { cubes: cubes(there.cubes) })
          : say('why_least');
    if ((there?.cubes ?? 0) > move.place - 1) return say('why_cubes', { cubes: cubes(there?.cubes ?? 0) });
    if (card === 'disposal') return say('why_disposal');
    return held[card] ? say('why_more') : say('why_new');
  };
  return {
    move: say(move.dispose ? 'hint_dispose' : 'hint_take', { card: say(card), place: move.place }),
    why: why(),
  };
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
