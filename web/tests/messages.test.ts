/** The words: complete in every language, all of them used, and none left in the components. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'svelte/compiler';
import { describe, expect, it } from 'vitest';

const SRC = new URL('../src/', import.meta.url).pathname;
const LANGUAGES = ['en', 'de', 'fr', 'it', 'nl'];
/** Names and numbers that are the same in every language. */
const SAME_EVERYWHERE = new Set([
  'Lodge',
  '· Lodge',
  'Svelte (MIT)',
  'Source Sans 3, Fraunces (SIL OFL 1.1)',
  '×',
  '→',
  '≥',
  '−',
  '+',
  '/',
  '.',
]);

function files(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? files(path) : [path];
  });
}
const all = files(SRC);
const sources = all
  .filter((path) => /\.(svelte|ts)$/.test(path))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
const scopes = all
  .filter((path) => path.endsWith('/en.json'))
  .map((path) => path.slice(0, -'en.json'.length));
const read = (scope: string, language: string) =>
  JSON.parse(readFileSync(`${scope}${language}.json`, 'utf8')) as Record<string, string>;
const places = (message: string) => [...new Set(message.match(/\{\w+\}/g) ?? [])].sort();

/** The ranges of characters that a style sheet's first face is for. */
function inMainFont(): (character: string) => boolean {
  const css = readFileSync(`${SRC}styles/fonts.css`, 'utf8');
  const ranges = /unicode-range: ([^;]+);/
    .exec(css)![1]!
    .split(', ')
    .map((range) => {
      const [first, last = first] = range.slice(2).split('-');
      return [parseInt(first!, 16), parseInt(last!, 16)] as const;
    });
  return (character) =>
    ranges.some(([first, last]) => character.codePointAt(0)! >= first && character.codePointAt(0)! <= last);
}

describe.each(scopes)('%s', (scope) => {
  const english = read(scope, 'en');

  it.each(LANGUAGES)('needs no second font in %s', (language) => {
    const covered = inMainFont();
    const missing = new Set(
      Object.values(read(scope, language))
        .join('')
        .match(/\p{L}|\p{P}/gu),
    );
    for (const character of missing) if (covered(character)) missing.delete(character);
    expect([...missing], 'characters for web/tools/fonts.py').toEqual([]);
  });

  it.each(LANGUAGES)('is complete in %s', (language) => {
    const messages = read(scope, language);
    expect(Object.keys(messages)).toEqual(Object.keys(english));
    for (const [key, message] of Object.entries(messages)) {
      expect(message.trim(), key).not.toBe('');
      expect(places(message), key).toEqual(places(english[key]!));
    }
  });

  it('is translated, not copied', () => {
    for (const language of LANGUAGES.slice(1)) {
      const messages = read(scope, language);
      const copied = Object.keys(english).filter(
        (key) => english[key]!.split(/ \|\| | /).length > 5 && messages[key] === english[key],
      );
      expect(copied, language).toEqual([]);
    }
  });

  it('is used', () => {
    const text = sources.map((source) => source.text).join('\n');
    const unused = Object.keys(english).filter((key) => {
      if (text.includes(`'${key}'`)) return false;
      // Keys made of a fixed beginning and a name: look_${theme}, score_${what}, option_${name}; cards by kind.
      const made = [...text.matchAll(/`(\w+_)\$\{/g)].map((found) => found[1]!);
      return !made.some((beginning) => key.startsWith(beginning));
    });
    expect(unused).toEqual([]);
  });
});

describe.each(scopes.filter((scope) => /games\/[^/]+\/(messages|why)\/$/.test(scope)))(
  'hints of %s',
  (scope) => {
    it.each(LANGUAGES)('read well in %s', (language) => {
      for (const [key, message] of Object.entries(read(scope, language))) {
        if (/^(line|score)_/.test(key)) expect(message, key).not.toMatch(/[()]/); // they stand in brackets
        if (key.startsWith('why_'))
          for (const form of message.split(' || ')) expect(form, key).toMatch(/^[\p{Lu}{].*\.$/u); // a sentence
      }
    });
  },
);

interface Node {
  type?: string;
  name?: string;
  data?: string;
  value?: unknown;
  [key: string]: unknown;
}

/** Words for people in a template: text, and attributes that are read out or shown. */
function spoken(node: unknown, found: string[] = []): string[] {
  if (Array.isArray(node)) node.forEach((child) => spoken(child, found));
  else if (node && typeof node === 'object') {
    const { type, name, data } = node as Node;
    if (type === 'Text' && data) found.push(data);
    if (type === 'Attribute') {
      if (['aria-label', 'title', 'placeholder', 'alt'].includes(name ?? ''))
        spoken((node as Node).value, found);
    } else if (!['StyleDirective', 'Comment', 'Script', 'StyleSheet'].includes(type ?? '')) {
      Object.entries(node as Node).forEach(([key, child]) => key !== 'parent' && spoken(child, found));
    }
  }
  return found;
}

describe('components', () => {
  const components = sources.filter((source) => source.path.endsWith('.svelte'));
  it.each(components.map((source) => [source.path.slice(SRC.length), source] as const))(
    '%s has no words of its own',
    (_, source) => {
      const words = spoken(parse(source.text, { modern: true }).fragment)
        .map((text) => text.trim())
        .filter((text) => /\p{L}{2,}/u.test(text) && !SAME_EVERYWHERE.has(text));
      expect(words).toEqual([]);
    },
  );

  it('are small', () => {
    const long = sources
      .filter((source) => source.text.split('\n').length > 260)
      .map((source) => source.path);
    expect(long.filter((path) => !path.endsWith('protocol.ts'))).toEqual([]);
  });
});

describe('the script', () => {
  it('fills messages, with one or many', async () => {
    const { choose, fill } = await import('../src/lib/i18n.svelte');
    expect(fill('{count} cube || {count} cubes', { count: 1 }, 'en')).toBe('1 cube');
    expect(fill('{count} cube || {count} cubes', { count: 0 }, 'en')).toBe('0 cubes');
    expect(fill('{count} cube || {count} cubes', { count: 0 }, 'fr')).toBe('0 cube');
    expect(fill('{count} points', { count: -3 }, 'en')).toBe('−3 points');
    expect(choose(['pt-BR', 'it-CH', 'de'])).toBe('it');
    expect(choose(['pt'])).toBe('en');
    expect(choose(['de'], 'nl')).toBe('nl');
  });
});
