"""A match that lives in the browser: hints and the analysis are made there, and a friend can join it at the server."""

from __future__ import annotations

import re

from playwright.sync_api import Page, Request, expect

from tests.e2e.axe import check
from tests.e2e.conftest import Open
from tests.e2e.player import Player

BAD_MOVES = 5
SAME_LUCK = """() => {
  let last = 1;
  crypto.getRandomValues = (bytes) => bytes.forEach((_, at) => (bytes[at] = last = (last * 75) % 65537)) ?? bytes;
}"""


def take_dearest(page: Page) -> None:
    """Take the last card that the cubes reach: rarely a good idea."""
    page.locator(".river-card.can").last.click()
    keep = page.locator(".bar .buttons .button")
    if keep.count():
        keep.first.click()


def solve_again(page: Page) -> None:
    """The moment before a costly decision: it is wrong again, the best is shown, and the analysis is still there."""
    page.get_by_test_id("moments").get_by_role("button").first.click()
    card = page.get_by_test_id("puzzle")
    expect(card).to_contain_text(re.compile(r"Before move \d+\s*Find the best move\."))
    check(page)
    take_dearest(page)
    expect(card).to_contain_text("There is a better move")
    card.get_by_role("button", name="Try again").click()
    take_dearest(page)
    card.get_by_role("button", name="Show it").click()
    expect(card).to_contain_text("Best: ")
    card.get_by_role("button", name="Back to the analysis").click()
    expect(card).to_have_count(0)
    expect(page.get_by_test_id("moments")).to_be_visible()


def test_hints_and_the_analysis_are_made_in_the_browser(open_page: Open) -> None:
    player = Player(open_page())
    player.page.evaluate(SAME_LUCK)  # the decisions below are mistakes with these cards
    page, lines, fetched = player.page, list[str](), list[str]()
    page.on("websocket", lambda line: lines.append(line.url))

    def fetching(request: Request) -> None:
        if "/analysis-" in request.url:
            fetched.append(request.url)

    page.context.on("request", fetching)
    player.play_now()
    player.wait_for_turn()
    assert "local-" in page.url
    assert not fetched  # nobody has asked yet
    page.get_by_role("button", name="Hint").click()
    page.get_by_role("button", name="Show the move").click()
    page.get_by_role("button", name="Why?").first.click()
    expect(page.locator(".note")).to_contain_text("%")
    assert fetched
    page.get_by_role("button", name="Do it").click()
    for _ in range(BAD_MOVES):
        player.wait_for_turn()
        before = player.log_length
        take_dearest(page)
        player.wait_for_log(before + 1)
    player.wait_for_turn()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Let a bot play for me").click()
    page.get_by_role("button", name="Let a bot play for me").click()
    page.wait_for_selector("dialog[open] .headline", timeout=60_000)
    page.get_by_role("button", name="Watch again").click()
    page.get_by_role("button", name="Analysis").click()
    curve = page.get_by_label("Chances to win after each move")
    expect(curve).to_be_visible(timeout=60_000)
    expect(page.locator(".panel ol button .sketch svg").first).to_be_visible()  # the move, drawn
    page.locator(".panel ol button").first.click()
    page.get_by_role("button", name="What if?").click()
    expect(page.locator(".decision")).to_contain_text("Bots played on")
    told = re.compile(r"Luck: .*Own play: .*Accuracy \(of 100\): \d+", re.DOTALL)
    expect(page.locator(".panel ul li")).to_have_text([told] * 2)
    expect(page.locator(".panel")).to_contain_text("2000 times", timeout=180_000)  # the better one took its place
    solve_again(page)
    assert not lines


FULL_DISK = """() => {
  const { put } = IDBObjectStore.prototype;
  window.makeRoom = () => (IDBObjectStore.prototype.put = put);
  IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError'); };
}"""


def test_a_match_played_offline_is_joined_by_a_friend(open_page: Open) -> None:
    ada = Player(open_page())
    page = ada.page
    ada.play_now()
    ada.wait_for_turn()
    ada.take(1)
    ada.wait_for_turn()  # the bot has answered, so all that it needs has been fetched
    page.context.set_offline(True)
    page.evaluate(FULL_DISK)
    ada.take(1)
    expect(page.get_by_role("status").get_by_text("the disk is full")).to_be_visible()
    ada.wait_for_turn()
    ada.take(1)
    ada.wait_for_turn()
    page.evaluate("() => window.makeRoom()")  # what was played meanwhile is kept with the next move
    ada.take(1)
    ada.wait_for_turn()
    before = ada.log_length
    page.context.set_offline(False)
    page.reload()
    ada.wait_for_turn()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Invite a friend").click()
    page.wait_for_url(lambda url: "/t/" in url and "local-" not in url)
    link = page.get_by_label("for a friend").input_value()
    ada.wait_for_turn()
    assert ada.log_length == before
    page.keyboard.press("Escape")
    bo = Player(open_page(link))
    bo.page.get_by_role("button", name="Take my seat back").click()
    expect(bo.page.get_by_role("button", name="Undo")).to_be_visible()
    ada.wait_for_turn()
    ada.take(1)
    bo.wait_for_turn()
    bo.take(1)
    ada.wait_for_turn()
    # The list of the browser has it once: at the server.
    page.goto("/")
    expect(page.locator("[data-match=dam-it]")).to_have_count(1)
    assert "local-" not in (page.get_by_role("link", name="Go on").get_attribute("href") or "")
