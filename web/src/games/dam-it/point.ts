/** Where a move is made on the table: what to touch for it, where to look, what travels where. */
import type { Pointing } from '../game';
import type { Move } from './model';
import { at, type View } from './model';

export function point(move: Move, view: View, seat: number): Pointing {
  if (move.do === 'build') {
    const dam = `[data-spot="dam-${move.cost}"]`;
    return {
      touch: ['[data-do="build"]:not([disabled])', dam],
      look: ['.dams'],
      arrows: move.cards.map((card) => ({ from: `[data-spot="hand-${card}"]`, to: dam, ghost: true })),
    };
  }
  const card = `[data-spot="river-${move.place}"]`;
  const kept = at(view, move.place)?.card === 'garbage' && !move.dispose;
  const home = kept ? `seat-${seat}-dams` : move.dispose ? 'discard' : 'my-hand';
  const decide = move.dispose ? 'dispose' : 'keep';
  return {
    touch: [`[data-do="${decide}"]:not([disabled])`, '[data-do="take"]', card],
    look: ['.river .row'],
    arrows: [{ from: card, to: `[data-spot="${home}"]`, ghost: true }],
  };
}
