import { readFileSync } from 'node:fs';

/** What Python told of real matches (tools/fixtures.py). */
export const fixture = <T>(name: string) =>
  JSON.parse(readFileSync(new URL(`../fixtures/${name}.json`, import.meta.url), 'utf8')) as T;
