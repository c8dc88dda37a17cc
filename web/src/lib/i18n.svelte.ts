/**
 * The words of the page: one JSON file a language, loaded when it is needed; games and the analysis bring their own files.
 * A message holds {places} to be filled; "one || other" has a form for one and a form for many (by {count}).
 */
import type shell from '../messages/en.json';
import { fetchJson } from './fetch';
import { before } from './grammar';
import { once } from './once';
import { wordsFrom } from './outside';
import { keep } from './storage';

export const LANGUAGES = { en: 'English', de: 'Deutsch', fr: 'Français', it: 'Italiano', nl: 'Nederlands' };
export type Language = keyof typeof LANGUAGES;
export type Key = keyof typeof shell;
export type Values = Record<string, string | number>;
type Messages = Record<string, string>;

/** As files of their own: on a static site they lie packed. */
const FILES = import.meta.glob<string>(
  [
    '../messages/*.json',
    '../games/*/messages/*.json',
    '../games/*/how/*.json',
    '../games/*/{guide,why}/*.json',
    '../{analysis,daily,me,puzzles,statistics,together}/messages/*.json',
  ],
  { eager: true, query: '?url', import: 'default' },
);
const loaded = new Map<string, Promise<Messages>>();

const words = $state<{ language: Language; scopes: Record<string, Messages> }>({
  language: 'en',
  scopes: {},
});

function isLanguage(tag: string | null | undefined): tag is Language {
  return !!tag && tag in LANGUAGES;
}

/** The best of our languages for a browser that prefers these. */
export function choose(preferred: readonly string[], kept: string | null = null): Language {
  if (isLanguage(kept)) return kept;
  return preferred.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en';
}

/** The words of a scope, fetched once; those that could not be had are tried again. */
function wordsOf(scope: string, language: Language): Promise<Messages> {
  const names = scope ? [`games/${scope}`, scope] : ['messages'];
  const file = names.map((name) => FILES[`../${name}/${language}.json`]).find(Boolean);
  if (!file) return outside(scope, language);
  return once(loaded, file, () => fetchJson<Messages>(new URL(file, import.meta.url).href));
}

/** Those of a game that the page does not know come from the server that offers it, for all its folders. */
function outside(scope: string, language: Language): Promise<Messages> {
  const [game, folder] = scope.split('/');
  if (!game || !folder) return Promise.reject(new Error(`No words for ${scope} in ${language}`));
  return wordsFrom(game, language);
}

/** Load the words of the page (scope ''), of a folder of a game ('dam-it/messages') or of the analysis. */
export async function load(scope: string): Promise<void> {
  const language = words.language;
  const messages = await wordsOf(scope, language);
  if (words.language === language) words.scopes[scope] = messages;
}

export function language(): Language {
  return words.language;
}

/** Change the language; everything on the page follows. */
export async function setLanguage(language: Language): Promise<void> {
  const scopes = Object.keys(words.scopes);
  const all = await Promise.all(scopes.map((scope) => wordsOf(scope, language)));
  words.language = language;
  scopes.forEach((scope, i) => (words.scopes[scope] = all[i] ?? {}));
  document.documentElement.lang = language;
}

export async function start(): Promise<void> {
  words.language = choose(navigator.languages, keep.get('language'));
  document.documentElement.lang = words.language;
  await load('');
}

/** Numbers below zero get a true minus sign. */
function spoken(value: string | number): string {
  return String(value).replace(/^-(?=\d)/, '−');
}

/** Fill a message. */
export function fill(message: string, values: Values, language: string): string {
  const forms = message.split(' || ');
  const one = forms.length > 1 && new Intl.PluralRules(language).select(Number(values.count)) === 'one';
  const form = (one ? forms[0] : forms[forms.length - 1]) ?? message;
  return form.replace(/([^{}]*)\{(\w+)\}/g, (_, text: string, name: string) => {
    const value = spoken(values[name] ?? `{${name}}`);
    return before(text, value, language) + value;
  });
}

/** A function that says the messages of a scope. */
export function speaker<K extends string>(scope: string): (key: K, values?: Values) => string {
  return (key, values = {}) => {
    const message = words.scopes[scope]?.[key];
    return message === undefined ? key : fill(message, values, words.language);
  };
}

export const t = speaker<Key>('');
