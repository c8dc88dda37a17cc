/** What somebody who plays Beaver Gang for the first time should hear now. */
import type { Tip } from '../game';
import { isSpecial, takeable, type Move, type View } from './model';
import type { Key } from './words';

export function coach(view: View, moves: Move[]): Tip[] {
  const may = (what: Move['do']) => moves.some((move) => move.do === what);
  const held = view.held?.card ?? null;
  const tips: [boolean, Key, Tip['values']?][] = [
    [view.phase === 'look' && may('close'), 'coach_look'],
    [may('draw') && view.knocker !== null, 'coach_last'],
    [may('draw') && !takeable(view), 'coach_special'],
    [may('take'), 'coach_take', { card: view.top ?? '' }],
    [may('discard') && view.held?.first === true, 'coach_first'],
    [may('swap'), 'coach_swap'],
    [may('peek'), 'coach_peek'],
    [may('again'), 'coach_twice'],
    [
      may('keep') && held !== null && !isSpecial(held),
      Number(held) < 5 ? 'coach_low' : 'coach_high',
      { card: held ?? '' },
    ],
    [may('knock'), 'coach_knock'],
  ];
  return tips.filter(([now]) => now).map(([, key, values]) => ({ key, values }));
}
