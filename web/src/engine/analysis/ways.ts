/**
 * Ways to go on after a move: a seat that nobody can disturb makes more of it before luck falls
 * (src/lodge/analysis/ways.py, which says why).
 */
import type { Bot } from '../bots';
import { certain, knownLines } from '../exact';
import { FREE, type State } from '../game';
import { sow } from '../search';
import type { Task } from '../task';
import { same, undisturbed } from './alone';
import type { Desk } from './field';

/** The stream of luck that it is searched with: no play-out has it. */
const GOING_ON = 2n ** 41n;

/** A position to which a seat has gone on, and its next move, with which luck falls or the play-outs begin. */
export interface Way {
  state: State;
  action: number;
}

/** Who says how to go on: a bot with such luck, or the moves that were made. */
interface Going {
  bot: Bot;
  seed: bigint;
  later: readonly number[];
}

/** The different ways to go on after an action; where others could answer, only to play it at once. */
export function* ways(
  desk: Desk,
  state: State,
  seat: number,
  action: number,
  { bot, seed, later }: Going,
): Task<Way[]> {
  const { module } = desk;
  const own = undisturbed(desk, state, seat);
  if (!own) return [{ state, action }];
  const found: Way[] = [{ state: own, action }];
  const made = later[Symbol.iterator]();
  function* think(then: State): Task<number> {
    const mark = module.mark();
    try {
      const [at, luck] = [module.record('State'), module.record('Luck')];
      module.fill(at, then);
      sow(module, luck, seed, GOING_ON);
      return yield* bot.choosing({ module, state: at, seat, luck });
    } finally {
      module.release(mark);
    }
  }
  // eslint-disable-next-line require-yield
  function* remember(): Task<number | null> {
    return made.next().value ?? null;
  }
  for (const choose of [think, remember]) {
    const way = yield* goOn(desk, { state: own, action }, seat, choose);
    if (!found.some((one) => one.action === way.action && same(one.state, way.state))) found.push(way);
  }
  return found;
}

/** Go on alone until luck falls, something is shown, how best to end is known, or `choose` knows no more. */
function* goOn(
  desk: Desk,
  start: Way,
  seat: number,
  choose: (then: State) => Task<number | null>,
): Task<Way> {
  let way = start;
  for (;;) {
    const then = after(desk, way, seat);
    const action = then && (yield* choose(then));
    if (!then || action === null) return way;
    way = { state: then, action };
  }
}

/** The position after a move that can be gone on from. */
function after({ game, module }: Desk, { state, action }: Way, seat: number): State | null {
  return module.within(() => {
    const [states, lucks] = [module.rows('State', 1), module.rows('Luck', 1)];
    const out = module.rows('i16', module.description.constants.ACTIONS);
    module.fill(states, state);
    sow(module, module.row(lucks, 0), 0n, 0n);
    if (module.call('step', states, seat, action, lucks, out) < FREE) return null;
    const [then, at] = [module.copy(states), module.row(states, 0)];
    return game.data.master && certain(module, at, seat, knownLines(game)) !== null ? null : then;
  });
}
