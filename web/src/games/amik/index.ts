/** Amik for the page. */
import type { Game } from '../game';
import Board from './Board.svelte';
import Counts from './Counts.svelte';
import { coach } from './coach';
import { advise, line, lines, tell, title } from './words';

const amik: Game = {
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
};
export default amik;
