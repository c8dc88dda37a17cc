import { describe, expect, it } from 'vitest';
import { Match } from '../src/engine';
import { Choice, lit, presses } from '../src/games/amik/choice.svelte';
import { across, curve, ponds } from '../src/games/amik/curve';
import { border, hex, HEXES, hexes, NAMES, NEIGHBOURS, SECTIONS } from '../src/games/amik/land';
import {
  drawn,
  lettersOf,
  numbersOf,
  sheet,
  sketch,
  standing,
  whyNot,
  type Move,
  type Player,
  type Title,
  type View,
} from '../src/games/amik/model';
import { lines } from '../src/games/amik/words';
import { chains, course, type Chain } from '../src/games/amik/river';
import { CELLS, flipped, form, placeOf, Places, turned } from '../src/games/amik/shapes';
import { fixture } from './helpers/fixtures';
import { freshGame } from './helpers/games';

interface Kept {
  at: number;
  moves: Move[];
}
const { views, legal } = fixture<{ views: View[]; legal: { first: Kept; second: Kept } }>('amik');

const named = ({ hexes: list }: Chain) => list.map((number) => NAMES[number]);

describe('the landscape', () => {
  it('has 81 hexes in 13 sections and three middles, 30 of them on the edge', () => {
    expect(HEXES).toHaveLength(81);
    expect(new Set([...SECTIONS.flat()]).size).toBe(78);
    expect(NEIGHBOURS.filter((near) => near.length < 6)).toHaveLength(30);
    NEIGHBOURS.forEach((near, number) =>
      near.forEach((other) => expect(NEIGHBOURS[other]).toContain(number)),
    );
  });

  it('finds the border of a set', () => {
    expect(border([hex('e6')]).match(/M/g)).toHaveLength(6);
    expect(border(hexes('e6 e7')).match(/M/g)).toHaveLength(10);
  });
});

describe('shapes', () => {
  const ways = (cells: (typeof CELLS)[number]) => {
    const found = new Set<string>();
    for (let side of [cells, flipped(cells)])
      for (let i = 0; i < 6; i++, side = turned(side)) found.add(form(side));
    return found.size;
  };

  it('turn and flip into as many ways as they have', () => {
    expect(CELLS.map(ways)).toEqual([3, 12, 6, 6, 12, 3]);
    for (const cells of CELLS) {
      let six = cells;
      for (let i = 0; i < 6; i++) six = turned(six);
      expect(form(six)).toBe(form(cells));
      expect(form(flipped(flipped(cells)))).toBe(form(cells));
    }
  });

  it('are known by the hexes they lie on', () => {
    expect(placeOf('e4 e5 e6 e7').face).toBe(1);
    for (const { moves } of [legal.first, legal.second])
      for (const move of moves) if (move.do === 'lay') expect(placeOf(move.on).face).toBeGreaterThan(0);
  });

  it('lie only where the rules let them', () => {
    const view = views[legal.first.at]!;
    const faces = view.players[0]!.dice;
    const all = new Set(faces).size;
    const lays = legal.first.moves.filter((move) => move.do === 'lay').length;
    const found = [...new Set(faces)].map((face) => new Places(legal.first.moves, face).all.length);
    expect(found).toHaveLength(all);
    expect(found.reduce((sum, count) => sum + count, 0)).toBe(lays);
  });
});

