import { expect, it, vi } from 'vitest';
import { line as gangLine } from '../src/games/beaver-gang/words';
import { line as damItLine } from '../src/games/dam-it/words';
import { load, setLanguage } from '../src/lib/i18n.svelte';
import { reason } from '../src/lib/reason';
import { fetched } from './helpers/games';

it('gives the points on a line of the score, or what the others get, as the reason', async () => {
  globalThis.document = { documentElement: {} } as Document;
  vi.stubGlobal('fetch', async (address: string) => fetched(address));
  for (const scope of ['', 'dam-it/messages', 'beaver-gang/messages']) await load(scope);
  const garbage = () => reason({ line: damItLine }, { why: { line: 'garbage', points: 2.8 } });
  const others = () => reason({ line: damItLine }, { why: { line: 'others', points: -3.14 } });
  const pad = () => reason({ line: gangLine }, { why: { line: 'pad', points: -5.7 } });
  expect([garbage(), others(), pad()]).toEqual([
    'mostly +2.8 points: Garbage',
    'mostly −3.1 points: the others',
    'mostly −5.7 points: own score pad, fewer is better',
  ]);
  await setLanguage('de');
  expect([garbage(), others(), pad()]).toEqual([
    'vor allem +2,8 Punkte: Müll',
    'vor allem −3,1 Punkte: die anderen',
    'vor allem −5,7 Punkte: eigener Spielblock, weniger ist besser',
  ]);
  const one = () => reason({ line: gangLine }, { why: { line: 'others', points: 1.04 } });
  expect(one()).toBe('vor allem +1 Punkt: die anderen');
  expect(reason({ line: gangLine }, { why: null })).toBe('');
});
