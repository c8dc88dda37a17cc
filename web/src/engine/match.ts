/** A match: a game being played. It is its list of moves; everything else is derived from them (src/lodge/match.py). */
import { placesBy, winnersBy, type Ending, type Incident } from './endings';
import { EngineError, IllegalMove } from './errors';
import { EVERYTHING, SPECTATOR, type Game, type Json, type State } from './game';
import { History, unknown, type Known } from './history';
import { commitment, newSeed, sharedSeed, type Shares } from './luck';
import type { Move } from './moves';
import { recordOf, type MatchRecord } from './record';

/** A seat; null: a spectator. */
export type Viewer = number | null;

/** Without a seed a secret one is made. */
export interface MatchOptions {
  seed?: string;
  options?: readonly string[];
  names?: readonly string[];
  shares?: Shares;
}

/** A match knows everything: players are to be shown `view` and `events`, never `state` or `scores`. */
export class Match {
  readonly game: Game;
  readonly options: readonly string[];
  readonly names: readonly string[];
  /** A hash of the seed, to be shown before the first move. */
  readonly commitment: string;
  readonly shares: Shares;
  readonly #seed: string;
  readonly #history: History;
  #known: Known | null = null;
  /** How it ended, if not by the rules; what happened beside the moves. */
  ended: Ending | null = null;
  readonly incidents: Incident[] = [];

  constructor(game: Game, seats: number, wish: MatchOptions = {}) {
    const { seed = newSeed(), options = [], names, shares = [] } = wish;
    this.game = game;
    this.options = [...new Set(options)].sort();
    [this.#seed, this.shares, this.commitment] = [seed, [...shares], commitment(seed)];
    this.#history = new History(game, seats, this.options, sharedSeed(seed, shares));
    this.names = names ? [...names] : Array.from({ length: seats }, (_, seat) => `Player ${seat + 1}`);
    if (this.names.length !== seats) throw new EngineError('names', { names: this.names.length, seats });
  }

  // --- where it stands ------------------------------------------------------------------------------------

  get #here(): Known {
    const state = this.#history.now;
    if (this.#known?.state !== state) this.#known = unknown(state, this.game.pending(state));
    return this.#known;
  }

  /** A copy of the position, hidden things included: for bots, which are given only what their seat knows. */
  get state(): State {
    return this.#history.now.slice();
  }

  /** A copy of the position after so many moves. */
  stateAt(number: number): State {
    return this.#history.state(number).slice();
  }

  /** How many play. */
  get seats(): number {
    return this.names.length;
  }

  /** How many moves have been played. */
  get number(): number {
    return this.#history.length;
  }

  /** Seat and text of every move so far. */
  get history(): { seat: number; text: string }[] {
    return this.#history.moves.map(({ seat, action }) => ({ seat, text: this.game.moves.text(action) }));
  }

  /** A move (from 1); it is free if it drew no luck, showed nobody anything new, and did not end the game. */
  moveAt(number: number): { seat: number; action: number; free: boolean } {
    const { seat, action, free } = this.#history.move(number);
    return { seat, action, free };
  }

  /** The seats that may act now, several where the game lets them act at once; none when it is over. */
  get pending(): readonly number[] {
    return this.ended ? [] : this.#here.pending;
  }

  get over(): boolean {
    return this.pending.length === 0;
  }

  /** The seed: secret until the end. */
  get seed(): string | null {
    return this.over ? this.#seed : null;
  }

  /** Everybody's points as they would count now (hidden things included). */
  get scores(): number[] {
    return this.#everybody((seat) => this.game.score(this.#history.now, seat));
  }

  /** Everybody's rank, from 1; none where it ended without a result. */
  get places(): number[] {
    if (this.ended) return placesBy(this.winners, this.seats);
    return this.#everybody((seat) => this.game.place(this.#history.now, seat));
  }

  /** The seats that have won; none before the end. */
  get winners(): number[] {
    if (this.ended) return winnersBy(this.ended, this.incidents, this.seats);
    const places = this.places;
    return this.over ? this.#everybody((seat) => seat).filter((seat) => places[seat] === 1) : [];
  }

  #everybody<T>(of: (seat: number) => T): T[] {
    return Array.from({ length: this.seats }, (_, seat) => of(seat));
  }

  // --- what is seen ---------------------------------------------------------------------------------------

  /** What a seat may see; without one, what a spectator may. Not to be changed. */
  view(seat: Viewer = null): Json {
    return this.views([seat])[0]!;
  }

