/** Dam It! for the page. */
import { shelled } from '../game';
import Board from './Board.svelte';
import Counts from './Counts.svelte';
import { effects } from './effects';
import { advise, line, lines, tell, tie } from './words';

const secrets = (options: string[]) => !options.includes('open-hands');
export default shelled({
  id: 'dam-it',
  secrets,
  Board,
  sky: 'var(--sky-1)',
  Counts,
  tell,
  advise,
  point: async () => (await import('./point')).point,
  reasons: async () => (await import('./reasons')).reasons,
  effects,
  line,
  sketch: () => import('./Sketch.svelte'),
  picture: () => import('./Picture.svelte'),
  scoring: lines,
  tie,
});
