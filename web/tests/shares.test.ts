import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { sealOf } from '../src/engine';
import type { ClientMessage, SeatInfo, TableInfo } from '../src/lib/protocol';
import { browser, remembered } from './helpers/browser';
import { seat } from './helpers/seats';

const info = (seats: SeatInfo[], more: Partial<TableInfo> = {}) =>
  ({ id: 'abc', status: 'lobby', seats, mine: [0], host: true, commitment: null, ...more }) as TableInfo;

/** A page that has just been loaded: all it remembers is in the browser's storage. */
async function page() {
  vi.resetModules();
  const shares = await import('../src/lib/shares');
  const said = (now: TableInfo) => {
    const sent: ClientMessage[] = [];
    shares.takePart(now, (message) => sent.push(message));
    return sent;
  };
  return { ...shares, said };
}

describe('my share in the luck', () => {
  beforeEach(() => {
    remembered.clear();
    browser();
  });

  it('is sealed once for each of my seats and for bots, and revealed after the server has committed', async () => {
    const first = await page();
    const lobby = [seat(0), seat(1), seat(2, { kind: 'bot' })];
    const sent = first.said(info(lobby)) as { type: string; seat: number; seal: string }[];
    expect(sent.map(({ type, seat }) => [type, seat])).toEqual([
      ['seal', 0],
      ['seal', 2],
    ]);
    expect(first.said(info(lobby))).toEqual(sent); // not confirmed yet: the same once more
    expect(first.said(info(lobby, { host: false, mine: [] }))).toEqual([]);
    const sealed = lobby.map((one) => ({
      ...one,
      seal: sent.find((m) => m.seat === one.seat)?.seal ?? null,
    }));
    expect(first.said(info(sealed))).toEqual([]);
    const again = await page(); // a reload
    expect(again.said(info(sealed))).toEqual([]);
    const shown = again.said(info(sealed, { commitment: 'c' })) as { type: string; nonce: string }[];
    expect(shown.map(({ type }) => type)).toEqual(['reveal', 'reveal']);
    expect(shown.map(({ nonce }) => sealOf(nonce))).toEqual(sent.map(({ seal }) => seal));
    const revealed = sealed.map((one) => ({ ...one, nonce: one.seal && shown[0]!.nonce }));
    expect(again.said(info(revealed, { commitment: 'c' }))).toEqual([]);

    const shares = sent.map(({ seal }, number) => ({ seal, nonce: shown[number]!.nonce }));
    expect(again.leftOut('abc', [shares[0]!, null, shares[1]!])).toBe(false);
    expect(again.leftOut('abc', [shares[0]!, null, { seal: shares[1]!.seal }])).toBe(true);
    expect(again.leftOut('abc', [shares[0]!, null, null])).toBe(true);
    expect(again.leftOut('another', [])).toBe(false);
  });

  it('is sealed anew by a browser that has forgotten it, but two devices do not quarrel', async () => {
    const { said } = await page();
    const other = [seat(0, { seal: 'f'.repeat(64) })];
    expect(said(info(other)).map(({ type }) => type)).toEqual(['seal']);
    expect(said(info(other))).toEqual([]);
    expect(said(info(other, { commitment: 'c' }))).toEqual([]); // nothing to reveal
  });

  it('is no matter of tables in this browser; a rematch has seals of my seats, and of bots where I am alone', async () => {
    const { said, rematch } = await page();
    expect(said(info([seat(0)], { id: 'local-1' }))).toEqual([]);
    expect(rematch(info([seat(0)], { id: 'local-1' }))).toEqual({ type: 'rematch' });
    const given = (...seats: SeatInfo[]) =>
      rematch(info(seats, { mine: [0], host: false })).seals?.map(Boolean);
    expect(given(seat(0), seat(1), seat(2, { kind: 'bot' }))).toEqual([true, false, false]);
    expect(given(seat(0), seat(1, { kind: 'bot' }))).toEqual([true, true]);
  });
});

describe('the check at the end of a match', () => {
  const record = JSON.parse(
    readFileSync(new URL('../../docs/fair-luck/dam-it.json', import.meta.url), 'utf8'),
  );
  const [share] = record.shares as { seal: string; nonce: string }[];

  /** What the page finds that has kept this of the table, when the table tells this seal now. */
  async function finds(
    kept: { commitment?: string; seals?: string[] },
    told = record.commitment,
    given = record,
  ) {
    vi.resetModules();
    remembered.clear();
    browser();
    remembered.set('lodge.nonces', JSON.stringify({ [share!.seal]: share!.nonce, mine: 'f'.repeat(64) }));
    const [{ checkLuck }, { keepTable }] = await Promise.all([
      import('../src/local/verify'),
      import('../src/lib/storage'),
    ]);
    keepTable('abc', kept);
    const found = await checkLuck('abc', given, told);
    return found.fair ? [found.shared, found.missing] : found.error.key;
  }

  it('is content with what was shown first, and with my share in it', async () => {
    expect(await finds({ commitment: record.commitment, seals: [share!.seal] })).toEqual([true, false]);
    expect(await finds({})).toEqual([true, false]); // who only looked on
  });

  it('finds a server out that shows another seal in the end, or has left my share out', async () => {
    const other = 'f'.repeat(64);
    expect(await finds({ commitment: other })).toBe('record_commitment');
    expect(await finds({ commitment: record.commitment }, other)).toBe('record_commitment');
    expect(await finds({ commitment: record.commitment, seals: ['mine'] })).toEqual([true, true]);
    const eve = { ...record, seats: record.seats.map(() => 'Eve') };
    expect(await finds({ commitment: record.commitment }, record.commitment, eve)).toBe('record_signature');
  });
});
