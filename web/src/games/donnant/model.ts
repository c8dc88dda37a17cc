/** Donnant Donnant as the page knows it: what can be worked out from a view. */
import { faceOf } from './cards';
import {
  SIDE,
  type Colour,
  type Event,
  type Laid,
  type Move,
  type Player,
  type Row,
  type View,
} from './generated';

export { CIRCLES } from './generated';
export type { Dealt, Die, Event, Laid, Move, Part, Player, View } from './generated';

export type Write = Extract<Move, { do: 'write' }>;
export type Buy = Extract<Move, { do: 'buy' }>;
export type Score = Extract<Event, { event: 'score' }>;

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

const shown = (view: View, die: Colour) => view.dice.find((one) => one.colour === die)?.number ?? 0;

/** The circles that a write ticks. */
export function ticksOf(view: View, player: Player, write: Write): { plus: number; other: number } {
  const laid = player.cards[write.card - 1];
  const tint = laid ? (faceOf(laid.card).cells[write.cell - 1]?.colour ?? null) : null;
  return {
    plus: Math.abs(write.number - shown(view, write.die)),
    other: tint !== null && tint !== write.die ? 1 : 0,
  };
}

/** The circles that a purchase ticks: dice changed until they are equal, and dice left out. */
export function priceOf(view: View, buy: Buy): { plus: number; less: number } {
  const numbers = buy.dice.map((die) => shown(view, die));
  const plus = numbers.length
    ? Math.min(...[1, 2, 3, 4, 5, 6].map((aim) => numbers.reduce((sum, one) => sum + Math.abs(one - aim), 0)))
    : 0;
  return { plus, less: (view.prices[buy.column - 1] ?? 0) - buy.dice.length };
}

/** The ways to buy a card, those that tick the fewest circles first. */
export function purchases(view: View, legal: readonly Move[], row: Row, column: number): Buy[] {
  const cost = (buy: Buy) => {
    const { plus, less } = priceOf(view, buy);
    return 10 * (plus + less) + plus;
  };
  return legal
    .filter((move): move is Buy => move.do === 'buy' && move.row === row && move.column === column)
    .sort((a, b) => cost(a) - cost(b));
}

/** Whether two moves are the same. */
export function same(a: Move, b: Move): boolean {
  const values = (move: Move) => Object.entries(move).sort().flat(2).join(' ');
  return values(a) === values(b);
}
