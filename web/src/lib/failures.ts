/** What went wrong, in words that say what to do next. */
import { NoServer, Refused } from './api';
import { t, type Key, type Values } from './i18n.svelte';
import type { Failure } from './protocol';
import { SITE } from './site';

const KEYS: Partial<Record<Failure['code'], Key>> = {
  too_fast: 'error_too_fast',
  too_many_tables: 'error_too_many_tables',
  unknown_table: 'error_unknown_table',
  bad_name: 'error_bad_name',
  bad_text: 'error_bad_text',
  seat_taken: 'error_seat_taken',
  too_few_players: 'error_too_few_players',
  not_your_turn: 'error_not_your_turn',
  illegal_move: 'error_illegal_move',
  cannot_undo: 'error_cannot_undo',
  busy: 'error_busy',
  locked: 'error_locked',
};

export function inWords(failure: Failure): string {
  return t(KEYS[failure.code] ?? 'error_other', failure.details as Values);
}

export function errorInWords(error: unknown): string {
  if (error instanceof Refused) return inWords(error.failure);
  if (SITE) return t(error instanceof NoServer ? 'error_needs_server' : 'error_other');
  return t('error_no_server');
}
