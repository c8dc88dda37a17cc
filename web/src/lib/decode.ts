/**
 * Views and events as the rules write them: numbers of 16 bits, and a schema that says what they mean
 * (src/lodge/kernel/view.py). This makes the same JSON values of them as the server does.
 */
export type Schema =
  | { kind: 'number' | 'flag' | 'mark' }
  | { kind: 'named' | 'subset'; names: readonly (string | number)[] }
  | { kind: 'text'; length: number; names: readonly string[]; between: string }
  | { kind: 'counted'; names: readonly string[]; zeros: boolean }
  | { kind: 'each'; count: number; of: Schema }
  | { kind: 'upto'; most: number; items: Schema }
  | { kind: 'map'; most: number; keys: Schema; values: Schema }
  | { kind: 'groups'; most: number; items: Schema; group: Schema }
  | { kind: 'optional'; of: Schema }
  | { kind: 'record'; name: string; fields: Record<string, Schema> }
  | { kind: 'union'; tag: string; cases: Record<string, Schema> };

type Numbers = Int16Array;
/** Makes the value of the numbers from somewhere on. */
type Reader = (numbers: Numbers, at: number) => unknown;

/** The first number of what is null. */
export const NULL = -(2 ** 15);

/** How many numbers something takes. */
export function sizeOf(schema: Schema): number {
  switch (schema.kind) {
    case 'text':
      return schema.length;
    case 'counted':
      return schema.names.length;
    case 'each':
      return schema.count * sizeOf(schema.of);
    case 'upto':
      return 1 + schema.most * sizeOf(schema.items);
    case 'map':
      return 1 + schema.most * (sizeOf(schema.keys) + sizeOf(schema.values));
    case 'groups':
      return 1 + schema.most * (sizeOf(schema.items) + sizeOf(schema.group));
    case 'optional':
      return sizeOf(schema.of);
    case 'record':
      return total(Object.values(schema.fields));
    case 'union':
      return total(Object.values(schema.cases));
    default:
      return 1;
  }
}

/** The numbers of something before anything is written. */
export function blank(schema: Schema): number[] {
  const repeated = (count: number, of: Schema) => {
    const one = blank(of);
    return Array.from({ length: count }, () => one).flat();
  };
  switch (schema.kind) {
    case 'each':
      return repeated(schema.count, schema.of);
    case 'upto':
      return [0, ...repeated(schema.most, schema.items)];
    case 'map':
      return [0, ...repeated(schema.most, schema.keys), ...repeated(schema.most, schema.values)];
    case 'groups':
      return [0, ...repeated(schema.most, schema.items), ...repeated(schema.most, schema.group)];
    case 'optional':
      return [NULL, ...blank(schema.of).slice(1)];
    case 'record':
      return Object.values(schema.fields).flatMap(blank);
    case 'union':
      return Object.values(schema.cases).flatMap((of) => blank({ kind: 'optional', of }));
    default:
      return Array<number>(sizeOf(schema)).fill(0);
  }
}

const total = (schemas: Schema[]) => schemas.reduce((sum, one) => sum + sizeOf(one), 0);
const range = (count: number) => Array.from({ length: count }, (_, i) => i);

/** So many values, one after another. */
function listed(of: Schema): (numbers: Numbers, at: number, count: number) => unknown[] {
  const [read, size] = [reader(of), sizeOf(of)];
  return (numbers, at, count) => range(count).map((i) => read(numbers, at + i * size));
}

/** The parts of something by name, each with the place where it begins. */
function placed(parts: Record<string, Schema>): { name: string; start: number; schema: Schema }[] {
  let at = 0;
  return Object.entries(parts).map(([name, schema]) => {
    const start = at;
    at += sizeOf(schema);
    return { name, start, schema };
  });
}

/** What a mark that is not set makes of its field: nothing. */
const ABSENT = Symbol('absent');

/** A function that decodes what a schema describes. */
export function reader(schema: Schema): Reader {
  switch (schema.kind) {
    case 'number':
      return (numbers, at) => numbers[at];
    case 'flag':
      return (numbers, at) => numbers[at] !== 0;
    case 'mark':
      return (numbers, at) => (numbers[at] ? true : ABSENT);
    case 'named':
      return (numbers, at) => schema.names[numbers[at] ?? 0];
    case 'subset':
      return (numbers, at) => schema.names.filter((_, i) => (numbers[at] ?? 0) & (1 << i));
    case 'text':
      return (numbers, at) =>
        Array.from(numbers.subarray(at, at + schema.length), (one) => schema.names[one]).join(schema.between);
    case 'counted':
      return (numbers, at) => {
        const counts = schema.names.map((name, i) => [name, numbers[at + i] ?? 0] as const);
        return Object.fromEntries(counts.filter(([, count]) => schema.zeros || count));
      };
    case 'each': {
      const list = listed(schema.of);
      return (numbers, at) => list(numbers, at, schema.count);
    }
    case 'optional': {
      const read = reader(schema.of);
      return (numbers, at) => (numbers[at] === NULL ? null : read(numbers, at));
    }
    case 'record':
      return recordReader(schema.fields);
    case 'union':
      return unionReader(schema.tag, schema.cases);
    default:
      return severalReader(schema);
  }
}

function recordReader(fields: Record<string, Schema>): (numbers: Numbers, at: number) => object {
  const parts = placed(fields).map((part) => ({ ...part, read: reader(part.schema) }));
  return (numbers, at) => {
    const values = parts.map(({ name, start, read }) => [name, read(numbers, at + start)] as const);
    return Object.fromEntries(values.filter(([, value]) => value !== ABSENT));
  };
}

/** Of several records the one that was written, with its name; a case without fields is its name alone. */
function unionReader(tag: string, cases: Record<string, Schema>): Reader {
  const parts = placed(cases).map(({ name, start, schema }) => {
    const read = schema.kind === 'record' ? recordReader(schema.fields) : () => ({});
    return { name, start, read };
  });
  return (numbers, at) => {
    const written = parts.find(({ start }) => numbers[at + start] !== NULL);
    return written ? { [tag]: written.name, ...written.read(numbers, at + written.start) } : null;
  };
}

/** Lists, maps and lists of lists: how many there are, then room for the most. */
function severalReader(schema: Extract<Schema, { most: number }>): Reader {
  const first = schema.kind === 'map' ? schema.keys : schema.items;
  const second = schema.kind === 'map' ? schema.values : schema.kind === 'groups' ? schema.group : null;
  const firsts = listed(first);
  if (!second) return (numbers, at) => firsts(numbers, at + 1, numbers[at] ?? 0);
  const [seconds, between] = [listed(second), 1 + schema.most * sizeOf(first)];
  return (numbers, at) => {
    const count = numbers[at] ?? 0;
    const [ones, others] = [firsts(numbers, at + 1, count), seconds(numbers, at + between, count)];
    if (schema.kind === 'map') return Object.fromEntries(ones.map((key, i) => [key, others[i]]));
    const groups: unknown[][] = [];
    ones.forEach((item, i) => (groups[Number(others[i])] ??= []).push(item));
    return groups;
  };
}
