/** What hints give as reasons, in many positions: each is checked against the position by other code than told it. */
import { describe, expect, it, vi } from 'vitest';
import { luckFor, Match, type Game as Rules, type State } from '../src/engine';
import { effects as amikEffects } from '../src/games/amik/effects';
import * as amik from '../src/games/amik/reasons';
import { NAMES, NEIGHBOURS } from '../src/games/amik/land';
import { effects as gangEffects } from '../src/games/beaver-gang/effects';
import * as gang from '../src/games/beaver-gang/reasons';
import { effects as damEffects } from '../src/games/dam-it/effects';
import * as dam from '../src/games/dam-it/reasons';
import { effects as donnantEffects } from '../src/games/donnant/effects';
import * as donnant from '../src/games/donnant/reasons';
import deck from '../src/games/donnant/deck.json';
import type { Game, Json, Reason, Situation } from '../src/games/game';
import type { Update } from '../src/lib/protocol';
import { base64, sureView } from '../src/local/foresight';
import { freshGame } from './helpers/games';

vi.setConfig({ testTimeout: 60_000 }); // two cores, shared with others

type Told = Pick<Game, 'effects'> & { reasons: Awaited<ReturnType<Game['reasons']>> };
/* eslint-disable @typescript-eslint/no-explicit-any -- views of four games, read as the JSON that they are */
type Any = any;
interface Case extends Situation<Any, Any> {
  rules: Rules;
  state: State;
  move: Any;
  action: number;
  /** What happens with some luck, as the seat sees it. */
  events: Json[];
  then: State;
}
type Check = (values: Any, one: Case) => unknown;
const me = ({ view, seat }: Case): Any => view.players[seat];
const event = ({ events }: Case, name: string): Any => events.find((one) => one.event === name);
const VALUE: Record<string, number> = {
  birch: 1,
  willow: 1,
  pine: 2,
  alder: 2,
  maple: 2,
  oak: 3,
  acacia: 3,
  disposal: 2,
};
const worth = (hand: Record<string, number>) =>
  Object.entries(hand).reduce((sum, [kind, count]) => sum + (count ? VALUE[kind]! : 0), 0);
const square = (count: number) => Math.min(5, count) ** 2;
const fine = (one: Case) => square(me(one).garbage + 1) - square(me(one).garbage);
const place = (one: Case, move: Any = one.move): Any =>
  move.place === 5 ? { card: one.view.top, cubes: 0 } : one.view.river[move.place - 1];
const pile = (one: Case): Any => one.view.dams.find(({ cost }: Any) => cost === one.move.cost);
const held = (one: Case) => {
  const hand = { ...me(one).hand };
  const { card } = place(one);
  if (card !== 'garbage') hand[card] = (hand[card] ?? 0) + 1;
  return worth(hand);
};

const DAM: Record<dam.Why, Check> = {
  build_points: ({ points }, one) => event(one, 'build').points === points && points > 0,
  build_exact: ({ cost }, { move }) =>
    move.cards.reduce((sum: number, card: string) => sum + VALUE[card]!, 0) === cost,
  build_over: ({ over }, { move, legal }) => {
    const paid = (one: Any) =>
      one.cards.reduce((sum: number, card: string) => sum + VALUE[card]!, 0) - one.cost;
    const ways = legal.filter((one: Any) => one.do === 'build' && one.cost === move.cost);
    return paid(move) === over && over > 0 && ways.every((way) => paid(way) >= over);
  },
  build_next: ({ cost, next }, one) =>
    pile(one).points[1] === next && next < pile(one).points[0] && pile(one).cost === cost,
  build_last: ({ cost }, one) => pile(one).points.length === 1 && pile(one).cost === cost,
  build_keeps: ({ count }, one) => {
    const left = one.rules.views(one.then, [one.seat])[0] as Any;
    return left.players[one.seat].hand_size === count && Number(count) > 0;
  },
  build_pile: ({ count }, { view }) => view.pile === count,
  cubes_won: ({ cubes }, one) =>
    event(one, 'take').gained - event(one, 'take').paid > 0 && String(cubes).length,
  free: (_, one) => event(one, 'take').paid === 0,
  new_kind: ({ sum }, one) => !me(one).hand[place(one).card] && held(one) === sum,
  in_reach: ({ cost, points }, one) =>
    held(one) >= Number(cost) &&
    worth(me(one).hand) < Number(cost) &&
    one.view.dams.some((dam: Any) => dam.cost === cost && dam.points[0] === points),
  missing: ({ cost, points, missing }, one) =>
    held(one) + Number(missing) === cost &&
    Number(missing) > 0 &&
    one.view.dams.some((dam: Any) => dam.cost === cost && dam.points[0] === points),
  second: ({ count }, one) => me(one).hand[place(one).card] === count && Number(count) > 0,
  garbage: ({ count }, one) => event(one, 'take').fate === 'kept' && fine(one) === count,
  dispose: ({ count }, one) => event(one, 'take').fate === 'disposed' && fine(one) === count,
  shield: ({ count }, one) => place(one).card === 'disposal' && fine(one) === count,
  avoids: ({ count }, one) =>
    place(one, one.other!.move).card === 'garbage' && place(one).card !== 'garbage' && fine(one) === count,
  cheaper: (_, one) => one.other!.move.place > one.move.place,
};

