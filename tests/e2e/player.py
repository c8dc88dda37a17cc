"""What a person does at a table, with a mouse."""

from __future__ import annotations

import random

from playwright.sync_api import Locator, Page, expect

YOUR_TURN = ".bar.turn"
SENTENCE = "[data-testid=sentence]"
STALLED = 60.0  # seconds without a move to make: something hangs
END = "dialog[open] .headline"
LOG = "aside .log li:not(.soft)"


def tile(page: Page, game: str = "dam-it") -> Locator:
    """A game on the start page."""
    return page.locator(f".tile[data-game='{game}']")


def ways(page: Page, game: str = "dam-it") -> Locator:
    """The sheet with the ways to begin a game; it is opened if need be."""
    sheet = page.locator(f"[data-begin='{game}']")
    expect(sheet.or_(tile(page, game)).first).to_be_visible()
    if not sheet.is_visible():
        tile(page, game).locator(".primary").click()
        expect(sheet).to_be_visible()
    return sheet


def choose_opponents(sheet: Locator, count: int) -> None:
    sheet.get_by_role("group", name="Opponents").get_by_label(str(count), exact=True).check()


def still(page: Page) -> None:
    """Wait until nothing moves but what never rests."""
    page.wait_for_function(
        """() => document.getAnimations().every(
          (one) => one.playState !== 'running' || one.effect.getTiming().iterations === Infinity)"""
    )


def needs_no_scrolling(page: Page) -> None:
    """Wait until the whole page is in sight."""
    page.wait_for_function(
        """() => document.documentElement.scrollWidth <= innerWidth
          && document.documentElement.scrollHeight <= innerHeight"""
    )


def add_bot(page: Page, level: str = "gentle") -> None:
    """Let a bot sit down in the lobby."""
    page.locator(f".lobby [data-level='{level}']").click()
    page.wait_for_selector(".lobby li.bot")


class Player:
    """Somebody at a page."""

    game = "dam-it"
    board = ".river-card"  # what shows that the table is there

    def __init__(self, page: Page, seed: int = 1) -> None:
        self.page = page
        self.chance = random.Random(seed)  # noqa: S311

    def play_now(self, opponents: int = 1) -> None:
        choose_opponents(ways(self.page, self.game), opponents)
        ways(self.page, self.game).get_by_role("button", name="Play now against bots").click()
        self.page.wait_for_selector(self.board)

    def play_at_server(self) -> None:
        """Against a bot, where others can come and look."""
        self.invite("Guest")
        self.add_bot()
        self.start()

    def add_bot(self, level: str = "gentle") -> None:
        """In the lobby."""
        add_bot(self.page, level)

    def more_options(self) -> None:
        """Open what the lobby keeps under a heading."""
        self.page.locator(".lobby details:not([open]) summary").first.click()

    def invite(self, name: str) -> str:
        """Make a table; its address."""
        self.page.get_by_label("Your name").fill(name)
        ways(self.page, self.game).get_by_role("button", name="Invite friends").click()
        self.page.wait_for_url("**/t/*")
        return self.page.url

    def meet(self, other: Player) -> str:
        """Ada makes a table, at which Bo sits down; its address."""
        address = self.invite("Ada")
        other.page.goto(address)
        other.sit_down("Bo")
        expect(self.page.locator(".lobby")).to_contain_text("Bo")
        return address

    def start_with(self, other: Player) -> None:
        """Begin; the other has seen it, too."""
        self.start()
        other.page.wait_for_selector(other.board)

    def sit_down(self, name: str) -> None:
        self.page.get_by_label("Your name").fill(name)
        self.page.get_by_role("button", name="Sit down").click()

    def add_here(self, name: str) -> None:
        """Somebody else plays on this device, too."""
        self.page.get_by_role("button", name="Add a player on this device").first.click()
        self.page.get_by_label("Name of the player").fill(name)
        self.page.get_by_role("button", name="Add", exact=True).click()
        expect(self.page.get_by_label("Name at this table").last).to_have_value(name)

    def start(self) -> None:
        self.page.get_by_role("button", name="Start", exact=True).click()
        self.page.wait_for_selector(self.board)

    @property
    def my_turn(self) -> bool:
        return self.page.locator(YOUR_TURN).count() > 0

    @property
    def over(self) -> bool:
        return self.page.locator(END).count() > 0

    def wait_for_turn(self) -> bool:
        """Wait until it is my turn or the match is over; whether it is my turn."""
        self.page.wait_for_selector(f"{YOUR_TURN}, {END}")
        return not self.over

    def take(self, place: int) -> None:
        before = self.log_length
        self.page.locator(f"[data-place='{place}']").click()
        keep = self.page.locator(".bar .buttons .button")
        if keep.count():
            keep.first.click()
        self.wait_for_log(before + 1)

    def move(self) -> None:
        """Build if something can be built, otherwise take a card that is not too dear."""
        before = self.log_length
        dams = self.page.locator(".stack.lit")
        if dams.count() and self.chance.random() < 0.7:
            dams.first.click()
            self.page.locator(".bar .primary").click()
            self.wait_for_log(before + 1)
        else:
            self.take(self.chance.randint(1, min(2, self.page.locator(".river-card.can").count())))

    @property
    def log_length(self) -> int:
        return self.page.locator(LOG).count()

    def wait_for_log(self, at_least: int) -> None:
        self.page.wait_for_function(
            "([log, least]) => document.querySelectorAll(log).length >= least", arg=[LOG, at_least]
        )
