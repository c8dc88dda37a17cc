/** A line of the statistics: a match against bots that was lost, but for what is said of it. */
import type { Result } from '../../src/statistics/results';

export const result = (more: Partial<Result> = {}): Result => ({
  id: 'm',
  game: 'dam-it',
  begun: 0,
  ended: 0,
  seats: 2,
  against: 'steady',
  points: 50,
  won: false,
  moves: 30,
  hinted: false,
  ending: null,
  level: null,
  need: null,
  campaign: false,
  day: null,
  master: null,
  ...more,
});
