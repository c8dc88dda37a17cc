/** What a player is about to do: the place or the dam aimed at, the hand cards chosen. */
import { Chosen } from '../../lib/chosen.svelte';
import {
  at,
  kinds,
  pays,
  reach,
  takes,
  thrifty,
  worth,
  type Card,
  type Hand,
  type Kind,
  type Move,
  type View,
} from './model';

export type WhyNot = {
  key: 'no_cubes' | 'too_dear' | 'not_enough' | 'not_turn';
  values: Record<string, number>;
};

export interface Preview {
  place: number;
  card: Kind;
  paid: number;
  gained: number;
}

export class Choice extends Chosen {
  cards = $state<Card[]>([]);
  /** The cards were proposed by us for the dam aimed at, not chosen one by one. */
  proposed = $state(false);
  dam = $state<number | null>(null);
  place = $state<number | null>(null);
  pointed = $state<number | null>(null);
  refused = $state<WhyNot | null>(null);

  sum = $derived(worth(this.cards));

  /** What is chosen and only to be confirmed. */
  get aimed(): Move | null {
    if (this.dam !== null) return { do: 'build', cost: this.dam, cards: [...this.cards] };
    return this.place === null ? null : { do: 'take', place: this.place, dispose: false };
  }

  /** What pointing at a card would do. */
  pointedAt(legal: readonly Move[]): Move | null {
    return takes(legal, this.pointed).find((move) => !move.dispose) ?? null;
  }

  get chosen(): unknown {
    return this.place === null && !this.cards.length
      ? null
      : [this.place, this.dam, this.proposed, this.cards];
  }

  clear(): void {
    this.cards = [];
    this.proposed = false;
    this.dam = null;
    this.place = null;
    this.refused = null;
  }

  /** Forget what is no longer true of a new view. */
  fit(hand: Hand | null): void {
    const held = kinds(hand);
    this.cards = this.cards.filter((card) => held.includes(card));
    this.place = null;
    this.pointed = null;
    this.refused = null;
    this.dam = null;
    this.proposed = false;
  }

  point(place: number | null): void {
    if (place !== null && place !== this.pointed) this.refused = null;
    this.pointed = place;
  }

  toggle(card: Card, legal: readonly Move[]): void {
    this.place = null;
    this.refused = null;
    this.proposed = false;
    this.cards = this.cards.includes(card)
      ? this.cards.filter((other) => other !== card)
      : [...this.cards, card];
    if (this.dam !== null && !pays(legal, this.dam, this.cards)) this.dam = null;
  }

  /** Touch a place: the move to play, or null when there is something to decide or to confirm first. */
  touch(view: View, me: number, place: number, legal: readonly Move[], sure: boolean): Move | null {
    const cubes = view.players[me]?.cubes ?? 0;
    this.cards = [];
    this.dam = null;
    this.refused = null;
    if (!legal.length) return this.refuse('not_turn', {});
    if (!takes(legal, place).length) return this.refuse('no_cubes', { count: place - 1, have: cubes });
    const again = this.place === place;
    this.place = place;
    if (this.asks(legal) || !(sure || again)) return null;
    return { do: 'take', place, dispose: false };
  }

  /** Whether taking the card aimed at leaves a choice. */
  asks(legal: readonly Move[]): boolean {
    return takes(legal, this.place).some((move) => move.dispose);
  }

  /** Touch a dam: the move to play, or null. With no cards chosen, a payment is proposed. */
  touchDam(view: View, me: number, cost: number, legal: readonly Move[]): Move | null {
    const hand = view.players[me]?.hand ?? null;
    this.place = null;
    this.refused = null;
    if (!legal.length) return this.refuse('not_turn', {});
    if (this.cards.length && !(this.proposed && this.dam !== cost)) {
      if (!pays(legal, cost, this.cards)) return this.refuse('not_enough', { sum: this.sum, cost });
      return { do: 'build', cost, cards: [...this.cards] };
    }
    const cards = thrifty(hand, legal, cost);
    if (!cards) return this.refuse('too_dear', { cost, most: reach(hand) });
    this.cards = cards;
    this.dam = cost;
    this.proposed = true;
    return null;
  }

  private refuse(key: WhyNot['key'], values: WhyNot['values']): null {
    this.place = null;
    this.refused = { key, values };
    return null;
  }
}

/** What taking the card at a place would cost and bring. */
export function preview(view: View, place: number | null): Preview | null {
  const there = place === null ? null : at(view, place);
  if (!there || place === null) return null;
  return { place, card: there.card, paid: place - 1, gained: there.cubes };
}
