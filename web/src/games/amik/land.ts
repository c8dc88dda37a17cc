/**
 * The landscape as it is drawn: 81 pointy-top hexes in rows, in 13 sections of six and three middle hexes.
 * A hex is known by its number in reading order; names are as in moves, a letter for the row and `q`.
 */
import { MIDDLES as middles, SECTIONS as sections } from './generated';

export type Cell = readonly [q: number, r: number];

export const cells = (text: string) =>
  text.split(' ').map((pair) => pair.split(',').map(Number) as unknown as Cell);

const SECTION_CELLS = sections.map(cells);
const MIDDLE_CELLS = middles.flatMap(cells);
const order = ([q, r]: Cell) => 20 * r + q;

export const HEXES: readonly Cell[] = [...SECTION_CELLS.flat(), ...MIDDLE_CELLS].sort(
  (a, b) => order(a) - order(b),
);
export const NAMES = HEXES.map(([q, r]) => `${String.fromCharCode(97 + r)}${q}`);
const NUMBERS = new Map(HEXES.map((cell, number) => [order(cell), number]));
const BY_NAME = new Map(NAMES.map((name, number) => [name, number]));

/** The number of a cell; undefined: it lies outside. */
export const at = (cell: Cell) => NUMBERS.get(order(cell));
export const hex = (name: string) => BY_NAME.get(name) ?? -1;
export const hexes = (names: string) => names.split(' ').map(hex);
const numbers = (list: readonly Cell[]) => list.map((cell) => at(cell) ?? -1);

/** A1: the hexes of each section, clockwise from the one that a die's 1 counts to. */
export const SECTIONS = SECTION_CELLS.map(numbers);
/** A2: where the animal may live. */
export const MIDDLES = numbers(MIDDLE_CELLS);
/** The section of each hex; -1 for the middle hexes. */
export const SECTION_OF = HEXES.map((_, number) => SECTIONS.findIndex((section) => section.includes(number)));

/** The six steps to a neighbour, clockwise from the right. */
const AROUND: readonly Cell[] = cells('1,0 0,1 -1,1 -1,0 0,-1 1,-1');
/** The neighbour on each of the six sides; undefined: the edge of the landscape. */
export const SIDES = HEXES.map(([q, r]) => AROUND.map(([dq, dr]) => at([q + dq, r + dr])));
export const NEIGHBOURS = SIDES.map((sides) => sides.filter((one) => one !== undefined));

// --- where things are drawn: a hex is 10 from its middle to a corner -------------------------------------------

export interface Point {
  x: number;
  y: number;
}
export const SIZE = 10;
const WIDE = SIZE * Math.sqrt(3);
const HIGH = SIZE * 1.5;

export const centre = ([q, r]: Cell): Point => ({ x: (q + r / 2) * WIDE, y: r * HIGH });
export const CENTRES = HEXES.map(centre);
const left = Math.min(...CENTRES.map(({ x }) => x)) - WIDE / 2;
const right = Math.max(...CENTRES.map(({ x }) => x)) + WIDE / 2;
const MARGIN = 3;
export const VIEW_BOX = [
  left - MARGIN,
  -SIZE - MARGIN,
  right - left + 2 * MARGIN,
  10 * HIGH + 2 * (SIZE + MARGIN),
]
  .map((value) => value.toFixed(2))
  .join(' ');

/** The corners, clockwise from the upper right: side `i` lies between corner `i` and the next. */
const CORNERS: readonly Point[] = [-30, 30, 90, 150, 210, 270].map((degrees) => ({
  x: SIZE * Math.cos((degrees * Math.PI) / 180),
  y: SIZE * Math.sin((degrees * Math.PI) / 180),
}));
const put = (x: number, y: number) => `${x.toFixed(2)} ${y.toFixed(2)}`;
const corner = ({ x, y }: Point, i: number) => {
  const one = CORNERS[i % 6] ?? { x: 0, y: 0 };
  return put(x + one.x, y + one.y);
};

/** A hex around a point, as a path. */
export const outlineOf = (middle: Point) => `M${CORNERS.map((_, i) => corner(middle, i)).join('L')}z`;
export const HEX_PATHS = CENTRES.map(outlineOf);

/** The border of a set of hexes: every side that has no other hex of the set behind it. */
export function border(set: Iterable<number>): string {
  const inside = new Set(set);
  let path = '';
  for (const number of inside) {
    const middle = CENTRES[number];
    if (!middle) continue;
    SIDES[number]?.forEach((other, side) => {
      if (other === undefined || !inside.has(other))
        path += `M${corner(middle, side)}L${corner(middle, side + 1)}`;
    });
  }
  return path;
}

/** The nearest of some things in a direction; null where there is none. */
export function towards<T extends Point>(from: Point, things: Iterable<T>, dx: number, dy: number): T | null {
  let best: T | null = null;
  let least = Infinity;
  for (const thing of things) {
    const along = (thing.x - from.x) * dx + (thing.y - from.y) * dy;
    const aside = Math.abs((thing.x - from.x) * dy) + Math.abs((thing.y - from.y) * dx);
    if (along < SIZE / 4 || aside > 2 * along) continue;
    const cost = along + 1.5 * aside;
    if (cost < least) [best, least] = [thing, cost];
  }
  return best;
}
