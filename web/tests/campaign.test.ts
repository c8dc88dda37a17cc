/** Solo levels in the browser: the same bookkeeping as a server's, and both of them together. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { verify } from '../src/engine';
import type { KeepPlay, PlayInfo, Progress } from '../src/lib/protocol';
import { eachInABrowser, remembered } from './helpers/browser';
import { fixture } from './helpers/fixtures';
import { fetched, freshGame } from './helpers/games';

const SECRET = 'a-secret-of-22-letters';
const newTab = eachInABrowser();
beforeEach(() => void remembered.delete('lodge.plays'));

async function page() {
  const here = await newTab();
  const solo = await import('../src/local/solo');
  const begin = (level: number | null, again = false, secret = SECRET) =>
    solo.levelMatch('donnant', secret, 'Ada', level, again);
  const look = (secret = SECRET) => solo.progress('donnant', secret);
  return { ...here, ...solo, begin, look };
}
type Page = Awaited<ReturnType<typeof page>>;

/** A match of a level is over, with so many points more than it needed. */
async function over(here: Page, id: string | null, above: number): Promise<void> {
  const match = (await here.store.get(id!))!;
  await here.store.put({ ...match, over: true, changed: match.changed + 1, scores: [match.need! + above] });
}

const told = fixture<Progress[]>('solo');

describe('levels and campaigns', () => {
  it('stand as a server says that they do', async () => {
    const { progressOf } = await page();
    const donnant = await freshGame('donnant');
    for (const one of told) expect(progressOf(donnant, one.plays)).toEqual(one);
    expect(new Set(told.map(({ campaign }) => campaign.status)).size).toBe(4);
  });

  it('open each other, without a server', async () => {
    const here = await page();
    expect((await here.look()).levels.map((one) => one.open)).toEqual([true, ...Array(6).fill(false)]);
    await expect(here.begin(2)).rejects.toThrow('locked');
    await expect(here.begin(null)).rejects.toThrow('locked');
    const first = await here.begin(1);
    expect(await here.begin(1)).toBe(first); // it is gone on with
    const second = await here.begin(1, true);
    expect(second).not.toBe(first);
    const me = here.sit(second!);
    await me.turn();
    expect(me.info).toMatchObject({ level: 1, campaign: false, options: [], mine: [0] });
    while (await me.move());
    await me.until(() => me.info?.status === 'over');
    const [points] = me.info!.result!.scores;
    const { levels } = await here.look();
    expect(levels[0]).toMatchObject({ best: points, tries: 1, passed: points! >= levels[0]!.need });
    const record = await here.localApi.record(second!);
    expect(verify(await freshGame('donnant'), record).finished).toBe(true);
    expect((await here.look('another-secret-of-more')).levels[0]).toMatchObject({ best: null, tries: 0 });
  });

  it('make a campaign with one match for each step, which nobody escapes', async () => {
    const here = await page();
    const secret = 'who-goes-on-a-campaign';
    for (let level = 1; level <= 7; level++) await over(here, await here.begin(level, false, secret), 3);
    const [one, other] = await Promise.all([
      here.begin(null, false, secret),
      here.begin(null, false, secret),
    ]);
    expect(one).toBe(other);
    await over(here, one, 5);
    const second = await here.begin(null, false, secret);
    expect((await here.store.get(second!))!.options).toEqual(['level-2']);
    const campaign = async () => (await here.look(secret)).campaign;
    expect(await campaign()).toMatchObject({ open: true, status: 'going', level: 2, running: true });
    await here.store.remove(second!); // no second try: it counts, with nothing
    const { lines, ...after } = await campaign();
    expect(after).toMatchObject({ status: 'lost', level: 1, running: false });
    expect(lines.map(({ points, total }) => [points, total])).toEqual([
      [lines[0]!.need + 5, 5],
      [0, 5 - lines[1]!.need],
    ]);
    // What was passed stays passed when its matches are deleted.
    for (const { id, who } of await here.store.all()) if (who) await here.store.remove(id);
    expect((await here.look(secret)).levels.every((level) => level.passed)).toBe(true);
  });

  it('are kept by a server, too, and learn what it knows', async () => {
    const there: PlayInfo[] = [{ table: 'abc', level: 1, run: null, need: 52, points: 60 }];
    const sent: KeepPlay[] = [];
    const here = await page();
    const answer = (value: unknown) => new Response(JSON.stringify(value));
    vi.stubGlobal('fetch', async (address: string, request?: RequestInit) => {
      if (!address.startsWith('/api/')) return fetched(address);
      if (address.endsWith('/records')) {
        const wish = JSON.parse(String(request?.body)) as KeepPlay;
        sent.push(wish);
        const name = `r${String(wish.record.commitment).slice(0, 15)}`;
        there.push({ table: name, level: wish.level, run: wish.run, need: 58, points: 70 });
      }
      return answer({ game: 'donnant', levels: [], campaign: null, plays: there });
    });
    const secret = 'who-has-been-here-long';
    expect((await here.look(secret)).levels.map((one) => one.open).slice(0, 3)).toEqual([true, true, false]);
    await over(here, await here.begin(2, false, secret), 12);
    expect((await here.look(secret)).levels.map((one) => one.open).slice(0, 4)).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(sent.map(({ level, player }) => [level, player])).toEqual([[2, secret]]);
    const { plays } = await here.look(secret);
    expect(plays).toHaveLength(2); // it is not counted twice
    expect(sent).toHaveLength(1);
    there.push({ table: 'def', level: 3, run: null, need: 61, points: null });
    await here.look(secret);
    expect(await here.begin(3, false, secret)).toBeNull(); // the server's match goes on there
  });
});
