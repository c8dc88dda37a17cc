/** Records as files: a finished match of this browser goes out as one, and comes in from one. */
import { EngineError, load, toJson, verify, type MatchRecord } from '../engine';
import type { Key, Values } from '../lib/i18n.svelte';
import { LOCAL } from '../lib/local';
import { localApi } from './api';
import { openGame } from './games';
import { fresh } from './making';
import { all, put, type KeptMatch, type KeptSeat } from './store';

/** A match's record, as a file holds it. */
export async function recordFile(id: string): Promise<string> {
  return toJson(await localApi.record(id));
}

/** Keep the finished match that a file tells of, to be watched; its name. EngineError says what is wrong with it. */
export async function openRecord(source: string): Promise<string> {
  const record = load(source);
  const { finished } = verify(await openGame(record.game), record);
  if (!finished) throw new EngineError('record_unfinished');
  const known = (await all()).find((one) => one.over && one.seed === record.seed);
  if (known) return known.id;
  const match = watched(record);
  await put(match);
  return match.id;
}

const BOT = /^(Gentle|Steady|Sharp|Master)( \d+)?$/;

/** A file holds names only: bots of this page are known by theirs, and everybody else sits on this device. */
function seat(name: string): KeptSeat {
  const level = BOT.exec(name)?.[1]?.toLowerCase() ?? null;
  return { kind: level ? 'bot' : 'mine', name, level, standIn: null };
}

function watched(record: MatchRecord): KeptMatch {
  const seats = record.seats.map(seat);
  return {
    ...fresh(record.game, record.rules, record.options, seats),
    id: LOCAL + record.commitment.slice(0, 22),
    seed: record.seed ?? '',
    log: record.moves.map((entry) => {
      const [, number = '0', text = ''] = /^(\d+) ?(.*)$/s.exec(entry) ?? [];
      return { seat: Number(number), text };
    }),
    over: true,
    scores: record.scores,
    winners: record.winners,
  };
}

const WORDS: Partial<Record<string, Key>> = {
  record_foreign: 'record_foreign',
  record_unreadable: 'record_foreign',
  record_format: 'record_version',
  record_rules: 'record_version',
  unknown_game: 'record_version',
  record_no_seed: 'record_running',
  record_unfinished: 'record_running',
};

/** What is wrong with a file, as a message. */
export function problem(error: unknown): [Key, Values] {
  if (!(error instanceof EngineError)) return ['error_other', {}];
  const { number } = error.values;
  if (WORDS[error.key]) return [WORDS[error.key]!, {}];
  return typeof number === 'number' ? ['record_damaged_at', { number }] : ['record_damaged', {}];
}
