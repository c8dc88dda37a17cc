/**
 * Exact answers: where nothing is hidden and nothing is left to chance, everything is tried to the end
 * (src/lodge/bots/exact.py). What is possible and what it is worth, the module says.
 */
import { seatsIn, type Game, type State } from './game';
import type { Block, Module } from './module';
import { sow } from './search';

const MOST_TRIED = 4000;
/** Positions for which the next action is known. */
const KEPT = 4096;

/** Luck was drawn, or there is too much to try. */
class Uncertain extends Error {}

/** The bytes of a position as a text. */
export const keyOf = (state: State): string => String.fromCharCode(...state);

/** The action that is best for the seat if everybody does what is best for them; null where that is not certain. */
export function solve(module: Module, state: Block, seat: number): number | null {
  return ifCertain(module, state, seat, (known, luck) => {
    module.call('greedy.alone', known, seat);
    return new Solver(module, known, luck).best(module.copy(known)).action;
  });
}

/**
 * How the game ends (after an action of a seat) if everybody does what is best for them; null where that is not certain,
 * or where seats that act at once do not affect each other.
 */
export function foregone(module: Module, state: Block, seat: number, action?: number): State | null {
  if (module.description.constants.APART) return null;
  return ifCertain(module, state, seat, (known, luck) => {
    if (action !== undefined) module.call('play', known, seat, action, luck);
    if (module.get(module.field(luck, 'drawn'))) return null;
    const { end } = new Solver(module, known, luck).best(module.copy(known));
    module.fill(known, end);
    return module.call('pending', known) ? null : end;
  });
}

/** Find something out about a position, if the seat knows all of it and nothing is left to chance. */
function ifCertain<T>(
  module: Module,
  state: Block,
  seat: number,
  find: (known: Block, luck: Block) => T,
): T | null {
  return module.within(() => {
    const [known, luck] = [module.record('State'), module.record('Luck')];
    module.fill(known, module.bytes(state));
    sow(module, luck, 0n, 0n);
    module.call('imagine', known, seat, luck);
    if (module.get(module.field(luck, 'drawn'))) return null;
    try {
      return find(known, luck);
    } catch (error) {
      if (error instanceof Uncertain) return null;
      throw error;
    }
  });
}

interface Found {
  /** By seat. */
  worth: number[];
  action: number;
  /** What it comes to. */
  end: State;
}

/** Everything that can come of a position, each position once. */
class Solver {
  readonly #found = new Map<string, Found>();
  readonly #out: Block;
  #left = MOST_TRIED;

  constructor(
    readonly module: Module,
    readonly work: Block,
    readonly luck: Block,
  ) {
    this.#out = module.rows('i16', module.description.constants.MOST_CANDIDATES);
  }

  /** What the position is worth to each seat, and the mover's best action (the first of equals). */
  best(state: State): Found {
    const { module, work } = this;
    module.fill(work, state);
    const [seat] = seatsIn(module.call('pending', work));
    if (seat === undefined || module.call('greedy.resting', work)) {
      const seats = module.get(module.field(work, 'seats'));
      const worth = Array.from({ length: seats }, (_, one) => module.call('greedy.worth', work, one));
      return { worth, action: 0, end: state };
    }
    const key = keyOf(state);
    const kept = this.#found.get(key);
    if (kept) return kept;
    const found = this.#after(state, seat).reduce((one, next) =>
      next.worth[seat]! > one.worth[seat]! ? next : one,
    );
    this.#found.set(key, found);
    return found;
  }

  #after(state: State, seat: number): Found[] {
    const { module, work, luck } = this;
    const count = module.call('candidates', work, seat, this.#out);
    this.#left -= count;
    if (this.#left < 0) throw new Uncertain();
    return module.numbers(this.#out, count).map((action) => {
      module.fill(work, state);
      sow(module, luck, 0n, 0n);
      module.call('play', work, seat, action, luck);
      if (module.get(module.field(luck, 'drawn'))) throw new Uncertain();
      return { ...this.best(module.copy(work)), action };
    });
  }
}

/** What lines that were found before say is next, by position. */
type KnownLines = Map<string, number>;
const lines = new WeakMap<Game, KnownLines>();

/** Those of a game. */
export function knownLines(game: Game): KnownLines {
  const known = lines.get(game) ?? new Map<string, number>();
  lines.set(game, known);
  return known;
}

/** The next action of the best way to end where the game's own player finds one; null elsewhere. */
export function certain(module: Module, state: Block, seat: number, known: KnownLines): number | null {
  if (!module.offers('settle')) return null;
  return module.within(() => {
    const { MOST_CANDIDATES, ACTIONS, MOST_MOVES } = module.description.constants;
    const [states, luck] = [module.rows('State', 2), module.record('Luck')];
    const sheet = module.record('State');
    module.fill(sheet, module.bytes(state));
    if (!module.call('settle', sheet, seat)) return null;
    const key = keyOf(module.copy(sheet));
    if (!known.has(key)) {
      if (known.size > KEPT) known.clear();
      const out = module.rows('i16', Math.max(MOST_CANDIDATES, ACTIONS));
      const [line, tried] = [module.rows('i16', MOST_MOVES), module.rows('i16', MOST_MOVES)];
      module.fill(module.row(states, 0), module.bytes(sheet));
      sow(module, luck, 0n, 0n);
      const length = module.call('nested', states, seat, luck, out, line, tried);
      sow(module, luck, 0n, 0n);
      for (const action of module.numbers(line, length)) {
        known.set(keyOf(module.copy(sheet)), action);
        module.call('play', sheet, seat, action, luck);
      }
    }
    return known.get(key)!;
  });
}

/** By action, what it brings each seat: points, or shares of the win. */
export type Worths = ReadonlyMap<number, readonly number[]>;
const ANY_ACTION = -1;
const NO_WORTHS: Worths = new Map();
const turns = new WeakMap<Game, Map<string, Worths>>();

/**
 * What each candidate (or only one action) brings, exactly, by all rolls that may come; empty where that cannot be said:
 * before the last turn, or in a game whose player does not know.
 */
export function lastWorths(
  game: Game,
  module: Module,
  state: State,
  seat: number,
  only = ANY_ACTION,
): Worths {
  const room = game.data.master?.last;
  if (!room) return NO_WORTHS;
  const known = turns.get(game) ?? new Map<string, Worths>();
  turns.set(game, known);
  const key = `${seat} ${only} ${keyOf(state)}`;
  if (!known.has(key)) {
    if (known.size > KEPT) known.clear();
    known.set(
      key,
      module.within(() => reckon(module, room, state, seat, only)),
    );
  }
  return known.get(key)!;
}

function reckon(
  module: Module,
  { rows, parts }: { rows: number; parts: number },
  state: State,
  seat: number,
  only: number,
): Worths {
  const { MOST_CANDIDATES, ACTIONS, SEATS } = module.description.constants;
  const [states, luck] = [module.rows('State', rows), module.record('Luck')];
  const actions = module.rows('i16', ACTIONS);
  const worths = module.rows('i64', MOST_CANDIDATES * SEATS[1]);
  module.fill(module.row(states, 0), state);
  const seats = module.get(module.field(module.row(states, 0), 'seats'));
  sow(module, luck, 0n, 0n);
  const count = module.call('last_worths', states, seat, only, luck, actions, worths);
  const told = module.numbers(worths, count * SEATS[1]).map((one) => one / parts);
  return new Map(
    module
      .numbers(actions, count)
      .map((action, i) => [action, told.slice(i * SEATS[1], i * SEATS[1] + seats)] as const),
  );
}
