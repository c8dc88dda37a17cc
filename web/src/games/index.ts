/** The games of the house. A new game adds a folder and a line here. */
import type { GameCard } from './game';
import DamItCover from './dam-it/art/Cover.svelte';

export const GAMES: Record<string, GameCard> = {
  'dam-it': {
    id: 'dam-it',
    Cover: DamItCover,
    load: async () => (await import('./dam-it')).default,
    how: () => import('./dam-it/How.svelte'),
    coached: true,
  },
};
