/** Beaver Gang as the page knows it: the server's view, and what can be worked out from it. */
export const NUMBERS = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;
export const SPECIALS = ['swap', 'peek', 'twice'] as const;
export const KINDS = [...NUMBERS, ...SPECIALS] as const;
export const ROW = [1, 2, 3, 4] as const;
export type Special = (typeof SPECIALS)[number];
export type Kind = (typeof KINDS)[number];

export interface Player {
  /** The four cards from the left; null: hidden from who looks. */
  cards: (Kind | null)[];
  /** The cards held up to look at, counted from 1. */
  looking: number[];
  /** The rounds that are on the score pad. */
  pad: number[];
  score: number;
  place: number | null;
}

/** B13, B14: a row when all is turned up, what was drawn for its special cards, and the sum. */
export interface Told {
  seat: number;
  cards: Kind[];
  replaced: { at: number; drawn: Kind[] }[];
  sum: number;
}

export interface View {
  round: number;
  rounds: number;
  phase: 'look' | 'turn' | 'hold' | 'peek' | 'knock' | 'turned-up';
  to_move: number | null;
  dealer: number;
  starter: number;
  knocker: number | null;
  may_knock: boolean;
  stack: number;
  discard: number;
  top: Kind | null;
  /** Draw-twice cards in use, beside the pile. */
  twice: number;
  over: boolean;
  turned_up: Told[] | null;
  held: { seat: number; card: Kind | null; first: boolean } | null;
  players: Player[];
}

export type Plain = 'close' | 'draw' | 'discard' | 'again' | 'knock' | 'pass' | 'deal';
export type Move =
  | { do: Plain }
  | { do: 'take' | 'keep' | 'peek'; at: number }
  | { do: 'swap'; at: number; seat: number; other: number };

export type Event =
  | { event: 'close' | 'again' | 'knock' | 'pass'; seat: number }
  | { event: 'draw'; seat: number; card: Kind | null }
  | { event: 'take'; seat: number; at: number; card: Kind | null; fades?: boolean }
  | { event: 'keep' | 'peek'; seat: number; at: number }
  | { event: 'discard'; seat: number; at: number | null; card: Kind | null; fades?: boolean }
  | { event: 'swap'; seat: number; at: number; with: number; other: number }
  | { event: 'deal'; seat: number; round: number }
  | { event: 'refill'; cards: number }
  | ({ event: 'turn-up' } & Told)
  | { event: 'round'; round: number }
  | { event: 'end' };

export function isSpecial(kind: Kind | null): kind is Special {
  return kind !== null && (SPECIALS as readonly string[]).includes(kind);
}

/** B5: whether the top discard can be taken. */
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
