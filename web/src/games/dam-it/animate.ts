/** How a move is seen: cubes travel onto the river, cards to the hand, payments to the dams. */
import { deal, float, fly, flyAll, move, spot, splash, type Flight } from '../../lib/motion';
import { play } from '../../lib/sound';
import type { Card, Event } from './model';

export interface Stage {
  /** The card at this place is in the air. */
  hide: (place: number | null) => void;
  /** So many cubes have landed on the first places. */
  lay: (cubes: number) => void;
  /** These cards of my hand are in the air: a dam is paid. */
  pay: (cards: readonly Card[]) => void;
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
    void play('cube');
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
  void play(event.fate === 'hand' ? 'card' : 'wood');
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

/** The dam that was paid for comes out of the water, and its points rise. */
async function rise(dam: HTMLElement | null, points: number): Promise<void> {
  void play('splash');
  splash(dam);
  float(dam, points);
  const top = dam?.querySelector('.top');
  await move(
    top,
    [
      { transform: 'translateY(0)' },
      { transform: 'translateY(14%) scale(0.96)', offset: 0.18 },
      { transform: 'translateY(-26%) scale(1.16)', offset: 0.55 },
      { transform: 'translateY(-20%) scale(1.12)', offset: 0.7 },
      { transform: 'translateY(-20%) scale(1.12)' },
    ],
    900,
  );
}

async function build(event: Build, me: number, stage: Stage): Promise<void> {
  const dam = spot(`dam-${event.cost}`);
  const mine = event.seat === me;
  const paid = flyAll(
    event.cards.map((card) => {
      const from = mine ? spot(`hand-${card}`) : spot(`seat-${event.seat}-hand`);
      return {
        from,
        to: dam,
        what: (mine && from?.querySelector('.front')) || spot(`stock-${card}`),
        lift: mine,
      };
    }),
    110,
  );
  if (mine) stage.pay(event.cards);
  void play('card');
  await paid;
  await rise(dam, event.points);
  await fly({ from: dam, to: spot(`seat-${event.seat}-dams`), what: dam?.querySelector('.top') });
}

/** At the beginning cards drift in from the source. */
export async function dealOut(): Promise<void> {
  void play('deal');
  await deal(document.querySelectorAll('.river .slot'), spot('river-5'), 120);
}

/** The places of a move. */
export const placesOf = (events: readonly Event[]) =>
  events.flatMap((event) => {
    if (event.event === 'take') return [`river-${event.place}`];
    return event.event === 'build' ? [`dam-${event.cost}`] : [];
  });

/** Show what happened; the new view comes when this is done. */
export async function show(events: Event[], me: number, stage: Stage): Promise<void> {
  for (const event of events) {
    if (event.event === 'take') await take(event, me, stage);
    if (event.event === 'build') await build(event, me, stage);
  }
}
