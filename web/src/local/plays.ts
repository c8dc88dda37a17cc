/** What matches of levels counted that were deleted since: passing a level lasts longer than its match. */
import { keep } from '../lib/storage';
import type { KeptMatch } from './store';

/** A match that counts, as far as levels and campaigns need to know it. */
export type KeptPlay = Pick<
  KeptMatch,
  'id' | 'game' | 'who' | 'level' | 'need' | 'run' | 'seed' | 'begun' | 'scores'
>;

const NAME = 'plays';

export function rememberedPlays(): KeptPlay[] {
  try {
    const kept: unknown = JSON.parse(keep.get(NAME) ?? '[]');
    return Array.isArray(kept) ? (kept as KeptPlay[]) : [];
  } catch {
    return [];
  }
}

/** A match is about to be deleted. One of a campaign that is not over counts 0 points: nobody tries for better luck. */
export function rememberPlay({ id, game, who, level, need, run, seed, begun, scores }: KeptMatch): void {
  if (level === null || (scores === null && run === null)) return;
  const play: KeptPlay = { id, game, who, level, need, run, seed, begun, scores: scores ?? [0] };
  keep.set(NAME, JSON.stringify([...rememberedPlays().filter((one) => one.id !== id), play]));
}
