/** Numbers of hints and analysis in words, and the analysis as the server tells it. */
import { describe, expect, it } from 'vitest';
import { effect, part, whole } from '../src/analysis/effect';
import { reach, smooth } from '../src/analysis/smooth';
import { apart, deed, inWords } from '../src/analysis/words';
import { Review, reviewOf } from '../src/analysis/review.svelte';
import type { Game } from '../src/games/game';
import { setLanguage } from '../src/lib/i18n.svelte';
import { amount, change, worth } from '../src/lib/numbers';
import type { ClientMessage, Frame, Judged, ServerMessage } from '../src/lib/protocol';
import type { Table } from '../src/lib/table.svelte';

describe('numbers', () => {
  it('are chances or points, with a true minus, in the language of the page', async () => {
    expect(worth('chance', 0.617)).toBe('62%');
    expect(change('chance', -0.043)).toBe('−4.3%');
    expect(change('chance', 0.25)).toBe('+25%');
    expect(worth('points', 71.26)).toBe('71.3');
    globalThis.document = { documentElement: {} } as Document;
    await setLanguage('de');
    expect(change('points', 2.06)).toBe('+2,1');
    expect(amount('points', -2.06)).toBe('2,1');
    await setLanguage('en');
  });
});

describe('a standing', () => {
  it('is told in words by the spread of results, and in parts that add up', () => {
    const of = { spread: 0.5 };
    expect([0.04, -0.04, 0.06, 0.3, 1.64].map((value) => effect(value, 0.02, of))).toEqual([
      'effect_none',
      'effect_none',
      'effect_helped_little',
      'effect_helped',
      'effect_helped_much',
    ]);
    expect(effect(-1, 0.3, of)).toBe('effect_hurt_much');
    expect(effect(-0.8, 0.9, of)).toBe('effect_unclear');
    expect([whole('chance', 0.502), part('chance', 1.638), part('chance', -1.14)]).toEqual([
      '50.2',
      '+163.8',
      '−114',
    ]);
    expect([whole('points', 61), part('points', -2.06)]).toEqual(['61', '−2.1']);
  });
});

describe('a curve', () => {
  it('is smoothed as much as it is noisy, and begins and ends where it does', () => {
    expect([0.02, 0.09, 0.25].map((noise) => reach(noise, 300))).toEqual([0, 1, 12]);
    expect(reach(0.25, 80)).toBe(4);
    expect(smooth([0, 3, 0, 3, 1], 0)).toEqual([0, 3, 0, 3, 1]);
    expect(smooth([0, 3, 0, 3, 1], 1)).toEqual([0, 1, 2, 4 / 3, 1]);
  });
});

describe('a move', () => {
  it('is told apart from another that reads alike', () => {
    const moves = ['a 1', 'a 2', 'b'].map((text) => ({ text, words: text[0]! }));
    expect(apart(moves).map((one) => one.words)).toEqual(['a (a 1)', 'a (a 2)', 'b']);
  });

  it('of another player is told as the log tells it, not as an order', () => {
    const tell = ({ event }: { event: string }, names: string[]) =>
      ({ take: `${names[1]} : prend Pin`, build: `${names[1]} baut`, round: 'Round 2', pass: '' })[event] ??
      '';
    const game = { tell, advise: () => ({ move: 'Pass', why: '' }) } as unknown as Game;
    const move = { number: 1, seat: 1, move: {}, text: 'pass' } as Judged;
    const told = (...events: string[]) =>
      deed(
        game,
        move,
        [{ view: {} }, { view: {}, events: events.map((event) => ({ event })) }] as unknown as Frame[],
        ['A', 'Bo'],
      );
    expect([told('take', 'round'), told('pass', 'build')]).toEqual(['prend Pin', 'baut']);
    expect([told('pass'), told('round')]).toEqual(['Pass', 'Pass']);
  });

  it('is told as a move, also where there was nothing to decide', () => {
    const game = { advise: (move: { do: string }) => ({ move: `words for ${move.do}`, why: '' }) };
    const move = { number: 1, seat: 0, move: { do: 'done' }, text: 'done' };
    const frames = [{ view: {} }] as unknown as Frame[];
    expect(inWords(game as unknown as Game, move, move, frames, [])).toBe('words for done');
    expect(inWords(game as unknown as Game, move, move, [], [])).toBe('done');
  });
});

describe('a review', () => {
  function begin() {
    const sent: ClientMessage[] = [];
    const table = { send: (message: ClientMessage) => sent.push(message), aside: null } as unknown as Table;
    const review = new Review(table);
    const hear = (message: unknown) => table.aside?.(message as ServerMessage);
    return { sent, review, hear };
  }

  it('follows the analysis that it asked for, and asks no more when it is there', () => {
    const { sent, review, hear } = begin();
    review.ask();
    expect(sent).toMatchObject([{ type: 'analyse' }]);
    expect(hear({ type: 'analysis_progress', ref: 1, done: 3, total: 9, others: 2 })).toBe(true);
    expect(review.progress).toMatchObject({ done: 3, others: 2 });
    hear({ type: 'analysis_done', ref: 1, analysis: { moves: [] } });
    review.ask();
    expect(sent).toHaveLength(1);
  });

  it('is kept for its table, asks once a line, and again when that failed', () => {
    const { sent, review, hear } = begin();
    const table = {} as Table;
    expect(reviewOf(table)).toBe(reviewOf(table));
    review.ask();
    review.ask();
    expect(sent).toHaveLength(1);
    hear({ type: 'analysis_progress', done: 1, total: 9, others: 0 });
    expect(hear({ type: 'failure', code: 'busy', details: {}, ref: sent[0]!.ref })).toBe(true);
    expect(review.error).toBe('error_busy');
    review.ask();
    expect([sent.length, review.error]).toEqual([2, '']);
    expect(hear({ type: 'welcome' })).toBe(false);
    review.ask();
    expect(sent).toHaveLength(3);
  });

  it('waits no longer for what a lost connection has swallowed', () => {
    const { review, hear } = begin();
    review.playOn(4, 'take 1');
    hear({ type: 'welcome' });
    expect(review.trying).toBeNull();
  });

  it('knows what else could have been played, or says why not', async () => {
    const { review } = begin();
    const asked: string[] = [];
    const answer = (status: number, body: unknown) => {
      globalThis.fetch = (path) => {
        asked.push(String(path));
        return Promise.resolve(new Response(JSON.stringify(body), { status }));
      };
    };
    const possible = { number: 4, seat: 1, moves: [{ move: { do: 'take', place: 2 }, text: 'take 2' }] };
    answer(200, possible);
    await review.list(4);
    expect(review.possible).toEqual(possible);
    answer(503, { code: 'busy', details: { seconds: 1 } });
    await review.list(5);
    expect([review.possible, review.error]).toEqual([possible, 'error_busy']);
    expect(asked.map((path) => path.split('/').slice(-2).join('/'))).toEqual([
      'possible/4.json',
      'possible/5.json',
    ]);
  });

  it('tells what was refused to it, and leaves all else to the table', () => {
    const { sent, review, hear } = begin();
    review.playOn(4, 'take 1');
    const { ref } = sent[0]!;
    expect(sent[0]).toMatchObject({ type: 'play_on', number: 4, move: 'take 1' });
    expect(hear({ type: 'failure', code: 'busy', details: {}, ref: 5 })).toBe(false);
    expect(hear({ type: 'update' })).toBe(false);
    expect(review.trying).toBe(4);
    expect(hear({ type: 'failure', code: 'busy', details: {}, ref })).toBe(true);
    expect([review.trying, review.error]).toEqual([null, 'error_busy']);
  });
});
