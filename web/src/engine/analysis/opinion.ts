/**
 * A second opinion: what `master`'s own search makes of two moves, each searched as deep as the other
 * (src/lodge/analysis/second_opinion.py).
 */
import type { Bot } from '../bots';
import type { Task } from '../task';
import type { Field } from './field';
import { mean, minus, noiseOf } from './numbers';

/** Of the play-outs: how these differ tells the noise. */
const BATCHES = 16;
/** Of a win, as search counts: less does not matter. */
const MATTERS = 0.02;

/**
 * Whether search, too, finds one move better than another for a seat, by as much as matters and beyond its noise. Null: it
 * cannot say, because `master` grows no tree in this game.
 */
export function* confirms(
  bot: Bot,
  { desk: { module }, state: bytes, seed }: Field,
  seat: number,
  [better, played]: [better: number, played: number],
  playouts: number,
): Task<boolean | null> {
  const mark = module.mark();
  try {
    const [state, luck] = [module.record('State'), module.record('Luck')];
    module.fill(state, bytes);
    const mind = { module, state, seat, luck, seed };
    const each = Math.max(1, Math.floor(playouts / BATCHES));
    const one = yield* bot.below(mind, better, each, BATCHES);
    const other = yield* bot.below(mind, played, each, BATCHES);
    if (!one || !other) return null;
    const gaps = minus(one.worths, other.worths);
    return mean(gaps) + (one.opinion - other.opinion) > Math.max(MATTERS, noiseOf(gaps));
  } finally {
    module.release(mark);
  }
}
