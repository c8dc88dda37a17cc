/** Donnant Donnant for the page. */
import type { Game, Json } from '../game';
import Board from './Board.svelte';
import { coach } from './coach';
import Counts from './Counts.svelte';
import { advise, tell } from './telling';
import { line, lines, tie, title } from './words';

/** Cards dealt, and a card taken unseen, are for their owner alone. */
const secrets = (_options: string[], view: Json) => view.phase === 'setup' || view.phase === 'blind';
const donnant: Game = {
  id: 'donnant',
  secrets,
  Board,
  apart: true,
  Counts,
  tell,
  advise,
  coach,
  line,
  scoring: lines,
  title,
  tie,
};
export default donnant;
