/**
 * A game's module, opened: its memory, laid out as its description says, and its entries. It knows no game.
 *
 * What is laid into the memory lies there until it is released, the last first (`mark`, `release`, `within`). One
 * thread works with an instance at a time; `twin` gives another instance of the same code.
 */
import type { Schema } from '../lib/decode';

type Field = readonly [type: string, offset: number, shape: readonly number[]];

/** What `module.json` says, as far as it is needed here. */
export interface Description {
  game: string;
  rules: number;
  constants: {
    SEATS: readonly [number, number];
    OPTIONS: readonly string[];
    APART: boolean;
    SECRETS: boolean;
    ACTIONS: number;
    MOST_CANDIDATES: number;
    MOST_MOVES: number;
    LINES: readonly string[];
    [name: string]: unknown;
  };
  records: Record<string, { size: number; fields: Record<string, Field> }>;
  shows: { view: Schema; event: Schema; fades: readonly string[] };
  entries: Record<string, readonly (readonly [name: string, type: string])[]>;
}

/** A record (its shape is empty) or an array in a module's memory. */
export interface Block {
  readonly at: number;
  readonly type: string;
  readonly shape: readonly number[];
}

const ALIGNED = 16;
const PAGE = 1 << 16;
const SIZES: Record<string, number> = { i8: 1, u8: 1, i16: 2, u16: 2, i32: 4, u32: 4, i64: 8 };

const up = (address: number) => Math.ceil(address / ALIGNED) * ALIGNED;
const product = (shape: readonly number[]) => shape.reduce((all, one) => all * one, 1);
type Entry = (...numbers: (number | bigint)[]) => number;

export class Module {
  readonly #code: WebAssembly.Module;
  readonly #memory: WebAssembly.Memory;
  readonly #entries: Record<string, Entry>;
  readonly #start: number;
  #top: number;

  constructor(
    code: WebAssembly.Module,
    readonly description: Description,
  ) {
    const { exports } = new WebAssembly.Instance(code, {});
    this.#code = code;
    this.#memory = exports.memory as WebAssembly.Memory;
    this.#entries = exports as unknown as Record<string, Entry>;
    this.#start = this.#top = up(Number((exports.__heap_base as WebAssembly.Global).value));
  }

  /** Compile a module and open it. */
  static async open(
    code: Uint8Array<ArrayBuffer> | ArrayBuffer | WebAssembly.Module,
    about: Description,
  ): Promise<Module> {
    const compiled = code instanceof WebAssembly.Module ? code : await WebAssembly.compile(code);
    return new Module(compiled, about);
  }

  /** Another instance of the same code, with a memory of its own. */
  twin(): Module {
    return new Module(this.#code, this.description);
  }

  /** Whether the module has an entry. */
  offers(entry: string): boolean {
    return Object.hasOwn(this.description.entries, entry);
  }

  /** How many bytes its memory has. */
  get size(): number {
    return this.#memory.buffer.byteLength;
  }

  // --- room -----------------------------------------------------------------------------------------------

  /** A record, all zero. */
  record(type: string): Block {
    return this.#lay(type, []);
  }

  /** An array, all zero. */
  rows(type: string, ...shape: number[]): Block {
    return this.#lay(type, shape);
  }

  /** Up to where the memory is taken. */
  mark(): number {
    return this.#top;
  }

  /** Give back all that was laid since. */
  release(mark: number): void {
    this.#top = mark;
  }

  /** Give back everything. */
  clear(): void {
    this.#top = this.#start;
  }

  /** Do something whose blocks are not needed afterwards. */
  within<T>(work: () => T): T {
    const mark = this.mark();
    try {
      return work();
    } finally {
      this.release(mark);
    }
  }

  #lay(type: string, shape: readonly number[]): Block {
    const at = this.#top;
    const end = at + this.#bytesOf(type) * product(shape);
    const more = end - this.size;
    if (more > 0) this.#memory.grow(Math.ceil(more / PAGE));
    new Uint8Array(this.#memory.buffer, at, end - at).fill(0);
    this.#top = up(end);
    return { at, type, shape };
  }

  #bytesOf(type: string): number {
    const size = SIZES[type] ?? this.description.records[type]?.size;
    if (size === undefined) throw new TypeError(`${this.description.game} has no ${type}`);
    return size;
  }

  // --- parts of blocks ------------------------------------------------------------------------------------

