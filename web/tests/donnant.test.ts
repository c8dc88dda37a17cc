import { describe, expect, it, vi } from 'vitest';
import {
  CIRCLED,
  COLOURS,
  EVALUATIONS,
  faceOf,
  groupsOf,
  linesOf,
  rowOf,
  signOf,
  type Circled,
} from '../src/games/donnant/cards';
import { Match } from '../src/engine';
import { Choice } from '../src/games/donnant/choice.svelte';
import {
  cheapest,
  count,
  purchases,
  same,
  spotsOf,
  ticksOf,
  writesAt,
  type Buy,
  type Event,
  type Laid,
  type Move,
  type Player,
  type View,
} from '../src/games/donnant/model';
import { tell } from '../src/games/donnant/telling';
import { lines, task, title } from '../src/games/donnant/words';
import type { Sure } from '../src/games/game';
import type { Update } from '../src/lib/protocol';
import { base64, sureView } from '../src/local/foresight';
import { fixture } from './helpers/fixtures';
import { freshGame } from './helpers/games';

interface Kept {
  seat: number;
  view: View;
  legal: Move[];
}
const { kept, events, scores } = fixture<{ kept: Record<string, Kept>; events: Event[][]; scores: number[] }>(
  'donnant',
);
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
    const { view, legal } = at('joker');
    const choice = new Choice();
    choice.fit(view, legal);
    for (const move of legal) {
      if (move.do !== 'write') continue;
      choice.clear();
      const all = writesAt(legal, move.card, move.cell);
      const made = choice.touchCell(move.card, move.cell, legal);
      if (all.length === 1) expect(made).toEqual(move);
      else {
        expect(choice.options(legal)).toEqual(all);
        const ways = writesAt(legal, move.card, move.cell, move.die);
        expect(choice.pickDie(move.die, legal)).toEqual(ways.length === 1 ? move : null);
        expect(choice.options(legal)).toEqual(ways);
      }
      choice.clear();
      choice.touchDie(move.die, legal);
      const chosen = choice.touchCell(move.card, move.cell, legal);
      if (writesAt(legal, move.card, move.cell, move.die).length === 1) expect(chosen).toEqual(move);
    }
    expect(choice.idle).toBe(false);
  });

  it('offers the cheapest way to buy first', () => {
    const { legal } = at('turn-buy');
    const buy = legal.find((move): move is Buy => move.do === 'buy')!;
    expect(purchases(legal, buy.row, buy.column)).toContain(buy);
    const ways = COLOURS.map((die): Buy => ({ ...buy, dice: [die] }));
    const none = { 'plus-or-minus-one': 0, 'other-colour': 0, 'second-die': 0, 'one-die-less': 0 };
    const costs = ways.map((_, i) => ({ ...none, 'one-die-less': (7 * i + 3) % ways.length }));
    const found = cheapest(ways, (way) => costs[ways.indexOf(way as Buy)]!);
    expect(found.map(({ ticks }) => count(ticks!))).toEqual(ways.map((_, i) => i));
    expect(cheapest(ways, () => null).map(({ way }) => way)).toEqual(ways);
    const changed = cheapest(ways.slice(0, 2), (way) =>
      way === ways[0] ? { ...none, 'plus-or-minus-one': 1 } : { ...none, 'one-die-less': 1 },
    );
    expect(changed[0]!.way).toBe(ways[1]);
  });
});

vi.setConfig({ testTimeout: 60_000 }); // two cores, shared with others

describe('circles', () => {
  it('are told as the rules tick them, whatever is written or bought, and whatever the luck', async () => {
    const game = await freshGame('donnant');
    const seen = Object.fromEntries(['buy', 'lucky', ...CIRCLED].map((what) => [what, 0]));
    for (const seed of ['a', 'b', 'c']) {
      const match = new Match(game, 2, { seed });
      while (match.pending.length) {
        const seat = match.pending[0]!;
        const legal = match.legal(seat) as Move[];
        const before = (match.view(seat) as unknown as View).players[seat]!;
        const ways = legal.filter((move) => move.do === 'write' || move.do === 'buy');
        const told = (move: Move) => {
          const known = [{ seat, state: base64(match.state), view: null, legal: [], can_undo: false }];
          const update = { number: match.number, known, sights: [] } as unknown as Update;
          const view = sureView(game, update, { type: 'play', seat, number: match.number, move });
          return ticksOf(before, (view as Sure<View> | null)?.players?.[seat]);
        };
        const all = ways.slice(0, 8).map((move) => ({ move, ticks: told(move)! }));
        const dear = all.find(({ ticks }) => count(ticks) > 0) ?? all[0];
        match.play(seat, dear?.move ?? legal[(match.number * 5) % legal.length]!);
        if (!dear) continue;
        const after = (match.view(seat) as unknown as View).players[seat]!;
        const left = (player: Player, kind: Circled) =>
          player.cards.reduce((sum, one) => sum + (faceOf(one.card).kind === kind ? one.ticked : 0), 0);
        for (const kind of CIRCLED) {
          expect(dear.ticks[kind], kind).toBe(left(after, kind) - left(before, kind));
          seen[kind]! += dear.ticks[kind];
        }
        if (dear.move.do === 'buy') seen['buy']!++;
        else if (!match.canUndo(seat)) seen['lucky']!++; // it was the last of a turn: cards or dice have come
      }
    }
    expect(Object.entries(seen).filter(([, times]) => !times)).toEqual([]);
    expect(ticksOf(null, null)).toBeNull();
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
});
