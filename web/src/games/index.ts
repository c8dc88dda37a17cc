/** The games of the house. A new game adds a folder and a line here. */
import type { GameCard } from './game';
import AmikCover from './amik/art/Cover.svelte';
import BeaverGangCover from './beaver-gang/art/Cover.svelte';
import DamItCover from './dam-it/art/Cover.svelte';
import DonnantCover from './donnant/art/Cover.svelte';

export const GAMES: Record<string, GameCard> = {
  'dam-it': {
    id: 'dam-it',
    Cover: DamItCover,
    load: async () => (await import('./dam-it')).default,
    how: () => import('./dam-it/How.svelte'),
    coached: true,
  },
  'beaver-gang': {
    id: 'beaver-gang',
    Cover: BeaverGangCover,
    load: async () => (await import('./beaver-gang')).default,
    how: () => import('./beaver-gang/How.svelte'),
    coached: true,
  },
  amik: {
    id: 'amik',
    Cover: AmikCover,
    load: async () => (await import('./amik')).default,
    how: () => import('./amik/How.svelte'),
    alone: true,
    offers: ['three-games'],
    coached: true,
  },
  donnant: {
    id: 'donnant',
    Cover: DonnantCover,
    load: async () => (await import('./donnant')).default,
    how: () => import('./donnant/How.svelte'),
    coached: true,
  },
};
