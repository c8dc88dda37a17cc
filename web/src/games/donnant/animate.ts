/** How a move is seen: dice tumble and fly into cells, cards come from the market; at the end points rise from the cards. */
import { deal, float, fly, move, pause, spot, still } from '../../lib/motion';
import { play } from '../../lib/sound';
import { ROWS, rowOf, type Colour } from './cards';
import type { Event, Laid, View } from './model';

export interface Stage {
  /** Dice in the air. */
  roll: (dice: readonly Colour[]) => void;
}

const ROLL = 480;
const BEAT = 330;

async function rolled(dice: Colour[], stage: Stage): Promise<void> {
  void play(dice.length > 1 ? 'dice' : 'die');
  if (still()) return;
  stage.roll(dice);
  await pause(ROLL);
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

/** Where a write lands: in my own cell, or in somebody's stall. */
function target(event: Extract<Event, { event: 'write' }>, me: number, after: View): HTMLElement | null {
  if (event.seat !== me) return spot(`seat-${event.seat}`);
  const which = after.players[me]?.cards.findIndex((laid) => laid.card === event.card) ?? -1;
  return spot(`cell-${which + 1}-${event.cell}`);
}

function showOne(event: Event, me: number, after: View, stage: Stage): Promise<void> | undefined {
  switch (event.event) {
    case 'write':
      void play('pencil');
      return fly({ from: spot(`die-${event.die}`), to: target(event, me, after) });
    case 'buy': {
      const from = spot(`market-${rowOf(event.card)}-${event.column}`);
      void play('card');
      return fly({ from, to: event.seat === me ? spot('die-green') : spot(`seat-${event.seat}`) });
    }
    case 'lay': {
      if (event.seat !== me) return undefined;
      void play('card');
      return fly({
        from: spot('held') ?? document.querySelector('.hand .chosen'),
        to: spot(`spot-${event.at}`),
      });
    }
    case 'blind':
      void play('card');
      return fly({
        from: spot(`pile-${event.row}`),
        to: event.seat === me ? spot('die-green') : spot(`seat-${event.seat}`),
      });
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
  const seen: Event['event'][] = ['write', 'buy', 'lay', 'blind', 'roll'];
  return events.some(({ event }) => seen.includes(event)) ? showAll(events, me, after, stage) : null;
}

async function showAll(events: Event[], me: number, after: View, stage: Stage): Promise<void> {
  for (const event of events) await showOne(event, me, after, stage);
}
