/** Donnant Donnant for the page. */
import { shelled } from '../game';
import Board from './Board.svelte';
import { coach } from './coach';
import Counts from './Counts.svelte';
import { advise, tell } from './telling';
import { line, lines, tie, title } from './words';
import type { View } from './generated';

/** Cards dealt, and a card taken unseen, are for their owner alone. */
const secrets = (_options: string[], view: View) => view.phase === 'setup' || view.phase === 'blind';
export default shelled({
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
});
