/** What a move does to my points, before it is made. */
import type { Effect } from '../game';
import { isSpecial, type Move, type View } from './model';

/** What becomes of the sum of my four cards, where what lies there is marked. */
export function effects(move: Move, view: View, _after: View | null, seat: number): Effect[] {
  if (move.do !== 'take' && move.do !== 'keep') return [];
  const card = move.do === 'take' ? view.top : (view.held?.card ?? null);
  const there = view.players[seat]?.cards[move.at - 1] ?? null;
  if (!card || isSpecial(card) || !there || isSpecial(there) || card === there) return [];
  return [{ line: 'row', points: Number(card) - Number(there) }];
}
