// Made from the rules of the game: python -m lodge.games.typescript web/src/games

export const COLOURS = ['yellow', 'orange', 'green', 'blue', 'purple'] as const;
export const ROWS = ['evaluation', 'bonus'] as const;
export const EVALUATIONS = ['next-to-completed', 'per-colour', 'next-to-colour', 'completed-lines', 'five-colours', 'one-colour-lines', 'different-bonuses'] as const;
export const CIRCLED = ['plus-or-minus-one', 'other-colour', 'second-die', 'one-die-less'] as const;
export const CIRCLES = 3;
export const SIDE = 3;

export type Colour = 'yellow' | 'orange' | 'green' | 'blue' | 'purple';
export type Row = 'evaluation' | 'bonus';
export type Circled = 'plus-or-minus-one' | 'other-colour' | 'second-die' | 'one-die-less';
export type Evaluation = 'next-to-completed' | 'per-colour' | 'next-to-colour' | 'completed-lines' | 'five-colours' | 'one-colour-lines' | 'different-bonuses';
export type Bonus = 'plus-or-minus-one' | 'other-colour' | 'second-die' | 'one-die-less' | 'choose-a-colour';

/** N33, N34: the solo level: what it allows and needs. */
export interface Level {
  number: number;
  rounds: number;
  points: number;
}

/** A die. */
export interface Die {
  colour: Colour;
  number: number | null;
  free: boolean;
  rolled: boolean;
}

/** The two rows of the market. */
export interface Market {
  evaluation: (string | null)[];
  bonus: (string | null)[];
}

/** How many cards are left. */
export interface Piles {
  evaluation: number;
  bonus: number;
}

/** A die written, counted as a number, into a cell. */
export interface Part {
  die: Colour;
  number: number;
  cell: number;
}

/** N8: a card that the dice can complete, and a way that ticks the fewest circles. */
export interface Offer {
  card: number;
  writes: Part[];
}

/**
 * The card to be laid: everybody sees from which row, who knows it also which.
 *
 * For its owner, where it is an evaluation: what it would be worth at each spot, if it were completed now (N26).
 */
export interface Held {
  seat: number;
  row: Row;
  card: string | null;
  worths: Record<string, number> | null;
}

/**
 * A card of a stall: what it is worth, or would be if it were completed now; null: it is no evaluation.
 *
 * Circles of a kind are ticked on the card that was laid first (N19-N22).
 */
export interface Laid {
  card: string;
  at: string;
  written: number[];
  completed: boolean;
  colour: Colour | null;
  worth: number | null;
  ticked: number;
}

/** N2: a card dealt: everybody sees the back, only its owner the card. */
export interface Dealt {
  row: Row;
  card: string | null;
}

/** A player. */
export interface Player {
  cards: Laid[];
  circles: Record<Circled, number>;
  wrote: Colour[];
  score: number;
  empty: number;
  place: number | null;
  hand: (Dealt | null)[];
  back: Dealt | null;
}

/** A position as a seat sees it. */
export interface View {
  phase: 'setup' | 'passive' | 'turn' | 'lay' | 'blind' | 'joker' | 'solo' | 'count' | 'over';
  active: number | null;
  starter: number;
  round: number;
  rounds_left: number;
  level: Level | null;
  waiting: number[];
  dice: Die[];
  rolls_left: number;
  working: number | null;
  left: number;
  market: Market;
  prices: number[];
  piles: Piles;
  ending: 'round' | 'last-round' | null;
  offers: Offer[];
  over: boolean;
  held: Held | null;
  players: Player[];
}

/** N26: what a completed evaluation brings. */
export interface Points {
  card: string;
  points: number;
}

export type Event =
  | { event: 'write'; seat: number; die: Colour; shows: number; number: number; card: string; cell: number }
  | { event: 'complete'; seat: number; card: string }
  | { event: 'buy'; seat: number; card: string; column: number; dice: Colour[] }
  | { event: 'lay'; seat: number; card: string; at: string }
  | { event: 'reroll'; seat: number; dice: Colour[] }
  | { event: 'put-back'; seat: number; row: Row; card: string | null }
  | { event: 'put-away'; seat: number; row: Row; card: string | null }
  | { event: 'count'; seat: number; row: Row; card: string | null }
  | { event: 'blind'; seat: number; row: Row }
  | { event: 'joker'; seat: number }
  | { event: 'done'; seat: number }
  | { event: 'ending'; last_round: boolean }
  | { event: 'market'; row: Row; cards: (string | null)[] }
  | { event: 'turn'; seat: number; solo: boolean }
  | { event: 'roll'; dice: Partial<Record<Colour, number>> }
  | { event: 'score'; seat: number; cards: Points[]; score: number };

export type Move =
  | { do: 'done' }
  | { do: 'joker'; take: 'bonus' | 'dice' | 'evaluation' }
  | { do: 'put-away' }
  | { do: 'count'; row: Row }
  | { do: 'put-back'; card: number }
  | { do: 'lay-out'; card: number; at: string }
  | { do: 'lay'; at: string }
  | { do: 'reroll'; dice: Colour[] }
  | { do: 'buy'; row: Row; column: number; dice: Colour[] }
  | { do: 'write'; die: Colour; number: number; card: number; cell: number };
