/** What the browser remembers, all under "lodge."; a browser that refuses storage just forgets. */
import { PUZZLE } from './local';

const PREFIX = 'lodge.';

export const keep = {
  get(name: string): string | null {
    try {
      return localStorage.getItem(PREFIX + name);
    } catch {
      return null;
    }
  },
  set(name: string, value: string): void {
    try {
      localStorage.setItem(PREFIX + name, value);
    } catch {
      // It is forgotten.
    }
  },
};

/** A table that this browser has been at; the tokens are its secrets there. */
export interface KeptTable {
  id: string;
  game: string;
  tokens: string[];
  over: boolean;
  /** The seats that are played here, as far as was seen. */
  mine?: number[];
  /** The last position shown. */
  seen?: number;
  /** Seats that others may take over: their secrets, to be handed on. */
  others?: { seat: number; token: string }[];
  /** The seal of the match's seed as it was shown first, and those of my shares in the luck. */
  commitment?: string;
  seals?: string[];
  /** The names of those whom this browser does not want to hear there. */
  muted?: string[];
  /** A first game, with a guide. */
  guide?: boolean;
  /** The server knows that it is among my games; it was taken off their list. */
  claimed?: boolean;
  forgotten?: boolean;
}

const MOST_TABLES = 30;

export function tables(): KeptTable[] {
  try {
    const kept: unknown = JSON.parse(keep.get('tables') ?? '[]');
    return Array.isArray(kept) ? (kept as KeptTable[]) : [];
  } catch {
    return [];
  }
}

export function keptTable(id: string): KeptTable | undefined {
  return tables().find((kept) => kept.id === id);
}

/** Remember a table, or more about it; newest first. */
export function keepTable(id: string, more: Partial<KeptTable>): KeptTable {
  const before = keptTable(id) ?? { id, game: '', tokens: [], over: false };
  const kept = { ...before, ...more, tokens: [...new Set([...before.tokens, ...(more.tokens ?? [])])] };
  const others = tables().filter((other) => other.id !== id);
  if (id !== PUZZLE) keep.set('tables', JSON.stringify([kept, ...others].slice(0, MOST_TABLES)));
  return kept;
}

export function forgetTable(id: string): void {
  keep.set('tables', JSON.stringify(tables().filter((kept) => kept.id !== id)));
}

const keepTables = (change: (kept: KeptTable) => KeptTable) =>
  keep.set('tables', JSON.stringify(tables().map(change)));

/** The seats' secrets are given up: they belong to somebody else now. */
export const forgetSeats = () => keepTables((kept) => ({ ...kept, tokens: [], mine: [] }));

/** The server is told of all tables again: somebody else plays here. */
export const claimAgain = () => keepTables((kept) => ({ ...kept, claimed: false }));

/** A new secret: 128 random bits in base64url. */
export function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