const row = (one: Case) => me(one).cards as (string | null)[];
const there = (one: Case) => row(one)[one.move.at - 1] ?? null;
const card = (one: Case): Any => (one.move.do === 'take' ? one.view.top : one.view.held?.card);
const GANG: Record<gang.Why, Check> = {
  look_once: (_, { view }) => view.phase === 'look',
  only_draw: (_, { legal }) => legal.every((move) => move.do !== 'take'),
  draw_high: ({ card, average }, { view }) => Number(view.top) === card && Number(card) > Number(average),
  draw_secret: ({ card }, { view, legal }) =>
    Number(view.top) === card && legal.some((move) => move.do === 'take'),
  low: (values, one) =>
    there(one) === null &&
    Number(values.card) + Number(values.count) === 5 &&
    Number(card(one)) === values.card,
  replace: (values, one) =>
    Number(there(one)) - Number(card(one)) === values.count &&
    Number(values.count) > 0 &&
    Number(there(one)) === values.there,
  special_there: (_, one) => ['swap', 'peek', 'twice'].includes(there(one)!),
  rare: (values, one) => Number(card(one)) * 4 === values.count,
  high: (values, one) => one.view.held.card === String(values.card) && Number(values.card) > 5,
  none_higher: (values, one) =>
    row(one).every((other) => !/^\d$/.test(other ?? '') || Number(other) <= Number(values.card)),
  twice: (_, one) => one.view.held.card === 'twice',
  peek: (_, one) => there(one) === null,
  give_high: (values, one) => there(one) === String(values.card) && Number(values.card) > 5,
  one_turn: ({ count }, { view, then, rules, seat }) =>
    view.players.length - 1 === count && (rules.views(then, [seat])[0] as Any).knocker === seat,
  sum: ({ count }, one) =>
    row(one).every((other) => /^\d$/.test(other ?? '')) &&
    row(one).reduce((sum, other) => sum + Number(other), 0) === count,
  last_turn: (_, { view, seat }) => view.knocker !== null && view.knocker !== seat,
  ahead: ({ count }, one) =>
    one.view.players.every(
      (player: Any, seat: number) => seat === one.seat || player.score - me(one).score >= Number(count),
    ),
  behind: ({ count }, one) => one.view.players.some((player: Any) => me(one).score - player.score === count),
  rounds: ({ count }, { view }) => view.round + Number(count) === view.rounds,
};

const laid = (one: Case): Any => me(one).cards[one.move.card - 1];
const after = (one: Case): Any => (one.rules.views(one.then, [one.seat])[0] as Any).players[one.seat];
const unfit = ({ view, legal }: Case) =>
  view.offers.length === 0 && legal.every((move) => move.do !== 'buy' && move.do !== 'write');
const cellsOf = (name: string) => (deck as Record<string, { cells: unknown[] }>)[name]!.cells.length;
const handCells = (one: Case): number[] =>
  me(one).hand.map((dealt: Any) => (dealt ? cellsOf(dealt.card) : 0));
const DONNANT: Record<donnant.Why, Check> = {
  completes: (_, one) => event(one, 'complete') !== undefined,
  score: ({ count }, one) => after(one).score - me(one).score === count,
  bonus: ({ count }, one) =>
    event(one, 'complete') !== undefined && count === 3 && laid(one).card.startsWith('b'),
  last_cell: (_, one) =>
    after(one).cards[one.move.card - 1].written.filter((cell: number) => !cell).length === 1,
  filled: ({ filled, cells }, one) => {
    const { written } = after(one).cards[one.move.card - 1];
    return written.length === cells && written.filter(Boolean).length === filled;
  },
  tinted: ({ colour }, one) =>
    String(colour).length > 0 && after(one).cards[one.move.card - 1].written[one.move.cell - 1] > 0,
  promise: ({ count }, one) => laid(one).worth === count && !laid(one).completed,
  price: ({ count }, { move }) => move.dice.length === count,
  cells: ({ count }, one) => {
    const name = one.view.market[one.move.row][one.move.column - 1];
    return cellsOf(name) === count;
  },
  best_place: ({ count }, { rules, then, seat }) => {
    const { held } = rules.views(then, [seat])[0] as Any;
    return Object.values(held.worths as Record<string, number>).includes(Number(count));
  },
  stall: ({ count }, one) => me(one).cards.length + 1 === count,
  place: ({ count, least }, one) => {
    const { worths } = one.view.held;
    return (
      worths[one.move.at] === count && Object.values(worths).includes(least) && Number(count) > Number(least)
    );
  },
  keeps: ({ count, numbers }, { view, move }) => {
    const kept = view.dice.filter((die: Any) => !move.dice.includes(die.colour) && die.free);
    return kept.length === count && kept.map((die: Any) => die.number).join(', ') === numbers;
  },
  gives: ({ count }, one) => event(one, 'reroll').dice.length === count && one.view.players.length > 1,
  nothing_fits: (_, one) => unfit(one),
  two_dice: (_, { move }) => move.take === 'dice',
  blind: ({ count }, one) => me(one).cards.length + 1 === count,
  no_die: (_, { legal }) => legal.every((move) => move.do !== 'write'),
  fewest_cells: ({ count }, one) =>
    handCells(one).reduce((sum, cells, i) => (i === one.move.card - 1 ? sum : sum + cells), 0) === count,
  most_cells: ({ count }, one) =>
    handCells(one)[one.move.card - 1] === count && handCells(one).every((cells) => cells <= Number(count)),
};

