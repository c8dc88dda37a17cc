/** Who signed a record (src/lodge/signing.py). Apart from the rest, because only whoever checks a record needs it. */
import { hashes, verify } from '@noble/ed25519';
import { sha512 } from '@noble/hashes/sha2.js?apart'; // else every page loads it with SHA-256
import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { BadRecord } from './errors';
import { signedText, type MatchRecord } from './record';

hashes.sha512 = sha512; // its own needs HTTPS

/** The public key that a record is signed with, null where it is not; BadRecord where the signature does not fit. */
export function signer(record: MatchRecord): string | null {
  if (record.signature === null) return null;
  const { key, value } = record.signature;
  let fits = false;
  try {
    fits = verify(hexToBytes(value), utf8ToBytes(signedText(record)), hexToBytes(key), { zip215: false });
  } catch (error) {
    if (!(error instanceof Error)) throw error; // no key, or no signature at all
  }
  if (!fits) throw new BadRecord('record_signature');
  return key;
}
