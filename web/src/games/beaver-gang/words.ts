/** The words of Beaver Gang: cards, the log, hints, the scoring. */
import { speaker } from '../../lib/i18n.svelte';
import type { Advice, ScoreLine } from '../game';
import type en from './messages/en.json';
import { isSpecial, type Event, type Kind, type Move, type View } from './model';

export type Key = keyof typeof en;
export const say = speaker<Key>('beaver-gang/messages');

/** A card's name: a number, or what a special card is called. */
export function title(kind: Kind): string {
  return isSpecial(kind) ? say(kind) : kind;
}

/** Which of four, in words. */
export function place(at: number): string {
  return say(`place_${at}` as Key);
}

/** A card that everybody saw is to be remembered, not to be looked up. */
export function fade(event: Event): Event {
  return 'fades' in event && event.fades ? { ...event, card: null } : event;
}

const DEEDS = { close: 'log_close', again: 'log_again', knock: 'log_knock' } as const;

/** An event as a line of the log. */
export function tell(event: Event, names: string[]): string {
  if (event.event === 'refill') return say('log_refill', { count: event.cards });
  if (event.event === 'round') return say('log_round', { round: event.round });
  if (event.event === 'end') return say('log_end');
  const name = names[event.seat] ?? '?';
  switch (event.event) {
    case 'pass':
      return '';
    case 'draw':
      return event.card ? say('log_drew', { name, card: title(event.card) }) : say('log_draw', { name });
    case 'take':
      return event.card
        ? say('log_take', { name, card: title(event.card), place: place(event.at) })
        : say('log_took', { name, place: place(event.at) });
    case 'keep':
    case 'peek':
      return say(event.event === 'keep' ? 'log_keep' : 'log_peek', { name, place: place(event.at) });
    case 'discard':
      return event.card
        ? say('log_discard', { name, card: title(event.card) })
        : say('log_discarded', { name });
    case 'swap':
      return say('log_swap', {
        name,
        place: place(event.at),
        other: place(event.other),
        whose: names[event.with] ?? '?',
      });
    case 'deal':
      return say('log_deal', { name, round: event.round });
    case 'turn-up':
      return say('log_sum', { name, count: event.sum });
    default:
      return say(DEEDS[event.event], { name });
  }
}

/** A move in words. It never says what a card is that lies face down. */
export function advise(move: Move, view: View, _seat: number, names: string[]): Advice {
  if (move.do === 'close' && view.phase === 'look')
    return { move: say('hint_close'), byHand: say('do_look') };
  if (move.do === 'swap') {
    const [mine, other] = [place(move.at), place(move.other)];
    return { move: say('hint_swap', { place: mine, other, name: names[move.seat] ?? '?' }) };
  }
  if (move.do === 'peek') return { move: say('hint_peek', { place: place(move.at) }) };
  if (move.do === 'take' || move.do === 'keep') {
    const card = (move.do === 'take' ? view.top : view.held?.card) ?? '0';
    return { move: say('hint_replace', { card: title(card), place: place(move.at) }) };
  }
  return { move: say(`hint_${move.do}`) };
}

/** A line of the score by its name; `row` is the sum of the four cards. */
export const line = (name: string) => say(`line_${name}` as Key);

/** The score pad, round by round. */
export function lines(view: View, seat: number): ScoreLine[] {
  const pad = view.players[seat]?.pad ?? [];
  return pad.map((points, i) => ({ label: say('pad_round', { round: i + 1 }), detail: '', points }));
}
