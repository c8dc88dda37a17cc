/** The shapes of the dice: how they turn, and where they may lie. */
import { SHAPES as shapes, type Move, type Shape } from './generated';
import { cells, CENTRES, HEXES, hexes, type Cell, type Point } from './land';

export type { Shape };
export const SHAPES = Object.keys(shapes) as Shape[];

/** The cells of each die face, 1 to 6. */
export const CELLS: readonly (readonly Cell[])[] = Object.values(shapes).map(cells);

/** Turned by a sixth, clockwise. */
export const turned = (cells: readonly Cell[]) => cells.map(([q, r]): Cell => [-r, q + r]);
/** Turned over, left to right. */
export const flipped = (cells: readonly Cell[]) => cells.map(([q, r]): Cell => [-q - r, r]);

/** A name for how a shape lies, the same wherever it lies. */
export function form(cells: readonly Cell[]): string {
  const sorted = [...cells].sort((a, b) => a[1] - b[1] || a[0] - b[0]);
  const [q, r] = sorted[0] ?? [0, 0];
  return sorted.map(([a, b]) => `${a - q},${b - r}`).join(' ');
}

/** The die face, 1 to 6, of every form. */
const FACES = new Map<string, number>();
CELLS.forEach((cells, i) => {
  for (let side of [cells, flipped(cells)])
    for (let turn = 0; turn < 6; turn++, side = turned(side)) FACES.set(form(side), i + 1);
});

/** Four hexes on which a shape may lie. */
export interface Place extends Point {
  on: string;
  hexes: number[];
  face: number;
  form: string;
}

const KNOWN = new Map<string, Place>();

export function placeOf(on: string): Place {
  const known = KNOWN.get(on);
  if (known) return known;
  const list = hexes(on);
  const cells = list.map((number): Cell => HEXES[number] ?? [0, 0]);
  const sum = (axis: 'x' | 'y') => list.reduce((all, number) => all + (CENTRES[number]?.[axis] ?? 0), 0);
  const name = form(cells);
  const face = FACES.get(name) ?? 0;
  const place = { on, hexes: list, face, form: name, x: sum('x') / 4, y: sum('y') / 4 };
  KNOWN.set(on, place);
  return place;
}

/** The legal places of one shape, found by how it lies and by what it covers. */
export class Places {
  readonly forms = new Map<string, Place[]>();
  readonly covering = new Map<number, Place[]>();
  readonly all: Place[] = [];

  constructor(moves: readonly Move[], face: number) {
    for (const move of moves) {
      if (move.do !== 'lay') continue;
      const place = placeOf(move.on);
      if (place.face !== face) continue;
      this.all.push(place);
      grow(this.forms, place.form, place);
      for (const number of place.hexes) grow(this.covering, number, place);
    }
  }

  /** The place nearest to a point where the shape lies as it is turned; elsewise turned, if it must be. */
  nearest(point: Point, cells: readonly Cell[]): Place | null {
    return near(point, this.forms.get(form(cells)) ?? this.all);
  }

  /** The nearest place that covers a hex, turned only if it must be. */
  on(number: number, cells: readonly Cell[], from: Point): Place | null {
    const there = this.covering.get(number) ?? [];
    const same = there.filter((place) => place.form === form(cells));
    return near(from, same.length ? same : there);
  }

  /** The next way to lie that fits somewhere, rather near a point and rather on a hex. */
  next(
    cells: readonly Cell[],
    turn: (cells: readonly Cell[]) => readonly Cell[],
    point: Point,
  ): Turned | null {
    let now = cells;
    for (let i = 0; i < 6; i++) {
      now = i ? turned(now) : turn(now);
      if (form(now) === form(cells)) continue;
      const place = near(point, this.forms.get(form(now)) ?? []);
      if (place) return { cells: now, place };
    }
    return null;
  }
}

export interface Turned {
  cells: readonly Cell[];
  place: Place;
}

function grow<K>(map: Map<K, Place[]>, key: K, place: Place): void {
  const list = map.get(key);
  if (list) list.push(place);
  else map.set(key, [place]);
}

export function near<T extends Point>(point: Point, things: readonly T[]): T | null {
  let best: T | null = null;
  let least = Infinity;
  for (const thing of things) {
    const distance = (thing.x - point.x) ** 2 + (thing.y - point.y) ** 2;
    if (distance < least) [best, least] = [thing, distance];
  }
  return best;
}
