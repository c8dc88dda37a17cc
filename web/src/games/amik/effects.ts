/** What a move does to my points, before it is made. */
import { compare } from '../effects';
import type { Effect } from '../game';
import type { Move, View } from './model';

/** All lines of the score as they would count now: blank hexes and dead ends, too. */
export function effects(_move: Move, before: View, after: View | null, seat: number): Effect[] {
  const [one, then] = [before.players[seat], after?.players[seat]];
  if (!one || !then || then.hexes === null) return [];
  const { lodges, river, blank, dead_ends } = one.score;
  return compare(
    { lodges, river, blank, dead_ends },
    {
      lodges: then.score.lodges,
      river: then.score.river,
      blank: then.score.blank,
      dead_ends: then.score.dead_ends,
    },
  );
}
