/** Amik for the page. */
import { shelled } from '../game';
import Board from './Board.svelte';
import Counts from './Counts.svelte';
import Ground from './Ground.svelte';
import { effects } from './effects';
import { advise, line, lines, next, tell, title } from './words';

export default shelled({
  id: 'amik',
  secrets: () => false,
  Board,
  sky: 'var(--sky-2)',
  apart: true,
  Counts,
  tell,
  advise,
  point: async () => (await import('./point')).point,
  reasons: async () => (await import('./reasons')).reasons,
  effects,
  line,
  Ground,
  sketch: () => import('./Sketch.svelte'),
  picture: () => import('./Picture.svelte'),
  scoring: lines,
  title,
  next,
});
