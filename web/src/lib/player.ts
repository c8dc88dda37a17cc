/**
 * Who I am: a secret that this browser made, silently. The server knows its hash. Another device becomes mine by a link
 * that works once; it has a secret of its own, which can be taken away again.
 */
import { forgetSeats, keep, newToken } from './storage';

const SECRET = /^[\w-]{22,64}$/;
let known: string[] = [];

/** All secrets that this browser has, the one in use first: none that a link replaced is lost. */
export function players(): string[] {
  const kept = (keep.get('players') ?? '').split(' ').filter((one) => SECRET.test(one));
  if (kept.length) known = kept;
  return known;
}

/** Play on as whoever has this secret. */
export function playAs(secret: string): void {
  known = [secret, ...players().filter((one) => one !== secret)];
  keep.set('players', known.join(' '));
}

/** The secret in use; a new one the first time. */
export function player(): string {
  if (!players().length) playAs(newToken());
  return players()[0] ?? '';
}

/** Another device has removed this one: its seats are not mine any more, and I am somebody new. */
export function startAnew(): void {
  known = players().slice(1);
  keep.set('players', known.join(' '));
  forgetSeats();
}

/** What a link for another device carries behind its #, where no server sees it. */
export function linkIn(hash: string): string | null {
  const found = /^#device=(.+)$/.exec(hash)?.[1] ?? '';
  return SECRET.test(found) ? found : null;
}
