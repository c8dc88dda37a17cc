"""What somebody does at a table of Amik, by touch or by keys."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.e2e.player import END, Player, tile

SET = "[data-testid=set]"
DONE = "[data-testid=done]"
STOP = "[data-testid=stop]"
CAN = "[data-hex].can"
SENTENCE = "[data-testid=sentence]"


class Builder(Player):
    """Somebody who takes the first thing that can be done."""

    game = "amik"
    board = "[data-hex=a6]"

    def play_alone(self) -> None:
        tile(self.page, self.game).get_by_role("button", name="Play alone now").click()
        self.page.wait_for_selector(self.board)

    def state(self) -> str:
        """What can be done now: lay, hex, done, stop, nothing."""
        for what, selector in (("lay", SET), ("done", DONE), ("stop", STOP), ("hex", CAN)):
            if self.page.locator(selector).count():
                return what
        return "nothing"

    def changed(self, before: str) -> None:
        """Wait until the page shows something else."""
        self.page.wait_for_function(
            "before => document.querySelector('.amik')?.innerHTML.length + '' !== before"
            " || document.querySelector('dialog[open] .headline')",
            arg=before,
        )

    def look(self) -> str:
        return str(self.page.evaluate("document.querySelector('.amik').innerHTML.length"))

    def step(self, *, upgrades: bool = True) -> bool:
        """One small decision; whether there was one."""
        page = self.page
        what = self.state()
        if what == "nothing" or self.over:
            return False
        if what == "lay":
            page.locator(CAN).nth(page.locator(CAN).count() // 2).click()
            page.locator(f"{SET}:enabled").click()
        elif what == "hex" or (upgrades and page.locator(CAN).count()):
            page.locator(CAN).first.click()
        else:
            page.locator(f"{DONE}, {STOP}").first.click()
        return True


def finish(page: Page) -> bool:
    return page.locator(END).count() > 0
