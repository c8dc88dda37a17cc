// Made from the rules of the game: python -m lodge.games.typescript web/src/games

export const SPECIALS = ['swap', 'peek', 'twice'] as const;
export const KINDS = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'swap', 'peek', 'twice'] as const;
export const ROW = [1, 2, 3, 4] as const;

export type Kind = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | 'swap' | 'peek' | 'twice';
export type Special = 'swap' | 'peek' | 'twice';

/** B13: what was drawn for a special card: the last is a number. */
export interface Replaced {
  at: number;
  drawn: Kind[];
}

/** B13, B14: a row when all is turned up, what was drawn for its special cards, and the sum. */
export interface Told {
  seat: number;
  cards: Kind[];
  replaced: Replaced[];
  sum: number;
}

/** The card drawn: everybody sees that it is held, its holder which it is. */
export interface Held {
  seat: number;
  card: Kind | null;
  first: boolean;
}

/** A player: the cards held up to look at, counted from 1, the rounds on the score pad, and the row. */
export interface Player {
  looking: number[];
  pad: number[];
  score: number;
  place: number | null;
  cards: (Kind | null)[];
}

/** A position as a seat sees it. */
export interface View {
  round: number;
  rounds: number;
  phase: 'look' | 'turn' | 'hold' | 'peek' | 'knock' | 'turned-up';
  to_move: number | null;
  dealer: number;
  starter: number;
  knocker: number | null;
  limit: boolean;
  may_knock: boolean;
  stack: number;
  discard: number;
  top: Kind | null;
  twice: number;
  over: boolean;
  turned_up: Told[] | null;
  held: Held | null;
  players: Player[];
}

export type Event =
  | { event: 'close'; seat: number }
  | { event: 'again'; seat: number }
  | { event: 'knock'; seat: number }
  | { event: 'pass'; seat: number }
  | { event: 'draw'; seat: number; card: Kind | null }
  | { event: 'take'; seat: number; at: number; card: Kind | null; fades?: true }
  | { event: 'keep'; seat: number; at: number }
  | { event: 'peek'; seat: number; at: number }
  | { event: 'discard'; seat: number; at: number | null; card: Kind | null; fades?: true }
  | { event: 'swap'; seat: number; at: number; with: number; other: number }
  | { event: 'deal'; seat: number; round: number }
  | { event: 'refill'; cards: number }
  | { event: 'turn-up'; seat: number; cards: Kind[]; replaced: Replaced[]; sum: number }
  | { event: 'round'; round: number }
  | { event: 'end' };

export type Move =
  | { do: 'close' }
  | { do: 'draw' }
  | { do: 'discard' }
  | { do: 'again' }
  | { do: 'knock' }
  | { do: 'pass' }
  | { do: 'deal' }
  | { do: 'take'; at: number }
  | { do: 'keep'; at: number }
  | { do: 'peek'; at: number }
  | { do: 'swap'; at: number; seat: number; other: number };