  /** What each of some seats may see. */
  views(seats: readonly Viewer[]): Json[] {
    const { views, state } = this.#here;
    const eyes = seats.map((seat) => this.#eye(seat));
    const fresh = [...new Set(eyes)].filter((eye) => !views.has(eye));
    if (fresh.length) this.game.views(state, fresh).forEach((view, i) => views.set(fresh[i]!, view));
    return eyes.map((eye) => views.get(eye)!);
  }

  /** What happened in a move (from 1), as a seat or a spectator saw it, to tell or to animate. */
  events(number: number, seat: Viewer = null): Json[] {
    return this.seen(number, [seat])[0]!;
  }

  /** The same as each of some seats saw it. */
  seen(number: number, seats: readonly Viewer[]): Json[][] {
    const eyes = seats.map((seat) => this.#eye(seat));
    if (!this.game.data.allSee) return eyes.map((eye) => this.#events(number, eye));
    const events = this.#events(number, SPECTATOR);
    return eyes.map(() => events);
  }

  /** The same as it is told now: what players are to remember themselves fades with the next move. */
  told(number: number, seats: readonly Viewer[]): Json[][] {
    const seen = this.seen(number, seats);
    if (number === this.number || this.over) return seen;
    return seen.map((events) => events.map((event) => this.game.fade(event)));
  }

  /** The view after so many moves with nothing hidden; only of a match that is over. */
  replayView(number: number): Json {
    return this.game.views(this.stateAt(number), [this.#allSeeing()])[0]!;
  }

  /** The events of a move (from 1) with nothing hidden; only of a match that is over. */
  replayEvents(number: number): Json[] {
    return this.#events(number, this.#allSeeing());
  }

  #events(number: number, viewer: number): Json[] {
    const { seat, action, state } = this.#history.move(number);
    return this.game.events(this.#history.state(number - 1), seat, action, state, viewer);
  }

  #allSeeing(): number {
    if (!this.over) throw new EngineError('hidden');
    return EVERYTHING;
  }

  #eye(seat: Viewer): number {
    return seat === null ? SPECTATOR : this.#seat(seat);
  }

  #seat(seat: number): number {
    if (!Number.isInteger(seat) || seat < 0 || seat >= this.seats)
      throw new EngineError('no_seat', { seat, seats: this.seats });
    return seat;
  }

  // --- playing --------------------------------------------------------------------------------------------

  /** The actions that a seat may choose from; none when it is not its turn. */
  legalActions(seat: number): readonly number[] {
    const { legal, state } = this.#here;
    if (!this.pending.includes(this.#seat(seat))) return [];
    const found = legal.get(seat) ?? this.game.legal(state, seat);
    legal.set(seat, found);
    return found;
  }

  /** The moves that a seat may choose from. */
  legal(seat: number): Move[] {
    return this.legalActions(seat).map((action) => this.game.moves.move(action));
  }

  /** The action of a move that the seat may play now; IllegalMove says why it may not. */
  check(seat: number, move: Move | string | number): number {
    const action = this.game.moves.action(move);
    const legal = this.legalActions(seat);
    if (this.over) throw new IllegalMove('over');
    if (!legal.length) throw new IllegalMove('not_your_turn', { seat, pending: this.pending });
    if (!legal.includes(action))
      throw new IllegalMove('not_possible', { seat, action, text: this.game.moves.text(action) });
    return action;
  }

  /** Play a move. One that may not be played now raises IllegalMove, and nothing has changed. */
  play(seat: number, move: Move | string | number): void {
    const action = this.check(seat, move);
    const { state, pending, legal } = this.#history.play(seat, action);
    this.#known = unknown(state, pending);
    if (legal) this.#known.legal.set(pending[0]!, legal);
  }

  /** The scores, if this move ends the match; nothing is played. */
  ending(seat: number, move: Move | string | number): number[] | null {
    const action = this.check(seat, move);
    const { state, pending } = this.#history.next(seat, action);
    return pending.length ? null : this.#everybody((one) => this.game.score(state, one));
  }

  /** Whether `undo` would take a move back; with a seat, that seat's own latest. */
  canUndo(seat: Viewer = null): boolean {
    return !this.ended && this.#history.canUndo(seat);
  }

  /** The number of the move that `undo` would take back; CannotUndo says why there is none. */
  undoable(seat: Viewer = null): number {
    return this.#history.undoable(seat);
  }

  /**
   * Take back the last move, if it drew no luck and showed nothing new; returns its number. With a seat, a move of that
   * seat: where several act at once on things of their own, its latest, even if others have moved since.
   */
  undo(seat: Viewer = null): number {
    return this.#history.undo(seat);
  }

  /** End the match before its rules do. */
  end(ending: Ending): void {
    const won = winnersBy(ending, this.incidents, this.seats).length;
    if (this.over || (ending === 'resigned' && (!won || won === this.seats))) throw new EngineError('over');
    this.ended = ending;
  }

  /** The match as a record. The seed is in it once it is over; with `secret` before: then it tells all luck to come. */
  record({ secret = false } = {}): MatchRecord {
    return recordOf(this, this.over || secret ? this.#seed : null);
  }
}
