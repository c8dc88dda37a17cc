/** Dam It! as the page knows it: what can be worked out from a view. */
import {
  HAND,
  PILE_PLACE,
  VALUES,
  type Card,
  type Kind,
  type Move,
  type Player,
  type View,
} from './generated';

export * from './generated';

export type Hand = Partial<Record<Kind, number>>;

/** What lies at a place, 1 to 4, or 5, the top of the pile. */
export function at(view: View, place: number): { card: Kind; cubes: number } | null {
  if (place === PILE_PLACE) return view.top ? { card: view.top, cubes: 0 } : null;
  return view.river[place - 1] ?? null;
}

/** The moves that take the card at a place: garbage kept, or disposed of. */
export const takes = (legal: readonly Move[], place: number | null) =>
  legal.filter((move) => move.do === 'take' && move.place === place);

export function worth(cards: Iterable<Card>): number {
  let sum = 0;
  for (const card of cards) sum += VALUES[card];
  return sum;
}

/** The kinds in a hand, in the order of the box. */
export function kinds(hand: Hand | null): Card[] {
  return HAND.filter((kind) => (hand?.[kind] ?? 0) > 0);
}

/** D12: the most that one dam can be paid with, each kind once. */
export function reach(hand: Hand | null): number {
  return worth(kinds(hand));
}

/**
 * The payment that one would mostly choose: as little too much as possible, no disposal card if it can be
 * helped, rather what one has more of, rather few cards.
 */
export function thrifty(hand: Hand | null, cost: number): Card[] | null {
  const held = kinds(hand);
  let best: { cards: Card[]; rank: number[] } | null = null;
  for (let set = 1; set < 1 << held.length; set++) {
    const cards = held.filter((_, i) => (set >> i) & 1);
    const over = worth(cards) - cost;
    if (over < 0) continue;
    const singles = cards.filter((card) => hand?.[card] === 1).length;
    const rank = [over, cards.includes('disposal') ? 1 : 0, singles, cards.length];
    if (!best || before(rank, best.rank)) best = { cards, rank };
  }
  return best?.cards ?? null;
}

function before(a: number[], b: number[]): boolean {
  const i = a.findIndex((value, index) => value !== b[index]);
  return i >= 0 && (a[i] ?? 0) < (b[i] ?? 0);
}

export interface ScoreLine {
  what: 'dams' | 'cubes' | 'garbage';
  count: number;
  points: number;
}

/** D16, line by line. */
export function scoring({ dams, cubes, garbage, points }: Player): ScoreLine[] {
  if (!points) return [];
  return [
    { what: 'dams', count: dams?.length ?? 0, points: points.dams },
    { what: 'cubes', count: cubes, points: points.cubes },
    { what: 'garbage', count: garbage ?? 0, points: points.garbage },
  ];
}

/**
 * Names for the cards at the five places, so that a card keeps its name while it drifts.
 * `names` are those before; the answer those after a card was taken at `place`.
 */
export function drift(names: number[], place: number, fresh: number): number[] {
  return [...names.filter((_, i) => i !== place - 1), fresh];
}
