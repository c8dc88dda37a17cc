/** What a move does to my points, before it is made. */
import { compare } from '../effects';
import type { Effect } from '../game';
import type { Move, View } from './model';

export const effects = (_move: Move, before: View, after: View | null, seat: number): Effect[] =>
  compare({ ...before.players[seat]?.points }, after && { ...after.players[seat]?.points });
