/** What is said of an answer. */
import { luckFor, type Game, type State } from '../engine';
import type { Json } from '../games/game';

interface Solution {
  state: State;
  seat: number;
  /** By action, what it costs against the best, which comes first. */
  costs: ReadonlyMap<number, number>;
}

/** What a move costs: nothing, if it leads where the best one leads; null: it was not among those compared. */
export function costOf(game: Game, { state, seat, costs }: Solution, move: Json): number | null {
  const [best] = costs.keys();
  const action = game.moves.action(move);
  const after = (one: number) => game.step(state, seat, one, luckFor('puzzle', 0)).state.join();
  if (action === best || (best !== undefined && after(action) === after(best))) return 0;
  return costs.get(action) ?? null;
}
