/** Nets as they are shipped: NumPy's archives (.npz), read here as far as nets need it. */
import { EngineError } from './errors';
import type { Game } from './game';
import type { Block, Module } from './module';

/** An array of a net. */
interface Part {
  type: string;
  shape: number[];
  bytes: Uint8Array<ArrayBuffer>;
}

/** The arrays of a net, in the order in which entries take them. */
export const PARTS = ['table', 'bias', 'mix', 'mix_bias', 'out', 'out_bias'] as const;
export type Net = Record<(typeof PARTS)[number], Part>;

const [DIRECTORY, ENDING] = [0x02014b50, 0x06054b50];
const TYPES: Record<string, string> = { '<i2': 'i16', '<i4': 'i32' };
/** Numbers whose bytes lie apart (lodge/site.py), by how many bytes they have, or their bits. */
const BITS = 16;
const APART: Record<number, string> = { 2: 'i16', 4: 'i32', [BITS]: 'i16' };

/** The net in an archive. */
export async function readNet(file: string, archive: Uint8Array<ArrayBuffer>): Promise<Net> {
  try {
    const packed = entriesOf(archive);
    const parts = PARTS.map(
      async (name) => [name, array(await unpacked(packed.get(`${name}.npy`)!))] as const,
    );
    return Object.fromEntries(await Promise.all(parts)) as Net;
  } catch (error) {
    throw new EngineError('net', { file }, { cause: error });
  }
}

interface Packed {
  method: number;
  bytes: Uint8Array<ArrayBuffer>;
}

/** What a zip file holds, by name. */
function entriesOf(archive: Uint8Array<ArrayBuffer>): Map<string, Packed> {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  let end = archive.length - 22;
  while (view.getUint32(end, true) !== ENDING) end--;
  const found = new Map<string, Packed>();
  let at = view.getUint32(end + 16, true);
  while (view.getUint32(at, true) === DIRECTORY) {
    const [size, name, extra, note, local] = [
      view.getUint32(at + 20, true),
      view.getUint16(at + 28, true),
      view.getUint16(at + 30, true),
      view.getUint16(at + 32, true),
      view.getUint32(at + 42, true),
    ];
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    const bytes = archive.subarray(start, start + size);
    const called = new TextDecoder().decode(archive.subarray(at + 46, at + 46 + name));
    found.set(called, { method: view.getUint16(at + 10, true), bytes });
    at += 46 + name + extra + note;
  }
  return found;
}

async function unpacked({ method, bytes }: Packed): Promise<Uint8Array<ArrayBuffer>> {
  if (method === 0) return bytes;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** An array of NumPy's: a line that says what it is, then its numbers. */
function array(file: Uint8Array<ArrayBuffer>): Part {
  const long = file[6] === 1 ? 2 : 4;
  const view = new DataView(file.buffer, file.byteOffset);
  const start = 8 + long;
  const length = long === 2 ? view.getUint16(8, true) : view.getUint32(8, true);
  const head = new TextDecoder().decode(file.subarray(start, start + length));
  const told = /'descr': '([^']+)', 'fortran_order': False, 'shape': \(([\d, ]*)\)/.exec(head);
  const shape = (told?.[2] ?? '')
    .split(',')
    .filter((one) => one.trim())
    .map(Number);
  const bytes = file.subarray(start + length);
  const apart = told?.[1] === '|u1' ? shape.shift() : undefined;
  const type = apart === undefined ? TYPES[told?.[1] ?? ''] : APART[apart];
  if (!type) throw new TypeError(`not an array of a net: ${head}`);
  if (apart === BITS) shape.push(8 * (shape.pop() ?? 0));
  return { type, shape, bytes: apart === undefined ? bytes : together(bytes, apart) };
}

/** Numbers whose bytes, or bits, lay apart, the low ones first, with the sign as their lowest bit. */
function together(planes: Uint8Array<ArrayBuffer>, parts: number): Uint8Array<ArrayBuffer> {
  const long = planes.length / parts; // of each
  const numbers =
    parts === BITS ? new Int16Array(8 * long) : parts === 2 ? new Int16Array(long) : new Int32Array(long);
  for (let i = 0; i < numbers.length; i++) {
    let told = 0;
    for (let part = parts; part--;)
      told =
        parts === BITS
          ? (told << 1) | ((planes[part * long + (i >> 3)]! >> (i & 7)) & 1)
          : (told << 8) | planes[part * long + i]!;
    numbers[i] = (told >>> 1) ^ -(told & 1);
  }
  return new Uint8Array(numbers.buffer);
}

/** A copy of a net in a module's memory. */
export function layNet(module: Module, net: Net): Record<(typeof PARTS)[number], Block> {
  const laid = PARTS.map((name) => {
    const { type, shape, bytes } = net[name];
    const block = module.rows(type, ...shape);
    module.fill(block, bytes);
    return [name, block];
  });
  return Object.fromEntries(laid) as Record<(typeof PARTS)[number], Block>;
}

const nets = new WeakMap<Game, Map<string, Promise<Net>>>();

/** A net of a game, fetched once. */
export function loaded(game: Game, file: string): Promise<Net> {
  const kept = nets.get(game) ?? new Map<string, Promise<Net>>();
  nets.set(game, kept);
  const found = kept.get(file) ?? fetched(game, file);
  kept.set(file, found);
  found.catch(() => kept.delete(file));
  return found;
}

async function fetched(game: Game, file: string): Promise<Net> {
  if (!game.net) throw new EngineError('net', { file });
  return readNet(file, await game.net(file));
}
