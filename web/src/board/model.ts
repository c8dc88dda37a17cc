/** A view laid out by its schema: cards, piles, counters, grids, hexes and dice; and which of them a legal move touches. */
import type { Schema } from '../lib/decode';
import type { Json } from '../games/game';

/** A thing that can be touched. */
export interface Thing {
  face: string;
  /** How many there are of it; 1: it is not written. */
  count: number;
  /** By number, the legal moves that are made with it. */
  moves: number[];
  /** Which of a few names it is, to be told apart by its colour, too. */
  tone?: number;
  /** What else is in a cell that holds several things, each with its field's name. */
  notes?: { label: string; value: unknown }[];
  /** Whose it is, where a cell says so. */
  owner?: number;
}

export type Part =
  | { kind: 'counter'; label: string; value: number }
  | { kind: 'text'; label: string; text: string }
  | { kind: 'things'; label: string; dice: boolean; things: Thing[] }
  | { kind: 'grid'; label: string; hexes: boolean; rows: (Thing | null)[][] }
  | { kind: 'panel'; label: string; seat: number | null; parts: Part[] };

/** Who looks, and what may be done. */
export interface Looking {
  seat: number | null;
  legal: readonly Json[];
}

const SKIPPED = new Set(['to_move', 'over', 'place']);
const PLAYERS = 'players';
const ROWS = ['row', 'y'];
const COLUMNS = ['column', 'x'];

/** Whether a name has one of some words in it: `kept_dice` has dice, soldiers have no die. */
const says = (label: string, ...words: string[]) => label.split('_').some((word) => words.includes(word));
const areDice = (label: string) => says(label, 'dice', 'die');

const OWNERS = new Set(['owner', 'seat', 'player']);
const COORDINATES = new Set([...ROWS, ...COLUMNS]);
const TONES = 8;

/** What a move says besides its name, and besides the cell that it is made in: a row is no die. */
function valuesOf(move: Json): unknown[] {
  const inACell = ROWS.some((row) => row in move) && COLUMNS.some((column) => column in move);
  return Object.entries(move).flatMap(([key, value]) =>
    key === 'do' || (inACell && COORDINATES.has(key)) ? [] : [value],
  );
}

/** Which of a few names a face is: those that have a colour of their own. */
function toned(schema: Schema, face: string): { tone?: number } {
  const names = schema.kind === 'named' ? schema.names.filter((name) => name !== '').map(String) : [];
  const tone = names.length <= TONES ? names.indexOf(face) : -1;
  return tone < 0 ? {} : { tone };
}

/** The moves in which a thing's face is named, by who may touch it. */
function named(face: string, { legal }: Looking, mine: boolean): number[] {
  if (!mine) return [];
  return legal.flatMap((move, number) =>
    valuesOf(move).some((value) => [value].flat().some((one) => String(one) === face)) ? [number] : [],
  );
}

/** The moves that are made in a cell of a grid: rows and columns are counted from 1. */
function inCell(row: number, column: number, { legal }: Looking): number[] {
  const is = (move: Json, names: string[], number: number) => names.some((name) => move[name] === number + 1);
  return legal.flatMap((move, number) => (is(move, ROWS, row) && is(move, COLUMNS, column) ? [number] : []));
}

const inner = (schema: Schema): Schema => (schema.kind === 'optional' ? inner(schema.of) : schema);
const itemOf = (schema: Schema): Schema | null =>
  schema.kind === 'each' ? inner(schema.of) : schema.kind === 'upto' ? inner(schema.items) : null;
const PLAIN = new Set(['number', 'named', 'text', 'flag', 'mark']);
const LISTS = new Set(['subset', 'counted']);

/** Whether what lies in a cell is short enough to stand in one: a thing, or a view of a few, not lists of views. */
const fitsInACell = (schema: Schema): boolean =>
  PLAIN.has(schema.kind) ||
  (schema.kind === 'record' &&
    Object.values(schema.fields).every((field) => {
      const kind = inner(field);
      return PLAIN.has(kind.kind) || LISTS.has(kind.kind) || PLAIN.has(itemOf(kind)?.kind ?? '');
    }));

/** A view in a cell: its first name is the face, `owner` is whose it is, what else it says stands below. */
function celled(schema: Schema, value: unknown): Omit<Thing, 'count' | 'moves'> {
  if (schema.kind !== 'record') return { face: String(value ?? ''), ...toned(schema, String(value)) };
  const cell: Omit<Thing, 'count' | 'moves'> = { face: '' };
  const notes: { label: string; value: unknown }[] = [];
  for (const [label, field] of Object.entries(schema.fields)) {
    const one = ((value ?? {}) as Json)[label];
    const kind = inner(field);
    if (isNothing(one)) continue;
    if (kind.kind === 'number' && OWNERS.has(label)) cell.owner = one as number;
    else if (kind.kind === 'named' && cell.face === '')
      Object.assign(cell, { face: String(one), ...toned(kind, String(one)) });
    else notes.push({ label, value: one });
  }
  return notes.length ? { ...cell, notes } : cell;
}

