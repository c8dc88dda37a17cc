/** The words of Beaver Gang: cards, the log, hints, the scoring. */
import { speaker } from '../../lib/i18n.svelte';
import type { Advice, ScoreLine } from '../game';
import type en from './messages/en.json';
import { isSpecial, takeable, type Event, type Kind, type Move, type Plain, type View } from './model';

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

const UNKNOWN = 5; // what a card that one does not see is worth, on average

const PLAIN: Record<Plain, { move: Key; why: Key }> = {
  close: { move: 'hint_close', why: 'why_close' },
  draw: { move: 'hint_draw', why: 'why_draw' },
  discard: { move: 'hint_discard', why: 'why_discard' },
  again: { move: 'hint_again', why: 'why_again' },
  knock: { move: 'hint_knock', why: 'why_knock' },
  pass: { move: 'hint_pass', why: 'why_pass' },
  deal: { move: 'hint_deal', why: 'why_close' },
};

/** A hint: the move and, in a phrase, what speaks for it. It never says what a card is that lies face down. */
export function advise(move: Move, view: View, seat: number, names: string[]): Advice {
  if (move.do === 'close' && view.phase === 'look')
    return { move: say('hint_close'), why: say('why_look'), byHand: say('do_look') };
  if (move.do === 'swap')
    return {
      move: say('hint_swap', {
        place: place(move.at),
        other: place(move.other),
        name: names[move.seat] ?? '?',
      }),
      why: say('why_swap'),
    };
  if (move.do === 'peek') return { move: say('hint_peek', { place: place(move.at) }), why: say('why_peek') };
  if (move.do === 'take' || move.do === 'keep') {
    const card = (move.do === 'take' ? view.top : view.held?.card) ?? '0';
    const there = view.players[seat]?.cards[move.at - 1] ?? null;
    const worth = there === null || isSpecial(there) ? UNKNOWN : Number(there);
    return {
      move: say('hint_replace', { card: title(card), place: place(move.at) }),
      why: say(Number(card) < worth ? 'why_replace' : 'why_replace_high'),
    };
  }
  if (move.do === 'draw' && !takeable(view)) return { move: say('hint_draw'), why: say('why_only_draw') };
  const { move: words, why } = PLAIN[move.do];
  return { move: say(words), why: say(why) };
}

/** A line of the score by its name: there is one. */
export const line = (name: string) => say(`line_${name}` as Key);

/** The score pad, round by round. */
export function lines(view: View, seat: number): ScoreLine[] {
  const pad = view.players[seat]?.pad ?? [];
  return pad.map((points, i) => ({ label: say('pad_round', { round: i + 1 }), detail: '', points }));
}
