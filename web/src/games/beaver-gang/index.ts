/** Beaver Gang for the page. */
import type { Game, Json } from '../game';
import Board from './Board.svelte';
import Counts from './Counts.svelte';
import { coach } from './coach';
import { advise, fade, line, lines, tell } from './words';

/** When all cards are turned up, everybody may look on. */
const secrets = (_options: string[], view: Json) => view.phase !== 'turned-up';
const beaverGang: Game = {
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
};
export default beaverGang;
