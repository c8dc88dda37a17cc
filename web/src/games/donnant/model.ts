/** Donnant Donnant as the page knows it: what can be worked out from a view. */
import type { Sure } from '../game';
import { faceOf } from './cards';
import {
  CIRCLED,
  SIDE,
  type Circled,
  type Colour,
  type Laid,
  type Move,
  type Player,
  type Row,
} from './generated';

export { CIRCLES } from './generated';
export type { Dealt, Die, Event, Laid, Move, Part, Player, View } from './generated';

export type Write = Extract<Move, { do: 'write' }>;
export type Buy = Extract<Move, { do: 'buy' }>;

// --- the stall ---------------------------------------------------------------------------------------------------------

export interface Spot {
  at: string;
  column: number;
  row: number;
  /** The card that lies there: counted from 0 in the order in which they were laid. */
  which: number | null;
}

const LETTERS = 'abcde';
const place = (at: string): [number, number] => [LETTERS.indexOf(at[0] ?? 'c'), Number(at[1]) - 1];

/** The spots to draw: what lies there and what is offered, at least three columns and rows. */
export function spotsOf(
  cards: readonly Laid[],
  offered: readonly string[],
): { spots: Spot[]; columns: number } {
  const used = [...cards.map((card) => card.at), ...offered].map(place);
  if (!used.length) used.push(place('c3'));
  const [left, right] = span(used.map(([column]) => column));
  const [top, bottom] = span(used.map(([, row]) => row));
  const spots: Spot[] = [];
  for (let row = top; row <= bottom; row++)
    for (let column = left; column <= right; column++) {
      const at = `${LETTERS[column]}${row + 1}`;
      const which = cards.findIndex((card) => card.at === at);
      spots.push({ at, column: column - left, row: row - top, which: which < 0 ? null : which });
    }
  return { spots, columns: right - left + 1 };
}

/** From the first to the last of some numbers, at least three. */
function span(numbers: readonly number[]): [number, number] {
  let [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  for (let after = false; high - low + 1 < SIDE; after = !after) {
    if (after && high < LETTERS.length - 1) high++;
    else if (low > 0) low--;
    else high++;
  }
  return [low, high];
}

// --- what can be done --------------------------------------------------------------------------------------------------

/** The cells of a card of my stall that can be written now; `die`: with that one. */
export const writable = (legal: readonly Move[], card: number, die: Colour | null): ReadonlySet<number> =>
  new Set(
    legal.flatMap((move) =>
      move.do === 'write' && move.card === card && (!die || move.die === die) ? [move.cell] : [],
    ),
  );

export const writesAt = (
  legal: readonly Move[],
  card: number,
  cell: number,
  die: Colour | null = null,
): Write[] =>
  legal.filter(
    (move): move is Write =>
      move.do === 'write' && move.card === card && move.cell === cell && (die === null || move.die === die),
  );

/** How many circles of each kind something ticks; null: the rules are not in this page. */
export type Ticks = Record<Circled, number> | null;

/** The circles that a move ticks: those that are ticked after it, and were not before. */
export function ticksOf(before: Player | null, after: Sure<Player> | null | undefined): Ticks {
  if (!before || !after?.cards) return null;
  const ticked = (cards: readonly (Sure<Laid> | null)[], kind: Circled) =>
    cards.reduce(
      (sum, one) => sum + (one?.card && faceOf(one.card).kind === kind ? (one.ticked ?? 0) : 0),
      0,
    );
  const { cards } = after;
  return each((kind) => ticked(cards, kind) - ticked(before.cards, kind));
}

const each = (value: (kind: Circled) => number) =>
  Object.fromEntries(CIRCLED.map((kind) => [kind, value(kind)])) as Record<Circled, number>;

/** The ways to buy a card. */
export const purchases = (legal: readonly Move[], row: Row, column: number): Buy[] =>
  legal.filter((move): move is Buy => move.do === 'buy' && move.row === row && move.column === column);

/** Ways to buy with what they tick: the fewest circles first, and those of dice left out before changed ones. */
export function cheapest(ways: readonly Buy[], ticks: (move: Move) => Ticks): { way: Buy; ticks: Ticks }[] {
  const cost = (found: Ticks) => (found ? 10 * count(found) + found['plus-or-minus-one'] : 0);
  return ways.map((way) => ({ way, ticks: ticks(way) })).sort((a, b) => cost(a.ticks) - cost(b.ticks));
}

/** How many circles that is in all. */
export const count = (ticks: NonNullable<Ticks>) => Object.values(ticks).reduce((sum, one) => sum + one, 0);

/** Whether two moves are the same. */
export function same(a: Move, b: Move): boolean {
  const values = (move: Move) => Object.entries(move).sort().flat(2).join(' ');
  return values(a) === values(b);
}