describe('a shape in hand', () => {
  const view = views[legal.first.at]!;
  const player = view.players[0]!;
  function hand(): Choice {
    const choice = new Choice();
    choice.fit(player, legal.first.moves);
    return choice;
  }

  it('goes where it is dragged, to the nearest place, and keeps how it is turned', () => {
    const choice = hand();
    for (const place of choice.places.all) {
      choice.cells = choice.places.forms.get(place.form) ? hexesAsCells(place.hexes) : choice.cells;
      choice.drag(place);
      expect(choice.aim).toBe(place);
    }
  });

  it('comes to the hex that is touched, and turns when it is touched itself', () => {
    const choice = hand();
    for (const number of choice.places.covering.keys()) {
      choice.clear();
      choice.touch(number);
      const first = choice.aim;
      expect(first?.hexes).toContain(number);
      choice.touch(number);
      if ((choice.places.forms.size ?? 0) > 1) expect(choice.aim?.form).not.toBe(first?.form);
      expect(choice.places.all).toContain(choice.aim);
    }
  });

  it('is moved by arrows in their direction, and stays where there is no further', () => {
    const choice = hand();
    choice.arrow(1, 0);
    expect(choice.aim).not.toBeNull();
    for (const [dx, dy] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const)
      for (let i = 0; i < 20; i++) {
        const before = choice.aim!;
        choice.arrow(dx, dy);
        const moved = (choice.aim!.x - before.x) * dx + (choice.aim!.y - before.y) * dy;
        if (choice.aim !== before) expect(moved).toBeGreaterThan(0);
        expect(choice.aim!.form).toBe(before.form);
      }
  });

  it('turns and flips through every way that fits, without an aim too', () => {
    const choice = hand();
    choice.turn(false);
    expect(choice.aim).toBeNull();
    choice.arrow(0, 1);
    const seen = new Set<string>();
    for (let i = 0; i < 12; i++) {
      choice.turn(i === 6);
      seen.add(choice.aim!.form);
      expect(form(choice.cells)).toBe(choice.aim!.form);
    }
    expect(seen.size).toBe(choice.places.forms.size);
  });

  it('is another one when the first lies, even of the same shape', () => {
    const choice = hand();
    choice.arrow(0, 1);
    const first = choice.aim!;
    choice.fit(player, legal.first.moves);
    expect(choice.aim).toBe(first);
    choice.fit(
      { ...player, step: 'second', laid: first.on },
      legal.first.moves.slice(-1).concat({ do: 'lay', on: first.on }),
    );
    expect(choice.aim).toBeNull();
  });

  it('is forgotten when the view changes', () => {
    const choice = hand();
    choice.arrow(0, 1);
    choice.fit(player, []);
    expect(choice.aim).toBeNull();
    expect(choice.places.all).toHaveLength(0);
  });
});

function hexesAsCells(list: number[]) {
  return list.map((number) => HEXES[number]!);
}

