"""Several browsers at one table: offers and their answers, fair endings."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.e2e.axe import check
from tests.e2e.conftest import Open
from tests.e2e.player import Player


def _two(open_page: Open) -> tuple[Player, Player]:
    """Two browsers at a table, the first of them to move."""
    ada, bo = Player(open_page(), 1), Player(open_page("/about"), 2)
    ada.meet(bo)
    ada.start_with(bo)
    ada.page.wait_for_function("document.querySelector('.bar.turn') || document.querySelector('li.turn')")
    return (ada, bo) if ada.my_turn else (bo, ada)


def _choose(page: Page, *names: str) -> None:
    """Something from the menu; what is final is touched twice."""
    page.get_by_role("button", name="Menu").click()
    for name in names:
        page.get_by_role("dialog").get_by_role("button", name=name).click()


def test_reactions_and_a_series(open_page: Open) -> None:
    first, second = _two(open_page)
    one, two = first.page, second.page
    one.get_by_role("button", name="Bravo!").click()
    expect(two.get_by_test_id("feelings")).to_contain_text("Bravo!")
    two.get_by_label("Say something").fill("hello there")
    two.keyboard.press("Enter")
    line = one.locator(".chat .line", has_text="hello there")
    line.locator("summary").click()
    check(one)
    line.get_by_role("button", name="Report").click()
    expect(one.locator("aside")).to_contain_text("Reported to whoever runs this server")
    line.locator("summary").click()
    line.get_by_role("button", name="Mute for me").click()
    expect(line).to_have_count(0)
    two.get_by_role("button", name="Wow!").click()
    two.get_by_role("button", name="Hello!").click()
    one.reload()
    one.wait_for_selector(".river-card")
    expect(one.locator("aside")).to_contain_text("You do not hear")
    assert one.get_by_test_id("feelings").count() == 0
    one.get_by_role("button", name="Hear again").click()
    expect(line).to_have_count(1)

    first.take(1)
    second.wait_for_turn()
    _choose(two, "Abort the match", "Abort the match")
    for page in (one, two):
        expect(page.locator("dialog[open] .headline")).to_have_text("Aborted: the match does not count")
        page.get_by_role("dialog").get_by_role("button", name="Rematch").click()
    for page in (one, two):
        page.wait_for_url(lambda url: "#" not in url)
        page.wait_for_selector(".bar.turn, li.turn")
    expect(one.locator(".chat .line", has_text="hello there")).to_have_count(1)
    page = one if one.locator(".bar.turn").count() else two
    Player(page, 3).take(1)
    _choose(page, "Resign", "Resign")
    for page in (one, two):
        # By key: a click this soon, where the same button was a match ago, is taken for the tail of that.
        page.locator("dialog[open]").get_by_role("button", name="Rematch").press("Enter")
    for page in (one, two):
        page.wait_for_selector(".bar.turn, li.turn")
    page = one if one.locator(".bar.turn").count() else two
    Player(page, 4).take(1)
    _choose(page, "Resign", "Resign")
    expect(one.get_by_test_id("series")).to_contain_text("Series: 2 matches")
    one.get_by_role("dialog").get_by_role("button", name="Share").first.click()
    address = one.get_by_test_id("share").locator("input").input_value()
    expect(one.get_by_test_id("share").get_by_test_id("qr")).to_be_visible()
    stranger = open_page(address)
    stranger.wait_for_selector(".river-card")
    expect(stranger).to_have_title("Dam It! · Lodge")
    expect(stranger.locator("header")).to_contain_text(re.compile(r"^To the start page\s*Dam It! · .* resigned\s*$"))
    stranger.get_by_role("button", name="One move on").click()
    expect(stranger.locator(".controls")).to_contain_text("1 / ")
    assert stranger.get_by_text("hello there").count() == 0


def test_offers_are_answered_and_a_match_can_be_given_up(open_page: Open) -> None:
    first, second = _two(open_page)
    one, two = first.page, second.page
    first.take(1)
    second.wait_for_turn()
    before = first.log_length
    _choose(one, "Ask to take back my move", "Ask to take back my move")
    card = two.get_by_test_id("offer")
    expect(card).to_contain_text("asks to take back a move. One move would be taken back")
    check(two)
    expect(one.get_by_test_id("offer")).to_contain_text("Waiting for an answer")
    card.get_by_role("button", name="Agree").click()
    first.wait_for_turn()
    expect(two.locator("aside .log")).to_contain_text("takes back a move: everybody agreed")
    expect(card).to_have_count(0)
    first.take(2)
    second.wait_for_turn()
    assert first.log_length >= before

    _choose(one, "Offer a draw", "Offer a draw")
    card.get_by_role("button", name="No, play on").click()
    expect(one.locator("aside .log")).to_contain_text("says no")
    _choose(one, "Offer a draw")
    expect(one.get_by_role("dialog")).to_contain_text("You can ask again after another move")
    one.keyboard.press("Escape")

    second.take(1)
    first.wait_for_turn()
    address = two.url
    two.goto("/about")
    first.take(1)
    expect(one.locator(".bar.turn")).to_have_count(0)
    two.goto(address)
    two.get_by_role("button", name="Watch it").click()  # what happened in the absence, on the board
    expect(two.get_by_test_id("review")).to_contain_text("0 / 1")
    expect(two.get_by_test_id("review")).to_have_count(0)
    expect(two.get_by_text("While you were away")).to_have_count(0)
    _choose(one, "Resign", "Resign")
    expect(one.get_by_test_id("sentence")).to_have_text("The match is over")
    expect(two.locator("dialog[open] .headline")).to_have_text("You won!")
    expect(two.locator("dialog[open] .verdict")).to_contain_text("resigned.")
    expect(two.locator("dialog[open] .verify")).to_contain_text("and the players had a share in it")
    expect(one.locator("dialog[open]").get_by_role("button", name="Analysis")).to_have_count(0)
    one.goto("/me")
    row = one.locator("[data-match='dam-it']")
    expect(row).to_contain_text("resigned · ")
    expect(row.get_by_role("link", name="Watch again")).to_be_visible()
    expect(row.get_by_role("link", name="Analysis")).to_have_count(0)
