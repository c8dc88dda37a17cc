/**
 * A game, ready to be played: its rules in a module, and what else must be known of it (`engine.json`).
 *
 * A state is the bytes of a record. They are copied into the module's memory for each call, so any number of matches
 * can be played with one game.
 */
import type { GameData } from './data';
import { EngineError } from './errors';
import { plant, type Lanes } from './luck';
import { Module, type Block, type Description } from './module';
import { Moves } from './moves';
import { shorts, structs } from './structs';

export type State = Uint8Array<ArrayBuffer>;
export type Json = Record<string, unknown>;

/** A spectator sees what everybody sees; whoever looks at a finished match sees all of it. */
export const [SPECTATOR, EVERYTHING] = [-1, -2];

export interface Source {
  code: Uint8Array<ArrayBuffer> | ArrayBuffer | WebAssembly.Module;
  description: Description;
  data: GameData;
  /** Fetches a net by the name of its file; without it, bots that need one cannot play. */
  net?: (file: string) => Promise<Uint8Array<ArrayBuffer>>;
}

/** A move, and what must be known after it. */
export interface Step {
  state: State;
  pending: number[];
  /** What the one seat to act may do; null where there are several, or none. */
  legal: number[] | null;
  /** Whether it may be taken back. */
  free: boolean;
}

const STEP = 2 ** 16;
export const FREE = 2 ** 24;
/** Instances kept for bots, none of them larger than so many bytes. */
const [SPARE, LARGE] = [2, 2 ** 25];

export class Game {
  readonly id: string;
  readonly moves: Moves;
  readonly description: Description;
  readonly data: GameData;
  /** Fetches a net. */
  readonly net: Source['net'];
  readonly #module: Module;
  readonly #room: Record<'state' | 'other' | 'luck' | 'lucks' | 'out', Block>;
  readonly #view;
  readonly #event;
  readonly #spare: Module[] = [];

