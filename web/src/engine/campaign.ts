/** Solo levels and campaigns, as the module of a game that has them says (src/lodge/games/campaign.py). */
import type { Game } from './game';
import type { Module } from './module';

/** How a campaign stands; who wins with enough points may boast. */
const STANDINGS = ['going', 'lost', 'won', 'boast'] as const;
export type Standing = (typeof STANDINGS)[number];

function asked<T>(game: Game, ask: (module: Module) => T): T {
  const module = game.lend();
  try {
    return ask(module);
  } finally {
    game.giveBack(module);
  }
}

/** Which levels are open to somebody who has passed some: a bit each, from level 1 on; the one behind the last: the campaign. */
export function openLevels(game: Game, passed: number): number {
  return asked(game, (module) => module.call('open_levels', passed));
}

/** A campaign, level by level: what was needed and what was made. How it stands, and the campaign points after each. */
export function settleCampaign(game: Game, needs: number[], points: number[]): [Standing, number[]] {
  return asked(game, (module) => {
    const [needed, made, totals] = [needs, points, []].map((numbers: number[]) => {
      const block = module.rows('i16', needs.length);
      numbers.forEach((number, i) => module.set(block, number, i));
      return block;
    });
    const standing = module.call('settle_campaign', needed!, made!, totals!);
    return [STANDINGS[standing] ?? 'going', module.numbers(totals!)];
  });
}
