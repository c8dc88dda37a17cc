/** What somebody who plays Donnant Donnant for the first time should hear now. */
import type { Tip } from '../game';
import type { Move, View } from './model';
import type { Key } from './words';

export function coach(view: View, moves: Move[], seat: number): Tip[] {
  const may = (what: Move['do']) => moves.some((move) => move.do === what);
  const player = view.players[seat];
  if (!player || !moves.length) return [];
  const circles = Object.values(player.circles).some((left) => left > 0);
  const tips: [boolean, Key][] = [
    [may('put-back'), 'coach_put_back'],
    [may('lay-out'), 'coach_lay_out'],
    [view.ending !== null, 'coach_end'],
    [view.offers.length > 0 && view.working === null, 'coach_offer'],
    [may('buy'), 'coach_buy'],
    [may('reroll'), 'coach_roll'],
    [may('joker'), 'coach_joker'],
    [may('lay'), 'coach_lay'],
    [may('count'), 'coach_count'],
    [circles && may('write'), 'coach_bonus'],
    [view.phase === 'solo' && may('write'), 'coach_solo'],
    [view.phase === 'passive' && may('write'), 'coach_passive'],
  ];
  return tips.filter(([now]) => now).map(([, key]) => ({ key }));
}
