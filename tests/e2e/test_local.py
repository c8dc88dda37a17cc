"""A match that lives in the browser: hints and the analysis are made there, too."""

from __future__ import annotations

import re

from playwright.sync_api import Request, expect

from tests.e2e.conftest import Open
from tests.e2e.player import Player


def test_hints_and_the_analysis_are_made_in_the_browser(open_page: Open) -> None:
    player = Player(open_page())
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
    page.wait_for_selector(".note")
    expect(page.locator(".note")).to_contain_text("%")
    assert fetched
    page.get_by_role("button", name="Do it").click()
    player.wait_for_turn()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Let a bot play for me").click()
    page.wait_for_selector("dialog[open] .headline", timeout=60_000)
    page.get_by_role("button", name="Watch again").click()
    page.get_by_role("button", name="Analysis").click()
    curve = page.get_by_label("Chances to win after each move")
    expect(curve).to_be_visible(timeout=60_000)
    page.locator(".panel ol button").first.click()
    page.get_by_role("button", name="What if?").click()
    expect(page.locator(".decision")).to_contain_text("Quick bots played on")
    told = re.compile(r"Luck: .*Own play: .*Accuracy \(of 100\): \d+", re.DOTALL)
    expect(page.locator(".panel ul li")).to_have_text([told] * 2)
    expect(page.locator(".panel")).to_contain_text("2000 times", timeout=60_000)  # the better one took its place
    assert not lines
