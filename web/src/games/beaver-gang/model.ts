/** Beaver Gang as the page knows it: what can be worked out from a view. */
import { SPECIALS, type Kind, type Move, type Special, type Told, type View } from './generated';

export * from './generated';

export function isSpecial(kind: Kind | null): kind is Special {
  return kind !== null && (SPECIALS as readonly string[]).includes(kind);
}

/** Whether something of a kind may be done. */
export const may = (legal: readonly Move[], what: Move['do']) => legal.some((move) => move.do === what);

/** For words: whether the top discard is one that can be taken (B5). What may be done is what is legal. */
export function takeable(view: View): boolean {
  return view.top !== null && !isSpecial(view.top);
}

/** Whether a seat has laid down the cards that it looked at when the round began. */
export function looks(view: View, seat: number): boolean {
  return view.phase === 'look' && (view.players[seat]?.looking.length ?? 0) > 0;
}

/** A row while all cards are being turned up: the special cards set aside lie beside what came for them. */
export interface Opened {
  seat: number;
  slots: { card: Kind | null; aside: Kind[] }[];
  sum: number;
  /** Whether the sum is final. */
  done: boolean;
}

interface Beat {
  row: number;
  at: number;
  card: Kind;
}

/** B13: first all cards are turned up, then special ones are replaced, both from the knocker on. */
function beats(told: readonly Told[]): Beat[] {
  return [
    ...told.flatMap(({ cards }, row) => cards.map((card, at) => ({ row, at, card }))),
    ...told.flatMap(({ replaced }, row) =>
      replaced.flatMap(({ at, drawn }) => drawn.map((card) => ({ row, at: at - 1, card }))),
    ),
  ];
}

/** How many cards are turned up in all. */
export function length(told: readonly Told[]): number {
  return beats(told).length;
}

/** What lies open after so many cards. */
export function unfold(told: readonly Told[], step: number): Opened[] {
  const rows: Opened[] = told.map(({ seat, cards }) => ({
    seat,
    slots: cards.map(() => ({ card: null, aside: [] })),
    sum: 0,
    done: false,
  }));
  for (const { row, at, card } of beats(told).slice(0, step)) {
    const slot = rows[row]?.slots[at];
    if (!slot) continue;
    if (slot.card) slot.aside.push(slot.card);
    slot.card = card;
  }
  for (const row of rows) {
    const numbers = row.slots.filter(({ card }) => card && !isSpecial(card));
    row.sum = numbers.reduce((sum, { card }) => sum + Number(card), 0);
    row.done = numbers.length === row.slots.length;
  }
  return rows;
}

/** The seats with the fewest points of a round. */
export function lowest(told: readonly Told[]): number[] {
  const least = Math.min(...told.map(({ sum }) => sum));
  return told.filter(({ sum }) => sum === least).map(({ seat }) => seat);
}
