import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { COLOURS, EVALUATIONS, faceOf, groupsOf, linesOf, rowOf, signOf } from '../src/games/donnant/cards';
import { Choice } from '../src/games/donnant/choice.svelte';
import { coach } from '../src/games/donnant/coach';
import {
  priceOf,
  purchases,
  same,
  spotsOf,
  ticksOf,
  writesAt,
  type Buy,
  type Event,
  type Laid,
  type Move,
  type View,
} from '../src/games/donnant/model';
import { tell } from '../src/games/donnant/telling';
import { lines, task, title } from '../src/games/donnant/words';

interface Kept {
  seat: number;
  view: View;
  legal: Move[];
}
const { kept, events, scores } = JSON.parse(
  readFileSync(new URL('./fixtures/donnant.json', import.meta.url), 'utf8'),
) as { kept: Record<string, Kept>; events: Event[][]; scores: number[] };
const at = (name: string) => {
  const found = kept[name];
  if (!found) throw new Error(`no position ${name}`);
  return { ...found, player: found.view.players[found.seat]! };
};
const laid = (card: string, where: string, written: number[] = []): Laid => ({
  card,
  at: where,
  written: written.length ? written : faceOf(card).cells.map(() => 0),
  completed: written.length > 0 && written.every(Boolean),
  colour: faceOf(card).colour,
  worth: null,
  ticked: 0,
});

describe('the deck', () => {
  const names = [
    ...Array.from({ length: 29 }, (_, i) => `e${i + 1}`),
    ...Array.from({ length: 20 }, (_, i) => `b${i + 1}`),
  ];

  it('has 49 cards, nine of each colour', () => {
    for (const colour of COLOURS)
      expect(
        names.filter((name) => faceOf(name).colour === colour),
        colour,
      ).toHaveLength(9);
    expect(names.filter((name) => rowOf(name) === 'bonus')).toHaveLength(20);
    expect(() => faceOf('x1')).toThrow('x1');
  });

  it('draws every cell once, at most four side by side in at most two lines', () => {
    for (const name of names) {
      const drawn = linesOf(faceOf(name));
      expect(drawn.flat(), name).toEqual(faceOf(name).cells.map((_, i) => i));
      expect(drawn.length, name).toBeLessThanOrEqual(2);
      for (const line of drawn) expect(line.length, name).toBeLessThanOrEqual(4);
    }
  });

  it('keeps groups of equal cells together, with a sign between cells that belong together', () => {
    expect(linesOf(faceOf('e8'))).toEqual([
      [0, 1],
      [2, 3, 4],
    ]);
    expect(groupsOf(faceOf('e23'))).toEqual([2, 2, 2]);
    expect(faceOf('e8').cells.map((_, i) => signOf(faceOf('e8'), i))).toEqual(['', '=', '', '=', '=']);
    expect(signOf(faceOf('b4'), 1)).toBe('+');
    expect(signOf(faceOf('b2'), 2)).toBe('<');
    expect(signOf(faceOf('e11'), 1)).toBe('');
  });
});

describe('a stall', () => {
  it('is drawn three by three, and larger while it may grow to either side', () => {
    expect(spotsOf([], []).spots).toHaveLength(9);
    const one = spotsOf([laid('e1', 'c3')], []);
    expect(one.columns).toBe(3);
    expect(one.spots.filter((spot) => spot.which === 0).map((spot) => spot.at)).toEqual(['c3']);
    const row = [laid('e1', 'c3'), laid('e2', 'd3')];
    expect(spotsOf(row, ['b3', 'e3']).columns).toBe(4);
    const edge = spotsOf([laid('e1', 'a1')], []);
    expect(edge.spots.map((spot) => spot.at)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'c2', 'a3', 'b3', 'c3']);
  });
});

