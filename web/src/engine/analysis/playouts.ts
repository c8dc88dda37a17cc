/**
 * Playing a position on to its end, many times: what may come of it, and how often (src/lodge/bots/playouts.py).
 *
 * Everybody plays as the hasty player of `master`, or where there is none, as that of `greedy`. Play-out number n has the same luck whatever is played first, so that
 * moves are compared on the same cards and dice, and the difference between two moves is known better than either value.
 */
import { EVERYTHING, type State } from '../game';
import type { Block, Module } from '../module';
import { clock, type Task } from '../task';
import type { Numbers } from './numbers';

/** Play-outs at a time, so that others are heard: from a few to many, where they are short. */
const [FEW, BREATH, SHORT] = [1, 256, 4];
export const AS_HASTY = -1;
/** A win's shares. */
const SHARES = 840;

/** How play-outs ended. */
export interface Endings {
  /** By seat and play-out: its share of the win. */
  shares: Numbers[];
  /** By seat and play-out: its points. */
  scores: Numbers[];
  /** By seat and line of the score: points on average. */
  lines: number[][];
}

/** By seat and play-out, what counts: the share of the win; for one player alone, the points. */
export const resultsOf = ({ shares, scores }: Endings): Numbers[] => (scores.length === 1 ? scores : shares);

export interface After {
  /** The number of the first play-out. */
  start?: number;
  /** What this seat cannot know is imagined anew every time. */
  eye?: number;
  seat?: number;
  action?: number;
}

/** Play on from a position so many times, after an action of a seat, if one is given. */
export function* playOuts(
  module: Module,
  state: State,
  count: number,
  seed: bigint,
  { start = 0, eye = EVERYTHING, seat = 0, action = AS_HASTY }: After = {},
): Task<Endings> {
  const mark = module.mark();
  try {
    const [root, work, luck] = [module.rows('State', 1), module.rows('State', 1), module.rows('Luck', 2)];
    module.fill(root, state);
    const seats = module.get(module.field(module.row(root, 0), 'seats'));
    const names = module.description.constants.LINES.length;
    const [out, sums] = [module.rows('i16', names), module.rows('i64', seats, names)];
    const [scores, shares] = [module.rows('i32', count, seats), module.rows('i32', count, seats)];
    let chunk = FEW;
    for (let first = 0; first < count;) {
      const here = Math.min(chunk, count - first);
      const parts = [scores, shares].map((block) => module.part(block, first, here));
      const began = clock();
      module.call('play_outs', root, work, luck, out, sums, ...parts, seed, start + first, eye, seat, action);
      if (clock() - began < SHORT) chunk = Math.min(2 * chunk, BREATH);
      first += here;
      yield;
    }
    const totals = module.numbers(sums);
    return {
      shares: columns(module, shares, SHARES),
      scores: columns(module, scores, 1),
      lines: Array.from({ length: seats }, (_, one) =>
        totals.slice(one * names, (one + 1) * names).map((points) => points / count),
      ),
    };
  } finally {
    module.release(mark);
  }
}

/** The numbers of a table, column by column, in units. */
function columns(module: Module, table: Block, unit: number): Numbers[] {
  const [rows = 0, width = 0] = table.shape;
  const { buffer, byteOffset } = module.bytes(table);
  const numbers = new Int32Array(buffer, byteOffset, rows * width);
  return Array.from({ length: width }, (_, column) =>
    Float64Array.from({ length: rows }, (_, row) => numbers[row * width + column]! / unit),
  );
}
