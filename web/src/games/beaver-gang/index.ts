/** Beaver Gang for the page. */
import { shelled } from '../game';
import Board from './Board.svelte';
import Counts from './Counts.svelte';
import { effects } from './effects';
import { advise, fade, line, lines, tell } from './words';
import type { View } from './generated';

/** When all cards are turned up, everybody may look on. */
const secrets = (_options: string[], view: View) => view.phase !== 'turned-up';
export default shelled({
  id: 'beaver-gang',
  secrets,
  Board,
  sky: 'color-mix(in srgb, var(--forest) 24%, var(--paper))',
  Counts,
  tell,
  fade,
  advise,
  point: async () => (await import('./point')).point,
  reasons: async () => (await import('./reasons')).reasons,
  effects,
  line,
  sketch: () => import('./Sketch.svelte'),
  picture: () => import('./Picture.svelte'),
  scoring: lines,
});
