"""What somebody does at a table of Amik, by touch or by keys alone."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.e2e.player import Player, choose_opponents, ways

SET = "[data-testid=set]"
DONE = "[data-testid=done]"
STOP = "[data-testid=stop]"
UNDO = "[data-testid=undo]"
CAN = "[data-hex].can"
AIM = ".marks .aim"

# What can be done now, found in one go: a game has some hundred decisions.
_STATE = """() => {
  const has = (selector) => document.querySelector(selector) !== null;
  if (has('[data-testid=telling]')) return 'telling';
  if (has('dialog[open] .headline')) return 'over';
  if (has('[data-testid=go-on]')) return 'go-on';
  if (has('[data-hex].can')) return has('[data-testid=set]') ? 'lay' : 'hex';
  if (has('[data-testid=done]')) return 'done';
  return has('[data-testid=stop]') ? 'stop' : 'wait';
}"""


class Builder(Player):
    """Somebody who takes the first thing that can be done."""

    game = "amik"
    board = "[data-hex=a6]"

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.decisions = 0

    def play_alone(self) -> None:
        ways(self.page, self.game).get_by_role("button", name="Play alone now").click()
        self.page.wait_for_selector(self.board)

    def play_against(self, bots: int) -> None:
        choose_opponents(ways(self.page, self.game), bots)
        ways(self.page, self.game).get_by_role("button", name="Play now against bots").click()
        self.page.wait_for_selector(self.board)

    def state(self) -> str:
        return str(self.page.evaluate(_STATE))

    def step(self, state: str) -> None:
        """One small decision, by touch; upgrades are not saved up."""
        self.decisions += 1
        page = self.page
        if state == "lay":
            self.aim()
            page.locator(f"{SET}:enabled").click()
        elif state == "hex":
            self.touch(page.locator(CAN).first.get_attribute("data-hex") or "")
        else:
            page.locator(f"{DONE}, {STOP}, [data-testid=go-on]").first.click()

    def aim(self) -> None:
        hexes = self.page.locator(CAN)
        self.touch(hexes.nth(hexes.count() // 2).get_attribute("data-hex") or "")
        self.page.wait_for_selector(AIM, state="attached")

    def touch(self, name: str) -> None:
        self.page.locator(f"[data-hex={name}]").click()

    def press(self, state: str) -> None:
        """The same by keys alone."""
        self.decisions += 1
        if state == "lay":
            self.reach("[data-hex], body")
            self.page.keyboard.press("ArrowDown")
            self.page.wait_for_selector(AIM, state="attached")
            self.page.keyboard.press("Enter")
        elif state == "hex":
            self.reach(CAN)
            self.page.keyboard.press("Enter")
        else:
            self.reach(f"{DONE}, {STOP}, [data-testid=go-on]")
            self.page.keyboard.press("Enter")

    def reach(self, selector: str) -> None:
        """Go on with the Tab key until something is in focus."""
        for _ in range(40):
            if self.page.evaluate("selector => document.activeElement?.matches(selector)", selector):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"The Tab key does not come to {selector}.")

    def settle(self, before: str) -> None:
        """Wait until a decision is seen."""
        self.page.wait_for_function(f"before => ({_LOOK})() !== before || !document.querySelector('.amik')", arg=before)

    def look(self) -> str:
        """What the page shows, to notice a change."""
        return str(self.page.evaluate(_LOOK))


_LOOK = """() => [document.querySelector('.bar')?.innerText, document.querySelector('.board .land')?.innerHTML.length,
  document.querySelectorAll('.log li').length, document.querySelector('dialog[open]') !== null].join()"""
