/**
 * Records: a match as JSON that people can read, replay and check, byte by byte as src/lodge/record.py writes it.
 *
 * Behind every move stands a mark, a short hash over everything before it: it tells where a record was damaged.
 */
import { addIncidents, ENDINGS, KINDS, type Ending, type Incident } from './endings';
import { BadRecord, EngineError } from './errors';
import type { Game, Json } from './game';
import { commitment, hash, sealOf, type Share } from './luck';
import { Match } from './match';

const FORMAT = 1;
/** With shares or a signature, which format 1 does not know. */
const SHARED = 2;
/** With incidents or an early ending, which format 2 does not know. */
const EARLY = 3;
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
  /** How it ended, if not by the rules: then there are no points. */
  ending: Ending | null;
  /** What happened beside the moves, in order. */
  incidents: readonly Incident[];
  /** The players' shares in the luck, by seat. */
  shares: (Share | null)[];
  /** Of the server that wrote it: an Ed25519 public key, and the signature made with it. */
  signature: { key: string; value: string } | null;
}

type Maybe = 'shares' | 'ending' | 'incidents';
type Written = Omit<MatchRecord, 'lodge' | 'position' | 'chain' | 'signature' | Maybe> &
  Partial<Pick<MatchRecord, Maybe>>;

const text = (value: unknown): boolean => typeof value === 'string';
const whole = (value: unknown): boolean => Number.isInteger(value);
const list = (of: (value: unknown) => boolean) => (value: unknown) => Array.isArray(value) && value.every(of);
const maybe = (of: (value: unknown) => boolean) => (value: unknown) => value === null || of(value);
const object = (value: unknown): value is Json =>
  typeof value === 'object' && !!value && !Array.isArray(value);

const DIGEST = /^[0-9a-f]{64}$/;
const digest = (value: unknown): boolean => typeof value === 'string' && DIGEST.test(value);
const fields = (value: unknown, names: string[]): value is Json =>
  object(value) && Object.keys(value).every((name) => names.includes(name));
const share = (value: unknown): boolean =>
  fields(value, ['seal', 'nonce']) &&
  digest(value.seal) &&
  (value.nonce === undefined || digest(value.nonce));
const signature = (value: unknown): boolean =>
  fields(value, ['key', 'value']) && text(value.key) && text(value.value);
const incident = (value: unknown): boolean =>
  fields(value, ['after', 'kind', 'seat', 'moves']) &&
  whole(value.after) &&
  KINDS.includes(value.kind) &&
  whole(value.seat) &&
  (value.moves === undefined || list(text)(value.moves));

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
  ending: [maybe((value) => ENDINGS.includes(value)), null],
  incidents: [list(incident), []],
  shares: [list(maybe(share)), []],
  signature: [maybe(signature), null],
};
const NAMES = Object.keys(FIELDS) as (keyof MatchRecord)[];

/** A record as its file holds it, one move a line. */
export function toJson(record: MatchRecord): string {
  return JSON.stringify(ordered(record), null, 1) + '\n';
}

function ordered(record: MatchRecord): Json {
  const told = NAMES.filter((name) => {
    const [, usual] = FIELDS[name];
    return usual === undefined || JSON.stringify(record[name]) !== JSON.stringify(usual);
  });
  return Object.fromEntries(told.map((name) => [name, record[name]]));
}

/** What a server signs of a record. */
export const signedText = (record: MatchRecord): string =>
  `lodge record\0${JSON.stringify(ordered({ ...record, signature: null }))}`;

/** A record from text or JSON values; BadRecord says what is wrong with it. The moves are not played here. */
export function load(source: string | unknown): MatchRecord {
  const values = typeof source === 'string' ? parsed(source) : source;
  if (!object(values) || values.lodge === undefined || values.lodge === null)
    throw new BadRecord('record_foreign');
  if (![FORMAT, SHARED, EARLY].includes(values.lodge as number))
    throw new BadRecord('record_format', { format: String(values.lodge) });
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
function chainStart(record: MatchRecord): string {
  const { game, rules, options, seats, commitment: told, position, shares } = record;
  const head = [game, rules, options, seats, told, position, ...(shares.length ? [shares] : [])];
  return hash(JSON.stringify(head)).slice(0, MARK);
}

const chainStep = (mark: string, move: string) => hash(`${mark}\n${move}`).slice(0, MARK);

/** A record of a match from its usual set-up, with its marks. */
export function chained({ shares = [], ending = null, incidents = [], ...parts }: Written): MatchRecord {
  const lodge = ending || incidents.length ? EARLY : shares.length ? SHARED : FORMAT;
  const more = { position: null, chain: [], ending, incidents, shares, signature: null };
  const record: MatchRecord = { ...parts, lodge, ...more };
  let mark = chainStart(record);
  const chain = record.moves.map((move) => (mark = chainStep(mark, move)));
  return { ...record, chain };
}

/** The record of a match as it stands. */
export function recordOf(match: Match, seed: string | null): MatchRecord {
  const { over, ended } = match;
  return chained({
    game: match.game.id,
    rules: match.game.description.rules,
    options: [...match.options],
    seats: [...match.names],
    commitment: match.commitment,
    seed,
    moves: match.history.map(({ seat, text }) => `${seat} ${text}`),
    scores: over && !ended ? match.scores : null,
    winners: over ? match.winners : null,
    ending: ended,
    incidents: [...match.incidents],
    shares: [...match.shares],
  });
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
  addIncidents(match, record.incidents, record.ending);
  return match;
}

/** The match before its first move. */
function begin(game: Game, record: MatchRecord, seed: string | null): Match {
  if (seed === null) throw new BadRecord('record_no_seed');
  if (commitment(seed) !== record.commitment) throw new BadRecord('record_commitment');
  checkShares(record);
  if (record.game !== game.id) throw new BadRecord('record_game', { game: record.game });
  const rules = game.description.rules;
  if (record.rules !== rules) throw new BadRecord('record_rules', { told: record.rules, rules });
  if (record.position !== null) throw new EngineError('position');
  const { options, seats: names, shares } = record;
  try {
    return new Match(game, names.length, { seed, options, names, shares });
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    throw new BadRecord('record_set_up', { because: error.key }, { cause: error });
  }
}

function checkShares({ shares, seats }: MatchRecord): void {
  if (shares.length && shares.length !== seats.length)
    throw new BadRecord('record_unreadable', { field: 'shares' });
  shares.forEach((one, seat) => {
    if (one?.nonce && sealOf(one.nonce) !== one.seal) throw new BadRecord('record_nonce', { seat });
  });
}
