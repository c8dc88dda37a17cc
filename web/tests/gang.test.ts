import { render } from 'svelte/server';
import { describe, expect, it, vi } from 'vitest';
import { Choice, TOUCH } from '../src/games/beaver-gang/choice.svelte';
import { Ending, turnedUp } from '../src/games/beaver-gang/ending.svelte';
import Points from '../src/games/beaver-gang/Points.svelte';
import Reveal from '../src/games/beaver-gang/Reveal.svelte';
import { reasons } from '../src/games/beaver-gang/reasons';
import { advise } from '../src/games/beaver-gang/words';
import {
  isSpecial,
  length,
  looks,
  lowest,
  takeable,
  unfold,
  type Event,
  type Kind,
  type Move,
  type Told,
  type View,
} from '../src/games/beaver-gang/model';
import { fixture } from './helpers/fixtures';

const { views, events, scores } = fixture<{ views: View[]; events: Event[][]; scores: number[] }>(
  'beaver-gang',
);
const start = views[0]!;
const results = views.filter((view) => view.turned_up);

/** The view of seat 0 with something changed. */
function turn(more: Partial<View>): View {
  return {
    ...start,
    phase: 'turn',
    to_move: 0,
    players: start.players.map((one) => ({ ...one, looking: [] })),
    ...more,
  };
}
const holding = (card: Kind, first = false) => turn({ phase: 'hold', held: { seat: 0, card, first } });

describe('what lies open', () => {
  it('is turned up card by card, the knocker first, then special cards are replaced', () => {
    const told: Told[] = [
      {
        seat: 2,
        cards: ['4', 'swap', '0', 'twice'],
        replaced: [
          { at: 2, drawn: ['peek', '8'] },
          { at: 4, drawn: ['1'] },
        ],
        sum: 13,
      },
      { seat: 0, cards: ['1', '2', '1', '3'], replaced: [], sum: 7 },
    ];
    expect(length(told)).toBe(11);
    expect(unfold(told, 0).map(({ sum }) => sum)).toEqual([0, 0]);
    expect(unfold(told, 2)[0]).toEqual({
      seat: 2,
      slots: [
        { card: '4', aside: [] },
        { card: 'swap', aside: [] },
        { card: null, aside: [] },
        { card: null, aside: [] },
      ],
      sum: 4,
      done: false,
    });
    expect(unfold(told, 8)[1]).toMatchObject({ sum: 7, done: true });
    expect(unfold(told, 9)[0]?.slots[1]).toEqual({ card: 'peek', aside: ['swap'] });
    expect(unfold(told, 10)[0]).toMatchObject({ sum: 12, done: false });
    expect(unfold(told, 11)[0]).toMatchObject({ sum: 13, done: true });
    expect(lowest(told)).toEqual([0]);
  });
  it('adds up to what the server says, in every round', () => {
    expect(results).toHaveLength(3);
    for (const view of results) {
      const told = view.turned_up!;
      expect(told[0]?.seat).toBe(view.knocker);
      for (const row of unfold(told, length(told))) {
        expect(row.done).toBe(true);
        expect(row.sum).toBe(told.find(({ seat }) => seat === row.seat)?.sum);
        expect(row.sum).toBe(view.players[row.seat]?.pad[view.round - 1]);
      }
    }
    expect(views.at(-1)!.players.map(({ pad }) => pad.reduce((a, b) => a + b))).toEqual(scores);
  });
});

describe('memory', () => {
  it('is not helped by views and events: what is not held up is not there', () => {
    views.forEach((view) => {
      if (view.turned_up) return;
      view.players.forEach((player, seat) =>
        player.cards.forEach((card, i) => {
          expect(card !== null).toBe(seat === 0 && player.looking.includes(i + 1));
        }),
      );
    });
    expect(
      events
        .flat()
        .filter((event) => event.event === 'draw')
        .every(({ card }) => card === null),
    ).toBe(true);
  });
  it('shows cards that are held up, and all of them only when watched again', () => {
    expect(turnedUp([1, 4], false, false)).toEqual([]);
    expect(turnedUp([1, 4], true, false)).toEqual([1, 4]);
    expect(turnedUp([], false, true)).toEqual([1, 2, 3, 4]);
    expect(looks(start, 0)).toBe(true);
    expect(looks(turn({}), 0)).toBe(false);
  });
});