describe('a turn', () => {
  it('keeps dice that are touched, and rolls the others', () => {
    const { view, legal } = at('turn');
    const choice = new Choice();
    choice.fit(view, legal);
    const all = choice.reroll(view, legal)!;
    expect(all).toEqual({ do: 'reroll', dice: [...COLOURS] });
    choice.touchDie('green', legal);
    choice.touchDie('blue', legal);
    choice.touchDie('blue', legal);
    expect(choice.reroll(view, legal)).toEqual({
      do: 'reroll',
      dice: ['yellow', 'orange', 'blue', 'purple'],
    });
    choice.fit({ ...view, rolls_left: 1 }, legal);
    expect(choice.kept).toEqual(['green']);
    for (const colour of COLOURS) if (colour !== 'green') choice.touchDie(colour, legal);
    expect(choice.reroll(view, legal)).toBeNull();
    choice.fit({ ...view, active: 1 - view.active! }, []);
    expect(choice.kept).toEqual([]);
  });

  it('completes a card with one touch, write by write, each of them legal', () => {
    const { view, legal } = at('turn-offer');
    const offer = view.offers.find((one) => one.writes.length > 1)!;
    const choice = new Choice();
    const first = choice.complete(offer.card, view)!;
    expect(legal.some((move) => same(move, first))).toBe(true);
    const then: View = {
      ...view,
      working: offer.card,
      offers: [{ card: offer.card, writes: offer.writes.slice(1) }],
    };
    expect(choice.next(then)).toEqual({ do: 'write', card: offer.card, ...offer.writes[1] });
    const done: View = { ...view, working: null, offers: [] };
    expect(choice.next(done)).toBeNull();
    expect(choice.next(then)).toBeNull();
  });

  it('takes all of it back with one touch, and nothing else', () => {
    const { view } = at('turn-offer');
    const offer = view.offers.find((one) => one.writes.length > 1)!;
    const choice = new Choice();
    choice.complete(offer.card, view);
    choice.takeBack();
    expect(choice.goesOnBack({ ...view, working: offer.card })).toBe(true);
    expect(choice.next({ ...view, working: offer.card })).toBeNull();
    expect(choice.goesOnBack(view)).toBe(false);
    choice.complete(offer.card, view);
    choice.other();
    choice.takeBack();
    expect(choice.goesOnBack({ ...view, working: offer.card })).toBe(false);
  });

  it('asks which die where several fit, and writes at once where one does', () => {
    const { view, legal, player } = at('joker');
    const choice = new Choice();
    choice.fit(view, legal);
    for (const move of legal) {
      if (move.do !== 'write') continue;
      choice.clear();
      const all = writesAt(legal, move.card, move.cell);
      const made = choice.touchCell(move.card, move.cell, legal);
      if (all.length === 1) expect(made).toEqual(move);
      else expect(choice.options(legal)).toEqual(all);
      choice.clear();
      choice.touchDie(move.die, legal);
      const chosen = choice.touchCell(move.card, move.cell, legal);
      if (writesAt(legal, move.card, move.cell, move.die).length === 1) expect(chosen).toEqual(move);
      expect(ticksOf(view, player, move).plus).toBeGreaterThanOrEqual(0);
    }
    expect(choice.idle).toBe(false);
  });

  it('offers the cheapest way to buy first', () => {
    const { view, legal } = at('turn-buy');
    const buy = legal.find((move): move is Buy => move.do === 'buy')!;
    const ways = purchases(view, legal, buy.row, buy.column);
    const cost = (way: Buy) => Object.values(priceOf(view, way)).reduce((sum, ticks) => sum + ticks, 0);
    expect(ways.map(cost)).toEqual([...ways.map(cost)].sort((a, b) => a - b));
    const dice = view.dice.map((die, i) => ({ ...die, number: [5, 5, 4, 2, 1][i]! }));
    const price = (colours: Buy['dice'], column: number) =>
      priceOf({ ...view, dice }, { do: 'buy', row: 'bonus', column, dice: colours });
    expect(price(['yellow', 'orange', 'green'], 3)).toEqual({ plus: 1, less: 0 });
    expect(price(['yellow', 'orange'], 1)).toEqual({ plus: 0, less: 2 });
    expect(price([], 4)).toEqual({ plus: 0, less: 3 });
  });
});

describe('setting up', () => {
  it('chooses a card, and the last one by itself', () => {
    const { view, legal } = at('setup');
    const choice = new Choice();
    choice.fit(view, legal);
    expect(choice.hand).toBeNull();
    choice.hand = 2;
    choice.fit(view, legal);
    expect(choice.hand).toBe(2);
    choice.fit(view, [{ do: 'lay-out', card: 4, at: 'b3' }]);
    expect(choice.hand).toBe(4);
  });
});

describe('words', () => {
  it('say what to do in every position', () => {
    for (const [name, { view, seat, legal }] of Object.entries(kept))
      if (name !== 'over') expect(task(view, view.players[seat]!, legal, null), name).toMatch(/^do_/);
  });

  it('tell every event, or pass over it', () => {
    const told = events.flat().map((event) => tell(event, ['Ada', 'Bo']));
    expect(told.filter(Boolean).every((line) => line.startsWith('log_'))).toBe(true);
    expect(new Set(told).size).toBeGreaterThan(8);
  });

  it('add up to the score, kind by kind', () => {
    const { view } = at('over');
    scores.forEach((score, seat) => {
      const found = lines(view, seat);
      expect(found.reduce((sum, line) => sum + line.points, 0)).toBe(score);
      expect(found.length).toBeLessThanOrEqual(EVALUATIONS.length);
    });
  });

  it('say whether a level is passed, and nothing where there is none', () => {
    const { view } = at('over');
    expect(title(view, 0)).toBe('');
    const alone = (points: number): View => ({ ...view, level: { number: 1, rounds: 14, points } });
    expect(title(alone(scores[0]!), 0)).toBe('level_passed');
    expect(title(alone(scores[0]! + 1), 0)).toBe('points_of');
  });

  it('guide a newcomer wherever something is to be decided', () => {
    for (const [name, { view, seat, legal }] of Object.entries(kept)) {
      const tips = coach(view, legal, seat);
      expect(tips.length > 0, name).toBe(legal.length > 2 || legal.some((move) => move.do !== 'done'));
    }
  });
});
