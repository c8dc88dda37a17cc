/** Rivers and ponds as paths: a river is one smooth curve, and always bends in the same way at the same place. */
import { CENTRES, SIDES, SIZE, type Point } from './land';
import type { Letter } from './model';
import { opposite, sideTo, type Chain } from './river';

const text = ({ x, y }: Point) => `${x.toFixed(2)} ${y.toFixed(2)}`;
const plus = (a: Point, b: Point, times: number): Point => ({ x: a.x + b.x * times, y: a.y + b.y * times });

/** A number from -1 to 1 that belongs to a side, so that a river always bends in the same way there. */
function bend(hex: number, side: number): number {
  const other = SIDES[hex]?.[side];
  const key = other !== undefined && other < hex ? other * 6 + opposite(side) : hex * 6 + side;
  return Math.sin(key * 12.9898 + 4.1);
}

/** Where a river crosses a side of a hex, and in which direction it leaves. */
function crossing(hex: number, side: number): { point: Point; out: Point } {
  const middle = CENTRES[hex] ?? { x: 0, y: 0 };
  const other = SIDES[hex]?.[side];
  const mine = other === undefined || hex < other;
  const shift = bend(hex, side);
  const angle = (side * Math.PI) / 3;
  const normal = { x: Math.cos(angle), y: Math.sin(angle) };
  const along = { x: -normal.y, y: normal.x };
  const point = plus(plus(middle, normal, (SIZE * Math.sqrt(3)) / 2), along, shift * (mine ? 1.5 : -1.5));
  const tilt = angle + 0.45 * shift;
  return { point, out: { x: Math.cos(tilt), y: Math.sin(tilt) } };
}

const REACH = 5.2;

/** A chain as one smooth path, from the edge or the middle of its first hex to the edge or the middle of its last. */
export function curve({ hexes, from, to }: Chain): string {
  const first = hexes[0] ?? -1;
  const last = hexes.at(-1) ?? -1;
  const middle = CENTRES[first] ?? { x: 0, y: 0 };
  if (hexes.length === 1 && from === null && to === null)
    return `M${text(plus(middle, { x: -4.5, y: 1 }, 1))}q2.2 -3.5 4.500 -1t4.500 -1`;
  let path = '';
  let at = middle;
  let out: Point = { x: 0, y: 0 };
  if (from === null) path = `M${text(middle)}`;
  else {
    ({ point: at, out } = crossing(first, from));
    path = `M${text(plus(at, out, 3))}L${text(at)}`;
  }
  hexes.forEach((hex, i) => {
    const next = hexes[i + 1];
    const side = next === undefined ? to : sideTo(hex, next);
    if (side === null) return;
    const leave = crossing(hex, side);
    path += `C${text(plus(at, out, -REACH))} ${text(plus(leave.point, leave.out, -REACH))} ${text(leave.point)}`;
    at = leave.point;
    out = plus({ x: 0, y: 0 }, leave.out, -1);
  });
  if (to !== null) return `${path}L${text(plus(at, out, -3))}`;
  const end = CENTRES[last] ?? at;
  return hexes.length === 1 && from === null
    ? path
    : `${path}C${text(plus(at, out, -REACH))} ${text(end)} ${text(end)}`;
}

/** Ponds flow together: a blot for each, and a bridge between neighbours. */
export function ponds(letters: readonly Letter[]): string {
  let path = '';
  letters.forEach((letter, hex) => {
    const here = CENTRES[hex];
    if (letter !== 'p' || !here) return;
    path += `M${text(here)}h.01`;
    for (const near of SIDES[hex]?.slice(0, 3) ?? []) {
      const there = near === undefined || letters[near] !== 'p' ? undefined : CENTRES[near];
      if (there) path += `M${text(here)}L${text(there)}`;
    }
  });
  return path;
}

/** How a dam lies: across the river, in degrees. */
export function across(hex: number, rivers: readonly Chain[]): number {
  const passing = rivers.find(({ hexes }) => hexes.slice(1, -1).includes(hex));
  for (const { hexes, from, to } of passing ? [passing] : rivers) {
    const i = hexes.indexOf(hex);
    if (i < 0) continue;
    const before = hexes[i - 1];
    const after = hexes[i + 1];
    const one = before === undefined ? from : sideTo(hex, before);
    const other = after === undefined ? to : sideTo(hex, after);
    const a = one ?? (other === null ? 0 : opposite(other));
    const b = other ?? opposite(a);
    const x = Math.cos((b * Math.PI) / 3) - Math.cos((a * Math.PI) / 3);
    const y = Math.sin((b * Math.PI) / 3) - Math.sin((a * Math.PI) / 3);
    return (Math.atan2(y, x) * 180) / Math.PI + 90;
  }
  return 0;
}
