"""What a person does at a table of Beaver Gang."""

from __future__ import annotations

import time
from collections.abc import Callable

from playwright.sync_api import Page

from tests.e2e.player import END, STALLED, Player

# What can be done, to notice a change: a page shows what it did before until the server has answered.
_LOOK = """() => [document.querySelector('.bar')?.innerText, document.querySelector('.reveal')?.innerText,
  document.querySelector('.curtain, dialog[open]') !== null].join()"""
READY = f".bar.turn .button, [data-testid=go-on], {END}"


class Ganger(Player):
    """Somebody who plays Beaver Gang with simple moves."""

    game = "beaver-gang"
    board = ".mine, [data-testid=reveal], .curtain"

    def __init__(self, page: Page, seed: int = 1, *, knocks_after: int = 1) -> None:
        super().__init__(page, seed)
        self.knocks_after = knocks_after
        self.passed = 0
        self.at_result: Callable[[], None] = lambda: None  # what to do when a round is over, before going on

    def can(self, what: str) -> bool:
        return self.page.locator(f".bar.turn [data-do={what}]").count() > 0

    def do(self, what: str) -> None:
        self.press(f".bar [data-do={what}]")

    def mine(self, at: int) -> None:
        self.press(f".mine [data-at='{at}']")

    def press(self, selector: str) -> None:
        """Touch something, and wait until that is seen."""
        before = self.page.evaluate(_LOOK)
        self.page.locator(selector).first.click()
        self.page.wait_for_function(f"before => ({_LOOK})() !== before", arg=before)

    def look(self) -> list[str]:
        """Turn the outer cards up, lay them down again; what they were."""
        self.do("look")
        seen = self.kinds(".mine")
        self.do("close")
        self.page.wait_for_selector("[data-do=close]", state="detached")
        return seen

    def kinds(self, where: str) -> list[str]:
        """The cards that are shown."""
        shown = self.page.locator(f"{where} [data-kind]").all()
        return [one.get_attribute("data-kind") or "" for one in shown]

    def knock(self) -> None:
        """Press and hold."""
        box = self.page.locator("[data-testid=knocker]").bounding_box()
        assert box is not None
        self.page.mouse.move(box["x"] + 30, box["y"] + 30)
        self.page.mouse.down()
        self.page.wait_for_selector("[data-testid=knocker]", state="detached")
        self.page.mouse.up()

    def step(self) -> bool:
        """One move of mine, if there is one to make; whether there was."""
        page = self.page
        if page.locator("[data-testid=go-on]").count():
            self.at_result()
            self.press("[data-testid=go-on]")
            self.passed = 0
        elif self.can("look"):
            self.look()
        elif self.can("close"):
            self.do("close")
        elif self.can("take") and self.chance.random() < 0.5:
            self.do("take")
            self.mine(self.chance.randint(1, 4))
        elif self.can("draw"):
            self.do("draw")
        elif self.can("pass"):
            self.passed += 1
            self.knock() if self.passed > self.knocks_after else self.do("pass")
        elif self.can("discard"):
            self.use()
        else:
            return False
        return True

    def use(self) -> None:
        """Use the card drawn."""
        kind = self.kinds(".held")[0]
        if kind == "twice":
            self.do("again")
        elif kind == "swap":
            self.mine(2)
            self.press(".seats [data-at='3']")
        else:
            self.mine(self.chance.randint(1, 4))

    def play_until(self, wanted: str) -> None:
        """Make moves until something is on the page."""
        until = time.monotonic() + STALLED
        while not self.page.locator(wanted).count():
            assert time.monotonic() < until, f"{wanted} did not come"
            if self.step():
                until = time.monotonic() + STALLED
            else:
                self.page.wait_for_timeout(30)
