/** Nets as a static site has them: the bytes of their numbers apart. */
import { describe, expect, it } from 'vitest';
import { PARTS, readNet } from '../src/engine/net';

const text = (words: string) => [...new TextEncoder().encode(words)];
const number = (value: number, size: number) =>
  Array.from({ length: size }, (_, at) => (value >> (8 * at)) & 255);

/** An array of NumPy's. */
function npy(type: string, shape: string, bytes: number[]): number[] {
  const head = `{'descr': '${type}', 'fortran_order': False, 'shape': (${shape}), }\n`;
  return [0x93, ...text('NUMPY'), 1, 0, ...number(head.length, 2), ...text(head), ...bytes];
}

/** An archive of files that are not packed. */
function zip(files: Record<string, number[]>): Uint8Array<ArrayBuffer> {
  const [body, directory]: [number[], number[]] = [[], []];
  for (const [name, bytes] of Object.entries(files)) {
    const sizes = [...number(bytes.length, 4), ...number(bytes.length, 4), ...number(name.length, 2)];
    directory.push(...number(0x02014b50, 4), ...number(0, 16), ...sizes, ...number(0, 12));
    directory.push(...number(body.length, 4), ...text(name));
    body.push(...number(0x04034b50, 4), ...number(0, 14), ...sizes, 0, 0, ...text(name), ...bytes);
  }
  const end = [...number(0x06054b50, 4), ...number(0, 12), ...number(body.length, 4), 0, 0];
  return new Uint8Array([...body, ...directory, ...end]);
}

const named = (make: () => number[]) => Object.fromEntries(PARTS.map((part) => [`${part}.npy`, make()]));

describe('a net', () => {
  it('is the same with the bytes of its numbers apart', async () => {
    const plain = await readNet('plain', zip(named(() => npy('<i2', '3,', [1, 10, 254, 255, 3, 30]))));
    const apart = await readNet('apart', zip(named(() => npy('|u1', '2, 3', [2, 3, 6, 20, 0, 60]))));
    expect(apart).toEqual(plain);
    expect(plain.table.shape).toEqual([3]);
    expect([...plain.table.bytes]).toEqual([1, 10, 254, 255, 3, 30]);
    const wide = await readNet('wide', zip(named(() => npy('|u1', '4, 1, 2', [2, 9, 4, 0, 6, 0, 8, 0]))));
    expect([wide.out.type, wide.out.shape, [...wide.out.bytes]]).toEqual([
      'i32',
      [1, 2],
      [1, 2, 3, 4, 251, 255, 255, 255],
    ]);
  });

  it('is the same with the bits of its numbers apart', async () => {
    // 1, -1, 0, 300 and zeros: 2, 1, 0, 600, so bits 1, 0, 3, 4, 6 and 9 of the first, second and fourth.
    const bits = [0b0010, 0b0001, 0, 0b1000, 0b1000, 0, 0b1000, 0, 0, 0b1000, 0, 0, 0, 0, 0, 0];
    const net = await readNet('bits', zip(named(() => npy('|u1', '16, 1', bits))));
    expect([net.table.type, net.table.shape]).toEqual(['i16', [8]]);
    expect([...new Int16Array(net.table.bytes.buffer)]).toEqual([1, -1, 0, 300, 0, 0, 0, 0]);
  });

  it('of another kind is refused', async () => {
    await expect(readNet('odd', zip(named(() => npy('|u1', '3, 1', [1, 2, 3]))))).rejects.toThrow('net');
    await expect(readNet('odd', zip(named(() => npy('<f8', '0,', []))))).rejects.toThrow('net');
  });
});
