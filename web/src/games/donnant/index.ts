/** Donnant Donnant for the page. */
import { shelled } from '../game';
import Board from './Board.svelte';
import { effects } from './effects';
import Counts from './Counts.svelte';
import Ground from './Ground.svelte';
import { advise, tell } from './telling';
import { line, lines, tie, title } from './words';
import type { View } from './generated';

/** Cards dealt, and a card taken unseen, are for their owner alone. */
const secrets = (_options: string[], view: View) => view.phase === 'setup' || view.phase === 'blind';
export default shelled({
  id: 'donnant',
  secrets,
  Board,
  sky: 'color-mix(in srgb, var(--mist) 30%, var(--paper))',
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
  tie,
});
