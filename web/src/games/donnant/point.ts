/** Where a move is made on the table: what to touch for it, where to look, what travels where. */
import type { Pointing } from '../game';
import type { Move, View } from './model';

const button = (what: string) => `[data-do="${what}"]:not([disabled])`;
const spot = (name: string) => `[data-spot="${name}"]`;
const place = (at: string) => `${spot(`spot-${at}`)} ${button('lay')}`;
const BAR = '.bar .buttons';

export function point(move: Move, view: View, seat: number): Pointing {
  switch (move.do) {
    case 'write': {
      const cell = spot(`cell-${move.card}-${move.cell}`);
      const at = view.players[seat]?.cards[move.card - 1]?.at ?? '';
      const whole = view.phase === 'turn' ? [`${spot(`spot-${at}`)} ${button('complete')}`] : [];
      return {
        touch: [...whole, cell],
        look: [spot(`spot-${at}`)],
        arrows: [{ from: spot(`die-${move.die}`), to: cell, ghost: true }],
      };
    }
    case 'reroll': {
      const die = (colour: string, kept: boolean) => `[data-die="${colour}"][aria-pressed="${kept}"]`;
      const wrong = view.dice.map(({ colour }) => die(colour, move.dice.includes(colour)));
      return {
        touch: [...wrong, button('reroll')],
        look: [spot('dice'), '[data-testid="dice"]'],
        arrows: move.dice.map((colour) => ({ from: spot(`die-${colour}`), to: button('reroll') })),
      };
    }
    case 'buy': {
      const card = spot(`market-${move.row}-${move.column}`);
      const arrows = move.dice.map((colour) => ({ from: spot(`die-${colour}`), to: card, ghost: true }));
      return { touch: [`${card} ${button('buy')}`], look: [`.shelf.${move.row}`], arrows };
    }
    case 'lay':
      return {
        touch: [place(move.at)],
        look: ['.stall'],
        arrows: [{ from: spot('held'), to: spot(`spot-${move.at}`), ghost: true }],
      };
    case 'lay-out':
      return {
        touch: [`[data-hand="${move.card}"][aria-pressed="false"]`, place(move.at)],
        look: ['[data-testid="hand"]'],
        arrows: [{ from: spot(`hand-${move.card}`), to: spot(`spot-${move.at}`), ghost: true }],
      };
    case 'put-back': {
      const card = `[data-hand="${move.card}"]`;
      const row = view.players[seat]?.hand[move.card - 1]?.row ?? 'bonus';
      return {
        touch: [button('put-back'), card],
        look: ['[data-testid="hand"]'],
        arrows: [{ from: spot(`hand-${move.card}`), to: spot(`pile-${row}`) }],
      };
    }
    case 'joker':
      if (move.take === 'dice')
        return { touch: [button('joker-dice'), button('jokers')], look: [BAR], arrows: [] };
      return {
        touch: [spot(`pile-${move.take}`)],
        look: [`.shelf.${move.take}`],
        arrows: [{ from: spot(`pile-${move.take}`), to: '.stall' }],
      };
    case 'count':
      return { touch: [`.shelf.${move.row} ${button('count')}`], look: [`.shelf.${move.row}`], arrows: [] };
    default:
      return { touch: [button(move.do)], look: [BAR], arrows: [] };
  }
}
