/** Comparisons by halving (src/lodge/bots/halving.py): where the game's player says how far play-outs need to go. */
import type { Block } from './module';
import { sow, STREAM, type Answer, type Root } from './search';
import { clock, type Task } from './task';

const [CHUNK, SHORT, ROOT] = [32, 2, 0];

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

  /** Run play-outs until the budget is spent, each stage with the same part of it; one may be left over. */
  *grow(until: number): Task<void> {
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
      // whole rounds: who is tried once more would win by that, and not by its mean
      if (alive <= share && share < Infinity) share -= Math.max(0, share - done) % alive;
      while (done < share) {
        const [count, start] = [Math.min(share - done, Math.ceil(chunk / alive) * alive), clock()];
        const counts = [alive, seat, seed, STREAM, count, this.#deep];
        module.call('halving.try_out', this.#states, this.#luck, actions, visits, values, ...counts);
        done += count;
        const now = clock();
        yield;
        if (now >= end) break;
        if (now - start < SHORT) chunk = Math.min(2 * chunk, CHUNK);
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
