/** The moves of a match, each with the state that it led to, and which of them may be taken back. */
import { CannotUndo, EngineError } from './errors';
import type { Game, Json, State, Step } from './game';
import { DEAL, LuckSource } from './luck';

export interface Played {
  seat: number;
  action: number;
  state: State;
  /** Whether it may be taken back. */
  free: boolean;
}

/** What has been worked out about a position. */
export interface Known {
  state: State;
  pending: number[];
  legal: Map<number, number[]>;
  views: Map<number, Json>;
}

/** A position of which nothing more is known yet. */
export const unknown = (state: State, pending: number[]): Known => ({
  state,
  pending,
  legal: new Map(),
  views: new Map(),
});

/** Why there is nothing to take back. */
type WhyNot = 'undo_nothing' | 'undo_shown' | 'undo_not_yours';

export class History {
  readonly #game: Game;
  readonly #luck: LuckSource;
  readonly #start: State;
  #played: Played[] = [];

  constructor(game: Game, seats: number, options: readonly string[], seed: string) {
    this.#game = game;
    this.#luck = new LuckSource(seed);
    this.#start = game.deal(seats, options, this.#luck.of(DEAL));
  }

  /** All moves so far. */
  get moves(): readonly Played[] {
    return this.#played;
  }

  /** How many they are. */
  get length(): number {
    return this.#played.length;
  }

  /** The position: not to be changed, not to be given away. */
  get now(): State {
    return this.#played.at(-1)?.state ?? this.#start;
  }

  /** The position after so many moves. */
  state(number: number): State {
    const found = number === 0 ? this.#start : this.#played[number - 1]?.state;
    if (!found) throw new EngineError('no_position', { number, moves: this.length });
    return found;
  }

  /** A move (from 1). */
  move(number: number): Played {
    const found = this.#played[number - 1];
    if (!found) throw new EngineError('no_move', { number, moves: this.length });
    return found;
  }

  /** What a legal action would lead to. */
  next(seat: number, action: number): Step {
    return this.#game.step(this.now, seat, action, this.#luck.of(this.length + 1));
  }

  /** Play a legal action. */
  play(seat: number, action: number): Step {
    const step = this.next(seat, action);
    this.#played.push({ seat, action, state: step.state, free: step.free });
    return step;
  }

  // --- taking back ----------------------------------------------------------------------------------------

  /** The number of the move that would be taken back; CannotUndo says why there is none. */
  undoable(seat: number | null): number {
    const number = this.#undoable(seat);
    if (typeof number === 'string') throw new CannotUndo(number);
    return number;
  }

  /** Whether there is one. */
  canUndo(seat: number | null): boolean {
    const number = this.#undoable(seat);
    return typeof number === 'number' && this.#without(number) !== null;
  }

  /** Take it back; the number that it had. */
  undo(seat: number | null): number {
    const number = this.undoable(seat);
    const kept = this.#without(number);
    if (!kept) throw new CannotUndo('undo_gone_on');
    const [last, mover] = [kept.at(-1), this.move(number).seat];
    // its maker has seen what the next one meant to do
    if (last && last.seat !== mover && !this.#apart) kept[kept.length - 1] = { ...last, free: false };
    this.#played = kept;
    return number;
  }

  get #apart(): boolean {
    return this.#game.description.constants.APART;
  }

  #undoable(seat: number | null): number | WhyNot {
    if (!this.length) return 'undo_nothing';
    for (let number = this.length; number > 0; number--) {
      const played = this.move(number);
      const own = seat === null || seat === played.seat;
      if (!played.free && (own || this.#apart)) return 'undo_shown';
      if (own) return number;
      if (!this.#apart) break;
    }
    return 'undo_not_yours';
  }

  /** The moves without one of them, those after it played again; null where they cannot be. */
  #without(number: number): Played[] | null {
    const kept = this.#played.slice(0, number - 1);
    for (const played of this.#played.slice(number)) {
      const { seat, action } = played;
      const before = kept.at(-1)?.state ?? this.#start;
      const possible =
        this.#game.pending(before).includes(seat) && this.#game.legal(before, seat).includes(action);
      if (!possible) return null;
      const { state } = this.#game.step(before, seat, action, this.#luck.of(kept.length + 1));
      kept.push({ ...played, state });
    }
    return kept;
  }
}