  constructor(module: Module, data: GameData, net?: Source['net']) {
    const { description } = module;
    if (data.game !== description.game || data.rules !== description.rules)
      throw new EngineError('stale', { game: description.game });
    this.id = description.game;
    this.description = description;
    this.data = data;
    this.net = net;
    this.moves = new Moves(data.moves);
    if (this.moves.count !== description.constants.ACTIONS) throw new EngineError('stale', { game: this.id });
    this.#module = module;
    const lucks = module.rows('Luck', 1);
    this.#room = {
      state: module.rows('State', 1),
      other: module.rows('State', 1),
      lucks,
      luck: module.row(lucks, 0),
      out: module.rows('i16', description.constants.ACTIONS),
    };
    this.#view = structs(description.shows.view);
    this.#event = structs(description.shows.event);
  }

  static async open({ code, description, data, net }: Source): Promise<Game> {
    return new Game(await Module.open(code, description), data, net);
  }

  /** An instance of the module for one who gives it back. */
  lend(): Module {
    const module = this.#spare.pop() ?? this.#module.twin();
    module.clear();
    return module;
  }

  /** It is no longer needed. */
  giveBack(module: Module): void {
    if (this.#spare.length < SPARE && module.size <= LARGE) this.#spare.push(module);
  }

  // --- setting up -----------------------------------------------------------------------------------------

  /** Fewest and most players. */
  get seats(): readonly [number, number] {
    return this.description.constants.SEATS;
  }

  /** Options as the rules take them: a bit each. */
  optionBits(options: readonly string[]): number {
    const known = this.description.constants.OPTIONS;
    const unknown = options.find((name) => !known.includes(name));
    if (unknown !== undefined) throw new EngineError('unknown_option', { option: unknown });
    const several = options.filter((name) => this.data.oneOf.includes(name));
    if (new Set(several).size > 1) throw new EngineError('one_option', { options: several });
    return options.reduce((bits, name) => bits | (1 << known.indexOf(name)), 0);
  }

  deal(seats: number, options: readonly string[], luck: Lanes): State {
    const [fewest, most] = this.seats;
    if (!Number.isInteger(seats) || seats < fewest || seats > most)
      throw new EngineError('seats', { fewest, most, seats });
    const bits = this.optionBits(options);
    plant(this.#module, this.#room.luck, luck);
    const state = this.#module.row(this.#room.state, 0);
    this.#module.call('deal', state, seats, bits, this.#room.luck);
    return this.#module.copy(state);
  }

  // --- rules ----------------------------------------------------------------------------------------------

  /** A rule that asks something of a state, by its name. */
  #ask(rule: string, state: State, ...more: (number | Block)[]): number {
    const at = this.#module.row(this.#room.state, 0);
    this.#module.fill(at, state);
    return this.#module.call(rule, at, ...more);
  }

  /** The seats that may act now; none when the game is over. */
  pending(state: State): number[] {
    return seatsIn(this.#ask('pending', state));
  }

  /** The actions that a pending seat may choose from. */
  legal(state: State, seat: number): number[] {
    return this.#listed(this.#ask('legal', state, seat, this.#room.out));
  }

  score(state: State, seat: number): number {
    return this.#ask('score', state, seat);
  }

  place(state: State, seat: number): number {
    return this.#ask('place', state, seat);
  }

  /** Play a legal action. */
  step(before: State, seat: number, action: number, luck: Lanes): Step {
    const { state, lucks, out } = this.#room;
    this.#module.fill(state, before);
    plant(this.#module, this.#room.luck, luck);
    const found = this.#module.call('step', state, seat, action, lucks, out);
    const pending = seatsIn(Math.floor((found % FREE) / STEP));
    const legal = pending.length === 1 ? this.#listed(found % STEP) : null;
    return { state: this.#module.copy(state), pending, legal, free: found >= FREE };
  }

  /** The same position with all that a seat cannot know dealt anew. */
  imagine(state: State, seat: number, luck: Lanes): State {
    plant(this.#module, this.#room.luck, luck);
    this.#ask('imagine', state, seat, this.#room.luck);
    return this.#module.copy(this.#room.state);
  }

  #listed(count: number): number[] {
    return Array.from(this.#module.shorts(this.#room.out).subarray(0, count));
  }

  // --- what is seen ---------------------------------------------------------------------------------------

  /** What each of some viewers may see. Not to be changed. */
  views(state: State, viewers: readonly number[]): Json[] {
    if (this.data.alike && viewers.length > 1) {
      const [view] = this.views(state, viewers.slice(0, 1));
      return viewers.map(() => view!);
    }
    const module = this.#module;
    return module.within(() => {
      const [seats, views] = [module.rows('i64', viewers.length), module.rows('View', viewers.length)];
      viewers.forEach((viewer, i) => module.set(seats, viewer, i));
      this.#view.blank(module.shorts(views));
      module.fill(this.#room.state, state);
      module.call('look', this.#room.state, seats, views);
      return this.#view.read(module.shorts(views), viewers.length);
    });
  }

  /** A view as its bytes tell it. */
  viewOf(bytes: Uint8Array): Json {
    return this.#view.read(shorts(bytes), 1)[0]!;
  }

  /** Events as their bytes tell them, in order. */
  eventsOf(bytes: Uint8Array): Json[] {
    return this.#event.read(shorts(bytes), bytes.length / this.description.records.Event!.size);
  }

  /** What a viewer saw happen, in order. */
  events(before: State, seat: number, action: number, after: State, viewer: number): Json[] {
    const module = this.#module;
    return module.within(() => {
      const events = module.rows('Event', this.data.mostEvents);
      this.#event.blank(module.shorts(events));
      module.fill(this.#room.state, before);
      module.fill(this.#room.other, after);
      const { state, other } = this.#room;
      const count = module.call('happened', state, seat, action, other, viewer, events);
      return this.#event.read(module.shorts(events), count);
    });
  }

  /** An event as it is told when the next move has been made: without what players are to remember themselves. */
  fade(event: Json): Json {
    if (!event.fades) return event;
    return { ...event, ...Object.fromEntries(this.description.shows.fades.map((name) => [name, null])) };
  }
}

/** The seats of a bit mask. */
export function seatsIn(mask: number): number[] {
  return Array.from({ length: 32 - Math.clz32(mask) }, (_, seat) => seat).filter(
    (seat) => (mask >> seat) & 1,
  );
}
