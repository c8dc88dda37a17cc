/** Deals of the day: their seeds, days in a row, and that everybody meets the same opponents. */
import { describe, expect, it } from 'vitest';
import { after, isDay, isOpen, month, monthAfter, noon, streaks, today } from '../src/daily/days';
import { rival } from '../src/daily/rival';
import { Bot, botLuck, dailySeed, Match } from '../src/engine';
import { dealAt, dealId } from '../src/lib/local';
import type { Result } from '../src/statistics/results';
import { eachInABrowser, remembered } from './helpers/browser';
import { fixture } from './helpers/fixtures';
import { freshGame } from './helpers/games';

interface Dealt {
  game: string;
  rules: number;
  day: string;
  seats: number;
  bots: string | null;
  master: string;
  options: string[];
  seed: string;
  moves: string[];
}
const { deals } = fixture<{ deals: Dealt[] }>('daily');

describe('days', () => {
  it('are dates of the calendar where the player is', () => {
    expect(today(new Date(2026, 10, 18, 0, 5))).toBe('2026-11-18');
    expect(today(new Date(2026, 10, 18, 23, 55))).toBe('2026-11-18');
    expect(after('2026-12-31')).toBe('2027-01-01');
    expect(after('2028-02-28')).toBe('2028-02-29');
    expect(after('2026-03-29', -1)).toBe('2026-03-28'); // clocks change
    expect(today(noon('2026-10-25'))).toBe('2026-10-25');
    for (const wrong of ['', '2026-2-3', '2026-02-30', '2026-13-01', 'today', '2026-11-18T00'])
      expect(isDay(wrong), wrong).toBe(false);
    expect(isDay('2028-02-29')).toBe(true);
  });

  it('fill a month that begins on its weekday', () => {
    expect(month('2026-11')).toMatchObject({ begins: 6 }); // a Sunday
    expect(month('2026-11').days).toHaveLength(30);
    expect(month('2028-02').days.at(-1)).toBe('2028-02-29');
    expect([monthAfter('2026-12', 1), monthAfter('2026-01', -1)]).toEqual(['2027-01', '2025-12']);
  });

  it('count as long as it is that day somewhere on Earth, and not before', () => {
    const at = (time: string) => isOpen('2026-11-18', Date.parse(time));
    expect(at('2026-11-17T09:59:59Z')).toBe(false);
    expect(at('2026-11-17T10:00:00Z')).toBe(true); // Kiritimati
    expect(at('2026-11-19T11:59:59Z')).toBe(true); // Baker Island
    expect(at('2026-11-19T12:00:00Z')).toBe(false);
  });

  it('in a row are a streak, which today may still continue', () => {
    const days = ['2026-10-30', '2026-10-31', '2026-11-01', '2026-11-16', '2026-11-17'];
    expect(streaks(days, '2026-11-18')).toEqual({ current: 2, longest: 3 });
    expect(streaks([...days, '2026-11-18'], '2026-11-18')).toEqual({ current: 3, longest: 3 });
    expect(streaks(days, '2026-11-19')).toEqual({ current: 0, longest: 3 });
    // Who flies west lives a day twice, and has played it already.
    expect(streaks([...days, '2026-11-18'], '2026-11-17')).toEqual({ current: 2, longest: 3 });
    expect(streaks([], '2026-11-18')).toEqual({ current: 0, longest: 0 });
  });
});

describe('the deal of a day', () => {
  it('has a table of its own, and practice others', () => {
    const deal = { game: 'dam-it', rules: 1, day: '2026-11-18' };
    expect(dealAt(dealId(deal))).toEqual({ ...deal, tried: 1 });
    expect(dealAt(dealId(deal, 3))).toEqual({ ...deal, tried: 3 });
    expect(dealAt('local-AAAA')).toBeNull();
  });

  it.each(deals.map((deal) => [deal.game, deal] as const))(
    'of %s is the one that Python deals, against the same opponents',
    async (_, { game, rules, day, seats, options, bots, seed, moves }) => {
      expect(dailySeed(game, rules, day)).toBe(seed);
      const opened = await freshGame(game);
      const match = new Match(opened, seats, { seed, options });
      expect(bots === null).toBe(moves.length === 0);
      const bot = await Bot.open(opened, bots ?? 'random', seats);
      for (const told of moves) {
        const seat = match.pending[0]!;
        const luck = botLuck(seed, seat, match.number + 1);
        match.play(seat, bot.decideNow(match.state, seat, luck));
        expect(match.history.at(-1)).toEqual({ seat: Number(told[0]), text: told.slice(2) });
      }
    },
  );

  it('is played by master the same every time', async () => {
    const { game, ...deal } = deals.find((one) => one.game === 'beaver-gang')!;
    const told: number[] = [];
    const play = async () =>
      rival(await freshGame(game), { ...deal, game, master: 'master:200' }, (moves) => told.push(moves));
    const first = await play();
    expect(first.points).toEqual(expect.any(Number));
    const moves = told.splice(0);
    expect(moves).toEqual(moves.map((_, i) => i + 1));
    expect(await play()).toEqual(first);
  });
});

