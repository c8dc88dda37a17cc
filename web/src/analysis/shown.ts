/** A move of the analysis, and all that is needed to tell of it. */
import type { Game, Json } from '../games/game';
import type { Analysis, Frame, Judged } from '../lib/protocol';
import type { Review } from './review.svelte';

export interface Shown {
  review: Review;
  found: Analysis;
  game: Game;
  frames: Frame[];
  names: string[];
  move: Judged;
  /** Another move than the one made is looked at; null: none. */
  onaim: (move: Json | null) => void;
}
