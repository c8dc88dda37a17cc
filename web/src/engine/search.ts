/**
 * Search: trees (src/lodge/bots/tree.py) and comparisons by halving (src/lodge/bots/halving.py), which grow within a
 * budget. All play-outs are the module's; here are only the clock and the stages.
 */
import type { Block, Module } from './module';
import { layNet, PARTS, type Net } from './net';
import { clock, type Thought } from './thought';

/** At most so many play-outs, in at most so many milliseconds. */
export interface Budget {
  playouts: number | null;
  milliseconds: number | null;
}

/** What the search found out about an action. */
export interface Weight {
  action: number;
  visits: number;
  /** The mean reward, from 0 to 1. */
  value: number;
}

/** An action with its visits, and its rewards added up. */
type Answer = readonly [action: number, visits: number, value: number];

/** Who searches: a position that is the seat's knowledge, and the seed of the play-outs. */
export interface Root {
  module: Module;
  /** Of type State. */
  state: Block;
  seat: number;
  seed: bigint;
}

export const UNIT = 10_000;
const MOST_NODES = 2 ** 21;
const NODES_A_MILLISECOND = 64;
const LOOKS = 16;
const [CHUNK, FEW, SHORT] = [64, 4, 2];
const HALVING_CHUNK = 32;
const STREAM = 0n;
const [ROOT, CHANCE] = [0, 0];

/** Set a stream of luck to one of a family. */
export function sow(module: Module, luck: Block, seed: bigint, stream: bigint): void {
  module.call('luck.sow', luck, seed, stream);
}

/** A tree that grows. */
export class Tree {
  readonly #root: Root;
  readonly #entry: string;
  readonly #playouts: number;
  readonly #desk: Block[];
  readonly #nodes: Block;
  readonly notes: Block;

