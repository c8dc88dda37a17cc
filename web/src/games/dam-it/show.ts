/** How a move is seen: cubes travel onto the river, cards to the hand, payments to the dams. */
import { fly, flyAll, spot, type Flight } from '../../lib/motion';
import { play } from '../../lib/sound';
import type { Event } from './model';

export interface Stage {
  /** The card at this place is in the air. */
  hide: (place: number | null) => void;
  /** So many cubes have landed on the first places. */
  lay: (cubes: number) => void;
  /** The card at this place has gone: those behind it drift when the new view is shown. */
  drifted: (place: number) => void;
}

type Take = Extract<Event, { event: 'take' }>;
type Build = Extract<Event, { event: 'build' }>;

async function take(event: Take, me: number, stage: Stage): Promise<void> {
  const cubes = spot(`seat-${event.seat}-cubes`);
  const cube = spot('stock-cube');
  const paying: Flight[] = Array.from({ length: event.paid }, (_, i) => ({
    from: cubes,
    to: spot(`river-${i + 1}-cubes`),
    what: cube,
  }));
  if (paying.length) {
    play('wood');
    await flyAll(paying);
    stage.lay(event.paid);
  }
  const homes = {
    hand:
      event.seat === me ? (spot(`hand-${event.card}`) ?? spot('my-hand')) : spot(`seat-${event.seat}-hand`),
    kept: spot(`seat-${event.seat}-dams`),
    disposed: spot('discard'),
  };
  const from = spot(`river-${event.place}`);
  const won: Flight[] = Array.from({ length: Math.min(event.gained, 4) }, () => ({
    from: spot(`river-${event.place}-cubes`),
    to: cubes,
    what: cube,
  }));
  play('water');
  const card = fly({
    from,
    to: homes[event.fate],
    what: from?.querySelector('.card'),
    fade: event.fate === 'disposed',
  });
  const others = flyAll(won);
  stage.hide(event.place);
  await Promise.all([card, others]);
  stage.drifted(event.place);
}

async function build(event: Build, me: number): Promise<void> {
  const dam = spot(`dam-${event.cost}`);
  await flyAll(
    event.cards.map((card) => ({
      from: event.seat === me ? spot(`hand-${card}`) : spot(`seat-${event.seat}-hand`),
      to: dam,
      what: spot(`stock-${card}`),
      fade: true,
    })),
  );
  play('wood');
  await fly({ from: dam, to: spot(`seat-${event.seat}-dams`), what: dam?.querySelector('.top') });
}

/** Show what happened; the new view comes when this is done. */
export async function show(events: Event[], me: number, stage: Stage): Promise<void> {
  for (const event of events) {
    if (event.event === 'take') await take(event, me, stage);
    if (event.event === 'build') await build(event, me);
  }
}
