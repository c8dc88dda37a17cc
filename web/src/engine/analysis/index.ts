/** Hints and analysis: what moves are worth, in chances to win, or alone in points; luck and skill apart. */
export { LEAST, MOST, playoutsFor } from './budget';
export { analyse, type Analysing } from './judging';
export { affordable, hint, weigh, type Weighed } from './weighing';
export { possible, whatIf } from './whatif';
