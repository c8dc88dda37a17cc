/** How a move is seen: dice tumble and fly into cells, cards come from the market; at the end, card by card. */
import { fly, spot, still } from '../../lib/motion';
import { play } from '../../lib/sound';
import { rowOf, type Colour } from './cards';
import type { Event, Score, View } from './model';

export interface Stage {
  /** Dice in the air. */
  roll: (dice: readonly Colour[]) => void;
  /** The scoring: so many cards have been counted. */
  count: (told: Score[], step: number) => void;
}

const ROLL = 480;
const BEAT = 420;
const READ = 1600;
const pause = (milliseconds: number) => new Promise<void>((done) => setTimeout(done, milliseconds));

async function rolled(dice: Colour[], stage: Stage): Promise<void> {
  play('wood');
  if (still()) return;
  stage.roll(dice);
  await pause(ROLL);
}

async function counted(told: Score[], stage: Stage): Promise<void> {
  const all = told.reduce((sum, { cards }) => sum + cards.length, 0);
  for (let step = 0; step < all && !still(); step++) {
    stage.count(told, step);
    await pause(BEAT);
  }
  stage.count(told, all);
  if (!still()) await pause(READ);
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
      return fly({ from: spot(`die-${event.die}`), to: target(event, me, after) });
    case 'buy': {
      const from = spot(`market-${rowOf(event.card)}-${event.column}`);
      play('wood');
      return fly({ from, to: event.seat === me ? spot('die-green') : spot(`seat-${event.seat}`) });
    }
    case 'lay': {
      if (event.seat !== me) return undefined;
      play('wood');
      return fly({
        from: spot('held') ?? document.querySelector('.hand .chosen'),
        to: spot(`spot-${event.at}`),
      });
    }
    case 'blind':
      return fly({
        from: spot(`pile-${event.row}`),
        to: event.seat === me ? spot('die-green') : spot(`seat-${event.seat}`),
      });
    case 'complete':
      play('water');
      return undefined;
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
  const seen: Event['event'][] = ['write', 'buy', 'lay', 'blind', 'roll', 'score'];
  return events.some(({ event }) => seen.includes(event)) ? showAll(events, me, after, stage) : null;
}

async function showAll(events: Event[], me: number, after: View, stage: Stage): Promise<void> {
  for (const event of events) await showOne(event, me, after, stage);
  const told = events.filter((event) => event.event === 'score');
  if (told.length) await counted(told, stage);
}
