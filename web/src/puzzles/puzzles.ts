/**
 * Puzzles: positions with a best move that is clearly best. They lie beside the rules, packed as
 * src/lodge/analysis/puzzles.py says; which of them are solved this browser remembers.
 */
import type { State } from '../engine';
import { fetchBytes } from '../lib/fetch';
import { once } from '../lib/once';
import { keep } from '../lib/storage';
import { MODULES } from '../lib/outside';
import { openGame } from '../local/games';

export interface Puzzle {
  game: string;
  state: State;
  seat: number;
  /** 1 to 3: how hard it is to find. */
  grade: number;
  /** By action, what it costs against the best, which comes first: chances to win, or alone points. */
  costs: ReadonlyMap<number, number>;
}

interface Head {
  rules: number;
  puzzles: [seat: number, grade: number, actions: number[], costs: number[]][];
}

const opened = new Map<string, Promise<Puzzle[]>>();

/** The puzzles of a game, the easy ones first; none where they were made for other rules. */
export const puzzlesOf = (game: string) => once(opened, game, () => fetched(game));

async function fetched(id: string): Promise<Puzzle[]> {
  const [game, packed] = await Promise.all([openGame(id), fetchBytes(`${MODULES}${id}/puzzles.bin`)]);
  return unpacked(id, game.description.rules, packed);
}

export async function unpacked(
  game: string,
  rules: number,
  packed: Uint8Array<ArrayBuffer>,
): Promise<Puzzle[]> {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const end = bytes.indexOf(10);
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end))) as Head;
  if (head.rules !== rules) return [];
  const [count, rows] = [head.puzzles.length, bytes.subarray(end + 1)];
  const size = rows.length / count;
  return head.puzzles.map(([seat, grade, actions, costs], one) => ({
    game,
    seat,
    grade,
    state: Uint8Array.from({ length: size }, (_, at) => rows[at * count + one]!),
    costs: new Map(actions.map((action, at) => [action, costs[at]!])),
  }));
}

const NAME = (game: string) => `puzzles.${game}`;

/** Those that are solved, by number from 1; true: at the first try. */
export function solved(game: string): Map<number, boolean> {
  try {
    return new Map(JSON.parse(keep.get(NAME(game)) ?? '[]') as [number, boolean][]);
  } catch {
    return new Map();
  }
}

/** One is solved; what was said of it before stays. */
export function remember(game: string, number: number, first: boolean): void {
  const all = solved(game);
  if (!all.has(number)) keep.set(NAME(game), JSON.stringify([...all.set(number, first)]));
}
