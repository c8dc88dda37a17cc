/** Nets as they are shipped: NumPy's archives (.npz), read here as far as nets need it. */
import { once } from '../lib/once';
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
const TYPES: Record<string, string> = { '<i2': 'i16', '<i4': 'i32', '|i1': 'i8', '|u1': 'u8' };

/** The net in an archive. */
export async function readNet(file: string, archive: Uint8Array<ArrayBuffer>): Promise<Net> {
  try {
    const packed = entriesOf(archive);
    const parts = PARTS.map(async (name) => [name, await part(packed, name)] as const);
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
  const type = TYPES[told?.[1] ?? ''];
  if (!type) throw new TypeError(`not an array of a net: ${head}`);
  return { type, shape, bytes: file.subarray(start + length) };
}

/** An array as it is, or of the three that it was split into (lodge/site.py). */
async function part(packed: Map<string, Packed>, name: string): Promise<Part> {
  const found = ['', '.shift', '.below'].map(async (which) => {
    const file = packed.get(`${name}${which}.npy`);
    return file && array(await unpacked(file));
  });
  const [numbers, shift, below] = await Promise.all(found);
  const whole = numbers && shift && below ? joined(numbers, shift, below) : numbers;
  if (!whole || !/^i(16|32)$/.test(whole.type)) throw new TypeError(`not an array of a net: ${name}`);
  return whole;
}

/** Numbers with the bits below them, as many in each row as `shift` says; its type is theirs. */
function joined({ shape, bytes }: Part, { type, bytes: shift }: Part, { bytes: below }: Part): Part {
  const Numbers = type === 'i16' ? Int16Array : Int32Array;
  const [numbers, shifts] = [new Numbers(new Int8Array(bytes)), new Numbers(shift.slice().buffer)];
  const long = shape.at(-1) ?? 1;
  let bit = 0;
  for (let i = 0; i < numbers.length; i++) {
    let told = numbers[i]!;
    for (let left = shifts[Math.floor(i / long)]!; left--; bit++)
      told = (told << 1) | ((below[bit >> 3]! >> (7 - (bit & 7))) & 1);
    numbers[i] = told;
  }
  return { type, shape, bytes: new Uint8Array(numbers.buffer) };
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
  return once(kept, file, () => fetched(game, file));
}

async function fetched(game: Game, file: string): Promise<Net> {
  if (!game.net) throw new EngineError('net', { file });
  return readNet(file, await game.net(file));
}