describe('looking', () => {
  it('ends when a long press ends', () => {
    const choice = new Choice();
    choice.lift();
    expect(choice.up).toBe(true);
    expect(choice.letGo(TOUCH)).toEqual({ do: 'close' });
    expect(choice.up).toBe(false);
  });
  it('ends with the second touch', () => {
    const choice = new Choice();
    choice.lift();
    expect(choice.letGo(50)).toBeNull();
    expect(choice.up).toBe(true);
    choice.lift();
    expect(choice.letGo(50)).toEqual({ do: 'close' });
  });
  it('is not over when it is interrupted', () => {
    const choice = new Choice();
    choice.lift();
    choice.drop();
    expect(choice.up).toBe(false);
    expect(choice.letGo(1000)).toBeNull();
  });
  it('is over when the cards lie down', () => {
    const choice = new Choice();
    choice.lift();
    choice.fit(start, 0);
    expect(choice.up).toBe(true);
    choice.fit(turn({}), 0);
    expect(choice.up).toBe(false);
  });
});

const PLACES = [1, 2, 3, 4];
/** What may be done with each of my cards. */
const row = (what: 'take' | 'keep' | 'peek') => PLACES.map((at): Move => ({ do: what, at }));
const swaps = PLACES.flatMap((at) =>
  [1, 2].flatMap((seat) => PLACES.map((other): Move => ({ do: 'swap', at, seat, other }))),
);

describe('choosing', () => {
  it('takes the top discard for the card touched next, or for a card touched twice', () => {
    const legal = row('take');
    const choice = new Choice();
    choice.touchTop(legal);
    expect(choice.touchMine(legal, 3, false)).toEqual({ do: 'take', at: 3 });
    choice.clear();
    expect(choice.touchMine(legal, 3, true)).toBeNull();
    expect(choice.arrow(legal, 0)).toEqual({ from: 'discard', to: 'card-0-3', both: false });
    expect(choice.touchMine(legal, 3, true)).toEqual({ do: 'take', at: 3 });
  });
  it('cannot take a special card', () => {
    const legal: Move[] = [{ do: 'draw' }];
    const choice = new Choice();
    choice.touchTop(legal);
    expect(choice.taking).toBe(false);
    expect(choice.touchMine(legal, 1, true)).toBeNull();
    expect(choice.touchMine(legal, 1, true)).toBeNull();
    expect(choice.confirm(legal)).toBeNull();
    expect(takeable(turn({ top: null }))).toBe(false);
  });
  it('keeps a number: at once with a mouse, on the second touch with a finger', () => {
    const legal = row('keep');
    const choice = new Choice();
    expect(choice.touchMine(legal, 2, true)).toEqual({ do: 'keep', at: 2 });
    choice.clear();
    expect(choice.touchMine(legal, 2, false)).toBeNull();
    expect(choice.arrow(legal, 0)).toEqual({ from: 'held', to: 'card-0-2', both: false });
    expect(choice.confirm(legal)).toEqual({ do: 'keep', at: 2 });
    expect(choice.touchMine(legal, 4, false)).toBeNull();
    expect(choice.touchMine(legal, 4, false)).toEqual({ do: 'keep', at: 4 });
  });
  it('peeks at the card touched', () => {
    const choice = new Choice();
    expect(choice.touchMine(row('peek'), 3, true)).toEqual({ do: 'peek', at: 3 });
    expect(choice.arrow(row('peek'), 0)).toBeNull();
  });
  it('swaps one of mine for one of theirs, in either order, drawn as a bow before', () => {
    const legal = swaps;
    const choice = new Choice();
    expect(choice.touchMine(legal, 1, true)).toBeNull();
    choice.pointedTheirs = { seat: 2, at: 4 };
    expect(choice.arrow(legal, 0)).toEqual({ from: 'card-0-1', to: 'card-2-4', both: true });
    expect(choice.touchTheirs(legal, { seat: 2, at: 4 }, true)).toEqual({
      do: 'swap',
      at: 1,
      seat: 2,
      other: 4,
    });
    choice.clear();
    expect(choice.touchTheirs(legal, { seat: 1, at: 2 }, false)).toBeNull();
    expect(choice.touchMine(legal, 3, false)).toBeNull();
    expect(choice.confirm(legal)).toEqual({ do: 'swap', at: 3, seat: 1, other: 2 });
    expect(choice.touchTheirs(row('take'), { seat: 1, at: 2 }, true)).toBeNull();
  });
  it('does nothing with cards while a draw-twice card is held', () => {
    const choice = new Choice();
    expect(choice.touchMine([{ do: 'again' }, { do: 'discard' }], 1, true)).toBeNull();
    expect(isSpecial('twice')).toBe(true);
  });
});