  constructor(root: Root, entry: string, { playouts, milliseconds }: Budget, net: Net | null) {
    const { module } = root;
    const room = playouts === null ? NODES_A_MILLISECOND * (milliseconds ?? 0) + CHUNK : playouts + 2;
    const [states, lucks] = [module.rows('State', 3), module.rows('Luck', 3)];
    this.#root = root;
    this.#entry = entry;
    this.#playouts = playouts ?? Infinity;
    this.notes = module.record('Notes');
    this.#nodes = module.rows('Node', Math.min(MOST_NODES, room));
    const worths = module.field(this.notes, 'worths');
    this.#desk = [
      states,
      lucks,
      this.notes,
      this.#nodes,
      ...(net ? laid(module, net, worths.shape[0]!) : []),
    ];
    module.fill(module.row(states, ROOT), module.bytes(root.state));
    module.set(module.field(this.notes, 'used'), 1);
    sow(module, module.row(lucks, CHANCE), root.seed, STREAM);
  }

  /** Run play-outs until the budget is spent; where only the clock ends it, at least a few. */
  *grow(until: number): Thought<void> {
    const { module, seat, seed } = this.#root;
    let [left, chunk] = [this.#playouts, FEW];
    while (left > 0) {
      const [count, start] = [Math.min(left, chunk), clock()];
      module.call(this.#entry, ...this.#desk, seat, seed, STREAM, count);
      const now = clock();
      left = now < until ? left - count : 0;
      if (now - start < SHORT) chunk = Math.min(2 * chunk, CHUNK);
      yield;
    }
  }

  /** The seat's own moves. */
  answers(): Answer[] {
    const found: Answer[] = [];
    for (let child = this.#node(0, 'child'); child; child = this.#node(child, 'sibling'))
      found.push([this.#node(child, 'action'), this.#node(child, 'visits'), this.#node(child, 'value')]);
    return found;
  }

  /** The standard deviation of what play-outs were worth to who searches. */
  spread(): number {
    const { module } = this.#root;
    const count = this.#node(0, 'visits');
    const total = module.get(module.field(this.notes, 'total'));
    const squares = module.get(module.field(this.notes, 'squares'));
    return Math.sqrt(Math.max(0, squares / count - (total / count) ** 2)) / UNIT;
  }

  #node(number: number, field: string): number {
    const { module } = this.#root;
    return module.get(module.field(module.row(this.#nodes, number), field));
  }
}

/** A net and room for it to work in; at first the first row of every number is in the sums of the first layer. */
function laid(module: Module, net: Net, seats: number): Block[] {
  const parts = layNet(module, net);
  const [observation, rows, wide] = net.table.shape as [number, number, number];
  const [table, bias] = [module.shorts(parts.table), module.numbers(parts.bias)];
  const sums = bias.map((sum, h) => {
    for (let i = 0; i < observation; i++) sum += table[i * rows * wide + h]!;
    return sum;
  });
  const [seen, shown] = [module.rows('i16', observation), module.rows('u8', seats, observation)];
  const [sumsOf, narrow] = [module.rows('i32', seats, wide), module.rows('i32', net.mix_bias.shape[0]!)];
  for (let at = 0; at < seats * wide; at++) module.set(sumsOf, sums[at % wide]!, at);
  return [...PARTS.map((name) => parts[name]), seen, shown, sumsOf, narrow];
}

/** Sequential halving: all moves get the same play-outs, then the worse half is dropped, and so on. */
export class Halving {
  readonly #root: Root;
  readonly #playouts: number;
  readonly #deep: number;
  readonly #states: Block;
  readonly #luck: Block;
  readonly #found: Record<'actions' | 'visits' | 'values', Block>;

  constructor(root: Root, playouts: number | null, deep: boolean) {
    const { module, seat, seed } = root;
    this.#root = root;
    this.#playouts = playouts ?? Infinity;
    this.#deep = Number(deep);
    this.#states = module.rows('State', 2);
    this.#luck = module.record('Luck');
    const first = module.row(this.#states, ROOT);
    module.fill(first, module.bytes(root.state));
    sow(module, this.#luck, seed, STREAM);
    const out = module.rows('i16', module.description.constants.ACTIONS + 1);
    const count = module.call('halving.moves', first, seat, out, this.#luck);
    const actions = module.rows('i16', count);
    module.numbers(out, count).forEach((action, i) => module.set(actions, action, i));
    this.#found = { actions, visits: module.rows('i64', count), values: module.rows('i64', count) };
  }

  /** Run play-outs until the budget is spent, each stage with the same part of it. */
  *grow(until: number): Thought<void> {
    const { module, seat, seed } = this.#root;
    const { actions, visits, values } = this.#found;
    let [alive, done, chunk] = [actions.shape[0]!, 0, 1];
    const began = clock();
    const stages = Math.max(1, 32 - Math.clz32(alive - 1));
    for (let stage = 1; stage <= stages; stage++) {
      const part = stage / stages;
      const end = until === Infinity ? until : began + (until - began) * part;
      let share = this.#playouts === Infinity ? Infinity : round(this.#playouts * part);
      if (stage === 1) share = Math.max(share, Math.min(alive, this.#playouts)); // all are tried once
      while (done < share) {
        // whole rounds: who is tried once more would win by that, and not by its mean
        const [count, start] = [Math.min(share - done, Math.ceil(chunk / alive) * alive), clock()];
        const counts = [alive, seat, seed, STREAM, count, this.#deep];
        module.call('halving.try_out', this.#states, this.#luck, actions, visits, values, ...counts);
        done += count;
        const now = clock();
        yield;
        if (now >= end) break;
        if (now - start < SHORT) chunk = Math.min(2 * chunk, HALVING_CHUNK);
      }
      alive = this.#drop(alive);
    }
  }

  /** Put the moves in order, the best first; how many stay. */
  #drop(alive: number): number {
    const { module } = this.#root;
    const columns = Object.values(this.#found).map((block) => [block, module.numbers(block, alive)] as const);
    const [, visits, values] = columns.map(([, numbers]) => numbers) as [number[], number[], number[]];
    const means = values.map((value, i) => value / Math.max(1, visits[i]!));
    const order = means.map((_, i) => i).sort((a, b) => means[b]! - means[a]!);
    for (const [block, numbers] of columns)
      order.forEach((from, to) => module.set(block, numbers[from]!, to));
    return (alive + 1) >> 1;
  }

  /** The moves that were tried. */
  answers(): Answer[] {
    const { module } = this.#root;
    const { actions, visits, values } = this.#found;
    return module
      .numbers(actions)
      .map((action, i) => [action, module.get(visits, i), module.get(values, i)] as const)
      .filter(([, tried]) => tried);
  }
}

/** To the nearest whole number, halves to the even one, as Python rounds. */
function round(number: number): number {
  const below = Math.floor(number);
  const rest = number - below;
  return rest > 0.5 || (rest === 0.5 && below % 2) ? below + 1 : below;
}

/** The actions that were tried, the most visited first. */
export function weights(grown: Tree | Halving): Weight[] {
  const found = grown
    .answers()
    .map(([action, visits, value]) => ({ action, visits, value: value / visits / UNIT }));
  return found.sort((a, b) => b.visits - a.visits || b.value - a.value || a.action - b.action);
}

/** Let it grow until a moment; with `settle`, only until it is clear what is visited most. */
export function* grown(tree: Tree | Halving, until: number, settle: boolean): Thought<void> {
  const began = clock();
  const looks = settle ? LOOKS : 1;
  for (let look = 1; look <= looks; look++) {
    // before half of the time nothing is settled
    const end = looks === 1 ? until : began + ((until - began) * (1 + (look - 1) / (looks - 1))) / 2;
    yield* tree.grow(end);
    const now = clock();
    if (look < looks && settled(tree, now - began, until - now)) return;
  }
}

/** Whether the most visited action stays that in what is left of the time, even if all of it went to the next. */
function settled(tree: Tree | Halving, spent: number, left: number): boolean {
  const visits = [...weights(tree).map((weight) => weight.visits), 0];
  const all = visits.reduce((sum, one) => sum + one, 0);
  return visits[0]! - visits[1]! > (all * left) / spent;
}
