// Made from the rules of the game: python -m lodge.games.typescript web/src/games

export const SECTIONS = ['6,0 7,0 8,0 7,1 6,1 5,1', '8,1 9,1 9,2 8,3 7,3 7,2', '4,2 5,2 4,3 3,4 2,4 3,3', '6,2 6,3 5,4 4,5 4,4 5,3', '10,2 10,3 10,4 9,5 9,4 9,3', '6,4 6,5 6,6 5,6 4,6 5,5', '7,4 8,4 8,5 8,6 7,6 7,5', '2,5 3,5 3,6 2,7 1,7 1,6', '10,5 10,6 9,7 8,8 8,7 9,6', '3,7 4,7 5,7 4,8 3,8 2,8', '6,7 7,7 7,8 6,9 5,9 5,8', '0,8 1,8 1,9 1,10 0,10 0,9', '2,9 3,9 4,9 4,10 3,10 2,10'] as const;
export const MIDDLES = ['8,2', '2,6', '6,8'] as const;
export const SHAPES = {'bar': '0,0 0,1 0,2 0,3', 'worm': '0,0 0,1 0,2 1,-1', 'wave': '0,0 0,1 1,-2 1,-1', 'arch': '0,0 0,1 1,-1 1,1', 'hook': '0,0 0,1 0,2 1,0', 'bee': '0,0 0,1 1,-1 1,0'} as const;
export const HABITATS = {'.': 'blank', 'w': 'wetland', 'r': 'river', 'd': 'dam', 'p': 'pond', 'f': 'forest', 'c': 'cut'} as const;
export const PENALTY = 10;
export const DRAWN = {'pond': {'one': {'.': 'r'}, 'both': {'.': 'p'}}, 'river': {'one': {'.': 'w', 'w': 'f'}, 'both': {'.': 'r', 'w': 'r'}}} as const;
export const TITLES = {'Master Builder': 81, 'Clever Beaver': 61, 'Busy Beaver': 40, 'Busted Dam': -1000000} as const;

export type Title = 'Master Builder' | 'Clever Beaver' | 'Busy Beaver' | 'Busted Dam';
export type Step = 'wait' | 'section' | 'animal' | 'first' | 'second' | 'build' | 'last' | 'out';
export type Phase = 'forests' | 'animal' | 'pond roll' | 'river roll' | 'over';
export type Shape = 'bar' | 'worm' | 'wave' | 'arch' | 'hook' | 'bee';

/** A lodge: what it scored when it was built, and whether it was used to change a die (A6). */
export interface Lodge {
  points: number;
  used: boolean;
}

/** A16: this landscape as it would count now, the ones before, the sum, and the title that each earns (A19). */
export interface Score {
  lodges: number;
  river: number;
  blank: number;
  dead_ends: number;
  total: number;
  earlier: number[];
  sum: number;
  titles: Title[];
}

/**
 * A sheet, and all that can be read from it.
 *
 * - `hexes`: a letter for each hex in reading order; `animal`: the animal hex, `animal_complete` (A14),
 * - `step`: what the seat does next: "section", "animal", "first" (lay), "second", "build" (cut, upgrade, done),
 * "last" (the same, then out), "wait" (for the others), "out",
 * - `dice` as the seat has changed them, `pond`: whether it lays them as a pond roll, `may_pond` (A8),
 * - `laid`: the four hexes of the shape that lies already,
 * - `lodges` in the order they were built; `lodge_hexes`: ponds to draw them on; `lodge_worth`: what a lodge would
 * score now (A12), `open_forests`: the forests that count for it,
 * - `upgrades` won and not spent; `cuts`: the forests that can be cut and for how many upgrades (A10),
 * - `dead_ends`: the river hexes that cost points (A18); `river`: the bonus river piece by piece from edge to edge,
 * each piece a hex or a group of ponds (A17),
 * - `title` that the total earns and `place`, once the landscape or the game is over for the seat.
 */
export interface Player {
  hexes: string;
  animal: string | null;
  animal_complete: boolean;
  step: Step;
  dice: number[];
  pond: boolean;
  may_pond: boolean;
  laid: string | null;
  lodges: Lodge[];
  lodge_hexes: string[];
  lodge_worth: number;
  open_forests: string[];
  upgrades: number;
  cuts: Record<string, number>;
  score: Score;
  dead_ends: string[];
  river: string[][];
  title: Title | null;
  place: number | null;
}

/** The dice as they fell (one while forests are drawn), which roll of its phase it is, and every sheet. */
export interface View {
  phase: Phase;
  number: number;
  roll: number[];
  landscape: number;
  landscapes: number;
  over: boolean;
  players: Player[];
}

export type Event =
  | { event: 'forest'; seat: number; section: number; hex: string }
  | { event: 'animal'; seat: number; hex: string }
  | { event: 'change'; seat: number; die: number; was: number; is: number }
  | { event: 'pond_roll'; seat: number }
  | { event: 'lay'; seat: number; shape: Shape; hexes: string[]; second: boolean }
  | { event: 'draw'; seat: number; changes: Record<string, 'blank' | 'wetland' | 'river' | 'dam' | 'pond' | 'forest'> }
  | { event: 'cut'; seat: number; hex: string; upgrades: number }
  | { event: 'upgrade'; seat: number; hex: string; to: 'blank' | 'wetland' | 'river' | 'dam' | 'pond' | 'forest' }
  | { event: 'stop'; seat: number }
  | { event: 'done'; seat: number }
  | { event: 'out'; seat: number; score: number; title: Title }
  | { event: 'lodge'; seat: number; points: number }
  | { event: 'animal_complete'; seat: number }
  | { event: 'roll'; dice: number[]; phase: Phase }
  | { event: 'landscape'; number: number }
  | { event: 'end' };

export type Move =
  | { do: 'forest'; section: number }
  | { do: 'animal'; hex: string }
  | { do: 'change'; die: 1 | 2; by: -1 | 1 }
  | { do: 'pond' }
  | { do: 'lay'; on: string }
  | { do: 'cut'; hex: string }
  | { do: 'upgrade'; hex: string }
  | { do: 'stop' }
  | { do: 'done' };
