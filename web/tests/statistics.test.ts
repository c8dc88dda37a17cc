/** What lines of the statistics add up to, and how they travel. */
import { describe, expect, it } from 'vitest';
import { by, levels, monthOf, monthsTo, over, records, sum } from '../src/statistics/figures';
import { BadFile, fresh, fromJson, toCsv, toJson } from '../src/statistics/files';
import type { Result } from '../src/statistics/results';
import { BOT, eachInABrowser, ME } from './helpers/browser';
import { result } from './helpers/results';

let count = 0;
const line = (more: Partial<Result>) => result({ id: `m${++count}`, begun: count, ended: count, ...more });

describe('figures', () => {
  const lines = over([
    line({ points: 40, won: true, moves: 25 }),
    line({ points: 60, won: true, moves: 20 }),
    line({ points: 70, won: false, moves: 15 }),
    line({ points: 55, won: true, moves: null }),
    line({ points: 90, won: null, against: 'alone', level: 2, need: 80 }),
    line({ points: 70, won: null, against: 'alone', level: 2, need: 80 }),
    line({ points: null, won: null, against: 'shared' }),
    line({ ended: null, points: null }),
  ]);

  it('leave out what cannot be won or has no points', () => {
    expect(lines).toHaveLength(7);
    expect(sum(lines)).toEqual({ matches: 7, wins: 3, winnable: 4, points: 385 / 6 });
    expect(sum([])).toEqual({ matches: 0, wins: 0, winnable: 0, points: null });
    expect([...by(lines, ({ against }) => against).keys()]).toEqual(['steady', 'alone', 'shared']);
  });

  it('know the best, the quickest win and the wins in a row', () => {
    const most = records(lines, true);
    expect([most.best!.points, most.quickest!.moves, most.longest, most.current]).toEqual([70, 20, 2, 1]);
    expect(records(lines, false).best!.points).toBe(40);
    expect(records([], true)).toEqual({ best: null, quickest: null, longest: 0, current: 0 });
  });

  it('know months and solo levels', () => {
    const ended = new Date(2026, 0, 31, 23, 59).getTime();
    expect(monthOf({ ...lines[0]!, ended })).toBe('2026-01');
    expect(monthsTo('2026-02', 3)).toEqual(['2025-12', '2026-01', '2026-02']);
    expect(levels(lines)).toEqual([{ level: 2, tries: 2, passed: 1, best: 90, need: 80 }]);
  });
});

describe('files', () => {
  it('bring in what is new, and nothing twice', () => {
    const [one, two] = [line({}), line({ day: '2026-11-18', master: { points: 60, won: true } })];
    expect(fromJson(toJson([one, two]))).toEqual([one, two]);
    const older = toJson([one]).replace(/"ending": null,?/, ''); // before it said how it ended
    expect(fromJson(older)).toEqual([one]);
    expect(fresh([one], [one, two, two])).toEqual([two]);
    expect(fresh([one, { ...two, ended: null }], [two])).toEqual([two]);
    expect(fresh([one, { ...two, master: null }], [two])).toEqual([two]);
    expect(
      fresh(
        [two],
        [
          { ...two, master: null },
          { ...two, ended: null },
        ],
      ),
    ).toEqual([]);
    const earlier = { ...two, begun: two.begun - 5, points: 1 };
    expect(fresh([two], [earlier])).toEqual([earlier]); // the first try counts
    expect(fresh([earlier], [two])).toEqual([]);
  });

  it.each(['', '[]', 'null', '{}', '{"lodge_statistics": 1}', '{"lodge_statistics":1,"results":[{"id":1}]}'])(
    'that hold something else are refused: %s',
    (text) => expect(() => fromJson(text)).toThrow(BadFile),
  );

  it('of a later version say so', () => {
    expect(() => fromJson('{"lodge_statistics": 2, "results": []}')).toThrow(/version/);
  });

  it('are tables for spreadsheets, too', () => {
    const [head, row] = toCsv([line({ id: '=a,"b"', begun: 0, ended: null })]).split('\r\n');
    expect(head).toMatch(/^id,game,begun,ended,.*,day,master_points,master_won$/);
    expect(row).toMatch(/^"'=a,""b""",dam-it,1970-01-01T00:00:00.000Z,,2,steady,50,false,/);
  });
});

describe('lines', () => {
  const newTab = eachInABrowser();

  it('stay when a match is deleted, and do not come back when they are', async () => {
    const here = await newTab();
    const [{ gathered, forgetBefore }, { removeResults }, { keptRecordFile, openRecord }] = await Promise.all(
      [
        import('../src/statistics/collect'),
        import('../src/statistics/results'),
        import('../src/local/records'),
      ],
    );
    await removeResults();
    const id = await here.newMatch('dam-it', [ME, BOT], []);
    const me = here.sit(id);
    while (await me.move());
    await me.until(() => me.info?.status === 'over');
    const [own] = await gathered();
    expect(own).toMatchObject({
      id,
      against: 'gentle',
      day: null,
      won: me.info!.result!.winners.includes(0),
    });
    expect(own!.moves).toBe(me.log.filter(({ seat }) => seat === 0).length);

    const file = keptRecordFile((await here.store.get(id))!);
    expect(await openRecord(file)).toBe(`/t/${id}#replay`);
    await here.store.remove(id);
    expect(await openRecord(file)).not.toContain(id);
    expect(await gathered()).toEqual([own]); // a match that came as a file is not mine

    await here.store.put({ ...(await here.store.all())[0]!, id, seed: 'another' });
    forgetBefore(Date.now() + 1);
    await removeResults();
    expect(await gathered()).toEqual([]);
  });
});
