/** Statistics as files: all of them as JSON, which another device can take in, and as a table for a spreadsheet. */
import type { Result } from './results';

const FORMAT = 1;

export const toJson = (lines: readonly Result[]) =>
  JSON.stringify({ lodge_statistics: FORMAT, results: lines }, null, 1) + '\n';

const is = (...types: string[]) => {
  return (value: unknown) => types.includes(value === null ? 'null' : typeof value);
};
const master = (value: unknown) =>
  value === null ||
  (typeof value === 'object' &&
    typeof (value as Result['master'])?.points === 'number' &&
    typeof (value as Result['master'])?.won === 'boolean');

const FIELDS: Record<keyof Result, (value: unknown) => boolean> = {
  id: is('string'),
  game: is('string'),
  begun: is('number'),
  ended: is('number', 'null'),
  seats: is('number'),
  against: is('string'),
  points: is('number', 'null'),
  won: is('boolean', 'null'),
  moves: is('number', 'null'),
  hinted: is('boolean'),
  ending: is('string', 'null', 'undefined'),
  level: is('number', 'null'),
  need: is('number', 'null'),
  campaign: is('boolean'),
  day: is('string', 'null'),
  master,
};
const NAMES = Object.keys(FIELDS) as (keyof Result)[];

/** A file that is not what it should be, or of a later version. */
export class BadFile extends Error {
  constructor(readonly why: 'foreign' | 'version') {
    super(why);
  }
}

/** The lines of a file; BadFile where it is none. */
export function fromJson(text: string): Result[] {
  let file: { lodge_statistics?: unknown; results?: unknown } | null;
  try {
    file = JSON.parse(text) as typeof file;
  } catch {
    throw new BadFile('foreign');
  }
  if (typeof file !== 'object' || typeof file?.lodge_statistics !== 'number') throw new BadFile('foreign');
  if (file.lodge_statistics > FORMAT) throw new BadFile('version');
  if (!Array.isArray(file.results)) throw new BadFile('foreign');
  return file.results.map((line: Record<string, unknown> | null) => {
    if (!line || NAMES.some((name) => !FIELDS[name](line[name]))) throw new BadFile('foreign');
    return Object.fromEntries(NAMES.map((name) => [name, line[name] ?? null])) as unknown as Result;
  });
}

/** What of a file is new beside what is here: matches that are not known, and ends and comparisons that are. */
export function fresh(here: readonly Result[], there: readonly Result[]): Result[] {
  const known = new Map(here.map((line) => [line.id, line]));
  const told = new Map(there.map((line) => [line.id, line]));
  return [...told.values()].filter((line) => {
    const own = known.get(line.id);
    if (!own) return true;
    if (own.ended === null) return line.ended !== null;
    // Where a deal of the day was played on two devices, the first try counts.
    if (line.ended !== null && line.begun < own.begun) return true;
    return own.master === null && line.master !== null && line.begun === own.begun;
  });
}

const cell = (value: unknown) => {
  // a spreadsheet is not to take a text for a formula
  const text = value === null || value === undefined ? '' : String(value).replace(/^(?=[=+@])/, "'");
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};
const moment = (value: number | null) => (value === null ? null : new Date(value).toISOString());

/** One line a match, under the names of the columns. */
export function toCsv(lines: readonly Result[]): string {
  const columns = [...NAMES.filter((name) => name !== 'master'), 'master_points', 'master_won'];
  const rows = lines.map((line) => {
    const told = { ...line, begun: moment(line.begun), ended: moment(line.ended) };
    const values = NAMES.filter((name) => name !== 'master').map((name) => told[name]);
    return [...values, line.master?.points ?? null, line.master?.won ?? null];
  });
  return [columns, ...rows].map((row) => row.map(cell).join(',')).join('\r\n') + '\r\n';
}
