/** Dam It! for the page. */
import { shelled } from '../game';
import Board from './Board.svelte';
import Counts from './Counts.svelte';
import { coach } from './coach';
import { advise, line, lines, tell, tie } from './words';

const secrets = (options: string[]) => !options.includes('open-hands');
export default shelled({
  id: 'dam-it',
  secrets,
  Board,
  Counts,
  tell,
  advise,
  coach,
  line,
  scoring: lines,
  tie,
});
