/** Why a move of Dam It! is good, in numbers that the position bears out. */
import { holding, type Reason, type Situation, type WhyOf } from '../game';
import { at, payments, reach, worth, type Build, type Hand, type Move, type Take, type View } from './model';
import { cubes } from './words';
import type en from './why/en.json';

export type Why = WhyOf<keyof typeof en>;

/** D16: what so many pieces of garbage cost. */
const fine = (count: number) => [0, 1, 4, 9, 16][count] ?? 25;
const more = (have: number) => fine(have + 1) - fine(have);

export function reasons(move: Move, situation: Situation<View, Move>): Reason<Why>[] {
  return move.do === 'build' ? building(move, situation) : taking(move, situation);
}

function building(move: Build, { view, seat, legal }: Situation<View, Move>): Reason<Why>[] {
  const [points = 0, next] = view.dams.find((dam) => dam.cost === move.cost)?.points ?? [];
  const over = worth(move.cards) - move.cost;
  const least = Math.min(...payments(legal, move.cost).map((build) => worth(build.cards))) - move.cost;
  const left = (view.players[seat]?.hand_size ?? 0) - move.cards.length;
  return holding<Why>(
    { key: 'build_points', values: { points } },
    next !== undefined && next < points && { key: 'build_next', values: { cost: move.cost, next } },
    next === undefined && { key: 'build_last', values: { cost: move.cost } },
    over === 0 && { key: 'build_exact', values: { cost: move.cost } },
    over > 0 && over === least && { key: 'build_over', values: { over } },
    view.pile <= 2 * view.players.length && { key: 'build_pile', values: { count: view.pile } },
    left > 0 && { key: 'build_keeps', values: { count: left } },
  );
}

function taking(move: Take, { view, seat, other }: Situation<View, Move>): Reason<Why>[] {
  const me = view.players[seat];
  const there = at(view, move.place);
  if (!me || !there) return [];
  const { card } = there;
  const [garbage, hand] = [me.garbage ?? 0, (me.hand ?? {}) as Hand];
  const won = there.cubes - (move.place - 1);
  const rubbish = card === 'garbage';
  const then = reach(rubbish ? hand : { ...hand, [card]: (hand[card] ?? 0) + 1 });
  const now = reach(hand);
  const dams = view.dams.filter((dam) => dam.points.length);
  const reached = dams.find((dam) => dam.cost <= then && dam.cost > now);
  const near = dams.find((dam) => dam.cost > then && dam.cost - then <= 3);
  const dam = (one: (typeof dams)[number]) => ({ cost: one.cost, points: one.points[0] ?? 0 });
  const elsewhere = other?.move.do === 'take' ? other.move : null;
  const avoided = elsewhere && !elsewhere.dispose && at(view, elsewhere.place)?.card === 'garbage';
  return holding<Why>(
    rubbish && !move.dispose && { key: 'garbage', values: { count: more(garbage) } },
    move.dispose && { key: 'dispose', values: { count: more(garbage) } },
    reached && { key: 'in_reach', values: dam(reached) },
    !rubbish && avoided && { key: 'avoids', values: { count: more(garbage) } },
    card === 'disposal' && { key: 'shield', values: { count: more(garbage) } },
    won > 0 && { key: 'cubes_won', values: { cubes: cubes(won) } },
    !rubbish &&
      then > now &&
      !reached &&
      near && { key: 'missing', values: { ...dam(near), missing: near.cost - then } },
    !rubbish && then > now && { key: 'new_kind', values: { sum: then } },
    !rubbish && then === now && { key: 'second', values: { count: hand[card] ?? 0 } },
    elsewhere &&
      elsewhere.place > move.place && {
        key: 'cheaper',
        values: { cubes: cubes(elsewhere.place - move.place) },
      },
    move.place === 1 && !rubbish && { key: 'free' },
  );
}
