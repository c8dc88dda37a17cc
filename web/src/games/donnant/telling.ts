/** The words of Donnant Donnant for what happened, and for what a hint advises. */
import { at } from '../../lib/coordinates.svelte';
import type { Advice } from '../game';
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

/** A move in words. Where on the stall, the board shows. */
export function advise(move: Move, view: View, seat: number): Advice {
  return { move: moved(move, view, seat) + at('at' in move ? move.at : '') };
}

function moved(move: Move, view: View, seat: number): string {
  const player = view.players[seat];
  switch (move.do) {
    case 'write': {
      const card = cardName(player?.cards[move.card - 1]?.card ?? null);
      return say('hint_write', { die: dieName(move.die, move.number), card });
    }
    case 'buy': {
      const card = cardName(view.market[move.row][move.column - 1] ?? null);
      return say('hint_buy', { card, dice: dice(move.dice) });
    }
    case 'reroll':
      return say('hint_reroll', { dice: dice(move.dice) });
    case 'lay':
      return say('hint_lay');
    case 'lay-out':
    case 'put-back': {
      const card = cardName(player?.hand[move.card - 1]?.card ?? null);
      return say(move.do === 'put-back' ? 'hint_put_back' : 'hint_lay_out', { card });
    }
    case 'joker':
      return move.take === 'dice' ? say('hint_joker') : say('hint_blind', { row: rowName(move.take) });
    case 'put-away':
      return say('hint_put_away');
    case 'count':
      return say('hint_count', { row: rowName(move.row) });
    case 'done':
      return say(view.phase === 'turn' ? 'end_turn' : 'hint_done');
  }
}
