// Somebody who does what is legal, in any browser: the first thing on the game's list that can be pressed.

const named = (...names) => names.map((name) => `[data-do=${name}]`);
const WHAT = {
  'dam-it': ['.bar .primary', '.stack.lit', '.river-card.can'],
  'beaver-gang': named('look', 'close', 'draw', 'discard', 'pass'),
  amik: ['[data-testid=set]', '[data-hex].can', '[data-testid=done]', '[data-testid=stop]'],
  donnant: [
    ...named('buy-with', 'put-back', 'lay'),
    '.pick:not([aria-pressed=true])',
    ...named('write', 'buy', 'complete', 'count'),
    '.cell.can',
    ...named('done', 'reroll'),
  ],
};
const GO_ON = '[data-testid=go-on]'; // a round is over
/** Milliseconds after which a click on a new screen counts, wherever it is (web/src/lib/clicks.ts). */
const SOON = 700;
/** Milliseconds without a move: something hangs. WebKit draws without a GPU, and the machine may be busy. */
const STALLED = 180_000;

/** In the page: how many moves were made, and what can be pressed; "over" at the end. */
const LOOK = `(list) => {
  const there = (selector) =>
    [...document.querySelectorAll(selector)].some((one) => one.checkVisibility() && !one.disabled);
  const made = document.querySelectorAll('aside .log li:not(.soft)').length;
  const todo = there('.bar.turn') ? list.find(there) : there(list[0]) && list[0];
  return { made, todo: there('dialog[open] .headline') ? 'over' : todo || null };
}`;
const THERE = `(selector, words) =>
  [...document.querySelectorAll(selector)].some((one) => one.textContent.includes(words))`;

export class Player {
  constructor(browser, game) {
    this.browser = browser;
    this.game = game;
  }

  /** Wait until something is true in the page; the others are waits, too. */
  async until(what, code, ...given) {
    for (const end = Date.now() + STALLED; Date.now() < end; await pause(50)) {
      if (await this.browser.run(code, ...given).catch(() => false)) return; // one page may go, and another come
    }
    await this.stuck(`It does not come: ${what}`);
  }

  see = (selector, words = '') => this.until(`${selector} ${words}`, THERE, selector, words);

  async press(selector, words = '') {
    await this.see(selector, words);
    await this.browser.press(selector, words);
  }

  /** From the start page to a table, by the button with these words. */
  async begin(words) {
    await this.press(`.tile[data-game=${this.game}] .primary`);
    await this.see(`[data-begin=${this.game}]`);
    await pause(SOON);
    await this.press(`[data-begin=${this.game}] .primary, [data-begin=${this.game}] .ways .button`, words);
  }

  /** Play until so many moves were made, or to the end. */
  async play(moves = Infinity) {
    let seen = 0;
    for (let end = Date.now() + STALLED; Date.now() < end; await pause(10)) {
      const { made, todo } = await this.browser.run(LOOK, [GO_ON, ...WHAT[this.game]]);
      if (made >= moves || todo === 'over') return made;
      if (made !== seen) [seen, end] = [made, Date.now() + STALLED];
      if (todo) await this.browser.press(todo).catch(() => undefined); // it may have gone while it was aimed at
    }
    await this.stuck(`No move is made any more in ${this.game}, after ${seen}.`);
  }

  async stuck(problem) {
    await this.browser.look(new URL(`output/stuck-${this.game}.png`, import.meta.url).pathname);
    throw new Error(`${problem} Errors: ${this.browser.errors.join('\n') || 'none'}`);
  }
}

const pause = (milliseconds) => new Promise((later) => setTimeout(later, milliseconds));
