import { describe, expect, it } from 'vitest';
import {
  botNamed,
  CHARACTERS,
  COLOURS,
  freeCharacter,
  freeColour,
  isCharacter,
  NAMES,
  recordName,
  withCharacters,
} from '../src/lib/characters';
import { seatNames } from '../src/lib/names';
import en from '../src/messages/en.json';

describe('characters', () => {
  it('are enough for eight, drawn and named', () => {
    expect(NAMES.length).toBeGreaterThanOrEqual(8);
    for (const name of NAMES) {
      expect(CHARACTERS[name]?.outlines.length).toBeGreaterThan(2);
      expect(en).toHaveProperty(`character_${name}`);
    }
    expect(isCharacter('beaver')).toBe(false);
  });

  it('are given as wished, or the first that is free', () => {
    expect(freeCharacter([], 'fox')).toBe('fox');
    expect(freeCharacter(['fox', 'otter'], 'fox')).toBe('heron');
    expect(freeCharacter(['otter'], 'dragon')).toBe('heron');
  });

  it('are different ones where a kept match names none', () => {
    const seats = withCharacters([{ name: 'Ada' }, { name: 'Bo', character: 'otter' }, { name: 'Cy' }]);
    expect(seats.map(({ character }) => character)).toEqual(['heron', 'otter', 'frog']);
  });

  it('have a colour: as wished, else that of the seat, else the first that is free', () => {
    expect(freeColour([], 2, 'purple')).toBe('purple');
    expect(freeColour(['purple'], 2, 'purple')).toBe('green');
    expect(freeColour(['purple', 'green'], 2, 'purple')).toBe('orange');
    expect(freeColour([], 1, 'pink')).toBe('teal');
    const kept = [{}, { colour: 'orange' }, {}, {}, {}, {}, {}, {}];
    const colours = withCharacters(kept).map(({ colour }) => colour);
    expect(colours.slice(0, 3)).toEqual(['teal', 'orange', 'green']);
    expect(new Set(colours).size).toBe(COLOURS.length);
    for (const name of COLOURS) expect(en).toHaveProperty(`colour_${name}`);
  });

  it('have names of their own when bots play them, which records tell with the level', () => {
    const names = NAMES.map((name) => CHARACTERS[name]!.regular);
    expect(new Set(names).size).toBe(NAMES.length);
    for (const name of NAMES)
      expect(botNamed(recordName(name, 'sharp'))).toEqual({ level: 'sharp', character: name });
    expect(botNamed('Steady 2')).toEqual({ level: 'steady' }); // in older records
    for (const person of ['Ada', 'Selma', 'Ada (steady)', 'Selma (tired)'])
      expect(botNamed(person)).toBe(null);
  });

  it('are told from a person of the same name by their animal', () => {
    const bot = { name: 'Selma (steady)', level: 'steady', character: 'heron' };
    const person = (name: string) => ({ name, level: null, character: 'fox' });
    expect(seatNames([person('Ada'), bot])).toEqual(['Ada', 'Selma']);
    expect(seatNames([person('selma'), bot])).toEqual(['selma', 'Selma (character_heron)']);
  });
});
