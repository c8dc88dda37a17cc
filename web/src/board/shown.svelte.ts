/** The game from outside whose table is open: what its server said of it, and the board that it brought. */
import type { About } from '../lib/outside';
import type { Json } from '../games/game';

/** What a board of a game's own is told, anew whenever something changes. */
interface OwnProps {
  view: Json;
  /** The seat that looks; null: a spectator. */
  seat: number | null;
  names: string[];
  /** Who may act now. */
  pending: number[];
  /** The moves that are possible now, as JSON; none when it is not the turn of who looks. */
  legal: readonly Json[];
  /** A move that the hint advises. */
  advice: Json | null;
  replay: boolean;
}

/** What `board.js` exports: a function that builds the board in an element, and is told how to make a move. */
export interface OwnModule {
  default: (
    element: HTMLElement,
    play: (move: Json) => void,
  ) => { show: (props: OwnProps) => void; remove?: () => void };
}

export const shown = $state<{ about: About | null; own: OwnModule | null }>({ about: null, own: null });
