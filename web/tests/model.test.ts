import { describe, expect, it } from 'vitest';
import { Choice } from '../src/games/dam-it/choice.svelte';
import {
  at,
  drift,
  kinds,
  reach,
  scoring,
  takes,
  thrifty,
  worth,
  type Event,
  type Hand,
  type Move,
  type View,
} from '../src/games/dam-it/model';
import { fixture } from './helpers/fixtures';

const { views, events, scores } = fixture<{ views: View[]; events: Event[][]; scores: number[] }>('dam-it');
const start = views[0]!;
const end = views.at(-1)!;

/** What somebody with two cubes and a disposal card may take, garbage lying at the second place. */
const moves: Move[] = [1, 2, 3].map((place) => ({ do: 'take', place, dispose: false }));
const kept = [...moves, { do: 'take', place: 2, dispose: true } as Move];

/** What the rules let somebody with these cards build. */
function builds(hand: Hand, ...costs: number[]): Move[] {
  const sets = kinds(hand).reduce((all, card) => [...all, ...all.map((one) => [...one, card])], [
    [],
  ] as ReturnType<typeof kinds>[]);
  return costs.flatMap((cost) =>
    sets.filter((cards) => worth(cards) >= cost).map((cards): Move => ({ do: 'build', cost, cards })),
  );
}
const paid = (hand: Hand, cost: number) => thrifty(hand, builds(hand, 3, 5, 7, 9, 11), cost);

describe('payments', () => {
  it('pays exactly where it can, without a disposal card', () => {
    expect(paid({ birch: 1, pine: 1, oak: 1, disposal: 1 }, 3)).toEqual(['oak']);
    expect(paid({ birch: 1, pine: 1, disposal: 1 }, 3)).toEqual(['birch', 'pine']);
  });
  it('uses what there is more of', () => {
    expect(paid({ pine: 1, alder: 3, birch: 1 }, 3)).toEqual(['birch', 'alder']);
  });
  it('pays too much rather than not at all', () => {
    expect(paid({ oak: 1, acacia: 1 }, 5)).toEqual(['oak', 'acacia']);
  });
  it('knows what cannot be paid: each kind counts once', () => {
    expect(paid({ oak: 6 }, 5)).toBeNull();
    expect(paid({}, 3)).toBeNull();
    expect(reach({ oak: 6, disposal: 4 })).toBe(5);
    expect(worth(['birch', 'disposal', 'acacia'])).toBe(6);
  });
});

describe('the river', () => {
  it('is reached with cubes', () => {
    expect(takes(moves, 3)).toHaveLength(1);
    expect(takes(moves, 4)).toHaveLength(0);
    expect(takes([], 1)).toHaveLength(0);
    expect(at(start, 5)).toEqual({ card: start.top, cubes: 0 });
  });
  it('keeps the names of cards while they drift, through a whole match', () => {
    let names = [1, 2, 3, 4, 5];
    const cards = new Map(names.map((name, i) => [name, at(start, i + 1)?.card]));
    let fresh = 6;
    views.slice(1).forEach((view, i) => {
      const take = events[i]!.find((event) => event.event === 'take');
      if (take) {
        names = drift(names, take.place, fresh);
        cards.set(fresh++, at(view, 5)?.card);
      }
      names
        .slice(0, view.top ? 5 : 4)
        .forEach((name, place) => expect(at(view, place + 1)?.card).toBe(cards.get(name)));
    });
  });
});

describe('the score', () => {
  it('adds up to what the server says', () => {
    end.players.forEach((player, seat) => {
      const sum = scoring(player).reduce((total, line) => total + line.points, 0);
      expect(sum).toBe(scores[seat]);
      expect(sum).toBe(player.score);
    });
  });
  it('is not known of others before the end', () => {
    expect(scoring(start.players[0]!)).toHaveLength(3);
    expect(scoring(start.players[1]!)).toEqual([]);
  });
});

describe('choosing', () => {
  const view: View = {
    ...start,
    river: [
      { card: 'birch', cubes: 0 },
      { card: 'garbage', cubes: 2 },
      { card: 'oak', cubes: 1 },
      { card: 'pine', cubes: 0 },
    ],
    players: start.players.map((player, seat) =>
      seat ? player : { ...player, cubes: 2, hand: { birch: 2, oak: 1, acacia: 1, disposal: 1 } },
    ),
  };
  const legal = [...kept, ...builds(view.players[0]!.hand!, 3, 5, 7, 9, 11)];
  it('takes at once with a mouse, on the second touch with a finger', () => {
    const choice = new Choice();
    expect(choice.touch(view, 0, 1, kept, true)).toEqual({ do: 'take', place: 1, dispose: false });
    choice.clear();
    expect(choice.touch(view, 0, 3, kept, false)).toBeNull();
    expect(choice.touch(view, 0, 3, kept, false)).toEqual({ do: 'take', place: 3, dispose: false });
  });
  it('asks about garbage only when there is a choice', () => {
    const choice = new Choice();
    expect(choice.touch(view, 0, 2, kept, true)).toBeNull();
    expect(choice.asks(kept)).toBe(true);
    choice.clear();
    expect(choice.touch(view, 0, 2, moves, true)).toEqual({ do: 'take', place: 2, dispose: false });
  });
  it('says why something cannot be done', () => {
    const choice = new Choice();
    expect(choice.touch(view, 0, 4, kept, true)).toBeNull();
    expect(choice.refused).toEqual({ key: 'no_cubes', values: { count: 3, have: 2 } });
    choice.touchDam(view, 0, 11, legal);
    expect(choice.refused).toEqual({ key: 'too_dear', values: { cost: 11, most: 9 } });
    choice.touch(view, 0, 1, [], true);
    expect(choice.refused?.key).toBe('not_turn');
  });
  it('proposes a payment, which can be changed, and builds on the second touch', () => {
    const choice = new Choice();
    expect(choice.touchDam(view, 0, 3, legal)).toBeNull();
    expect(choice.cards).toHaveLength(1);
    choice.toggle(choice.cards[0]!, legal);
    choice.toggle('birch', legal);
    choice.toggle('disposal', legal);
    expect(choice.touchDam(view, 0, 3, legal)).toEqual({
      do: 'build',
      cost: 3,
      cards: ['birch', 'disposal'],
    });
  });
  it('proposes anew when another dam is touched', () => {
    const choice = new Choice();
    choice.touchDam(view, 0, 3, legal);
    expect(choice.touchDam(view, 0, 7, legal)).toBeNull();
    expect(choice.dam).toBe(7);
    expect(choice.sum).toBeGreaterThanOrEqual(7);
  });
});
