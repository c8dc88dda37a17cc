/** How a move is seen: cards travel between stack, hand, rows and discard pile, swapped ones along a bow. */
import { fly, spot, still, STEP } from '../../lib/motion';
import { play } from '../../lib/sound';
import { length, type Event, type Told, type View } from './model';

export interface Stage {
  /** What is in the air is not seen where it was. */
  away: (...spots: string[]) => void;
  /** The end of a round: so many cards have been turned up. */
  open: (told: Told[], after: View, step: number) => void;
  /** Wait until the player has seen enough of it. */
  read: (after: View) => Promise<void>;
}

const BEAT = 190;
const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

/** The card held goes onto the discard pile. */
async function putAway(stage: Stage): Promise<void> {
  const held = spot('held');
  const flight = fly({ from: held, to: spot('discard'), what: held?.firstElementChild });
  stage.away('held');
  await flight;
}

/** A card comes into a row, and the one that lay there goes onto the discard pile. */
async function exchange(source: 'held' | 'discard', row: string, stage: Stage): Promise<void> {
  play('wood');
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
  play('water');
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
    await pause(BEAT);
  }
  stage.open(told, after, all);
  await stage.read(after);
}

async function showOne(event: Event, stage: Stage): Promise<void> {
  switch (event.event) {
    case 'draw':
      play('wood');
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
      return fly({ from: spot('discard'), to: spot('stack'), what: spot('stack') });
    case 'knock':
      play('wood');
      if (!still()) await pause(STEP);
      return play('wood');
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
