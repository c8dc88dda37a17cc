/**
 * Fair luck: a secret seed, a commitment to it, and a stream for every move (src/lodge/fairness.py).
 *
 * All of it at once and without `crypto.subtle`, which pages have only over HTTPS.
 */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Block, Module } from './module';

/** The set-up draws as move 0, the first move as move 1. */
export const DEAL = 0;

/** The lanes of a stream of luck from which nothing has been drawn. */
export type Lanes = readonly [number, number, number, number];

/** A secret seed of 256 bits. */
export function newSeed(): string {
  return bytesToHex(crypto.getRandomValues(new Uint8Array(32)));
}

/** What is shown of a seed before it is revealed. */
export function commitment(seed: string): string {
  return bytesToHex(sha256(concatBytes(utf8ToBytes('lodge commitment\0'), utf8ToBytes(seed))));
}

/** A seat's share in the luck: the seal of its nonce, and the nonce once it is revealed. */
export interface Share {
  seal: string;
  nonce?: string;
}

/** By seat; null: the seat has no share. */
export type Shares = readonly (Share | null)[];

/** What is shown of a player's nonce before it is revealed. */
export const sealOf = (nonce: string): string => hash(`lodge nonce\0${nonce}`);

/** The seed that all luck comes from: of the match's own, and of all nonces that were revealed. */
export function sharedSeed(seed: string, shares: Shares): string {
  if (!shares.some((share) => share?.nonce)) return seed;
  const told = ['lodge nonces', ...shares.map((share) => share?.nonce ?? '-')].join(' ');
  return bytesToHex(hmac(sha256, utf8ToBytes(seed), utf8ToBytes(told)));
}

/** A hash of a text, in hexadecimal digits. */
export function hash(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

/** The luck of every move of a match. */
export class LuckSource {
  readonly #keyed;

  constructor(seed: string) {
    this.#keyed = hmac.create(sha256, utf8ToBytes(seed));
  }

  /** The luck of one move. */
  of(number: number): Lanes {
    return lanes(
      this.#keyed
        .clone()
        .update(utf8ToBytes(`lodge move ${number}`))
        .digest(),
    );
  }
}

/** The luck of one move. */
export function luckFor(seed: string, number: number): Lanes {
  return new LuckSource(seed).of(number);
}

/** Lanes from the first 16 bytes of a hash; all zero, which no stream can leave, becomes something else. */
export function lanes(key: Uint8Array): Lanes {
  const view = new DataView(key.buffer, key.byteOffset);
  const [a, b, c, d] = [0, 4, 8, 12].map((at) => view.getUint32(at, true)) as [
    number,
    number,
    number,
    number,
  ];
  return [a | b | c | d ? a : 1, b, c, d];
}

/** Lay a stream of luck into a module's memory. */
export function plant(module: Module, luck: Block, lanes: Lanes): void {
  const lane = module.field(luck, 'lane');
  lanes.forEach((value, i) => module.set(lane, value, i));
  module.set(module.field(luck, 'drawn'), 0);
}
