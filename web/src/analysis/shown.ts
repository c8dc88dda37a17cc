/** What was found, and what is needed to tell of it. */
import type { Game, Json } from '../games/game';
import type { Analysis, Frame, Judged } from '../lib/protocol';
import type { Review } from './review.svelte';

export interface Found {
  found: Analysis;
  game: Game;
  frames: Frame[];
  names: string[];
}

/** A move of the analysis. */
export interface Shown extends Found {
  review: Review;
  move: Judged;
  /** Another move than the one made is looked at; null: none. */
  onaim: (move: Json | null) => void;
}
