/** A game's moves: as values, as texts, as numbers of actions. All of it is read from a list that the rules wrote. */
import { IllegalMove } from './errors';

/** A move in JSON. */
export type Move = Readonly<Record<string, unknown>>;

/** The list (src/lodge/games/movelist.py). */
export interface MoveList {
  /** The name of the field that says what a move does. */
  tag: string;
  /** What a move does, its text, and what stands between the items of a list. */
  patterns: readonly (readonly [kind: string, text: string, between: string])[];
  /** Through the actions in order: so many of a pattern. */
  runs: readonly (readonly [pattern: number, count: number])[];
  /** By kind of move: the values of each field. */
  columns: Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>>;
}

export class Moves {
  readonly #moves: Move[] = [];
  readonly #texts: string[] = [];
  readonly #byMove = new Map<string, number>();
  readonly #byText = new Map<string, number>();

  constructor(list: MoveList) {
    const at: Record<string, number> = {};
    for (const [pattern, count] of list.runs)
      for (let i = 0; i < count; i++) {
        const [kind, text, between] = list.patterns[pattern]!;
        const index = (at[kind] ??= 0);
        at[kind]! += 1;
        const fields = Object.entries(list.columns[kind]!).map(
          ([name, values]) => [name, values[index]] as const,
        );
        const move: Move = { [list.tag]: kind, ...Object.fromEntries(fields) };
        this.#add(move, written(text, between, move));
      }
  }

  #add(move: Move, text: string): void {
    const action = this.#moves.length;
    this.#moves.push(move);
    this.#texts.push(text);
    this.#byMove.set(keyOf(move), action);
    this.#byText.set(text, action);
  }

  /** How many there are. */
  get count(): number {
    return this.#moves.length;
  }

  /** The move that an action stands for. Not to be changed. */
  move(action: number): Move {
    return this.#moves[this.#known(action)]!;
  }

  /** An action as records hold it. */
  text(action: number): string {
    return this.#texts[this.#known(action)]!;
  }

  /** The action of a move, a text or a number. */
  action(move: Move | string | number): number {
    if (typeof move === 'number') return this.#known(move);
    const text = typeof move === 'string';
    const found = text ? this.#byText.get(plain(move).toLowerCase()) : this.#byMove.get(keyOf(move));
    if (found === undefined)
      throw new IllegalMove('not_a_move', { move: text ? move : JSON.stringify(move) });
    return found;
  }

  #known(action: number): number {
    if (!Number.isInteger(action) || action < 0 || action >= this.count)
      throw new IllegalMove('not_a_move', { move: action });
    return action;
  }
}

const plain = (text: string) => text.trim().split(/\s+/).join(' ');

/** The text of a move by its pattern. */
function written(pattern: string, between: string, move: Move): string {
  return pattern.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = move[name];
    return Array.isArray(value) ? value.join(between) : String(value);
  });
}

/** The same for moves that mean the same: lists are sets, and what is false may be left out. */
function keyOf(move: Move): string {
  const fields = Object.entries(move)
    .filter(([, value]) => value !== false)
    .map(([name, value]) => [name, words(value)]);
  return JSON.stringify(fields.sort(([a], [b]) => (a! < b! ? -1 : 1)));
}

function words(value: unknown): unknown {
  if (Array.isArray(value)) return [...value].sort();
  return typeof value === 'string' ? value.split(/\s+/).sort().join(' ') : value;
}
