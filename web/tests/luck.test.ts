import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { commitment, load, luckFor, sealOf, sharedSeed, toJson, verify } from '../src/engine';
import { signer } from '../src/engine/signature';
import { freshGame } from './helpers/games';

const read = (name: string) => readFileSync(new URL(`../../docs/fair-luck/${name}`, import.meta.url), 'utf8');
const vectors = JSON.parse(read('vectors.json'));

/** The generator of docs/fair-luck.md, which otherwise runs in the games' modules. */
function stream(lanes: readonly number[]): () => bigint {
  let [a, b, c, d] = lanes.map(BigInt) as [bigint, bigint, bigint, bigint];
  const cut = (word: bigint) => BigInt.asUintN(32, word);
  const rotate = (word: bigint, by: bigint) => cut((word << by) | (word >> (32n - by)));
  return () => {
    const [result, t] = [cut(rotate(cut(a + d), 7n) + a), cut(b << 9n)];
    [c, d] = [c ^ a, d ^ b];
    [b, a] = [b ^ c, a ^ d];
    [c, d] = [c ^ t, rotate(d, 11n)];
    return result;
  };
}

describe('the test vectors of docs/fair-luck.md', () => {
  it('commitments, seals and shared seeds', () => {
    for (const one of vectors.commitments) expect(commitment(one.seed)).toBe(one.commitment);
    for (const one of vectors.seals) expect(sealOf(one.nonce)).toBe(one.seal);
    for (const { seed, nonces, shared } of vectors.shared) {
      const shares = nonces.map((nonce: string | null) => (nonce ? { seal: sealOf(nonce), nonce } : null));
      expect(sharedSeed(seed, shares)).toBe(shared);
    }
  });

  it('streams', () => {
    for (const { seed, move, numbers } of vectors.streams) {
      const next = stream(luckFor(seed, move));
      expect(numbers.map(() => Number(next()))).toEqual(numbers);
    }
  });

  it.each(['dam-it', 'beaver-gang', 'amik', 'donnant'])('a whole record of %s, signed', async (game) => {
    const record = load(read(`${game}.json`));
    expect(toJson(record)).toBe(read(`${game}.json`));
    expect(verify(await freshGame(game), record).finished).toBe(true);
    expect(signer(record)).toBe(vectors.key.public);
    expect(signer({ ...record, signature: null })).toBe(null);
    const nonce = { ...record.shares[0]!, nonce: 'e'.repeat(64) };
    for (const [change, key] of [
      [{ seats: record.seats.map(() => 'Eve') }, 'record_signature'],
      [{ signature: { key: 'no key', value: '' } }, 'record_signature'],
    ] as const)
      expect(() => signer({ ...record, ...change })).toThrow(key);
    expect(() => load({ ...record, shares: [{ seal: 'x' }] })).toThrow('record_unreadable');
    const game_ = await freshGame(game);
    expect(() => verify(game_, { ...record, shares: [nonce, ...record.shares.slice(1)] })).toThrow(
      'record_nonce',
    );
    expect(() => verify(game_, { ...record, shares: record.shares.map(() => null) })).toThrow('record_mark');
    expect(() => verify(game_, { ...record, shares: [null] })).toThrow('record_unreadable');
  });
});
