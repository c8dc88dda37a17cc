/**
 * Records: a match as JSON that people can read, replay and check, byte by byte as src/lodge/record.py writes it.
 *
 * Behind every move stands a mark, a short hash over everything before it: it tells where a record was damaged.
 */
import { BadRecord, EngineError } from './errors';
import type { Game, Json } from './game';
import { commitment, hash } from './luck';
import { Match } from './match';

export const FORMAT = 1;
const MARK = 6;

export interface MatchRecord {
  lodge: number;
  game: string;
  /** The version of its rules. */
  rules: number;
  options: string[];
  /** The players' names. */
  seats: string[];
  commitment: string;
  /** Revealed when the match is over. */
  seed: string | null;
  /** Where it began, if not with the usual set-up. */
  position: Json | null;
  /** Seat and move, as text. */
  moves: string[];
  /** A mark behind every move. */
  chain: string[];
  scores: number[] | null;
  winners: number[] | null;
}

const text = (value: unknown): boolean => typeof value === 'string';
const whole = (value: unknown): boolean => Number.isInteger(value);
const list = (of: (value: unknown) => boolean) => (value: unknown) => Array.isArray(value) && value.every(of);
const maybe = (of: (value: unknown) => boolean) => (value: unknown) => value === null || of(value);
const object = (value: unknown): value is Json =>
  typeof value === 'object' && !!value && !Array.isArray(value);

/** The fields in their order: what each may hold, and what is left out of a file. */
const FIELDS: Record<keyof MatchRecord, [fits: (value: unknown) => boolean, usual?: unknown]> = {
  lodge: [whole],
  game: [text],
  rules: [whole],
  options: [list(text), []],
  seats: [list(text)],
  commitment: [text],
  seed: [maybe(text), null],
  position: [maybe(object), null],
  moves: [list(text), []],
  chain: [list(text), []],
  scores: [maybe(list(whole)), null],
  winners: [maybe(list(whole)), null],
};
const NAMES = Object.keys(FIELDS) as (keyof MatchRecord)[];

/** A record as its file holds it, one move a line. */
export function toJson(record: MatchRecord): string {
  const told = NAMES.filter((name) => {
    const [, usual] = FIELDS[name];
    return usual === undefined || JSON.stringify(record[name]) !== JSON.stringify(usual);
  });
  return JSON.stringify(Object.fromEntries(told.map((name) => [name, record[name]])), null, 1) + '\n';
}

/** A record from text or JSON values; BadRecord says what is wrong with it. The moves are not played here. */
export function load(source: string | unknown): MatchRecord {
  const values = typeof source === 'string' ? parsed(source) : source;
  if (!object(values) || values.lodge === undefined || values.lodge === null)
    throw new BadRecord('record_foreign');
  if (values.lodge !== FORMAT) throw new BadRecord('record_format', { format: String(values.lodge) });
  const strange = Object.keys(values).find((name) => !Object.hasOwn(FIELDS, name));
  if (strange !== undefined) throw new BadRecord('record_unreadable', { field: strange });
  const entries = NAMES.map((name) => {
    const [fits, usual] = FIELDS[name];
    const value = values[name] === undefined ? structuredClone(usual) : values[name];
    if (value === undefined || !fits(value)) throw new BadRecord('record_unreadable', { field: name });
    return [name, value] as const;
  });
  const record = Object.fromEntries(entries) as unknown as MatchRecord;
  if (record.chain.length > record.moves.length) throw new BadRecord('record_unreadable', { field: 'chain' });
  return record;
}

function parsed(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch (error) {
    throw new BadRecord('record_unreadable', { field: '' }, { cause: error });
  }
}

/** The mark of everything that was settled before the first move. */
function chainStart({ game, rules, options, seats, commitment: told, position }: MatchRecord): string {
  return hash(JSON.stringify([game, rules, options, seats, told, position])).slice(0, MARK);
}

