import { describe, expect, it } from 'vitest';
import { blank, NULL, reader, sizeOf, type Schema } from '../src/lib/decode';
import { fixture } from './helpers/fixtures';

interface Kept {
  bytes: string;
  values: unknown[];
}
const contracts =
  fixture<Record<string, { schema: { view: Schema; event: Schema }; views: Kept[]; events: Kept[] }>>(
    'contracts',
  );

/** The records that some bytes hold. */
function decoded(schema: Schema, text: string): unknown[] {
  const bytes = Uint8Array.from(Buffer.from(text, 'base64'));
  const [numbers, size, read] = [new Int16Array(bytes.buffer), sizeOf(schema), reader(schema)];
  expect(numbers.length % size).toBe(0);
  return Array.from({ length: numbers.length / size }, (_, i) => read(numbers, i * size));
}

describe.each(Object.entries(contracts))('%s', (_, { schema, views, events }) => {
  it('shows the same as the server', () => {
    expect(views.length).toBeGreaterThan(3);
    for (const { bytes, values } of views) expect(decoded(schema.view, bytes)).toEqual(values);
  });
  it('tells the same as the server, key by key', () => {
    expect(events.length).toBeGreaterThan(2);
    for (const { bytes, values } of events)
      expect(JSON.stringify(decoded(schema.event, bytes))).toBe(JSON.stringify(values));
  });
});

describe('a decoder', () => {
  it('leaves out marks that are not set', () => {
    const schema: Schema = { kind: 'record', name: 'One', fields: { fades: { kind: 'mark' } } };
    expect(reader(schema)(new Int16Array([1]), 0)).toEqual({ fades: true });
    expect(reader(schema)(new Int16Array([0]), 0)).toEqual({});
  });
  it('has as many blank numbers as it reads, whatever it is', () => {
    for (const { schema } of Object.values(contracts))
      for (const shown of [schema.view, schema.event]) expect(blank(shown)).toHaveLength(sizeOf(shown));
  });
  it('says null for what was not written, whatever it is', () => {
    const number: Schema = { kind: 'number' };
    const list: Schema = { kind: 'upto', most: 2, items: number };
    for (const of of [number, list, { kind: 'counted', names: ['a'], zeros: true } as Schema])
      expect(reader({ kind: 'optional', of })(new Int16Array([NULL, 0, 0]), 0)).toBeNull();
  });
});
