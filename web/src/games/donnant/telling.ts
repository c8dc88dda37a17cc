/** The words of Donnant Donnant for what happened, and for what a hint advises. */
import type { Colour } from './cards';
import type { Event, Move, View } from './model';
import { cardName, dieName, listed, say } from './words';

const rowName = (row: string) => say(row === 'bonus' ? 'row_bonus' : 'row_evaluation');
const dice = (colours: readonly Colour[]) => listed(colours.map((colour) => say(colour))) || say('no_dice');

/** An event as a line of the log. */
export function tell(event: Event, names: string[]): string {
  if (event.event === 'ending') return say(event.last_round ? 'log_last_round' : 'log_ninth');
  if (event.event === 'market') return '';
  if (event.event === 'roll') {
    const numbers = Object.entries(event.dice) as [Colour, number][];
    return say('log_roll', { dice: listed(numbers.map(([die, number]) => dieName(die, number))) });
  }
  const name = names[event.seat] ?? '?';
  switch (event.event) {
    case 'write':
      return say('log_write', { name, die: dieName(event.die, event.number), card: cardName(event.card) });
    case 'complete':
      return say('log_complete', { name, card: cardName(event.card) });
    case 'buy':
      return say('log_buy', { name, card: cardName(event.card), dice: dice(event.dice) });
    case 'lay':
      return say('log_lay', { name, card: cardName(event.card) });
    case 'reroll':
      return say('log_reroll', { name, dice: dice(event.dice) });
    case 'blind':
      return say('log_blind', { name, row: rowName(event.row) });
    case 'put-back':
    case 'put-away':
      return say(event.event === 'put-back' ? 'log_put_back' : 'log_put_away', {
        name,
        card: event.card ? cardName(event.card) : rowName(event.row),
      });
    case 'count':
      return say('log_count', { name, card: cardName(event.card) });
    case 'joker':
      return say('log_joker', { name });
    case 'turn':
      return event.solo ? say('log_solo') : say('log_turn', { name });
    case 'score':
      return say('log_score', { name, count: event.score });
    case 'done':
      return '';
  }
}

/** A hint: the move and, in a phrase, what speaks for it. */
export function advise(move: Move, view: View, seat: number): { move: string; why: string } {
  const player = view.players[seat];
  switch (move.do) {
    case 'write': {
      const card = cardName(player?.cards[move.card - 1]?.card ?? null);
      const words = { die: dieName(move.die, move.number), card, cell: move.cell };
      return {
        move: say('hint_write', words),
        why: say(view.phase === 'turn' ? 'why_complete' : 'why_write'),
      };
    }
    case 'buy': {
      const card = cardName(view.market[move.row][move.column - 1] ?? null);
      return { move: say('hint_buy', { card, dice: dice(move.dice) }), why: say('why_buy') };
    }
    case 'reroll': {
      const all = view.dice.filter((die) => die.free).length === move.dice.length;
      return {
        move: say('hint_reroll', { dice: dice(move.dice) }),
        why: say(all ? 'why_reroll_all' : 'why_reroll'),
      };
    }
    case 'lay':
      return { move: say('hint_lay', { at: move.at }), why: say('why_lay') };
    case 'lay-out':
    case 'put-back': {
      const card = cardName(player?.hand[move.card - 1]?.card ?? null);
      if (move.do === 'put-back') return { move: say('hint_put_back', { card }), why: say('why_put_back') };
      return { move: say('hint_lay_out', { card, at: move.at }), why: say('why_lay') };
    }
    case 'joker':
      if (move.take === 'dice') return { move: say('hint_joker'), why: say('why_joker') };
      return { move: say('hint_blind', { row: rowName(move.take) }), why: say('why_blind') };
    case 'put-away':
      return { move: say('hint_put_away'), why: say('why_put_away') };
    case 'count':
      return { move: say('hint_count', { row: rowName(move.row) }), why: say('why_count') };
    case 'done':
      return { move: say(view.phase === 'turn' ? 'end_turn' : 'hint_done'), why: say('why_done') };
  }
}
