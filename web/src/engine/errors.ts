/**
 * What can go wrong because of what was asked. The page has words for each key; the message is for makers.
 *
 * Keys of a record that is not as it should be begin with `record_`.
 */
export type ErrorKey =
  | 'unknown_game'
  | 'stale'
  | 'seats'
  | 'unknown_option'
  | 'one_option'
  | 'names'
  | 'no_seat'
  | 'no_move'
  | 'no_position'
  | 'hidden'
  | 'position'
  | 'not_a_move'
  | 'not_your_turn'
  | 'over'
  | 'not_possible'
  | 'undo_nothing'
  | 'undo_shown'
  | 'undo_not_yours'
  | 'undo_gone_on'
  | 'unknown_bot'
  | 'net'
  | 'record_unreadable'
  | 'record_foreign'
  | 'record_format'
  | 'record_no_seed'
  | 'record_no_mark'
  | 'record_mark'
  | 'record_commitment'
  | 'record_nonce'
  | 'record_signature'
  | 'record_game'
  | 'record_rules'
  | 'record_set_up'
  | 'record_no_seat'
  | 'record_move'
  | 'record_no_scores'
  | 'record_unfinished'
  | 'record_scores'
  | 'record_winners';

/** Something that a message tells. */
export type ErrorValues = Record<string, string | number | readonly (string | number)[] | null>;

/** Anything that went wrong because of what was asked, not because of a defect. */
export class EngineError extends Error {
  constructor(
    readonly key: ErrorKey,
    readonly values: ErrorValues = {},
    options?: ErrorOptions,
  ) {
    super(`${key} ${JSON.stringify(values)}`, options);
    this.name = new.target.name;
  }
}

/** A move that the rules do not allow now. */
export class IllegalMove extends EngineError {}

/** A move that cannot be taken back. */
export class CannotUndo extends EngineError {}

/** A record that is damaged, edited, or of another version. */
export class BadRecord extends EngineError {}
