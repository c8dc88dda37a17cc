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
export type Take = Extract<Move, { do: 'take' }>;
export type Build = Extract<Move, { do: 'build' }>;

/** What lies at a place, 1 to 4, or 5, the top of the pile. */
export function at(view: View, place: number): { card: Kind; cubes: number } | null {
  if (place === PILE_PLACE) return view.top ? { card: view.top, cubes: 0 } : null;
  return view.river[place - 1] ?? null;
}

/** The moves that take the card at a place: garbage kept, or disposed of. */
export const takes = (legal: readonly Move[], place: number | null): Take[] =>
  legal.filter((move): move is Take => move.do === 'take' && move.place === place);

export function worth(cards: Iterable<Card>): number {
  let sum = 0;
  for (const card of cards) sum += VALUES[card];
  return sum;
}

/** The kinds in a hand, in the order of the box. */
export function kinds(hand: Hand | null): Card[] {
  return HAND.filter((kind) => (hand?.[kind] ?? 0) > 0);
}

/** What all kinds in a hand are worth together: the most that can be paid at once. */
export const reach = (hand: Hand | null) => worth(kinds(hand));

/** The ways to pay for a dam; without a cost, for any. */
export const payments = (legal: readonly Move[], cost?: number): Build[] =>
  legal.filter((move): move is Build => move.do === 'build' && (cost === undefined || move.cost === cost));

/** Whether a dam can be paid with these very cards. */
export const pays = (legal: readonly Move[], cost: number, cards: readonly Card[]): boolean =>
  payments(legal, cost).some(
    (build) => build.cards.length === cards.length && build.cards.every((card) => cards.includes(card)),
  );

/**
 * The payment that one would mostly choose: as little too much as possible, no disposal card if it can be
 * helped, rather what one has more of, rather few cards.
 */
export function thrifty(hand: Hand | null, legal: readonly Move[], cost: number): Card[] | null {
  let best: { cards: readonly Card[]; rank: number[] } | null = null;
  for (const { cards } of payments(legal, cost)) {
    const singles = cards.filter((card) => hand?.[card] === 1).length;
    const rank = [worth(cards), cards.includes('disposal') ? 1 : 0, singles, cards.length];
    if (!best || before(rank, best.rank)) best = { cards, rank };
  }
  return best && HAND.filter((card) => best.cards.includes(card));
}

function before(a: number[], b: number[]): boolean {
  const i = a.findIndex((value, index) => value !== b[index]);
  return i >= 0 && (a[i] ?? 0) < (b[i] ?? 0);
}

/** The dams of a player: what each is worth, and how large it is drawn. */
export const damsOf = (view: View, seat: number) =>
  (view.players[seat]?.dams ?? []).map((dam) => {
    const [cost = 0, points = 0] = dam.split('/').map(Number);
    return { points, size: view.dams.length - view.dams.findIndex((pile) => pile.cost === cost) };
  });

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
