/** Who I am at the server: tables that this browser knows are claimed, a removed device starts anew, settings follow me. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { browser, remembered } from './helpers/browser';

const asked: { path: string; body: Record<string, unknown> }[] = [];
let answers: { status?: number; json: unknown }[] = [];

const NOTHING = { running: [], over: [], more: false };

beforeEach(() => {
  vi.resetModules();
  remembered.clear();
  browser();
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('document', { documentElement: { dataset: {} }, querySelector: () => null });
  [asked.length, answers] = [0, []];
  vi.stubGlobal('fetch', (path: string, request: RequestInit) => {
    asked.push({ path, body: JSON.parse(request.body as string) as Record<string, unknown> });
    const { status = 200, json } = answers.shift() ?? { json: NOTHING };
    return Promise.resolve(new Response(JSON.stringify(json), { status }));
  });
});

const TOKEN = 'x'.repeat(22);
const REMOVED = { status: 403, json: { code: 'removed_device', message: '', details: {}, ref: null } };

describe('my games', () => {
  it('claims each table once, and none that is this browser’s own', async () => {
    const { keepTable } = await import('../src/lib/storage');
    const { myGames } = await import('../src/lib/games');
    keepTable('there', { game: 'dam-it', tokens: [TOKEN] });
    keepTable('watched', { game: 'dam-it' });
    keepTable('local-1', { game: 'dam-it', tokens: [TOKEN] });
    await myGames();
    await myGames({ forgotten: true });
    expect(asked.map(({ body }) => body['claims'])).toEqual([[{ table: 'there', tokens: [TOKEN] }], []]);
    expect(asked[1]?.body['forgotten']).toBe(true);
  });

  it('is claimed again by whoever plays here next', async () => {
    const { claimAgain, keepTable } = await import('../src/lib/storage');
    const { myGames } = await import('../src/lib/games');
    keepTable('there', { game: 'dam-it', tokens: [TOKEN] });
    await myGames();
    claimAgain();
    await myGames();
    expect(asked[1]?.body['claims']).toHaveLength(1);
  });

  it('starts anew where another device has removed this one', async () => {
    const { keepTable, keptTable } = await import('../src/lib/storage');
    const { player } = await import('../src/lib/player');
    const { myGames } = await import('../src/lib/games');
    keepTable('there', { game: 'dam-it', tokens: [TOKEN], mine: [0] });
    const before = player();
    answers = [REMOVED];
    await myGames();
    expect(player()).not.toBe(before);
    expect(asked.map(({ body }) => body['player'])).toEqual([before, player()]);
    expect(keptTable('there')?.tokens).toEqual([]);
  });

  it('takes a match off the list, and says what else went wrong', async () => {
    const { keepTable, keptTable } = await import('../src/lib/storage');
    const { forgetGame } = await import('../src/lib/games');
    keepTable('there', { game: 'dam-it', tokens: [TOKEN] });
    await forgetGame('there', true);
    expect(keptTable('there')?.forgotten).toBe(true);
    answers = [{ status: 404, json: { code: 'unknown_table', message: 'no', details: {}, ref: null } }];
    await expect(forgetGame('elsewhere', true)).rejects.toThrow('no');
    expect(keptTable('elsewhere')).toBeUndefined();
  });
});

describe('a profile', () => {
  it('is told to nobody before there is a second device', async () => {
    const { share } = await import('../src/me/profile');
    answers = [{ json: { profile: null, devices: [] } }];
    await share();
    expect(asked[0]?.body['profile']).toBeNull();
  });

  it('is heard where nothing was changed here, and told where something was', async () => {
    const { remember, share } = await import('../src/me/profile');
    const { settings } = await import('../src/lib/settings.svelte');
    remember();
    const there = { name: 'Ada', character: 'otter', settings: { pace: 'slow' } };
    answers = [{ json: { profile: there, devices: [] } }];
    await share();
    expect([settings.name, settings.character, remembered.get('lodge.pace')]).toEqual([
      'Ada',
      'otter',
      'slow',
    ]);
    settings.name = 'Ada L.';
    answers = [{ json: { profile: { ...there, name: 'Ada L.' }, devices: [] } }];
    await share();
    expect(asked[1]?.body['profile']).toMatchObject({ name: 'Ada L.', character: 'otter' });
    answers = [{ json: { profile: { ...there, name: 'Ada L.' }, devices: [] } }];
    await share();
    expect(asked[2]?.body['profile']).toBeNull();
  });
});

it.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox · Linux'],
  ['Mozilla/5.0 (Linux; Android 10; K) Chrome/142.0 Mobile Safari/537.36', 'Chrome · Android'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1', 'Safari · iPhone'],
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/142.0 Safari/537.36 Edg/142.0', 'Edge · Windows'],
  ['something else', ''],
])('calls %s by what it is', async (agent, name) => {
  const { deviceName } = await import('../src/me/device');
  expect(deviceName(agent)).toBe(name);
});

describe('a page that is open', () => {
  it('tells when time runs short as the server would', async () => {
    const { shortAt } = await import('../src/shell/clocks');
    const [hour, end] = [3600, 1_000_000_000_000];
    expect(shortAt(120, end)).toBe(null); // whoever plays by this clock is there
    expect(shortAt(4 * hour, end)).toBe(end - hour * 1000);
    expect(shortAt(7 * 24 * hour, end)).toBe(end - 12 * hour * 1000);
  });
});
