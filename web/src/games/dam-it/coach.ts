/** What somebody who plays Dam It! for the first time should hear now. */
import type { Tip } from '../game';
import { at, reach, type Move, type View } from './model';
import { cubes, say, type Key } from './words';

export function coach(view: View, moves: Move[], seat: number): Tip[] {
  const me = view.players[seat];
  if (!me || !moves.length) return [];
  const builds = moves.filter((move) => move.do === 'build');
  const takes = moves.filter((move) => move.do === 'take');
  const gains = takes.map(({ place }) => ({ lie: at(view, place)?.cubes ?? 0, price: place - 1, place }));
  const rich = gains.find(({ lie, price }) => lie > price);
  const cheapest = Math.min(...view.dams.filter((dam) => dam.points.length).map((dam) => dam.cost));
  const best = Math.max(0, ...builds.map((move) => move.cost));
  const points = view.dams.find((dam) => dam.cost === best)?.points[0] ?? 0;
  const tips: [boolean, Key, Tip['values']?][] = [
    [me.hand_size + me.dam_pile_size === 0, 'coach_first'],
    [builds.length > 0, 'coach_build', { points, cost: best }],
    [takes.some((move) => move.dispose), 'coach_dispose'],
    [view.river[0]?.card === 'garbage', me.cubes ? 'coach_garbage' : 'coach_stuck'],
    [
      rich !== undefined,
      'coach_cubes',
      { cubes: cubes(rich?.lie ?? 0), card: say(at(view, rich?.place ?? 1)?.card ?? 'birch') },
    ],
    [me.cubes === 0, 'coach_broke'],
    [me.hand_size > 0 && !builds.length, 'coach_save', { sum: reach(me.hand), cost: cheapest }],
    [me.dam_pile_size > 0, 'coach_end'],
  ];
  return tips.filter(([now]) => now).map(([, key, values]) => ({ key, values }));
}