describe('the end of a round', () => {
  it('is shown until the player goes on', async () => {
    const ending = new Ending();
    expect(ending.of(start)).toBeNull();
    ending.open(results[0]!.turned_up!, results[0]!, 3);
    expect(ending.of(start)?.step).toBe(3);
    let on = false;
    const reading = ending.read(false).then(() => (on = true));
    await Promise.resolve();
    expect(on).toBe(false);
    ending.goOn?.();
    await reading;
    ending.clear();
    expect(ending.of(start)).toBeNull();
    expect(ending.of(results[0]!)?.told).toBe(results[0]!.turned_up);
  });
  it('does not stop the clock', async () => {
    vi.useFakeTimers();
    const reading = new Ending().read(true);
    vi.runAllTimers();
    await reading;
    vi.useRealTimers();
  });
});

describe('a hint', () => {
  const why = (view: View, move: Move) =>
    reasons(move, { view, seat: 0, legal: [move], after: null, other: null }).map(({ key }) => key);
  it('does not lay cards down that nobody has looked at', () => {
    const close: Move = { do: 'close' };
    expect(advise(close, turn({ phase: 'look' }), 0, []).byHand).toBe('do_look');
    expect(advise(close, turn({ phase: 'peek' }), 0, []).byHand).toBeUndefined();
  });
  it('claims nothing that cannot be', () => {
    expect(why(turn({ top: '3' }), { do: 'draw' })).toEqual(['draw_secret']);
    expect(why(turn({ top: '8' }), { do: 'draw' })).toEqual(['draw_high']);
    expect(why(turn({ top: 'peek' }), { do: 'draw' })).toEqual(['only_draw']);
    expect(why(holding('2'), { do: 'keep', at: 2 })).toEqual(['low', 'rare']);
    expect(why(holding('9'), { do: 'keep', at: 2 })).toEqual([]);
    const known = holding('7');
    known.players[0]!.cards = ['9', null, null, 'swap'];
    expect(why(known, { do: 'keep', at: 1 })).toEqual(['replace']);
    expect(why(known, { do: 'keep', at: 4 })).toEqual(['special_there']);
  });
});

describe('a round that ended by its limit', () => {
  const view = results[0]!;
  const shown = (limit: boolean) => {
    const result = { told: view.turned_up!, after: { ...view, limit }, step: 100 };
    const [names, ending] = [['Ann', 'Bo'], new Ending()];
    const props = { result, ending, names, me: 0, counted: null, ondeal: null };
    const seat = view.knocker ?? 0;
    return (
      render(Reveal, { props }).body + render(Points, { props: { view: { ...view, limit }, seat } }).body
    );
  };
  it('says so, and that nobody has knocked', () => {
    expect(shown(true)).toContain('reveal_limit');
    expect(shown(true)).not.toContain('>knocked<');
    expect(shown(false)).not.toContain('reveal_limit');
    expect(shown(false).match(/>knocked</g)).toHaveLength(2);
  });
});
