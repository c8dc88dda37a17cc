/** Amik for the page. */
import { shelled } from '../game';
import Board from './Board.svelte';
import Counts from './Counts.svelte';
import { coach } from './coach';
import { advise, line, lines, tell, title } from './words';

export default shelled({
  id: 'amik',
  secrets: () => false,
  Board,
  apart: true,
  Counts,
  tell,
  advise,
  coach,
  line,
  scoring: lines,
  title,
  tie: () => '',
});
