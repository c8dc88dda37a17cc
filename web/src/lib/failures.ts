/** What went wrong, in words that say what to do next. */
import { NoServer, Refused } from './api';
import { t, type Key, type Values } from './i18n.svelte';
import type { Failure } from './protocol';
import { SITE } from './site';

const KEYS: Partial<Record<Failure['code'], Key>> = {
  too_fast: 'error_too_fast',
  not_at_machine: 'error_not_at_machine',
  no_network: 'error_no_network',
  too_many_tables: 'error_too_many_tables',
  unknown_table: 'error_unknown_table',
  bad_name: 'error_bad_name',
  name_taken: 'error_name_taken',
  bad_text: 'error_bad_text',
  seat_taken: 'error_seat_taken',
  character_taken: 'error_character_taken',
  too_few_players: 'error_too_few_players',
  not_your_turn: 'error_not_your_turn',
  illegal_move: 'error_illegal_move',
  cannot_undo: 'error_cannot_undo',
  table_full: 'error_table_full',
  too_soon: 'error_too_soon',
  muted: 'error_muted',
  barred: 'error_barred',
  unreadable_table: 'error_unreadable_table',
  no_database: 'error_no_database',
  busy: 'error_busy',
  other_rules: 'error_other_rules',
  locked: 'error_locked',
  bad_link: 'error_bad_link',
  too_many_devices: 'error_too_many_devices',
  late: 'error_late',
};

export function inWords(failure: Failure): string {
  return t(KEYS[failure.code] ?? 'error_other', failure.details as Values);
}

export function errorInWords(error: unknown): string {
  if (error instanceof Refused) return inWords(error.failure);
  if (SITE) return t(error instanceof NoServer ? 'error_needs_server' : 'error_other');
  return t('error_no_server');
}