/** What lies there, in the order in which the rules show it; nothing of what is hidden. */
export const lay = (schema: Schema, value: unknown, looking: Looking): Part[] =>
  fieldsOf(inner(schema), value as Json, looking, true);

const thingOf = (face: unknown, looking: Looking, mine: boolean, count = 1): Thing => ({
  face: String(face),
  count,
  moves: named(String(face), looking, mine),
});
const thingsOf = (label: string, things: Thing[]): Part => ({
  kind: 'things',
  label,
  dice: areDice(label),
  things,
});

function part(schema: Schema, value: unknown, label: string, looking: Looking, mine: boolean): Part[] {
  if (value === null || value === undefined) return [];
  const thing = (face: unknown, count = 1) => thingOf(face, looking, mine, count);
  const things = (list: Thing[]) => [thingsOf(label, list)];
  switch (schema.kind) {
    case 'number':
      return [{ kind: 'counter', label, value: value as number }];
    case 'flag':
    case 'mark':
      return value ? [{ kind: 'text', label, text: '' }] : [];
    case 'text':
      return [{ kind: 'text', label, text: value as string }];
    case 'named':
      return things([{ ...thing(value), ...toned(schema, String(value)) }]);
    case 'subset':
      return things((value as unknown[]).map((face) => thing(face)));
    case 'counted':
      return things(
        Object.entries(value as Record<string, number>).map(([face, count]) => thing(face, count)),
      );
    case 'map':
      return [
        panel(
          label,
          Object.entries(value as Json).flatMap(([key, one]) =>
            part(inner(schema.values), one, key, looking, mine),
          ),
        ),
      ];
    case 'groups':
      return [
        panel(
          label,
          (value as unknown[][]).flatMap((group, i) =>
            listed(inner(schema.items), group, String(i + 1), looking, mine),
          ),
        ),
      ];
    case 'each':
    case 'upto':
      return listed(itemOf(schema) ?? schema, value as unknown[], label, looking, mine);
    case 'record':
      return [panel(label, fieldsOf(schema, value as Json, looking, mine))];
    default:
      return [];
  }
}

const panel = (label: string, parts: Part[], seat: number | null = null): Part => ({
  kind: 'panel',
  label,
  seat,
  parts,
});

const fieldsOf = (schema: Schema, value: Json, looking: Looking, mine: boolean): Part[] =>
  schema.kind === 'record'
    ? Object.entries(schema.fields).flatMap(([key, field]) =>
        SKIPPED.has(key) ? [] : part(inner(field), value[key], key, looking, mine),
      )
    : [];

function listed(item: Schema, values: unknown[], label: string, looking: Looking, mine: boolean): Part[] {
  if (label === PLAYERS && item.kind === 'record')
    return values.map((one, seat) =>
      panel(label, fieldsOf(item, one as Json, looking, seat === looking.seat), seat),
    );
  const cell = itemOf(item);
  if (cell && fitsInACell(cell)) {
    const hexes = says(label, 'hex', 'hexes');
    const rows = (values as unknown[][]).map((row, y) =>
      row.map((one, x) =>
        hexes && one === null ? null : { ...celled(cell, one), count: 1, moves: inCell(y, x, looking) },
      ),
    );
    return [{ kind: 'grid', label, hexes, rows }];
  }
  if (PLAIN.has(item.kind)) {
    const faces = values.filter((one) => one !== null);
    return [
      thingsOf(
        label,
        faces.map((face) => thingOf(face, looking, mine)),
      ),
    ];
  }
  return values.flatMap((one, i) => part(item, one, `${label} ${i + 1}`, looking, mine));
}

/** A name as one reads it: `discard_pile` is "discard pile". */
export const plain = (name: string) => name.replaceAll('_', ' ');

/** Nothing to be said: hidden, not there, an empty list or pile. */
const isNothing = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === false ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/** A value in words: `oak + elm`; of piles `oak ×2`. */
export function inWords(value: unknown, face: (name: string) => string = String): string {
  if (Array.isArray(value)) return value.map((one) => inWords(one, face)).join(' + ');
  if (typeof value !== 'object' || value === null)
    return typeof value === 'string' ? face(value) : String(value);
  return Object.entries(value)
    .map(([key, one]) =>
      typeof one === 'number'
        ? one === 1
          ? face(key)
          : `${face(key)} ×${one}`
        : `${plain(key)} ${inWords(one, face)}`,
    )
    .join(' + ');
}

/** A move, or an event, without what everybody knows of it: its name, then what it says. */
export const saidOf = (values: Json, tag: string, face?: (name: string) => string): string[] =>
  Object.entries(values)
    .filter(([key, value]) => ![tag, 'seat'].includes(key) && !isNothing(value))
    .map(([key, value]) => (value === true ? plain(key) : inWords(value, face)));
