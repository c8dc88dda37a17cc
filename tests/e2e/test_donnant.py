"""Donnant Donnant in the browser: four seats to the end, a solo level on a phone, by keys, in German."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.e2e.axe import check
from tests.e2e.conftest import PHONE, TOUCH, WIDE, Open, Shot
from tests.e2e.kept import play_on_at_server
from tests.e2e.player import END, SENTENCE, needs_no_scrolling
from tests.e2e.trader import Trader, press

CAN = ".cell.can"
SLOW = ("cell", "joker")  # a game without them is over sooner
QUICKLY = ("buy", "lay", "lay-out", "count", "put-back", "put-away", "done")


def _adds_up(page: Page, seats: int) -> None:
    """The lines of the end add up to the totals."""
    rows = [row.locator("td b").all_inner_texts() for row in page.locator("dialog[open] tbody tr:not(.total)").all()]
    lines = [[int(text) for text in row] for row in rows if row]
    totals = [int(text) for text in page.locator("dialog[open] .total b").all_inner_texts()]
    assert len(totals) == seats
    # A line that gave nobody anything is left out.
    assert [sum(row[seat] for row in lines) for seat in range(seats)] == totals


def test_four_seats_play_a_whole_game(open_page: Open, shot: Shot) -> None:
    page = open_page()
    player = Trader(page)
    player.invite("Ada")
    player.more_options()
    page.get_by_label("If you play alone").select_option("Level 3")
    page.get_by_label("If you play alone").select_option("Level 5")
    for name in ("Bo", "Cy", "Di"):
        player.add_here(name)
    expect(page.get_by_text("The levels are for one player alone")).to_be_visible()
    expect(page.get_by_label("If you play alone")).to_have_count(0)
    player.start()
    player.play_until("[data-testid=hand]")
    expect(page.locator(SENTENCE)).to_contain_text("Which one goes back?")
    shot(page, "donnant-setup")
    check(page)
    player.play_until("[data-do=reroll]", "reroll")
    expect(page.locator(".theirs")).to_have_count(3)
    page.locator("[data-die=green]").click()
    page.locator("[data-die=blue]").click()
    expect(page.locator("[data-do=reroll]")).to_have_text("Roll 3 dice again")
    page.locator("[data-do=reroll]").click()
    player.play_until(CAN, "cell", "reroll", "complete")
    shot(page, "donnant-passive")
    check(page)
    _completing_and_taking_back(page, player)
    player.play_until("[data-do=buy]", "buy")
    shot(page, "donnant-buy")
    player.play_until("[data-do=lay]", "lay")
    shot(page, "donnant-lay")
    page.locator(".theirs").first.click()
    expect(page.locator("dialog[open] .stall [data-card]").first).to_be_visible()
    page.keyboard.press("Escape")
    play_on_at_server(page, QUICKLY, lambda view: view["ending"])
    player.play_until("[data-testid=ending]", *SLOW)
    shot(page, "donnant-ending")
    player.play_until(END, *SLOW)
    shot(page, "donnant-end")
    check(page)
    _adds_up(page, 4)
    page.set_viewport_size(PHONE)
    page.wait_for_function("() => innerWidth === 390")
    shot(page, "donnant-end-phone")
    figures = page.locator("dialog[open] .figures")
    assert figures.evaluate("figures => figures.scrollWidth === figures.clientWidth")
    page.set_viewport_size(WIDE)
    page.get_by_role("button", name="Watch again").click()
    page.get_by_role("slider").fill("30")
    expect(page.locator(".controls")).to_contain_text("30 /")


def _completing_and_taking_back(page: Page, player: Trader) -> None:
    """One touch completes a card, one more takes all of it back."""
    offer = ".spot:has([data-do=complete]):has(.cell:not(.written) ~ .cell:not(.written))"
    player.play_until(offer)
    spot = page.locator(offer).first.get_attribute("data-at")
    card = page.locator(f".mine .spot[data-at={spot}]")
    before = card.locator(".cell.written").count()
    card.locator("[data-do=complete]").click()
    expect(card.locator(".card.done")).to_be_visible()
    page.locator("[data-do=undo]").click()
    expect(card.locator("[data-do=complete]")).to_be_visible()
    expect(card.locator(".cell.written")).to_have_count(before)


def test_a_level_alone_on_a_phone_in_german_by_keys(open_page: Open, shot: Shot) -> None:
    page = open_page("/solo/donnant", viewport=PHONE, language="de-DE", **TOUCH)
    player = Trader(page)
    page.locator("main .button.primary").first.click()
    page.wait_for_selector(player.board)
    press(page, "[data-hand]:enabled")
    press(page, "[data-do=put-back]")
    for laid in range(3):
        expect(page.locator(".mine [data-card]")).to_have_count(laid)
        page.wait_for_selector("[data-do=lay], .pick:enabled")
        if page.locator("[data-do=lay]").count() == 0:
            press(page, "[data-hand]:enabled")
        press(page, "[data-do=lay]")
    page.wait_for_selector("[data-do=reroll]")
    page.keyboard.press("2")
    expect(page.locator("[data-die=orange]")).to_have_attribute("aria-pressed", "true")
    press(page, "[data-do=reroll]")
    expect(page.locator(SENTENCE)).to_contain_text(re.compile("noch 1 Wurf|Dieser Wurf passt"))
    expect(page.locator("[data-testid=level]")).to_contain_text("noch 14 Runden")
    shot(page, "donnant-solo-phone")
    check(page)
    assert not re.search(r"\b(Roll|the|card)\b", page.locator("main").inner_text())
    page.locator(".mine .about").first.click(position={"x": 8, "y": 8})
    expect(page.locator("dialog[open]")).to_contain_text("Was sie bringt")
    page.keyboard.press("Escape")
    page.set_viewport_size({"width": 360, "height": 640})
    needs_no_scrolling(page)
    for selector in ("[data-testid=market]", ".mine .card", "[data-die=purple]", "[data-do=reroll]"):
        expect(page.locator(selector).last).to_be_in_viewport(ratio=0.95)
    player.play_until("[data-do=count]", "count")
    shot(page, "donnant-count-small")
    check(page)
    player.play_until()
    expect(page.locator(END)).to_have_text(re.compile("Level 1 geschafft|Es fehlten? \\d+ Punkt"))
    check(page)
    _adds_up(page, 1)


def test_a_first_game_with_a_guide_at_night(open_page: Open, shot: Shot) -> None:
    page = open_page("/how/donnant", color_scheme="dark")
    expect(page.get_by_role("heading", name="How to play Donnant Donnant")).to_be_visible()
    check(page)
    page.get_by_role("button", name="A first game with a guide").click()
    player = Trader(page)
    page.wait_for_selector(player.board)
    expect(page.get_by_role("region", name="A first game with a guide")).to_contain_text("1/")
    shot(page, "donnant-guide-dark")
    check(page)
