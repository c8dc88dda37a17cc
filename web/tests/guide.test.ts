/** The guided first games: their deals, their words, and what a table lets happen in them. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Match } from '../src/engine';
import type { Game } from '../src/games/game';
import { stageAt, type Guide } from '../src/lib/guide';
import { BOT, eachInABrowser, ME } from './helpers/browser';
import { freshGame } from './helpers/games';

const LANGUAGES = ['en', 'de', 'fr', 'it', 'nl'];
const folder = (game: string) => new URL(`../src/games/${game}/`, import.meta.url);
const read = <T>(game: string, file: string) =>
  JSON.parse(readFileSync(new URL(file, folder(game)), 'utf8')) as T;
const points = import.meta.glob<{ point: Awaited<ReturnType<Game['point']>> }>('../src/games/*/point.ts', {
  eager: true,
});
const games = Object.keys(points).map((path) => path.split('/').at(-2)!);
const newTab = eachInABrowser();

/** What every basic rule asks for, at least once. */
const TAUGHT: Record<string, string[]> = {
  'dam-it': ['free', 'pay', 'cubes', 'build', 'garbage', 'disposal', 'dispose'],
  'beaver-gang': ['look', 'take', 'draw', 'keep', 'discard', 'peek', 'swap', 'twice', 'pass', 'knock'],
  donnant: ['put_back', 'lay_out', 'reroll', 'complete', 'passive', 'buy', 'lay', 'joker'],
  amik: [
    'forest',
    'animal',
    'pond_first',
    'pond_second',
    'lay_first',
    'lay_second',
    'cut',
    'upgrade',
    'change',
  ],
};

describe.each(games)('the guide of %s', (id) => {
  const { rules, options, seed, moves } = read<Guide>(id, 'guide.json');
  const steps = moves.flatMap(([, , step]) => step ?? []);

  it('teaches the basics in a few steps, by moves that the rules allow', async () => {
    const rulesNow = await freshGame(id);
    const { point } = points[`../src/games/${id}/point.ts`]!;
    expect(rules).toBe(rulesNow.description.rules);
    expect(steps).toEqual(expect.arrayContaining(TAUGHT[id]!));
    expect(steps.length).toBeLessThan(20);
    const match = new Match(rulesNow, Math.max(...moves.map(([seat]) => seat)) + 1, { seed, options });
    for (const [seat, text, step] of moves) {
      if (step) {
        const move = rulesNow.moves.move(match.check(seat, text));
        const { touch } = point(move, match.views([seat])[0]!, seat);
        expect(seat).toBe(0);
        expect(touch.length, step).toBeGreaterThan(0);
        for (const selector of touch) expect(() => selectable(selector), selector).not.toThrow();
      }
      match.play(seat, text);
    }
    expect(match.over).toBe(false);
  });

  it.each(LANGUAGES)('has its words in %s', (language) => {
    const words = read<Record<string, string>>(id, `guide/${language}.json`);
    const needed = ['guide_begin', ...steps.flatMap((step) => [`guide_${step}`, `guide_${step}_done`])];
    expect(new Set(Object.keys(words))).toEqual(new Set(needed));
    const labels = Object.entries(read<Record<string, string>>(id, `messages/${language}.json`))
      .filter(([key]) => !/^(hint|log|do|line)_/.test(key))
      .map(([, label]) => label);
    const english = read<Record<string, string>>(id, 'guide/en.json');
    for (const [key, text] of Object.entries(words)) {
      expect(text.length, key).toBeLessThan(150);
      expect(named(text).length, key).toBe(named(english[key]!).length);
      for (const name of named(text))
        expect(
          labels.some((label) => label.includes(name)),
          name,
        ).toBe(true);
    }
  });

  it('lets only that be played, goes back, and leaves', async () => {
    const here = await newTab();
    const wishes = [ME, BOT];
    const id2 = await here.guidedMatch(id, id === 'amik' ? wishes.slice(0, 1) : wishes);
    let me = here.sit(id2);
    const match = new Match(await freshGame(id), id === 'amik' ? 1 : 2, { seed, options });
    for (const step of steps.slice(0, 3)) {
      await me.turn();
      const { number } = me.now!;
      expect([me.legal.length, stageAt(moves, number).step, me.now!.sights[0]!.can_undo]).toEqual([
        1,
        step,
        false,
      ]);
      const [other] = match
        .legal(0)
        .filter((move) => match.game.moves.text(match.check(0, move)) !== moves[number]![1]);
      if (other) {
        const answer = await me.answer('update', { type: 'play', seat: 0, number, move: other });
        expect(answer).toMatchObject({ type: 'failure', code: 'illegal_move' });
      }
      expect(await me.answer('hint_answer', { type: 'hint', seat: 0 })).toMatchObject({ code: 'not_now' });
      await me.move();
      await me.turn();
      for (const [seat, text] of moves.slice(number, me.now!.number)) match.play(seat, text);
    }
    await me.turn();
    me.leave();
    const back = await here.stepBack(id2);
    me = here.sit(back);
    await me.turn();
    expect(stageAt(moves, me.now!.number).step).toBe(steps[2]);
    const before = me.now!.number;
    await here.leaveGuide(back);
    await me.until(() => me.legal.length > 1);
    expect(me.now!.number).toBe(before);
  });
});

/** The buttons that a text names, in the quotation marks of five languages. */
const named = (text: string) =>
  [...text.matchAll(/[“„«‘]\s?…?\s?([^”“»’…]+?)\s?…?\s?[”“»’]/g)].map(([, name]) => name!);

/** Whether it reads as a selector. */
function selectable(selector: string): void {
  if (!/^[\w\s.[\]="():,-]+$/.test(selector) || /undefined|NaN|""/.test(selector)) throw new Error(selector);
}