describe('what comes of it', () => {
  it('is what the rules make of it', async () => {
    const match = new Match(await freshGame('amik'), 1, { seed: 'shapes' });
    const player = () => match.view(0).players as Player[];
    const seen = { lay: 0, lodge: 0, upgrade: 0 };
    for (const choice = new Choice(); match.pending.length;) {
      const before = player()[0]!;
      const legal = match.legal(0) as Move[];
      const shared = (move: Move) =>
        move.do === 'lay' && before.laid
          ? placeOf(move.on).hexes.filter((one) => hexes(before.laid!).includes(one)).length
          : Number(move.do === 'upgrade' || move.do === 'cut');
      const move = legal.reduce((best, one) => (shared(one) > shared(best) ? one : best));
      const foresee = (asked: Move): Player | null => {
        expect(asked).toEqual(move);
        match.play(0, asked);
        return player()[0]!;
      };
      choice.fit(before, legal);
      if (move.do === 'lay') choice.aim = placeOf(move.on);
      choice.pointed = move.do === 'upgrade' ? hex(move.hex) : null;
      const touched = new Map(choice.pointed === null ? [] : [[choice.pointed, move]]);
      const found = choice.preview(before, touched, foresee);
      if (move.do === 'lay' && before.laid) seen.lay++;
      else if (move.do === 'upgrade') seen.upgrade++;
      else {
        if (move.do === 'lay') expect(found?.changed).toEqual(placeOf(move.on).hexes);
        match.play(0, move);
        continue;
      }
      const after = player()[0]!;
      expect(found?.letters.join('')).toBe(after.hexes);
      expect(found?.changed).toHaveLength(
        move.do === 'upgrade' ? 1 : new Set([...hexes(before.laid!), ...placeOf(move.on).hexes]).size,
      );
      expect(found?.lodges).toEqual(after.lodges.slice(before.lodges.length).map(({ points }) => points));
      seen.lodge += found?.lodges.length ?? 0;
    }
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(0);
  });

  it('is sketched where the second shape is not laid yet', () => {
    const player = views[legal.second.at]!.players[0]!;
    const blank = lettersOf(player).indexOf('.');
    expect(sketch({ ...player, pond: true }, [blank]).letters[blank]).toBe('r');
    expect(sketch({ ...player, pond: false }, [blank]).letters[blank]).toBe('w');
    expect(drawn('w', false, false)).toBe('f');
    expect(drawn('w', true, false)).toBe('r');
    expect(drawn('.', true, true)).toBe('p');
    expect(new Choice().preview(player, new Map(), () => null)?.changed).toEqual(hexes(player.laid!));
  });

  it('is refused with a reason', () => {
    const player = {
      ...views[0]!.players[0]!,
      hexes: sheet('f e6', 'p e8', 'c a6', 'f c4', 'w d6').join(''),
    };
    const key = (name: string) => whyNot(player, hex(name)).key;
    expect([key('e6'), key('e8'), key('a6'), key('d6')]).toEqual([
      'no_cut_blank',
      'no_pond',
      'no_cut_again',
      'no_upgrade',
    ]);
    const dry = { ...player, hexes: sheet('f e6', 'r d6 d7', 'w e5 e7 f5 f6').join('') };
    expect(whyNot(dry, hex('e6'))).toEqual({ key: 'no_cut_water', blank: -1, count: 2 });
  });

  it('waits for its turn when hexes are touched quickly', () => {
    const choice = new Choice();
    const cut: Move = { do: 'cut', hex: 'e6' };
    const legal = new Map([[hex('e6'), cut]]);
    expect(choice.press(hex('e6'), legal, false)).toBe(cut);
    expect(choice.press(hex('e7'), legal, false)).toBeNull();
    expect(choice.next(legal)).toBeNull();
    expect(choice.press(hex('e7'), new Map(), true)).toBeNull();
    expect(choice.press(hex('e6'), new Map(), true)).toBeNull();
    expect(choice.next(legal)).toBe(cut);
    expect(choice.next(legal)).toBeNull();
  });

  it('offers a hex in each section without a forest, and takes a touch anywhere in it', () => {
    const view = views[0]!;
    const moves = SECTIONS.map((_, i): Move => ({ do: 'forest', section: i + 1 }));
    expect(lit(view, moves)).toEqual(SECTIONS.map((section) => section[view.roll[0]! - 1]));
    const touch = presses(view, moves);
    expect(touch.size).toBe(78);
    expect(touch.get(SECTIONS[4]![0]!)).toEqual({ do: 'forest', section: 5 });
  });
});

describe('the points so far', () => {
  it('are what is won; what is lost counts when the last roll is used', () => {
    const first = views[0]!.players[0]!;
    const last = views.at(-1)!.players[0]!;
    expect(first.score.total).toBeLessThan(0);
    expect(standing(first)).toEqual({ here: 0, sum: 0 });
    expect(standing(last)).toEqual({ here: last.score.total, sum: last.score.sum });
    const score = { ...first.score, lodges: 8, river: 3, total: -569, earlier: [50, 7], sum: -512 };
    expect(standing({ ...first, score })).toEqual({ here: 11, sum: 68 });
  });
});