const chainStep = (mark: string, move: string) => hash(`${mark}\n${move}`).slice(0, MARK);

/** A record of a match from its usual set-up, with its marks. */
export function chained(parts: Omit<MatchRecord, 'lodge' | 'position' | 'chain'>): MatchRecord {
  const record: MatchRecord = { ...parts, lodge: FORMAT, position: null, chain: [] };
  let mark = chainStart(record);
  const chain = record.moves.map((move) => (mark = chainStep(mark, move)));
  return { ...record, chain };
}

/**
 * The match that a record tells of, after its last move.
 *
 * The record of a match that is not over holds no seed; give it if you know it. A damaged or edited record raises
 * BadRecord, which names the first bad move.
 */
export function replay(game: Game, source: string | unknown, seed?: string): Match {
  const record = load(source);
  const match = begin(game, record, seed ?? record.seed);
  let mark = chainStart(record);
  record.moves.forEach((entry, index) => {
    const where = { number: index + 1, entry };
    mark = chainStep(mark, entry);
    const told = record.chain[index];
    if (told !== undefined && told !== mark) throw new BadRecord('record_mark', { ...where, told, mark });
    const [, seat, move] = /^(\d+) ?(.*)$/s.exec(entry) ?? [];
    if (seat === undefined || move === undefined) throw new BadRecord('record_no_seat', where);
    try {
      match.play(Number(seat), move);
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      throw new BadRecord('record_move', { ...where, because: error.key }, { cause: error });
    }
  });
  return match;
}

/** The match before its first move. */
function begin(game: Game, record: MatchRecord, seed: string | null): Match {
  if (seed === null) throw new BadRecord('record_no_seed');
  if (commitment(seed) !== record.commitment) throw new BadRecord('record_commitment');
  if (record.game !== game.id) throw new BadRecord('record_game', { game: record.game });
  const rules = game.description.rules;
  if (record.rules !== rules) throw new BadRecord('record_rules', { told: record.rules, rules });
  if (record.position !== null) throw new EngineError('position');
  try {
    return new Match(game, record.seats.length, { seed, options: record.options, names: record.seats });
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    throw new BadRecord('record_set_up', { because: error.key }, { cause: error });
  }
}

/** What a check of a good record has shown. */
export interface Verdict {
  match: Match;
  finished: boolean;
  moves: number;
  /**
   * `seal`: the seed is the one that was committed to before the first move. `marks`: nothing was changed or cut since
   * it was written. `moves`: with the luck of that seed every move was possible. `result`: it ended as it says.
   */
  proved: readonly ('seal' | 'marks' | 'moves' | 'result')[];
}

/** Check a record from end to end; BadRecord says what is wrong. */
export function verify(game: Game, source: string | unknown): Verdict {
  const record = load(source);
  if (record.seed === null) throw new BadRecord('record_no_seed');
  if (record.chain.length !== record.moves.length)
    throw new BadRecord('record_no_mark', { number: record.chain.length + 1 });
  const match = replay(game, record);
  const moves = match.number;
  if (record.scores === null) {
    if (match.over) throw new BadRecord('record_no_scores');
    return { match, finished: false, moves, proved: ['seal', 'marks', 'moves'] };
  }
  if (!match.over) throw new BadRecord('record_unfinished', { number: moves + 1 });
  for (const [name, told, truth] of [
    ['scores', record.scores, match.scores],
    ['winners', record.winners, match.winners],
  ] as const)
    if (JSON.stringify(told) !== JSON.stringify(truth))
      throw new BadRecord(`record_${name}`, { told, truth });
  return { match, finished: true, moves, proved: ['seal', 'marks', 'moves', 'result'] };
}

/** The same as a finding: what was proved, or the first thing that is wrong. */
export function check(game: Game, source: string | unknown): { fine: Verdict } | { wrong: EngineError } {
  try {
    return { fine: verify(game, source) };
  } catch (error) {
    if (error instanceof EngineError) return { wrong: error };
    throw error;
  }
}
