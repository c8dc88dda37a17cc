/** Who plays alone: a secret that this browser made, or took over by a link. The server knows its hash. */
import { keep, newToken } from './keep';

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

/** The secret that a link carries behind its #, where no server sees it. */
export function secretIn(hash: string): string | null {
  const found = /^#player=(.+)$/.exec(hash)?.[1] ?? '';
  return SECRET.test(found) ? found : null;
}
