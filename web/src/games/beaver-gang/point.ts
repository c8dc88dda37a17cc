/** Where a move is made on the table: what to touch for it, where to look, what travels where. */
import type { Pointing } from '../game';
import type { Move, View } from './model';

const button = (what: string) => `[data-do="${what}"]:not([disabled])`;
const slot = (seat: number, at: number) => `[data-spot="card-${seat}-${at}"]`;
const STACK = '[data-testid="stack"]';
const DISCARD = '[data-testid="discard"]';
const HELD = '[data-spot="held"]';

export function point(move: Move, _view: View, seat: number): Pointing {
  const row = `[data-spot="row-${seat}"]`;
  switch (move.do) {
    case 'close':
      return { touch: [button('close'), button('look')], look: [row], arrows: [] };
    case 'draw':
      return { touch: [STACK], look: ['.piles'], arrows: [{ from: STACK, to: HELD }] };
    case 'discard':
      return { touch: [DISCARD], look: ['.piles'], arrows: [{ from: HELD, to: DISCARD, ghost: true }] };
    case 'deal':
      return { touch: ['[data-testid="go-on"]'], look: [], arrows: [] };
    case 'knock':
      return { touch: ['[data-testid="knocker"]'], look: ['.bar .buttons'], arrows: [] };
    case 'take': {
      const mine = slot(seat, move.at);
      const first = `${DISCARD}[aria-pressed="false"]`;
      return {
        touch: [button('confirm'), first, mine],
        look: ['.piles'],
        arrows: [{ from: DISCARD, to: mine, ghost: true }],
      };
    }
    case 'keep': {
      const mine = slot(seat, move.at);
      const arrows = [{ from: HELD, to: mine, ghost: true }];
      return { touch: [button('confirm'), mine], look: [row], arrows };
    }
    case 'peek':
      return { touch: [button('confirm'), slot(seat, move.at)], look: [row], arrows: [] };
    case 'swap': {
      const [mine, theirs] = [slot(seat, move.at), slot(move.seat, move.other)];
      return {
        touch: [button('confirm'), `${mine}[aria-pressed="false"]`, theirs],
        look: [row, `[data-spot="row-${move.seat}"]`],
        arrows: [
          { from: mine, to: theirs, ghost: true },
          { from: theirs, to: mine, ghost: true },
        ],
      };
    }
    default:
      return { touch: [button(move.do)], look: ['.bar .buttons'], arrows: [] };
  }
}
