/** Dam It! as the page knows it: what can be worked out from a view. */
import { HAND, PILE_PLACE, TREES, VALUES, type Card, type Kind, type Player, type View } from './generated';

export * from './generated';

const LOSS = [0, 1, 4, 9, 16, 25];

export type Hand = Partial<Record<Kind, number>>;

/** What lies at a place, 1 to 4, or 5, the top of the pile. */
export function at(view: View, place: number): { card: Kind; cubes: number } | null {
  if (place === PILE_PLACE) return view.top ? { card: view.top, cubes: 0 } : null;
  return view.river[place - 1] ?? null;
}

/** D7: whether somebody with so many cubes can reach a place. */
export function reachable(view: View, place: number, cubes: number): boolean {
  return at(view, place) !== null && cubes >= place - 1;
}

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

/** The points on a dam card named like "9/14"; a dam's name ends with its points. */
export function damPoints(name: string): number {
  return Number(/(\d+)\D*$/.exec(name)?.[1] ?? 0);
}

/** D16, line by line. */
export function scoring(player: Player): ScoreLine[] {
  const dams = player.dams ?? [];
  const garbage = player.garbage ?? 0;
  return [
    { what: 'dams', count: dams.length, points: dams.reduce((sum, dam) => sum + damPoints(dam), 0) },
    { what: 'cubes', count: player.cubes, points: Math.floor(player.cubes / 2) },
    { what: 'garbage', count: garbage, points: -(LOSS[Math.min(garbage, 5)] ?? 0) },
  ];
}

/** D17: what breaks a tie. */
export function treesLeft(player: Player): number {
  return TREES.reduce((sum, kind) => sum + VALUES[kind] * (player.hand?.[kind] ?? 0), 0);
}

/**
 * Names for the cards at the five places, so that a card keeps its name while it drifts.
 * `names` are those before; the answer those after a card was taken at `place`.
 */
export function drift(names: number[], place: number, fresh: number): number[] {
  return [...names.filter((_, i) => i !== place - 1), fresh];
}
