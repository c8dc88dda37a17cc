/** How a move is seen: dice tumble and fly into cells, cards come from the market; at the end points rise from the cards. */
import { deal, float, fly, flyAll, move, pause, spot, still } from '../../lib/motion';
import { play } from '../../lib/sound';
import { ROWS, rowOf, type Colour } from './cards';
import type { Event, Laid, Part, View } from './model';

export interface Stage {
  /** Dice in the air. */
  roll: (dice: readonly Colour[]) => void;
  /** What is in the air, or gone, is not seen where it was. */
  away: (...spots: string[]) => void;
  /** A number stands in a cell of mine. */
  wrote: (card: string, part: Part) => void;
}

/** How long dice tumble, and how long one falls after another. */
export const [ROLL, APART] = [480, 40];
const BEAT = 330;

async function rolled(dice: Colour[], stage: Stage): Promise<void> {
  void play(dice.length > 1 ? 'dice' : 'die');
  if (still()) return;
  stage.roll(dice);
  await pause(ROLL + APART * (dice.length - 1));
}

const LIFT = [
  { transform: 'none' },
  { transform: 'translateY(-10px) scale(1.09)', offset: 0.3 },
  { transform: 'translateY(-10px) scale(1.09)', offset: 0.7 },
  { transform: 'none' },
];

/** At the end: the points of cards rise from the cards themselves. */
export async function count(cards: readonly Laid[]): Promise<void> {
  for (const { at, worth } of cards) {
    const card = spot(`spot-${at}`);
    float(card, worth ?? 0);
    void move(card, LIFT, 3 * BEAT);
    await pause(BEAT);
  }
}

/** A card is complete: it is lifted, and what it is worth rises from it. */
async function completed(seat: number, name: string, me: number, after: View): Promise<void> {
  void play('complete');
  const laid = after.players[seat]?.cards.find(({ card }) => card === name);
  const card = seat === me ? spot(`spot-${laid?.at}`) : spot(`seat-${seat}`);
  float(card, laid?.worth ?? 0);
  await move(card, LIFT, 900);
}

/** The match begins: the shelves are filled from the piles. */
export async function dealOut(): Promise<void> {
  void play('deal');
  const shelf = (row: string) =>
    deal([...document.querySelectorAll(`.shelf.${row} .place`)].reverse(), spot(`pile-${row}`), 110);
  const hand = deal(document.querySelectorAll('.hand .pick'), spot('pile-bonus'), 110);
  await Promise.all([...ROWS.map(shelf), hand]);
}

/** The places of a move. */
export function placesOf(events: readonly Event[], me: number, view: View): string[] {
  return events.flatMap((event) => {
    if (event.event === 'buy')
      return [
        `market-${rowOf(event.card)}-${event.column}`,
        ...(event.seat === me ? [] : [`seat-${event.seat}`]),
      ];
    if (event.event !== 'write' && event.event !== 'lay' && event.event !== 'reroll') return [];
    if (event.seat !== me) return [`seat-${event.seat}`];
    if (event.event === 'reroll') return [];
    const at = view.players[me]?.cards.find(({ card }) => card === event.card)?.at;
    return at ? [`spot-${at}`] : [];
  });
}

type Write = Extract<Event, { event: 'write' }>;
type Buy = Extract<Event, { event: 'buy' }>;

/** Where cards go that somebody takes: my own wait in the middle to be laid. */
const taken = (seat: number, me: number) => spot(seat === me ? 'die-green' : `seat-${seat}`);

/** A die goes into a cell, or into somebody's stall; the number stays there. */
async function write(event: Write, me: number, after: View, stage: Stage): Promise<void> {
  const { seat, die, card, cell, number } = event;
  const which = after.players[me]?.cards.findIndex((laid) => laid.card === card) ?? -1;
  void play('pencil');
  const flight = fly({
    from: spot(`die-${die}`),
    to: spot(seat === me ? `cell-${which + 1}-${cell}` : `seat-${seat}`),
  });
  const used = after.dice.some(({ colour, free }) => colour === die && !free);
  if (used && after.phase !== 'passive') stage.away(`die-${die}`);
  await flight;
  if (seat === me) stage.wrote(card, { cell, die, number });
}

/** The dice go to the card that they pay for, and it leaves the shelf. */
async function buy({ seat, card, column, dice }: Buy, me: number, stage: Stage): Promise<void> {
  const place = `market-${rowOf(card)}-${column}`;
  void play('die');
  const paid = flyAll(dice.map((die) => ({ from: spot(`die-${die}`), to: spot(place), fade: true })));
  stage.away(...dice.map((die) => `die-${die}`));
  await paid;
  void play('card');
  const flight = fly({ from: spot(place), to: taken(seat, me), lift: true });
  stage.away(place);
  await flight;
}

/** A card that somebody holds goes to its place. */
async function putDown(from: string, to: string, stage: Stage): Promise<void> {
  void play('card');
  const flight = fly({ from: spot(from), to: spot(to) });
  stage.away(from);
  await flight;
}

/** The card in hand: bought, or of those dealt the one chosen. */
const inHand = () =>
  spot('held') ? 'held' : (document.querySelector<HTMLElement>('.hand .chosen')?.dataset['spot'] ?? 'none');

function showOne(event: Event, me: number, after: View, stage: Stage): Promise<void> | undefined {
  switch (event.event) {
    case 'write':
      return write(event, me, after, stage);
    case 'buy':
      return buy(event, me, stage);
    case 'lay':
      if (event.seat === me) return putDown(inHand(), `spot-${event.at}`, stage);
      return spot('held') ? putDown('held', `seat-${event.seat}`, stage) : undefined;
    case 'put-back':
    case 'put-away':
      return event.seat === me || spot('held') ? putDown(inHand(), `pile-${event.row}`, stage) : undefined;
    case 'blind':
      void play('card');
      return fly({ from: spot(`pile-${event.row}`), to: taken(event.seat, me) });
    case 'count': {
      const from =
        event.card && document.querySelector<HTMLElement>(`.place:has([data-card="${event.card}"])`);
      return from ? putDown(from.dataset['spot'] ?? '', 'rounds', stage) : undefined;
    }
    case 'complete':
      return completed(event.seat, event.card, me, after);
    case 'roll':
      return rolled(Object.keys(event.dice) as Colour[], stage);
    default:
      return undefined;
  }
}

/** Show what happened; null: others write while I think, and nothing of mine may stop. */
export function show(events: Event[], me: number, after: View, stage: Stage): Promise<void> | null {
  const [first] = events;
  if (first?.event === 'write' && first.seat !== me && after.phase === 'passive') {
    void showOne(first, me, after, stage);
    return null;
  }
  const seen: Event['event'][] = ['write', 'buy', 'lay', 'put-back', 'put-away', 'blind', 'count', 'roll'];
  return events.some(({ event }) => seen.includes(event)) ? showAll(events, me, after, stage) : null;
}

async function showAll(events: Event[], me: number, after: View, stage: Stage): Promise<void> {
  for (const event of events) await showOne(event, me, after, stage);
}
