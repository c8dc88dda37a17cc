/** Little words change their form before a name or a number. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fill } from '../src/lib/i18n.svelte';

const read = (path: string) =>
  JSON.parse(readFileSync(new URL(`../src/${path}`, import.meta.url), 'utf8')) as Record<string, string>;
const say = (path: string, key: string, language: string, values: Record<string, string | number>) =>
  fill(read(`${path}/${language}.json`)[key]!, values, language);

describe('in French', () => {
  it.each([
    ['Ann', 'Au tour d’Ann'],
    ['Élodie', 'Au tour d’Élodie'],
    ['Yves', 'Au tour d’Yves'],
    ['Yann', 'Au tour de Yann'],
    ['Bo', 'Au tour de Bo'],
    ['Héron', 'Au tour de Héron'],
    ['8 castors', 'Au tour de 8 castors'],
  ])('“de” becomes “d’” before a vowel: %s', (name, told) => {
    expect(say('messages', 'turn_of', 'fr', { name })).toBe(told);
    expect(say('messages', 'waiting_for', 'fr', { name })).toBe(told);
  });

  it('the name alone is left as it is', () => {
    expect(say('games/beaver-gang/messages', 'cards_of', 'fr', { name: 'Ida' })).toBe('Cartes d’Ida');
    expect(say('games/donnant/messages', 'stall_of', 'fr', { name: 'Otto' })).toBe('Étal d’Otto');
    expect(say('messages', 'winner', 'fr', { name: 'Ann' })).toBe('Ann gagne\u00a0!');
    expect(fill('Le monde {name}', { name: 'Ann' }, 'fr')).toBe('Le monde Ann'); // ends in “de”, is not “de”
  });
});

describe('in Italian', () => {
  it.each([
    ['Anna', 'Tocca ad Anna'],
    ['Ada', 'Tocca ad Ada'],
    ['Elena', 'Tocca a Elena'],
    ['Bo', 'Tocca a Bo'],
  ])('“a” becomes “ad” before another a: %s', (name, told) => {
    expect(say('messages', 'turn_of', 'it', { name })).toBe(told);
  });

  it('the article goes with the number', () => {
    const take = (card: string) => say('games/beaver-gang/messages', 'take', 'it', { card });
    expect(['0', '1', '2', '8', '9'].map(take)).toEqual([
      'Prendi lo 0',
      'Prendi l’1',
      'Prendi il 2',
      'Prendi l’8',
      'Prendi il 9',
    ]);
  });
});

it('elsewhere nothing changes', () => {
  expect(say('messages', 'turn_of', 'en', { name: 'Ann' })).toBe('Ann to move');
  expect(say('messages', 'curtain_title', 'de', { name: 'Ann' })).toBe('Gib das Gerät an Ann');
});

describe('counted words', () => {
  const languages = readdirSync(new URL('../src/messages', import.meta.url)).map((name) => name.slice(0, 2));

  it.each(languages)('say what is counted, in %s', (language) => {
    const hexes = (kind: string, count: number) =>
      say('games/amik/messages', `count_${kind}`, language, { count });
    const bare = read(`games/amik/messages/${language}.json`).river!;
    expect(hexes('river', 4)).not.toBe(`4 ${bare}`);
    expect(hexes('river', 4)).not.toBe(hexes('river', 1).replace('1', '4'));
    expect(hexes('forest', 2)).not.toBe(hexes('forest', 1).replace('1', '2'));
  });

  it('one die shows, two dice show', () => {
    const roll = (language: string, dice: number[]) =>
      say('games/amik/messages', 'log_roll', language, { dice: dice.join(', '), count: dice.length });
    expect(roll('en', [4])).toBe('The die shows 4');
    expect(roll('en', [4, 2])).toBe('The dice show 4, 2');
    expect(roll('fr', [4])).toBe('Le dé montre 4');
    expect(roll('it', [4, 2])).toBe('I dadi mostrano 4, 2');
  });
});
