"""What somebody does at a table of Donnant Donnant."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.e2e.player import END, STALLED, Player

# The page is played from inside: a game has some hundred decisions, and asking for each takes longer than making it.
# Whoever can buy buys, keeps the dice that are alike, and fills the first cell that is lit; `skip` leaves things out.
_PLAY = """async ([wanted, skip, seconds]) => {
  const find = (selector) => document.querySelector(selector);
  const press = (what, selector) => {
    const found = skip.includes(what) ? null : find(selector);
    found?.click();
    return found ? what : null;
  };
  const keep = () => {
    const dice = [...document.querySelectorAll('[data-die]')].map((die) => ({
      die,
      number: die.getAttribute('aria-label').match(/\\d/)[0],
      kept: die.getAttribute('aria-pressed') === 'true',
    }));
    const often = (number) => dice.filter((one) => one.number === number).length;
    const best = dice.map((one) => one.number).sort((a, b) => often(b) - often(a))[0];
    const least = often(best) === dice.length ? dice[0].die : null; // who keeps all does not roll
    for (const { die, number, kept } of dice) if (kept !== (number === best && die !== least)) die.click();
  };
  const step = () => {
    if (find('.curtain')) return press('lift', '.curtain button');
    if (!find('.bar.turn') || find('dialog[open] .headline')) return null;
    const use = press('pay', 'dialog[open] [data-do=buy-with]') ?? press('put-back', '[data-do=put-back]')
      ?? press('lay', '[data-do=lay]') ?? press('choose', '.pick:enabled:not([aria-pressed=true])')
      ?? press('die', '.bar [data-do=write]') ?? press('buy', '[data-do=buy]')
      ?? press('complete', '[data-do=complete]') ?? press('count', '[data-do=count]');
    if (use) return use;
    if (!skip.includes('reroll') && find('[data-do=reroll]')) keep();
    return press('reroll', '[data-do=reroll]:enabled') ?? press('cell', '.cell.can')
      ?? press('joker', '[data-do^=joker]') ?? press('done', '[data-do=done]');
  };
  const made = [];
  for (let end = Date.now() + seconds * 1000; !find(wanted); ) {
    if (Date.now() > end) {
      throw new Error(`${wanted} did not come: ${made.slice(-8)}; ${document.body.innerText.slice(0, 900)}`);
    }
    const done = step();
    if (done) {
      made.push(done);
      end = Date.now() + seconds * 1000;
    }
    await new Promise((later) => setTimeout(later, 8));
  }
  return made;
}"""


class Trader(Player):
    """Somebody who buys what can be bought, and fills the first cell that is lit."""

    game = "donnant"
    board = "[data-testid=market], .curtain"

    def play_until(self, wanted: str = END, *skip: str) -> list[str]:
        """Decide until something is on the page, but for some things; what was decided."""
        made: list[str] = self.page.evaluate(_PLAY, [wanted, list(skip), STALLED])
        return made


def press(page: Page, selector: str) -> None:
    """Reach something with the Tab key alone, and press it."""
    for _ in range(60):
        if page.evaluate("selector => document.activeElement?.matches(selector)", selector):
            page.keyboard.press("Enter")
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"The Tab key does not come to {selector}.")
