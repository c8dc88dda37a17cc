// Made from the rules of the game: python -m lodge.games.typescript web/src/games

export const HAND = ['birch', 'willow', 'pine', 'alder', 'maple', 'oak', 'acacia', 'disposal'] as const;
export const KINDS = ['birch', 'willow', 'pine', 'alder', 'maple', 'oak', 'acacia', 'disposal', 'garbage'] as const;
export const VALUES = {'birch': 1, 'willow': 1, 'pine': 2, 'alder': 2, 'maple': 2, 'oak': 3, 'acacia': 3, 'disposal': 2, 'garbage': 0} as const;
export const PILE_PLACE = 5;

export type Kind = 'birch' | 'willow' | 'pine' | 'alder' | 'maple' | 'oak' | 'acacia' | 'disposal' | 'garbage';
export type Card = 'birch' | 'willow' | 'pine' | 'alder' | 'maple' | 'oak' | 'acacia' | 'disposal';

/** A card of the river and the cubes on it. */
export interface RiverCard {
  card: Kind;
  cubes: number;
}

/** A pile of dams: what each costs, and the points of those left, from the top. */
export interface DamPile {
  cost: number;
  points: number[];
}

/** D16: the score line by line. */
export interface Points {
  dams: number;
  cubes: number;
  garbage: number;
}

/** A player; who is not meant to see everything sees sizes only. `wood` breaks ties (D17). */
export interface Player {
  cubes: number;
  hand_size: number;
  dam_pile_size: number;
  hand: Partial<Record<Kind, number>> | null;
  dams: string[] | null;
  garbage: number | null;
  score: number | null;
  place: number | null;
  points: Points | null;
  wood: number | null;
}

/** A position as a seat sees it. */
export interface View {
  river: RiverCard[];
  top: Kind | null;
  pile: number;
  discard: number;
  dams: DamPile[];
  to_move: number | null;
  over: boolean;
  players: Player[];
  pile_cards: Partial<Record<Kind, number>> | null;
  discard_cards: Partial<Record<Kind, number>> | null;
}

export type Event =
  | { event: 'take'; seat: number; place: number; card: Kind; paid: number; gained: number; fate: 'hand' | 'kept' | 'disposed' }
  | { event: 'uncover'; card: Kind }
  | { event: 'build'; seat: number; cost: number; points: number; cards: Card[] }
  | { event: 'end'; by: 'river' | 'dams' };

export type Move =
  | { do: 'take'; place: number; dispose: boolean }
  | { do: 'build'; cost: number; cards: Card[] };