  /** One of the rows of an array. */
  row(block: Block, index: number): Block {
    const [count = 0, ...shape] = block.shape;
    if (index < 0 || index >= count) throw new RangeError(`there is no row ${index} of ${count}`);
    return { at: block.at + index * this.#bytesOf(block.type) * product(shape), type: block.type, shape };
  }

  /** Some of the rows of an array. */
  part(block: Block, first: number, count: number): Block {
    const { at } = this.row(block, first);
    if (first + count > block.shape[0]!) throw new RangeError(`there are no ${count} rows from ${first}`);
    return { at, type: block.type, shape: [count, ...block.shape.slice(1)] };
  }

  /** A field of a record. */
  field(block: Block, name: string): Block {
    const field = this.description.records[block.type]?.fields[name];
    if (!field || block.shape.length) throw new TypeError(`${block.type} has no field ${name}`);
    const [type, offset, shape] = field;
    return { at: block.at + offset, type, shape };
  }

  /** Its bytes, where they lie: to be used before anything else is laid. */
  bytes(block: Block): Uint8Array<ArrayBuffer> {
    const length = this.#bytesOf(block.type) * product(block.shape);
    return new Uint8Array(this.#memory.buffer as ArrayBuffer, block.at, length);
  }

  /** The same as numbers of 16 bits. */
  shorts(block: Block): Int16Array {
    return new Int16Array(
      this.#memory.buffer,
      block.at,
      (this.#bytesOf(block.type) * product(block.shape)) / 2,
    );
  }

  /** A copy of its bytes, outside the memory. */
  copy(block: Block): Uint8Array<ArrayBuffer> {
    return this.bytes(block).slice();
  }

  /** Write bytes into it. */
  fill(block: Block, bytes: Uint8Array): void {
    this.bytes(block).set(bytes);
  }

  /** A number of a block of numbers, or of a field of a record. */
  get(block: Block, index = 0): number {
    const [view, at] = this.#place(block, index);
    switch (block.type) {
      case 'i8':
        return view.getInt8(at);
      case 'u8':
        return view.getUint8(at);
      case 'i16':
        return view.getInt16(at, true);
      case 'u16':
        return view.getUint16(at, true);
      case 'i32':
        return view.getInt32(at, true);
      case 'u32':
        return view.getUint32(at, true);
      default:
        return Number(view.getBigInt64(at, true));
    }
  }

  /** Change it. */
  set(block: Block, value: number, index = 0): void {
    const [view, at] = this.#place(block, index);
    switch (block.type) {
      case 'i8':
      case 'u8':
        return view.setUint8(at, value);
      case 'i16':
      case 'u16':
        return view.setInt16(at, value, true);
      case 'i32':
      case 'u32':
        return view.setInt32(at, value, true);
      default:
        return view.setBigInt64(at, BigInt(value), true);
    }
  }

  /** All numbers of a block. */
  numbers(block: Block, count = product(block.shape)): number[] {
    return Array.from({ length: count }, (_, index) => this.get(block, index));
  }

  #place(block: Block, index: number): [DataView, number] {
    const size = SIZES[block.type];
    if (!size || index < 0 || index >= product(block.shape))
      throw new RangeError(`there is no number ${index} in ${block.type}[${block.shape.join()}]`);
    return [new DataView(this.#memory.buffer), block.at + index * size];
  }

  // --- calling --------------------------------------------------------------------------------------------

  /** Call an entry with numbers and blocks, as its description lists them. */
  call(name: string, ...leaves: (number | bigint | Block)[]): number {
    const takes = this.description.entries[name];
    const entry = this.#entries[name];
    if (!takes || !entry) throw new TypeError(`${this.description.game} has no entry ${name}`);
    if (takes.length !== leaves.length) throw new TypeError(`${name} takes ${takes.length} things`);
    const numbers: (number | bigint)[] = [];
    takes.forEach(([what, type], index) => {
      const leaf = leaves[index]!;
      if (typeof leaf !== 'object') numbers.push(type === 'i64' ? BigInt(leaf) : Number(leaf));
      else if (leaf.type + '[]'.repeat(leaf.shape.length) === type) numbers.push(leaf.at, ...leaf.shape);
      else throw new TypeError(`${what} of ${name} is ${type}, not ${leaf.type}[${leaf.shape.join()}]`);
    });
    return entry(...numbers);
  }
}
