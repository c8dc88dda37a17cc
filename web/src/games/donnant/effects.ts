/** What a move does to my points, before it is made. */
import { compare } from '../effects';
import type { Effect } from '../game';
import { EVALUATIONS, faceOf } from './cards';
import type { Move, Player, View } from './model';

/** The points of completed cards, kind by kind. */
export function lines(player: Player | undefined): Record<string, number | null> {
  const sums: Record<string, number | null> = Object.fromEntries(EVALUATIONS.map((kind) => [kind, 0]));
  for (const { card, completed, worth } of player?.cards ?? []) {
    if (completed === null || card === null) return {}; // luck decides
    const { kind } = faceOf(card);
    const before = sums[kind];
    if (completed && typeof before === 'number') sums[kind] = worth === null ? null : before + worth;
  }
  return sums;
}

export function effects(move: Move, before: View, after: View | null, seat: number): Effect[] {
  const laid = move.do === 'write' ? before.players[seat]?.cards[move.card - 1] : undefined;
  if (move.do === 'write' && laid && before.offers.some((one) => one.card === move.card)) {
    const then = after?.players[seat]?.cards[move.card - 1];
    // The rest of the card follows with the same touch.
    if (!then?.completed && laid.worth) return [{ line: faceOf(laid.card).kind, points: laid.worth }];
  }
  return after ? compare(lines(before.players[seat]), lines(after.players[seat])) : [];
}
