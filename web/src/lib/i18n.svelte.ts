/**
 * The words of the page: one JSON file a language, loaded when it is needed; games and the analysis bring their own files.
 * A message holds {places} to be filled; "one || other" has a form for one and a form for many (by {count}).
 */
import type shell from '../messages/en.json';
import { keep } from './keep';

export const LANGUAGES = { en: 'English', de: 'Deutsch', fr: 'Français', it: 'Italiano', nl: 'Nederlands' };
export type Language = keyof typeof LANGUAGES;
export type Key = keyof typeof shell;
export type Values = Record<string, string | number>;
type Messages = Record<string, string>;
type Loader = () => Promise<{ default: Messages }>;

const SHELL = import.meta.glob<{ default: Messages }>('../messages/*.json');
const PARTS = import.meta.glob<{ default: Messages }>([
  '../games/*/messages/*.json',
  '../games/*/how/*.json',
  '../analysis/messages/*.json',
]);

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

function loader(scope: string, language: Language): Loader | undefined {
  if (scope === '') return SHELL[`../messages/${language}.json`];
  return PARTS[`../games/${scope}/${language}.json`] ?? PARTS[`../${scope}/${language}.json`];
}

/** Load the words of the page (scope ''), of a folder of a game ('dam-it/messages') or of the analysis. */
export async function load(scope: string): Promise<void> {
  const language = words.language;
  const found = loader(scope, language);
  if (!found) throw new Error(`No words for ${scope} in ${language}`);
  const messages = (await found()).default;
  if (words.language === language) words.scopes[scope] = messages;
}

export function language(): Language {
  return words.language;
}

/** Change the language; everything on the page follows. */
export async function setLanguage(language: Language): Promise<void> {
  const scopes = Object.keys(words.scopes);
  const all = await Promise.all(
    scopes.map(async (scope) => (await loader(scope, language)?.())?.default ?? {}),
  );
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
  return form.replace(/\{(\w+)\}/g, (place, name: string) => spoken(values[name] ?? place));
}

/** A function that says the messages of a scope. */
export function speaker<K extends string>(scope: string): (key: K, values?: Values) => string {
  return (key, values = {}) => {
    const message = words.scopes[scope]?.[key];
    return message === undefined ? key : fill(message, values, words.language);
  };
}

export const t = speaker<Key>('');