const letters = (player: Any): string[] => [...player.hexes];
const many = (player: Any, which: string) =>
  letters(player).filter((letter) => which.includes(letter)).length;
/** A18: river hexes with fewer than two ways out, counted once more. */
const deadEnds = (player: Any) =>
  letters(player).filter((letter, at) => {
    if (letter !== 'r') return false;
    const near = NEIGHBOURS[at]!;
    const water = near.filter((one) => 'rdp'.includes(letters(player)[one]!)).length;
    return water + (near.length < 6 ? 1 : 0) < 2;
  }).length;
const blankAround = (player: Any, name: string) =>
  NEIGHBOURS[NAMES.indexOf(name)]!.filter((one) => letters(player)[one] === '.').length;
const AMIK: Record<amik.Why, Check> = {
  lodge: ({ count }, one) =>
    one.events
      .filter(({ event }) => event === 'lodge')
      .reduce((sum, { points }) => sum + Number(points), 0) === count,
  river: ({ count }, one) => after(one).score.river - me(one).score.river === count && Number(count) > 0,
  animal: (_, one) => event(one, 'animal_complete') !== undefined,
  mended: ({ count, points }, one) =>
    deadEnds(me(one)) - deadEnds(after(one)) === count && Number(points) === 10 * Number(count),
  dead_end: ({ count }, one) => deadEnds(after(one)) - deadEnds(me(one)) === count,
  avoided: ({ count, points }, one) =>
    deadEnds(one.other!.after.players[one.seat]) - deadEnds(after(one)) === count &&
    Number(points) === 10 * Number(count),
  blank: ({ count, points }, one) =>
    many(me(one), '.') - many(after(one), '.') === count &&
    after(one).score.blank - me(one).score.blank === points,
  overlap: ({ count }, one) => {
    const both = me(one)
      .laid.split(' ')
      .filter((hex: string) => one.move.on.split(' ').includes(hex));
    return both.length === count;
  },
  water: ({ count }, one) => many(after(one), 'rdp') - many(me(one), 'rdp') === count,
  ponds: ({ count }, one) => many(after(one), 'p') - many(me(one), 'p') === count,
  open: ({ count }, one) =>
    letters(after(one)).filter((letter, at) => letter === 'f' && blankAround(after(one), NAMES[at]!) > 0)
      .length === count,
  upgrade: ({ what }, one) => event(one, 'upgrade') !== undefined && String(what).length > 0,
  pays: ({ count }, one) => event(one, 'cut').upgrades === count,
  shape: (_, one) => event(one, 'change') !== undefined,
  room: ({ count }, one) => blankAround(me(one), event(one, 'forest').hex) === count,
  edge: ({ count }, one) => blankAround(me(one), event(one, 'animal').hex) === count,
  nothing_fits: (_, { legal }) => legal.every((move) => move.do !== 'lay'),
  stops: ({ count }, one) => me(one).score.total === count,
  nothing_more: (_, { legal }) => legal.every((move) => move.do === 'done' || move.do === 'stop'),
  cuts_left: ({ count }, { legal }) => legal.filter((move) => move.do === 'cut').length === count,
  upgrades_left: ({ count }, one) =>
    me(one).upgrades === count && one.legal.some((move) => move.do === 'upgrade'),
  pond_roll: ({ count }, one) => me(one).lodge_worth === count && Number(count) >= 5,
};

const MATCHES = 6;
const EACH = 4;

