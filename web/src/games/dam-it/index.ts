/** Dam It! for the page. */
import type { Game } from '../game';
import Board from './Board.svelte';
import Counts from './Counts.svelte';
import { advise, lines, tell, tie } from './words';

const damIt: Game = { id: 'dam-it', Board, Counts, tell, advise, scoring: lines, tie };
export default damIt;
