/** Daily deals: everybody can compute their seeds, and by what luck the bots decide (src/lodge/daily.py). */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { lanes, type Lanes } from './luck';

const keyed = (key: string, text: string) => hmac(sha256, utf8ToBytes(key), utf8ToBytes(text));

/** The seed of a game's deal of a day (2026-11-18), by a version of its rules. */
export function dailySeed(game: string, rules: number, day: string): string {
  return bytesToHex(keyed('lodge daily', `${game} ${rules} ${day}`));
}

/** By what a bot decides on a move of a daily deal; the first move is number 1. */
export function botLuck(seed: string, seat: number, number: number): Lanes {
  return lanes(keyed(seed, `lodge bot ${seat} move ${number}`));
}
