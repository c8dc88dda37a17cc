/** Where a move is made on the sheet: what to touch for it, and where to look. */
import type { Pointing } from '../game';
import { lit } from './choice.svelte';
import { NAMES, NEIGHBOURS, hexes } from './land';
import type { Move, View } from './model';

const spots = (numbers: readonly number[]) =>
  `:is(${numbers.map((number) => `[data-hex="${NAMES[number] ?? ''}"]`).join()})`;
const button = (name: string) => `[data-testid="${name}"]:not([disabled])`;

export function point(move: Move, view: View): Pointing {
  if (move.do === 'lay') {
    const on = hexes(move.on);
    return { touch: [button('set'), spots(on)], look: [spots(on.slice(1, 2))], arrows: [] };
  }
  if (move.do === 'change') {
    const change = `[data-do="change-${move.die}-${move.by}"]`;
    return { touch: [change], look: ['.dice'], arrows: [] };
  }
  const [hex] = lit(view, [move]);
  if (hex === undefined) return { touch: [button(move.do)], look: ['.bar .buttons'], arrows: [] };
  return { touch: [spots([hex])], look: [spots([hex, ...(NEIGHBOURS[hex] ?? [])])], arrows: [] };
}
