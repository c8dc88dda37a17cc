/** How a move is seen: cards travel between stack, hand, rows and discard pile, swapped ones along a bow. */
import { deal, fly, move, pause, spot, still } from '../../lib/motion';
import { play } from '../../lib/sound';
import { length, type Event, type Told, type View } from './model';

export interface Stage {
  /** What is in the air is not seen where it was. */
  away: (...spots: string[]) => void;
  /** Somebody knocks. */
  knock: (seat: number) => void;
  /** The end of a round: so many cards have been turned up. */
  open: (told: Told[], after: View, step: number) => void;
  /** Wait until the player has seen enough of it. */
  read: (after: View) => Promise<void>;
}

const BEAT = 190;

/** The card held goes onto the discard pile. */
async function putAway(stage: Stage): Promise<void> {
  void play('card');
  const held = spot('held');
  const flight = fly({ from: held, to: spot('discard'), what: held?.firstElementChild });
  stage.away('held');
  await flight;
}

/** A card comes into a row, and the one that lay there goes onto the discard pile. */
async function exchange(source: 'held' | 'discard', row: string, stage: Stage): Promise<void> {
  void play('card');
  const from = spot(source);
  const slot = spot(row);
  const flights = [
    fly({ from, to: slot, what: from?.firstElementChild }),
    fly({ from: slot, to: spot('discard'), what: slot?.querySelector('.picture') }),
  ];
  stage.away(source, row);
  await Promise.all(flights);
}

async function swap(mine: string, theirs: string, stage: Stage): Promise<void> {
  await putAway(stage);
  void play('deal');
  const [a, b] = [spot(mine), spot(theirs)];
  const flights = [
    fly({ from: a, to: b, what: a?.querySelector('.picture'), bow: 0.22 }),
    fly({ from: b, to: a, what: b?.querySelector('.picture'), bow: 0.22 }),
  ];
  stage.away('held', mine, theirs);
  await Promise.all(flights);
}

async function turnUp(told: Told[], after: View, stage: Stage): Promise<void> {
  const all = length(told);
  for (let step = 0; step < all && !still(); step++) {
    stage.open(told, after, step);
    void play('flip');
    await pause(BEAT);
  }
  stage.open(told, after, all);
  await stage.read(after);
}

async function knock(seat: number, stage: Stage): Promise<void> {
  void play('knock');
  stage.knock(seat);
  const shake = [0, -5, 4, -2, 0].map((y) => ({ transform: `translateY(${y}px)` }));
  for (let beat = 0; beat < 3; beat++) await move(document.querySelector('.piles'), shake, 330);
}

/** A round begins: four cards for everybody, from the stack. */
export async function dealOut(): Promise<void> {
  void play('deal');
  const rows = document.querySelectorAll('[data-spot^="row-"]');
  const cards = [1, 2, 3, 4].flatMap((at) =>
    [...rows].flatMap((row) => row.querySelector(`[data-spot$="-${at}"]`) ?? []),
  );
  await deal(cards, spot('stack'), Math.min(90, 1200 / cards.length));
}

/** The places of a move. */
export function placesOf(events: readonly Event[]): string[] {
  return events.flatMap((event) => {
    switch (event.event) {
      case 'take':
      case 'keep':
      case 'peek':
        return [`card-${event.seat}-${event.at}`];
      case 'swap':
        return [`card-${event.seat}-${event.at}`, `card-${event.with}-${event.other}`];
      case 'draw':
        return ['stack'];
      case 'discard':
      case 'again':
        return ['discard'];
      case 'knock':
        return [`row-${event.seat}`];
      default:
        return [];
    }
  });
}

async function showOne(event: Event, stage: Stage): Promise<void> {
  switch (event.event) {
    case 'draw':
      void play('card');
      return fly({ from: spot('stack'), to: spot('held') });
    case 'take':
      return exchange('discard', `card-${event.seat}-${event.at}`, stage);
    case 'keep':
      return exchange('held', `card-${event.seat}-${event.at}`, stage);
    case 'discard':
      return event.at === null ? putAway(stage) : undefined;
    case 'again':
    case 'peek':
      return putAway(stage);
    case 'swap':
      return swap(`card-${event.seat}-${event.at}`, `card-${event.with}-${event.other}`, stage);
    case 'refill':
      void play('deal');
      return fly({ from: spot('discard'), to: spot('stack'), what: spot('stack') });
    case 'knock':
      return knock(event.seat, stage);
  }
}

/** Show what happened; the new view comes when this is done. While others lay their cards down, nothing moves. */
export function show(events: Event[], after: View, stage: Stage): Promise<void> | null {
  return events.every(({ event }) => event === 'close' || event === 'pass')
    ? null
    : showAll(events, after, stage);
}

async function showAll(events: Event[], after: View, stage: Stage): Promise<void> {
  for (const event of events) await showOne(event, stage);
  const told = events.filter((event) => event.event === 'turn-up');
  if (told.length) await turnUp(told, after, stage);
}
