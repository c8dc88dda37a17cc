/**
 * My share in the luck of a match at a server: a nonce for each of my seats, sealed in the lobby and revealed when the
 * server has shown its own seal (docs/fair-luck.md). The host's browser does it for bots.
 */
import { newSeed, sealOf } from '../engine/luck';
import { ASIDE } from './connection';
import { isLocal } from './local';
import { keep, keepTable, keptTable } from './storage';
import type { ClientMessage, Rematch, SeatInfo, TableInfo } from './protocol';

const MOST = 60;

/** Nonces by their seals; also those that a browser without storage could not keep. */
let nonces: Record<string, string> | null = null;
/** What was sealed for a seat and whoever sits there. */
const sealed = new Map<string, string>();

function kept(): Record<string, string> {
  try {
    nonces ??= JSON.parse(keep.get('nonces') ?? '{}') as Record<string, string>;
  } catch {
    nonces = {};
  }
  return nonces;
}

/** A new nonce, of which only the seal is told. */
export function newSeal(): string {
  const nonce = newSeed();
  const seal = sealOf(nonce);
  const all = Object.entries({ ...kept(), [seal]: nonce }).slice(-MOST);
  keep.set('nonces', JSON.stringify((nonces = Object.fromEntries(all))));
  return seal;
}

/** The wish for a rematch, with seals for my seats, and of bots where I am the host or alone. */
export function rematch({ id, seats, mine, host }: TableInfo, lobby = false): Rematch {
  if (isLocal(id)) return { type: 'rematch' };
  const bots = host || seats.every(({ kind, seat }) => kind !== 'human' || mine.includes(seat));
  const own = ({ seat, kind }: SeatInfo) => mine.includes(seat) || (bots && kind === 'bot');
  return { type: 'rematch', lobby, seals: seats.map((one) => (own(one) ? newSeal() : '')) };
}

/** Seal and reveal what is mine; remember what was shown, for the end. */
export function takePart(info: TableInfo, send: (message: ClientMessage) => void): void {
  const { id, commitment, status } = info;
  if (isLocal(id)) return;
  const own = info.seats.filter(
    ({ seat, kind }) => info.mine.includes(seat) || (info.host && kind === 'bot'),
  );
  if (commitment !== null && own.length && !keptTable(id)?.commitment) {
    const seals = own.flatMap(({ seal }) => (seal && kept()[seal] ? [seal] : []));
    keepTable(id, { commitment, seals });
  }
  if (status !== 'lobby') return;
  for (const { seat, kind, name, seal, nonce } of own) {
    const known = seal ? kept()[seal] : undefined;
    if (commitment !== null) {
      if (known && nonce === null) send({ type: 'reveal', seat, nonce: known, ref: ASIDE });
      continue;
    }
    const who = [id, seat, kind, name].join(' ');
    if (known || (seal && sealed.has(who))) continue; // another device of mine has sealed it
    sealed.set(who, sealed.get(who) ?? newSeal());
    send({ type: 'seal', seat, seal: sealed.get(who)!, ref: ASIDE });
  }
}

/** Whether a share that my browser had in a match is not in its luck. */
export function leftOut(id: string, shares: readonly ({ seal: string; nonce?: string } | null)[]): boolean {
  const used = new Map(shares.flatMap((share) => (share ? [[share.seal, share.nonce]] : [])));
  return (keptTable(id)?.seals ?? []).some((seal) => used.get(seal) !== kept()[seal]);
}