describe('at the table of a deal', () => {
  const DAY = '2026-11-18';
  const newPage = eachInABrowser();

  async function newTab() {
    const here = await newPage();
    const [daily, results, noting] = await Promise.all([
      import('../src/daily/deals'),
      import('../src/statistics/results'),
      import('../src/statistics/collect'),
    ]);
    return { ...here, ...daily, ...results, ...noting };
  }

  it('the first try counts, bots answer the same to the same moves, and the rest is practice', async () => {
    remembered.delete('lodge.bots'); // those of the deal
    const here = await newTab();
    const game = here.gameOf('beaver-gang')!;
    const id = await here.tableFor(game, DAY, 'Ada');
    expect(await here.tableFor(game, DAY, 'Ada')).toBe(id);
    expect(here.dayOf(game, DAY, await here.results(), new Set([id])).state).toBe('going');
    expect(here.dayOf(game, DAY, await here.results(), new Set()).state).toBe('left');
    const me = here.sit(id);
    await me.turn();
    expect(me.info!.seats.map(({ level }) => level)).toEqual([null, 'steady', 'steady']);
    for (const type of ['resign', 'rematch'] as const)
      expect(await me.answer('failure', { type, seat: 0 } as never)).toMatchObject({ code: 'not_now' });
    while (await me.move());
    await me.until(() => me.info?.status === 'over');
    const [line, ...more] = await here.gathered();
    expect(more).toEqual([]);
    expect(line).toMatchObject({ id, day: DAY, against: 'steady', seats: 3, hinted: false });
    expect(line!.points).toBe(me.info!.result!.scores[0]);
    expect(line!.won).toBe(me.info!.result!.winners.includes(0));

    const practice = await here.tableFor(game, DAY, 'Ada');
    expect(practice).toBe(`${id}-t2`);
    const again = here.sit(practice);
    while (await again.move());
    await again.until(() => again.info?.status === 'over');
    expect(again.log.map(({ seat, text }) => `${seat} ${text}`)).toEqual(
      me.log.map(({ seat, text }) => `${seat} ${text}`),
    );
    expect(await here.gathered()).toEqual([line]);
    await here.store.remove(id);
    expect(await here.tableFor(game, DAY, 'Ada')).toBe(`${id}-t3`);
  });

  it('a hint leaves a mark', async () => {
    const here = await newTab();
    const id = await here.tableFor(here.gameOf('dam-it')!, DAY, 'Ada');
    const me = here.sit(id);
    await me.turn();
    await me.answer('hint_answer', { type: 'hint', seat: 0 });
    expect((await here.store.get(id))!.hinted).toBe(true);
    while (await me.move());
    expect((await here.gathered()).find((line) => line.id === id)).toMatchObject({ hinted: true });
  });

  it('where several act at once, bots wait for who plays, and what they followed stays', async () => {
    const here = await newTab();
    const id = await here.tableFor(here.gameOf('donnant')!, DAY, 'Ada');
    const me = here.sit(id);
    for (let i = 0; i < 40 && (await me.move()); i++) {
      const last = me.log.at(-1)!;
      for (const { can_undo } of me.now!.sights) if (can_undo) expect(last.seat).toBe(0);
    }
    const { log } = (await here.store.get(id))!;
    const match = new Match(await freshGame('donnant'), 2, {
      seed: dailySeed('donnant', (await freshGame('donnant')).description.rules, DAY),
    });
    for (const { seat, text } of log) {
      if (seat) expect(match.pending).not.toContain(0);
      match.play(seat, text);
    }
  });

  it('a day by older rules is shown, and does not stand in the way', async () => {
    const { dayOf, gameOf, streakOf } = await newTab();
    const game = gameOf('dam-it')!;
    const line = (day: string, rules: number, begun: string) =>
      ({
        id: dealId({ game: 'dam-it', rules, day }),
        game: 'dam-it',
        begun: Date.parse(begun),
        ended: 1,
        won: true,
        day,
      }) as Result;
    const lines = [line(DAY, 0, `${DAY}T12:00Z`), line('2026-11-16', 1, '2026-11-20T12:00Z')];
    expect(dayOf(game, DAY, lines, new Set())).toMatchObject({ older: true, counts: true, state: 'won' });
    expect(dayOf(game, '2026-11-16', lines, new Set())).toMatchObject({ older: false, counts: false });
    expect(dayOf(game, '2026-11-15', lines, new Set())).toMatchObject({ line: null, state: 'new' });
    expect(streakOf(lines, DAY, 'dam-it')).toEqual({ current: 1, longest: 1 });
    expect(streakOf(lines, DAY, 'amik').longest).toBe(0);
  });
});
