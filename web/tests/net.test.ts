/** Nets as a static site has them: each array in three. */
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

const named = (parts: Record<string, number[]>) =>
  zip(
    Object.fromEntries(
      PARTS.flatMap((name) =>
        Object.entries(parts).map(([part, bytes]) => [`${name}${part}.npy`, bytes] as const),
      ),
    ),
  );

describe('a net', () => {
  it('is the same with the lowest bits of its numbers apart', async () => {
    // 5, -3 | 300, -1: of the first row one bit lies apart, of the second three.
    const plain = await readNet(
      'plain',
      named({ '': npy('<i2', '2, 2', [5, 0, 253, 255, 44, 1, 255, 255]) }),
    );
    const split = await readNet(
      'split',
      named({
        '': npy('|i1', '2, 2', [2, 254, 37, 255]),
        '.shift': npy('<i2', '2,', [1, 0, 3, 0]),
        '.below': npy('|u1', '1,', [0b11100111]),
      }),
    );
    expect(split).toEqual(plain);
    expect([plain.table.type, plain.table.shape]).toEqual(['i16', [2, 2]]);
    const wide = await readNet(
      'wide',
      named({
        '': npy('|i1', '2,', [1, 255]),
        '.shift': npy('<i4', '1,', [17, 0, 0, 0]),
        '.below': npy('|u1', '5,', [0, 0, 0, 0, 1 << 6]),
      }),
    );
    expect([wide.out.type, [...new Int32Array(wide.out.bytes.buffer)]]).toEqual([
      'i32',
      [1 << 17, 1 - (1 << 17)],
    ]);
  });

  it('of another kind is refused', async () => {
    for (const [type, shape] of [
      ['|u1', '3, 1'],
      ['<f8', '0,'],
    ] as const)
      await expect(readNet('odd', named({ '': npy(type, shape, [1, 2, 3]) }))).rejects.toThrow('net');
  });
});