/** Positions of matches of random moves, and some moves in each. */
function* cases(rules: Rules, seats: number, options: string[]): Generator<Case> {
  for (let seed = 0; seed < MATCHES; seed++) {
    const match = new Match(rules, seats, { seed: `reasons ${seed}`, options });
    for (let turn = 0; !match.over && turn < 160; turn++) {
      const seat = match.pending[0]!;
      const legal = match.legal(seat);
      const state = match.state;
      const view = match.views([seat])[0]!;
      const update = { known: [{ seat, state: base64(state) }] } as unknown as Update;
      const foresee = (move: Json) => sureView(rules, update, { type: 'play', seat, number: 0, move });
      const pick = (i: number) => legal[(turn * 7 + seed * 13 + i * 5) % legal.length]!;
      if (turn % 3 === seed % 3)
        for (let i = 0; i < EACH; i++) {
          const [move, different] = [pick(i), pick(i + 1)];
          const action = rules.moves.action(move);
          const then = rules.step(state, seat, action, luckFor('reasons', turn)).state;
          const events = rules.events(state, seat, action, then, seat);
          const other = different === move ? null : { move: different, after: foresee(different) };
          yield { rules, state, view, seat, legal, move, action, events, then, after: foresee(move), other };
        }
      const last = legal.find((move) => move.do === 'upgrade' || move.do === 'cut' || move.do === 'build');
      match.play(seat, turn % 2 && last ? last : pick(turn));
    }
  }
}

const GAMES: [string, number, string[], unknown, Record<string, Check>][] = [
  ['dam-it', 3, [], { ...dam, effects: damEffects }, DAM],
  ['beaver-gang', 3, ['memory-aid'], { ...gang, effects: gangEffects }, GANG],
  ['donnant', 2, [], { ...donnant, effects: donnantEffects }, DONNANT],
  ['amik', 1, [], { ...amik, effects: amikEffects }, AMIK],
];

describe.each(GAMES)('%s', (id, seats, options, module, checks) => {
  it('gives reasons that hold, a dozen and more, and previews what the rules make of the points', async () => {
    const { reasons, effects } = module as Told;
    const told = new Set<string>();
    let previewed = 0;
    for (const one of cases(await freshGame(id), seats, options)) {
      const words = JSON.stringify(one.move);
      for (const { key, values = {} } of reasons(one.move, one)) {
        told.add(key);
        expect(checks[key]!(values, one), `${key} ${JSON.stringify(values)} ${words}`).toBeTruthy();
      }
      // Of a card that is completed with one touch the preview tells the whole; a row of cards counts at the end.
      if (id === 'beaver-gang' || one.view.offers?.length) continue;
      const sum = effects(one.move, one.view, one.after, one.seat).reduce(
        (all, { points }) => all + points,
        0,
      );
      expect(sum, words).toBe(one.rules.score(one.then, one.seat) - one.rules.score(one.state, one.seat));
      if (sum) previewed++;
    }
    expect(told.size, [...told].join(' ')).toBeGreaterThanOrEqual(12);
    if (id !== 'beaver-gang') expect(previewed).toBeGreaterThan(3);
  });
});

describe('what was seen to be wrong', () => {
  const situation = (view: Json, legal: Json[]): Situation => ({
    view,
    seat: 0,
    legal,
    after: null,
    other: null,
  });
  const keys = (found: Reason[]) => found.map(({ key }) => key);

  it('"nothing more to do" is not said beside an upgrade', () => {
    const player = { hexes: '.'.repeat(81), step: 'build', upgrades: 1, cuts: {}, score: { total: 0 } };
    const legal = [{ do: 'upgrade', hex: 'a6' }, { do: 'done' }];
    const { reasons } = amik as unknown as Told;
    expect(keys(reasons({ do: 'done' }, situation({ players: [player] }, legal)))).toEqual(['upgrades_left']);
    expect(keys(reasons({ do: 'done' }, situation({ players: [player] }, [{ do: 'done' }])))).toEqual([
      'nothing_more',
    ]);
  });

  it('nothing is said of another roll where nothing fits', () => {
    const player = { hexes: '.'.repeat(81), step: 'first', upgrades: 0, cuts: {}, score: { total: -30 } };
    const { reasons } = amik as unknown as Told;
    expect(keys(reasons({ do: 'stop' }, situation({ players: [player] }, [{ do: 'stop' }])))).toEqual([
      'nothing_fits',
    ]);
  });

  it('"nothing can be completed" is not said beside a move that completes', () => {
    const view = {
      phase: 'turn',
      offers: [{ card: 1, writes: [] }],
      dice: [],
      players: [{ cards: [], hand: [] }],
    };
    const { reasons } = donnant as unknown as Told;
    const joker = { do: 'joker', take: 'dice' };
    expect(keys(reasons(joker, situation(view, [joker, { do: 'write', card: 1 }])))).toEqual(['two_dice']);
    expect(keys(reasons(joker, situation({ ...view, offers: [] }, [joker])))).toEqual([
      'nothing_fits',
      'two_dice',
    ]);
  });
});
