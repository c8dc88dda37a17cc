"""What somebody does at a table of Donnant Donnant."""

from __future__ import annotations

import time

from playwright.sync_api import Page

from tests.e2e.player import END, Player

# One small decision, found and made in one go: a game has some hundred of them. What was done, or why nothing was.
_STEP = """(skip) => {
  const find = (selector) => document.querySelector(selector);
  const press = (what, selector) => {
    const found = skip.includes(what) ? null : find(selector);
    found?.click();
    return found ? what : null;
  };
  if (find('dialog[open] .headline')) return 'over';
  if (find('.curtain')) return press('lift', '.curtain button') ?? 'wait';
  if (!find('.bar.turn')) return 'wait';
  const kept = () => {
    const dice = [...document.querySelectorAll('[data-die]')].map((die) => ({
      die, number: die.getAttribute('aria-label').match(/\\d/)[0], kept: die.getAttribute('aria-pressed') === 'true' }));
    const often = (number) => dice.filter((one) => one.number === number).length;
    const best = dice.map((one) => one.number).sort((a, b) => often(b) - often(a))[0];
    for (const { die, number, kept } of dice) if (kept !== (number === best)) die.click();
  };
  if (!skip.includes('reroll') && find('[data-do=reroll]') && !find('[data-do=complete], [data-do=buy]')) kept();
  return press('pay', 'dialog[open] [data-do=buy-with]') ?? press('put-back', '[data-do=put-back]')
    ?? press('lay', '[data-do=lay]') ?? press('choose', '.pick:enabled:not([aria-pressed=true])')
    ?? press('die', '.bar [data-do=write]') ?? press('buy', '[data-do=buy]') ?? press('complete', '[data-do=complete]')
    ?? press('count', '[data-do=count]') ?? press('reroll', '[data-do=reroll]:enabled')
    ?? press('cell', '.cell.can') ?? press('done', '[data-do=done]') ?? 'wait';
}"""
_LOOK = """() => [...['.bar', '.market', '.dice', '.mine', '.hand'].map((part) => {
  const found = document.querySelector(part);
  return (found?.innerText ?? '') + found?.querySelectorAll('.can, .kept, .chosen, [aria-pressed=true], [data-card]').length;
}), document.querySelector('dialog[open]') !== null, document.title].join()"""


class Trader(Player):
    """Somebody who buys what can be bought, and fills the first cell that is lit."""

    game = "donnant"
    board = "[data-testid=market], .curtain"

    def step(self, *skip: str) -> str:
        """One small decision, unless it is to be left out."""
        done = str(self.page.evaluate(_STEP, list(skip)))
        if done not in {"wait", "over"}:
            self.page.wait_for_timeout(15)
        return done

    def look(self) -> str:
        """What the page shows, to notice a change."""
        return str(self.page.evaluate(_LOOK))

    def play_until(self, wanted: str = END, seconds: float = 60, skip: tuple[str, ...] = ()) -> list[str]:
        """Decide until something is on the page; what was decided."""
        made: list[str] = []
        until = time.monotonic() + seconds
        while not self.page.locator(wanted).count():
            assert time.monotonic() < until, f"{wanted} did not come: {made[-8:]}"
            done = self.step(*skip)
            if done in {"wait", "over"}:
                self.page.wait_for_timeout(15)
            else:
                made.append(done)
        return made


def keyed(page: Page, selector: str, presses: int = 60) -> None:
    """Reach something with the Tab and arrow keys alone, and press it."""
    for _ in range(presses):
        if page.evaluate("selector => document.activeElement?.matches(selector)", selector):
            page.keyboard.press("Enter")
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"The Tab key does not come to {selector}.")
