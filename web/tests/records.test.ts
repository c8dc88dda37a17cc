/** Matches of this browser as files, and files as matches. */
import { describe, expect, it } from 'vitest';
import { Match, toJson, verify } from '../src/engine';
import { newSeed, sealOf } from '../src/engine/luck';
import { botNamed } from '../src/lib/characters';
import type { SeatWish } from '../src/lib/protocol';
import { BOT, eachInABrowser, ME, Sitter } from './helpers/browser';
import { freshGame } from './helpers/games';

const newTab = eachInABrowser();

const records = () => import('../src/local/records');
const idIn = (route: string) => /^\/t\/([^#]+)/.exec(route)?.[1] ?? '';

async function played(wishes: SeatWish[], moves: number) {
  const here = await newTab();
  const id = await here.newMatch('dam-it', wishes, []);
  const me = here.sit(id);
  for (let made = 0; made < moves; made++) await me.move();
  await me.turn();
  return { here, id, me };
}

describe('a running match', () => {
  it('goes as a file to another device, and on there to its end', async () => {
    const { here, id } = await played([ME, BOT], 3);
    const { keptRecordFile, openRecord } = await records();
    const kept = (await here.store.get(id))!;
    const file = keptRecordFile(kept);
    expect(await openRecord(file)).toBe(`/t/${id}`); // here it is the match itself

    await here.store.remove(id);
    const route = await openRecord(file);
    expect(route).not.toContain('#');
    const found = (await here.store.get(idIn(route)))!;
    expect(found.log).toEqual(kept.log);
    expect(found.seats.map(({ kind, name, level }) => [kind, name, level])).toEqual([
      ['mine', 'Ada', null],
      ['bot', kept.seats[1]!.name, 'gentle'],
    ]);
    expect(await openRecord(file)).toBe(route);
    const me = here.sit(found.id);
    await me.until(() => me.now);
    while (await me.move());
    const verdict = verify(await freshGame('dam-it'), await here.localApi.record(found.id));
    expect(verdict.finished).toBe(true);
    expect(verdict.match.history.slice(0, kept.log.length)).toMatchObject(kept.log);
    const { gathered } = await import('../src/statistics/collect');
    expect(await gathered()).toEqual([]); // its luck was known to who had the file
  });

  it('is not opened where its luck is sealed', async () => {
    await newTab();
    const match = new Match(await freshGame('dam-it'), 2);
    match.play(match.pending[0]!, match.legal(match.pending[0]!)[0]!);
    const { openRecord, problem } = await records();
    await expect(openRecord(toJson(match.record()))).rejects.toMatchObject({ key: 'record_no_seed' });
    const error: unknown = await openRecord(toJson(match.record())).catch((found: unknown) => found);
    expect(problem(error)).toEqual(['record_running', {}]);
  });

  it('of the terminal is played on against its bots', () => {
    expect(['steady', 'Master 2', 'search', 'greedy', 'search:500ms', 'You', 'Stead'].map(botNamed)).toEqual([
      ...[
        { level: 'steady' },
        { level: 'master' },
        { level: 'steady' },
        { level: 'steady' },
        { level: 'steady' },
      ],
      ...[null, null],
    ]);
  });
});

describe('a finished match with shares of its players in the luck', () => {
  it('is watched as it was played, and saved again as it came', async () => {
    const here = await newTab();
    const nonce = newSeed();
    const shares = [{ seal: sealOf(nonce), nonce }, null];
    const match = new Match(await freshGame('dam-it'), 2, { seed: 'a server', names: ['Ada', 'Bo'], shares });
    while (match.pending.length) match.play(match.pending[0]!, match.legal(match.pending[0]!).at(-1)!);
    const file = toJson(match.record());
    const { keptRecordFile, openRecord } = await records();
    const id = idIn(await openRecord(file));
    const { frames } = await here.localApi.replay(id);
    expect(frames).toHaveLength(match.number + 1);
    expect(frames.at(-1)!.view).toEqual(match.replayView(match.number));
    expect(keptRecordFile((await here.store.get(id))!)).toBe(file);
    expect(toJson(await here.localApi.record(id))).toBe(file);
  });
});

describe('a match that is gone', () => {
  it('is gone in every page that shows it', async () => {
    const { here, id, me } = await played([ME, BOT], 2);
    const there = await newTab();
    const you = there.sit(id);
    await you.until(() => you.now);
    await here.store.remove(id);
    await Promise.all([me, you].map((one: Sitter) => one.until(() => one.closed === 4000)));
    expect(await there.store.get(id)).toBeUndefined();
    await expect(there.localApi.summary(id)).rejects.toMatchObject({ key: 'no_position' });
  });
});
