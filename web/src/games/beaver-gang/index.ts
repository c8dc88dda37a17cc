/** Beaver Gang for the page. */
import { shelled } from '../game';
import Board from './Board.svelte';
import Counts from './Counts.svelte';
import { coach } from './coach';
import { advise, fade, line, lines, tell } from './words';
import type { View } from './generated';

/** When all cards are turned up, everybody may look on. */
const secrets = (_options: string[], view: View) => view.phase !== 'turned-up';
export default shelled({
  id: 'beaver-gang',
  secrets,
  Board,
  Counts,
  tell,
  fade,
  advise,
  coach,
  line,
  scoring: lines,
  tie: () => '',
});
