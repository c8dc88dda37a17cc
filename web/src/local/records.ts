/** Records of matches of this browser: made without playing them, saved as files, and opened from files. */
import { commitment, EngineError, load, toJson, verify, type MatchRecord } from '../engine';
import { chained } from '../engine/record';
import type { Key, Values } from '../lib/i18n.svelte';
import { botNamed } from '../lib/characters';
import { LOCAL } from '../lib/local';
import { fresh } from './create';
import { openGame } from './games';
import { all, put, type KeptEntry, type KeptMatch, type KeptSeat } from './store';

/** The moves that stand: those taken back are gone. */
export function movesOf(log: readonly KeptEntry[]): KeptEntry[] {
  const moves: KeptEntry[] = [];
  for (const entry of log) {
    const gone = entry.undo ? moves.findLastIndex((one) => one.seat === entry.seat) : -1;
    if (entry.undo) moves.splice(gone, 1);
    else moves.push(entry);
  }
  return moves;
}

/** The seed stands in it when the match is over, or where it is nobody's secret any more. */
export function recordOf(match: KeptMatch, secret = false): MatchRecord {
  if (match.file) return match.file;
  const { game, rules, options, seats, seed, log, over, scores, winners, ended, incidents } = match;
  return chained({
    game,
    rules,
    options,
    seats: seats.map(({ name }) => name),
    commitment: commitment(seed),
    seed: over || secret ? seed : null,
    moves: movesOf(log).map(({ seat, text }) => `${seat} ${text}`),
    scores: over ? scores : null,
    winners: over ? winners : null,
    ending: ended ?? null,
    incidents: incidents ?? [],
  });
}

/** A match's record, as a file holds it. That of one that is not over tells its seed, too: it is to go on somewhere. */
export const keptRecordFile = (match: KeptMatch) => toJson(recordOf(match, true));

/**
 * Keep the match that a file tells of: its route, to be watched, or to be played on where it is not over. EngineError says what
 * is wrong with it.
 */
export async function openRecord(source: string): Promise<string> {
  const record = load(source);
  const { finished } = verify(await openGame(record.game), record);
  const told = JSON.stringify(record.moves);
  const same = ({ moves }: MatchRecord) =>
    JSON.stringify(finished ? moves : moves.slice(0, record.moves.length)) === told;
  const known = (await all()).find(
    (one) => one.over === finished && one.seed === record.seed && same(recordOf(one)),
  );
  const match = known ?? matchOf(record, finished);
  if (!known) await put(match);
  return `/t/${match.id}${finished ? '#replay' : ''}`;
}

/** A file holds names only: bots are known by theirs, and everybody else sits on this device. */
function seat(name: string): KeptSeat {
  const bot = botNamed(name);
  return { kind: bot ? 'bot' : 'mine', name, standIn: null, level: null, ...bot };
}

/** What the names of matches that came as files begin with: they count for nothing. */
export const watchedId = (seal: string) => LOCAL + seal.slice(0, 16);

function matchOf(record: MatchRecord, over: boolean): KeptMatch {
  const seats = record.seats.map(seat);
  return {
    ...fresh(record.game, record.rules, record.options, seats),
    id: watchedId(record.commitment) + (record.chain.at(-1) ?? ''), // many play a deal of the day
    seed: record.seed ?? '',
    log: record.moves.map((entry) => {
      const [, number = '0', text = ''] = /^(\d+) ?(.*)$/s.exec(entry) ?? [];
      return { seat: Number(number), text };
    }),
    over,
    scores: record.scores,
    winners: record.winners,
    ended: record.ending,
    incidents: [...record.incidents],
    ...(over && { file: record }),
  };
}

const WORDS: Partial<Record<string, Key>> = {
  record_foreign: 'record_foreign',
  record_unreadable: 'record_foreign',
  record_format: 'record_version',
  record_rules: 'record_version',
  unknown_game: 'record_version',
  position: 'record_position',
  record_no_seed: 'record_running',
};

/** The record in a file that cannot be replayed because the rules have changed since: it can still be told. */
export function told(error: unknown, source: string): MatchRecord | null {
  return error instanceof EngineError && error.key === 'record_rules' ? load(source) : null;
}

/** What is wrong with a file, as a message. */
export function problem(error: unknown): [Key, Values] {
  if (!(error instanceof EngineError)) return ['error_other', {}];
  const { number } = error.values;
  if (WORDS[error.key]) return [WORDS[error.key]!, {}];
  return typeof number === 'number' ? ['record_damaged_at', { number }] : ['record_damaged', {}];
}
