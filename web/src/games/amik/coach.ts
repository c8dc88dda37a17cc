/** What somebody who plays Amik for the first time should hear now. */
import type { Tip } from '../game';
import type { Move, View } from './model';
import type { Key } from './words';

export function coach(view: View, moves: Move[], seat: number): Tip[] {
  const player = view.players[seat];
  const may = (what: Move['do']) => moves.some((move) => move.do === what);
  if (!player || !moves.length) return [];
  const tips: [boolean, Key][] = [
    [may('forest'), 'coach_forest'],
    [may('animal'), 'coach_animal'],
    [may('pond'), 'coach_either'],
    [player.step === 'first' && player.pond, 'coach_pond'],
    [player.step === 'first' && may('lay'), 'coach_lay'],
    [player.step === 'second', 'coach_second'],
    [may('change'), 'coach_lodge'],
    [player.step === 'last', 'coach_last'],
    [may('upgrade'), 'coach_upgrade'],
    [may('cut'), 'coach_cut'],
  ];
  return tips.filter(([now]) => now).map(([, key]) => ({ key }));
}