describe('the end', () => {
  it('shows what one landscape is made of, and of three what each brought', () => {
    const view = views.at(-1)!;
    const one = lines(view, 0);
    expect(one.map((line) => line.points).reduce((a, b) => a + b)).toBe(view.players[0]!.score.total);
    const titles: Title[] = ['Master Builder', 'Busted Dam', 'Clever Beaver'];
    const score = { ...view.players[0]!.score, earlier: [81, 7], total: 61, sum: 149, titles };
    const three = { ...view, landscapes: 3, players: [{ ...view.players[0]!, score }] };
    expect(lines(three, 0).map(({ detail, points }) => [detail, points])).toEqual([
      ['title_3', 81],
      ['title_0', 7],
      ['title_2', 61],
    ]);
  });
});

describe('a river', () => {
  it('is one curve from edge to edge', () => {
    const [chain, ...others] = chains(sheet('r e2 e3 e4 e5 e6 e7 e8 e9 e10'));
    expect(others).toEqual([]);
    expect(named(chain!)).toHaveLength(9);
    expect(chain!.from).not.toBeNull();
    expect(chain!.to).not.toBeNull();
    expect(curve(chain!).match(/M/g)).toHaveLength(1);
    expect(curve(chain!).match(/C/g)).toHaveLength(9);
  });

  it('bends smoothly: it leaves a hex as it comes into the next', () => {
    const path = curve(chains(sheet('r e4 e5 f5 f6 e7'))[0]!);
    const numbers = [...path.matchAll(/-?\d+\.\d+/g)].map(Number);
    const points = Array.from({ length: numbers.length / 2 }, (_, i) => [
      numbers[2 * i]!,
      numbers[2 * i + 1]!,
    ]);
    // M, then control, control, point …: around each inner point the controls lie on one line.
    for (let i = 3; i + 1 < points.length - 1; i += 3) {
      const [a, b, c] = [points[i - 1]!, points[i]!, points[i + 1]!];
      const cross = (b[0]! - a[0]!) * (c[1]! - b[1]!) - (b[1]! - a[1]!) * (c[0]! - b[0]!);
      expect(Math.abs(cross)).toBeLessThan(0.2);
    }
  });

  it('takes every river hex of a real match into some curve, ends in ponds, and has no break', () => {
    for (const view of views) {
      const player = view.players[0]!;
      const letters = lettersOf(player);
      const rivers = letters.flatMap((letter, i) => (letter === 'r' || letter === 'd' ? [i] : []));
      const found = chains(letters, course(player.river.map(numbersOf)));
      const covered = new Set(found.flatMap((chain) => chain.hexes));
      expect(rivers.filter((number) => !covered.has(number))).toEqual([]);
      for (const { hexes: list } of found)
        list.slice(1).forEach((number, i) => expect(NEIGHBOURS[list[i]!]).toContain(number));
    }
  });

  it('flows into another as a side arm, and into ponds', () => {
    const found = chains(sheet('r e5 e6 d7 f6', 'p e4'));
    expect(found).toHaveLength(2);
    expect(found.map((chain) => named(chain)).some((names) => names.includes('e4'))).toBe(true);
    expect(found.filter((chain) => chain.hexes.includes(hex('e6')))).toHaveLength(2);
    expect(ponds(sheet('p e5 e6 f5')).match(/M/g)).toHaveLength(6);
  });

  it('may be a single hex, or a ring', () => {
    expect(curve(chains(sheet('r e6'))[0]!)).toContain('q');
    const ring = chains(sheet('r d6 d7 e7 f6 f5 e5'));
    expect(ring).toHaveLength(1);
    expect(ring[0]!.hexes[0]).toBe(ring[0]!.hexes.at(-1));
  });

  it('keeps the bonus river whole, through ponds by the shortest way', () => {
    const pieces = [hexes('e2'), hexes('e3'), hexes('e4 e5 f4 f3'), hexes('e6'), hexes('e7')];
    expect(course(pieces).map((number) => NAMES[number])).toEqual(['e2', 'e3', 'e4', 'e5', 'e6', 'e7']);
  });

  it('is dammed across', () => {
    const letters = sheet('r e4 e6', 'd e5');
    expect(across(hex('e5'), chains(letters)) % 180).toBeCloseTo(90);
  });
});
