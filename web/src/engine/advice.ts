/** What a game's master thinks of moves before anything is searched. */
import type { Block } from './module';
import { layNet, PARTS, type Net } from './net';
import type { Root } from './search';

/** What a game's net says of every action. */
export function advise(
  { module, state, seat }: Root,
  notes: Block,
  { net, features }: { net: Net; features: number },
): void {
  module.within(() => {
    const parts = layNet(module, net);
    const [wide, narrow] = [net.bias.shape[0]!, net.mix_bias.shape[0]!];
    const mind = [module.rows('i16', features), module.rows('i32', wide), module.rows('i32', narrow)];
    module.call(
      'weigh',
      state,
      seat,
      ...PARTS.map((name) => parts[name]),
      ...mind,
      module.field(notes, 'opinions'),
    );
  });
}
