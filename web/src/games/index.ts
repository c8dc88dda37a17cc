/** The games of the house. A new game adds a folder and a line here. */
import type { GameCard } from './game';
import AmikCover from './amik/art/Cover.svelte';
import BeaverGangCover from './beaver-gang/art/Cover.svelte';
import DamItCover from './dam-it/art/Cover.svelte';
import DefaultCover from '../board/Cover.svelte';
import DonnantCover from './donnant/art/Cover.svelte';

/** What is shown of a game that the page has no board for: the default board, laid out by what its rules say of views. */
const outside = (id: string): GameCard => ({
  id,
  outside: true,
  Cover: DefaultCover,
  load: async () => (await import('../board')).open(id),
  how: async () => {
    await (await import('../board')).open(id);
    return import('../board/How.svelte');
  },
});

/** A game by its name, of the house or not. */
export const cardOf = (id: string): GameCard => GAMES[id] ?? outside(id);

export const GAMES: Record<string, GameCard> = {
  'dam-it': {
    id: 'dam-it',
    Cover: DamItCover,
    load: async () => (await import('./dam-it')).default,
    how: () => import('./dam-it/How.svelte'),
  },
  'beaver-gang': {
    id: 'beaver-gang',
    Cover: BeaverGangCover,
    load: async () => (await import('./beaver-gang')).default,
    how: () => import('./beaver-gang/How.svelte'),
  },
  amik: {
    id: 'amik',
    Cover: AmikCover,
    load: async () => (await import('./amik')).default,
    how: () => import('./amik/How.svelte'),
    alone: true,
    offers: ['three-games'],
  },
  donnant: {
    id: 'donnant',
    Cover: DonnantCover,
    load: async () => (await import('./donnant')).default,
    how: () => import('./donnant/How.svelte'),
  },
};
