/**
 * Bots: what chooses an action from a seat's knowledge (src/lodge/bots). A budget in play-outs gives the same moves as
 * Python does for the same luck.
 *
 * No bot can peek: it is handed a position in which everything that its seat cannot know has been dealt anew.
 */
import { EngineError } from './errors';
import { certain, knownLines, solve } from './exact';
import type { LevelSettings } from './data';
import type { Game, State } from './game';
import { luckFor, newSeed, plant, type Lanes } from './luck';
import type { Block, Module } from './module';
import { loaded, type Net } from './net';
import { advise } from './advice';
import { Halving } from './halving';
import { grown, Tree, UNIT, weights, type Root, type Weight } from './search';
import { clock, run, runNow, type Task } from './task';

export type { Weight } from './search';

/**
 * `random`, `greedy`, a level (`gentle`, `steady`, `sharp`, `master`), `search:500`, `search:500ms`, `master:300ms`; and
 * `steady:400`, a level that takes so many play-outs, whatever the clock says.
 */
export type Spec = string;

type Searching = LevelSettings & { how: 'search' | 'master' };
type Plan = { how: 'random' } | { how: 'greedy' } | Searching;

const [DEEP_PLAYOUTS, DEEP_MILLISECONDS] = [2000, 200];
const [LEAST, LOTS] = [1e-4, 2 ** 20];

/** A bot, ready to play with so many at the table. */
export class Bot {
  private constructor(
    readonly game: Game,
    readonly spec: Spec,
    readonly seats: number,
    private readonly plan: Plan,
    private readonly net: Net | null,
    private readonly advice: { net: Net; features: number } | null,
  ) {}

  /** Make it ready: `master` may need a net. */
  static async open(game: Game, spec: Spec, seats: number): Promise<Bot> {
    const plan = planned(game, spec);
    const { data } = game;
    const net = plan.how === 'master' && data.net ? await loaded(game, data.net) : null;
    const size = data.master?.advice.find((one) => within(one.seats, seats));
    const advised = plan.how === 'master' && !net && size;
    const advice = advised ? { net: await loaded(game, size.file), features: size.features } : null;
    return new Bot(game, spec, seats, plan, net, advice);
  }

  /** `search` with so many play-outs, which needs nothing more. */
  static searching(game: Game, playouts: number, seats: number): Bot {
    const spec = `search:${playouts}`;
    return new Bot(game, spec, seats, planned(game, spec), null, null);
  }

  /**
   * The bot's action in a state, of which it learns only what the seat knows. It is interrupted now and then, so that
   * others are heard, and stops when the signal says so.
   */
  async decide(state: State, seat: number, { luck = freshLuck(), signal }: Deciding = {}): Promise<number> {
    return run(
      this.#thought(state, seat, luck, (mind) => this.choosing(mind)),
      signal,
    );
  }

  /** The same in one go. */
  decideNow(state: State, seat: number, luck: Lanes = freshLuck()): number {
    return runNow(this.#thought(state, seat, luck, (mind) => this.choosing(mind)));
  }

  /** What `search` or `master` finds out about the actions that it tries, the most visited first. */
  async weigh(state: State, seat: number, { luck = freshLuck(), signal }: Deciding = {}): Promise<Weight[]> {
    return run(
      this.#thought(state, seat, luck, (mind) => this.weighing(mind)),
      signal,
    );
  }

  /** The same of a position that lies in a module, in which all that the seat cannot know has been dealt anew. */
  *weighing(mind: Mind): Task<Weight[]> {
    const { plan } = this;
    if (plan.how !== 'search' && plan.how !== 'master')
      throw new EngineError('unknown_bot', { bot: this.spec });
    const mark = mind.module.mark();
    try {
      return yield* this.#grown(mind, plan, false, weights);
    } finally {
      mind.module.release(mark);
    }
  }

  /**
   * What a tree below an action finds it worth, batch by batch, and what is thought of it before anything is searched;
   * null: this bot grows no tree.
   */
  *below(
    mind: Mind & { seed: bigint },
    action: number,
    each: number,
    batches: number,
  ): Task<{ worths: Float64Array<ArrayBuffer>; opinion: number } | null> {
    const { module } = mind;
    const mark = module.mark();
    try {
      const plan = {
        how: 'master',
        slack: null,
        playouts: each * batches + batches,
        milliseconds: null,
      } as const;
      const tree = this.#tree(mind, plan);
      if (!(tree instanceof Tree)) return null;
      tree.only(action);
      const worths = new Float64Array(batches);
      for (let i = 0; i < batches; i++) {
        worths[i] = tree.batch(each);
        yield;
      }
      return { worths, opinion: module.get(module.field(tree.notes, 'opinions'), action) / UNIT };
    } finally {
      module.release(mark);
    }
  }

  *#thought<T>(state: State, seat: number, luck: Lanes, think: (mind: Mind) => Task<T>): Task<T> {
    const module = this.game.lend();
    try {
      const mind = { module, state: module.record('State'), seat, luck: module.record('Luck') };
      module.fill(mind.state, state);
      plant(module, mind.luck, luck);
      module.call('imagine', mind.state, seat, mind.luck);
      return yield* think(mind);
    } finally {
      this.game.giveBack(module);
    }
  }

