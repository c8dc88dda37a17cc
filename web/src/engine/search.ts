/**
 * Search: trees (src/lodge/bots/tree.py) and comparisons by halving (src/lodge/bots/halving.py), which grow within a
 * budget. All play-outs are the module's; here are only the clock and the stages.
 */
import type { Block, Module } from './module';
import type { Halving } from './halving';
import { layNet, PARTS, type Net } from './net';
import { clock, type Task } from './task';

/** At most so many play-outs, in at most so many milliseconds. */
interface Budget {
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
export type Answer = readonly [action: number, visits: number, value: number];

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
export const STREAM = 0n;
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
  *grow(until: number): Task<void> {
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

  /** Look at nothing but this action, as if it had been tried once (src/lodge/analysis/second_opinion.py). */
  only(action: number): void {
    const { module, seat } = this.#root;
    const note = (field: string, value: number) => module.set(module.field(this.notes, field), value);
    note('few', action);
    note('listed', 1);
    note('used', 2);
    const set = (number: number, field: string, value: number) =>
      module.set(module.field(module.row(this.#nodes, number), field), value);
    set(1, 'action', action);
    set(1, 'seat', seat);
    set(0, 'child', 1);
    for (const [number, field] of [
      [0, 'visits'],
      [1, 'visits'],
      [1, 'chances'],
    ] as const)
      set(number, field, 1);
  }

  /** What so many more play-outs of the only action are worth, on average. */
  batch(count: number): number {
    const { module, seat, seed } = this.#root;
    const before = this.#node(1, 'value');
    module.call(this.#entry, ...this.#desk, seat, seed, STREAM, count);
    return (this.#node(1, 'value') - before) / count / UNIT;
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

/** The actions that were tried, the most visited first. */
export function weights(grown: Tree | Halving): Weight[] {
  const found = grown
    .answers()
    .map(([action, visits, value]) => ({ action, visits, value: value / visits / UNIT }));
  return found.sort((a, b) => b.visits - a.visits || b.value - a.value || a.action - b.action);
}

/** Let it grow until a moment; with `settle`, only until it is clear what is visited most. */
export function* grown(tree: Tree | Halving, until: number, settle: boolean): Task<void> {
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
