/**
 * Rivers as they are drawn: one curve through the hexes that they connect, over bends to the edge. A river hex joins two
 * of its exits (A18); whatever else comes there flows into it as a side arm. The bonus river is never broken up.
 */
import { SIDES } from './land';
import { isWater, type Letter } from './model';

/** Hexes one after another; at each end a side of the landscape's edge, or nothing. */
export interface Chain {
  hexes: number[];
  from: number | null;
  to: number | null;
}

export const opposite = (side: number) => (side + 3) % 6;
export const sideTo = (from: number, to: number) => SIDES[from]?.indexOf(to) ?? -1;

/** Which sides of each river hex the curve joins. */
class Joins {
  readonly sides = new Map<number, number[]>();
  private readonly heads = new Map<number, number>();

  constructor(private readonly letters: readonly Letter[]) {}

  wet(hex: number | undefined): hex is number {
    return hex !== undefined && isWater(this.letters[hex]);
  }
  pond(hex: number): boolean {
    return this.letters[hex] === 'p';
  }
  at(hex: number): number[] {
    return this.sides.get(hex) ?? [];
  }
  free(hex: number): boolean {
    return this.at(hex).length < 2;
  }
  add(hex: number, side: number): void {
    if (!this.pond(hex) && !this.at(hex).includes(side)) this.sides.set(hex, [...this.at(hex), side]);
  }
  head(hex: number): number {
    const next = this.heads.get(hex) ?? hex;
    return next === hex ? hex : this.head(next);
  }
  link(a: number, b: number): void {
    this.heads.set(this.head(a), this.head(b));
    this.add(a, sideTo(a, b));
    this.add(b, sideTo(b, a));
  }
  /** Join two neighbours, if both have a free end. */
  join(a: number, b: number, rings = false): void {
    if (!this.free(a) || !this.free(b)) return;
    if (this.head(a) === this.head(b) && !rings) return;
    if (!this.at(a).includes(sideTo(a, b))) this.link(a, b);
  }
}

/** The side of the edge that lies most opposite to the other way out. */
export function outlet(hex: number, other: number | undefined): number | null {
  const open = [0, 1, 2, 3, 4, 5].filter((side) => SIDES[hex]?.[side] === undefined);
  const far = (side: number) =>
    other === undefined ? 0 : Math.min((side - other + 6) % 6, (other - side + 6) % 6);
  return open.length ? open.reduce((best, side) => (far(side) > far(best) ? side : best)) : null;
}

/** The bonus river hex by hex, ways through ponds included. */
export function course(pieces: readonly (readonly number[])[]): number[] {
  const hexes: number[] = [];
  pieces.forEach((piece, i) => {
    const last = hexes.at(-1);
    const next = pieces[i + 1];
    const begins = piece.filter((one) => last === undefined || sideTo(last, one) >= 0);
    const ends = piece.filter((one) => !next || next.some((other) => sideTo(one, other) >= 0));
    hexes.push(...way(begins, ends, piece));
  });
  return hexes;
}

/** The shortest way through a group of ponds. */
function way(begins: number[], ends: number[], group: readonly number[]): number[] {
  const paths = begins.map((one) => [one]);
  const seen = new Set(begins);
  for (const path of paths) {
    const here = path.at(-1) ?? -1;
    if (ends.includes(here)) return path;
    for (const next of SIDES[here] ?? [])
      if (next !== undefined && group.includes(next) && !seen.has(next)) {
        seen.add(next);
        paths.push([...path, next]);
      }
  }
  return begins.slice(0, 1);
}

/** All rivers of a sheet. */
export function chains(letters: readonly Letter[], best: readonly number[] = []): Chain[] {
  const joins = new Joins(letters);
  const rivers = letters.flatMap((letter, hex) => (letter === 'r' || letter === 'd' ? [hex] : []));
  best.forEach((hex, i) => {
    const next = best[i + 1];
    if (next !== undefined) joins.link(hex, next);
  });
  for (const end of [best[0], best.at(-1)]) {
    const side = end === undefined ? null : outlet(end, joins.at(end)[0]);
    if (end !== undefined && side !== null && joins.free(end)) joins.add(end, side);
  }
  const ways = (hex: number) => SIDES[hex]?.filter((one) => joins.wet(one)) ?? [];
  const lonely = [...rivers].sort((a, b) => ways(a).length - ways(b).length);
  const between = (rings: boolean) => {
    for (const hex of lonely)
      for (const other of ways(hex))
        if (other !== undefined && !joins.pond(other)) joins.join(hex, other, rings);
  };
  between(false);
  for (const hex of rivers)
    for (const other of ways(hex))
      if (other !== undefined && joins.pond(other) && joins.free(hex)) joins.add(hex, sideTo(hex, other));
  for (const hex of rivers) {
    const side = outlet(hex, joins.at(hex)[0]);
    const out = joins.at(hex).some((one) => SIDES[hex]?.[one] === undefined);
    if (side !== null && joins.free(hex) && !out) joins.add(hex, side);
  }
  between(true);
  // Side arms: they end in the middle of a river that has its two ways already.
  for (const hex of rivers)
    for (const other of ways(hex))
      if (other !== undefined && joins.free(hex)) joins.add(hex, sideTo(hex, other));
  return walk(rivers, joins);
}

/** Follow the joined sides from end to end; rings come last. */
function walk(rivers: number[], joins: Joins): Chain[] {
  const found: Chain[] = [];
  const seen = new Set<number>();
  /** The river hex behind a side, if it joins back. */
  const behind = (hex: number, side: number) => {
    const next = SIDES[hex]?.[side];
    return next !== undefined && joins.at(next).includes(opposite(side)) ? next : null;
  };
  const follow = (start: number, first: number | null): void => {
    const chain: Chain = { hexes: [], from: first, to: null };
    let hex = start;
    let entry = first;
    for (;;) {
      seen.add(hex);
      chain.hexes.push(hex);
      const side = joins.at(hex).find((one) => one !== entry);
      if (side === undefined) break;
      const next = behind(hex, side);
      if (next === null) {
        const there = SIDES[hex]?.[side];
        if (there === undefined) chain.to = side;
        else chain.hexes.push(there);
        break;
      }
      entry = opposite(side);
      hex = next;
      if (seen.has(hex)) {
        chain.hexes.push(hex);
        break;
      }
    }
    found.push(chain);
  };
  for (const hex of rivers) {
    if (seen.has(hex)) continue;
    const sides = joins.at(hex);
    const end = sides.find((side) => behind(hex, side) === null);
    if (end === undefined) {
      if (sides.length < 2) follow(hex, null);
      continue;
    }
    const there = SIDES[hex]?.[end];
    follow(hex, end);
    const chain = found.at(-1);
    if (chain && there !== undefined) {
      chain.from = null;
      chain.hexes.unshift(there);
    }
  }
  for (const hex of rivers) if (!seen.has(hex)) follow(hex, joins.at(hex)[0] ?? null);
  return found.map((chain) => ring(chain, joins));
}

/** A ring has no ends at the edge. */
function ring(chain: Chain, joins: Joins): Chain {
  const first = chain.hexes[0] ?? -1;
  const inside = chain.from !== null && SIDES[first]?.[chain.from] !== undefined;
  if (!inside) return chain;
  const last = chain.hexes.at(-1) ?? -1;
  const closed = last === first || joins.at(last).includes(sideTo(last, first));
  return { ...chain, from: null, hexes: closed && last !== first ? [...chain.hexes, first] : chain.hexes };
}
