/** Views and events as they lie in bytes. */
import { blank, reader, sizeOf, type Schema } from '../lib/decode';
import type { Json } from './game';

/** Bytes as numbers of 16 bits. */
export function shorts(bytes: Uint8Array): Int16Array {
  return new Int16Array(bytes.slice().buffer);
}

/** How structs of a kind are made ready, and read. */
export function structs(schema: Schema) {
  const [read, size, none] = [reader(schema), sizeOf(schema), new Int16Array(blank(schema))];
  return {
    blank(numbers: Int16Array): void {
      for (let at = 0; at < numbers.length; at += size) numbers.set(none, at);
    },
    read(numbers: Int16Array, count: number): Json[] {
      return Array.from({ length: count }, (_, i) => read(numbers, i * size) as Json);
    },
  };
}