  /** The bot's action in a position that lies in a module, in which all that the seat cannot know has been dealt anew. */
  *choosing(mind: Mind): Task<number> {
    const { module, state, seat, luck } = mind;
    const { plan } = this;
    if (plan.how === 'greedy') {
      const out = module.rows('i16', module.description.constants.MOST_CANDIDATES);
      return module.call('greedy.choose', state, seat, out, luck);
    }
    if (plan.how === 'master') return yield* this.#master(mind, plan);
    const out = module.rows('i16', module.description.constants.MOST_CANDIDATES);
    const count = module.call('candidates', state, seat, out);
    if (plan.how === 'random') return module.get(out, module.call('luck.below', luck, count));
    if (count === 1) return module.get(out);
    const { slack } = plan;
    if (slack === null) return yield* this.#grown(mind, plan, true, best);
    return yield* this.#grown(mind, plan, true, (tree) =>
      picked(weights(tree), Math.max(LEAST, (tree as Tree).spread()), slack, () => draw(mind, LOTS) / LOTS),
    );
  }

  /** Where nothing is left to chance, the best action; elsewhere, the one that was looked at most. */
  *#master(mind: Mind, plan: Searching): Task<number> {
    const { module, state, seat } = mind;
    const few = module.rows('i16', module.description.constants.ACTIONS);
    const own = ownPlayer(this.game, this.seats);
    if (module.call(own ? 'master.shortlist' : 'greedy.shortlist', state, seat, few) === 1)
      return module.get(few);
    const known = own ? certain(module, state, seat, knownLines(this.game)) : null;
    const action = known ?? solve(module, state, seat);
    return action ?? (yield* this.#grown(mind, plan, true, best));
  }

  /** What comes of a search within the budget. */
  *#grown<T>(mind: Mind, plan: Searching, settle: boolean, found: (tree: Tree | Halving) => T): Task<T> {
    const seed = (BigInt(bits(mind)) << 31n) | (BigInt(bits(mind)) >> 1n);
    const until = plan.milliseconds === null ? Infinity : clock() + plan.milliseconds;
    const tree = this.#tree({ ...mind, seed }, plan);
    yield* grown(tree, until, settle && plan.playouts === null && tree instanceof Tree);
    return found(tree);
  }

  #tree(root: Root, plan: Searching): Tree | Halving {
    if (plan.how === 'search') return new Tree(root, 'greedy.grow', plan, null);
    const own = ownPlayer(this.game, this.seats);
    if (own?.deep && !this.net) {
      const many = (plan.playouts ?? 0) >= DEEP_PLAYOUTS || (plan.milliseconds ?? 0) >= DEEP_MILLISECONDS;
      return new Halving(root, plan.playouts, many && within(own.deep, this.seats));
    }
    const player = own && !own.deep ? 'master' : 'greedy';
    const tree = new Tree(root, `${player}.grow${this.net ? '.net' : ''}`, plan, this.net);
    if (player === 'master' && this.advice) advise(root, tree.notes, this.advice);
    return tree;
  }
}

export interface Deciding {
  /** The bot's own, not the match's. */
  luck?: Lanes;
  signal?: AbortSignal;
}

/** What a decision works on. */
export interface Mind {
  module: Module;
  state: Block;
  seat: number;
  luck: Block;
}

/** A stream of luck that nobody knows. */
export const freshLuck = (): Lanes => luckFor(newSeed(), 0);

/** The player that a game has for `master`, if it is for so many at the table. */
export function ownPlayer({ data }: Game, seats: number) {
  return data.master && within(data.master.seats, seats) ? data.master : null;
}

const within = ([fewest, most]: readonly number[], seats: number) => seats >= fewest! && seats <= most!;
const best = (tree: Tree | Halving): number => weights(tree)[0]!.action;
const bits = ({ module, luck }: Mind): number => module.call('luck.bits', luck) >>> 0;
const draw = ({ module, luck }: Mind, below: number): number => module.call('luck.below', luck, below);

/** One of the moves that seem good: what was looked at little seems worse than it did. */
function picked(found: Weight[], spread: number, slack: number, chance: () => number): number {
  const seems = found.map(({ value, visits }) => value - spread / Math.sqrt(visits));
  const [most, room] = [Math.max(...seems), slack * spread];
  const near = found.map((_, i) => i).filter((i) => most - seems[i]! <= room);
  const chances = near.map((i) => Math.exp((seems[i]! - most) / room));
  let lot = chance() * chances.reduce((sum, one) => sum + one, 0);
  for (const [at, i] of near.entries()) {
    lot -= chances[at]!;
    if (lot < 0) return found[i]!.action;
  }
  return found[near.at(-1)!]!.action;
}

/** How a bot plays, by its name. */
function planned(game: Game, spec: Spec): Plan {
  if (spec === 'random' || spec === 'greedy') return { how: spec };
  const [, name = '', own] = /^(\w+):([1-9]\d{0,8})$/.exec(spec) ?? [];
  const level = game.data.levels[name === 'master' ? spec : name || spec];
  if (level) {
    const budget = own ? { playouts: Number(own), milliseconds: null } : {};
    return { how: level.slack === null ? 'master' : 'search', ...level, ...budget };
  }
  const [, how, amount, ms] = /^(search|master)(?::([1-9]\d{0,8})(ms)?)?$/.exec(spec) ?? [];
  if (how !== 'search' && how !== 'master') throw new EngineError('unknown_bot', { bot: spec });
  const usual = { playouts: 2000, milliseconds: null }; // a master without a budget is a level
  const given = ms
    ? { playouts: null, milliseconds: Number(amount) }
    : { playouts: Number(amount), milliseconds: null };
  return { how, slack: null, ...(amount ? given : usual) };
}
