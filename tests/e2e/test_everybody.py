"""For everybody: languages, keyboard, phones, screen readers, day and night."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.axe import check
from tests.e2e.conftest import PHONE, SMALL_PHONE, Open, Shot
from tests.e2e.player import Player, add_bot, choose_opponents, needs_no_scrolling, still, ways


@pytest.mark.parametrize(("size", "scheme"), [("wide", "light"), ("phone", "dark")])
def test_axe_finds_nothing(open_page: Open, shot: Shot, scheme: str, size: str) -> None:
    more: dict[str, Any] = {"color_scheme": scheme}
    if size == "phone":
        more |= {"viewport": PHONE, "has_touch": True, "is_mobile": True}
    page = open_page(**more)
    page.wait_for_selector(".tile")
    check(page)
    shot(page, f"{size}-{scheme}-start")
    for path in ("about", "how/dam-it", "solo/donnant", "daily", "statistics", "nowhere"):
        page.goto(f"/{path}")
        page.wait_for_selector("main h1")
        check(page)
        shot(page, f"{size}-{scheme}-{path.split('/')[0]}")
    page.goto("/")
    ways(page)
    check(page)
    ways(page).get_by_role("button", name="Invite friends").click()
    page.wait_for_selector(".lobby")
    add_bot(page)
    expect(page.locator("li.bot")).to_have_count(1)
    check(page)
    shot(page, f"{size}-{scheme}-lobby")
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_selector(".bar.turn")
    check(page)
    page.locator("[data-place='3']").tap() if size == "phone" else page.locator("[data-place='3']").hover()
    check(page)
    shot(page, f"{size}-{scheme}-table")
    for button in ("Menu", "Log and chat"):
        page.get_by_role("button", name=button).click()
        check(page)
        shot(page, f"{size}-{scheme}-{button.split()[0].lower()}")
        page.keyboard.press("Escape")


def test_german_and_another_language_on_request(open_page: Open, shot: Shot) -> None:
    page = open_page(language="de-AT")
    ways(page).get_by_role("button", name="Jetzt gegen Bots spielen").click()
    page.wait_for_selector(".bar.turn")
    page.mouse.move(2, 2)
    expect(page.locator("[data-testid=sentence]")).to_have_text("Nimm eine Karte aus dem Fluss")
    assert page.locator("html").get_attribute("lang") == "de"
    shot(page, "german")
    page.get_by_role("button", name="Menü").click()
    page.get_by_label("Sprache").select_option("fr")
    page.keyboard.press("Escape")
    expect(page.locator("[data-testid=sentence]")).to_have_text("Prends une carte dans la rivière")
    page.reload()
    expect(page.locator("[data-testid=sentence]")).to_have_text("Prends une carte dans la rivière")


@pytest.mark.parametrize("language", ["en", "de", "fr", "it", "nl"])
def test_the_menu_fits_a_small_phone(open_page: Open, language: str) -> None:
    page = open_page(language=language, viewport=SMALL_PHONE, has_touch=True, is_mobile=True)
    ways(page).locator(".bots .primary").tap()
    page.wait_for_selector(".river-card")
    page.locator("header .button").last.tap()
    page.locator("dialog[open] .menu section > .wrapping > .button").last.tap()  # leaving, which asks first
    expect(page.locator("dialog[open] .menu [role=alert]")).to_be_visible()
    assert page.evaluate("(d => d.scrollWidth <= d.clientWidth)(document.querySelector('dialog[open]'))")


def test_the_keyboard_is_enough(open_page: Open) -> None:
    page = open_page(motion=True)
    page.wait_for_selector(".tile")
    _tab_to(page, "Play")
    page.keyboard.press("Enter")
    _tab_to(page, "Play now against bots")
    page.keyboard.press("Enter")
    player = Player(page)
    player.wait_for_turn()
    expect(page.locator(".river-card.can").first).to_be_focused()
    built = False
    for turn in range(40):
        if not player.wait_for_turn():
            break
        before = player.log_length
        if page.locator(".stack.lit").count():
            page.locator(".river-card").first.focus()
            page.keyboard.press("ArrowUp")
            while "lit" not in (_focused(page, "className") or ""):
                page.keyboard.press("ArrowRight")
            page.keyboard.press("Enter")
            expect(page.locator(".bar .primary")).to_be_visible()
            page.keyboard.press("Enter")
            built = True
        elif turn % 2:
            page.keyboard.press("1")
            expect(page.locator("[data-place='1']")).to_be_focused()
            page.keyboard.press("Enter")
        else:
            page.keyboard.press("2" if page.locator(".river-card.can").count() > 1 else "1")
            page.keyboard.press("Escape")
            expect(page.locator(".bar .buttons .button")).to_have_count(0)
            page.keyboard.press("1")
            page.keyboard.press("1")
        if page.locator(".bar .buttons .button").count() and not built:
            _tab_to(page, "Keep it")
            page.keyboard.press("Enter")
        player.wait_for_log(before + 1)
        if built:
            break
    assert built


def _tab_to(page: Page, name: str) -> None:
    for _ in range(40):
        page.keyboard.press("Tab")
        if name in (_focused(page, "innerText") or ""):
            return
    pytest.fail(f"Tab does not reach {name!r}")


def _focused(page: Page, what: str) -> str | None:
    found: Any = page.evaluate(f"document.activeElement && document.activeElement.{what}")
    return found if isinstance(found, str) else None


@pytest.mark.parametrize("size", [PHONE, SMALL_PHONE], ids=["390", "360"])
def test_a_phone_needs_no_scrolling(open_page: Open, shot: Shot, size: dict[str, int]) -> None:
    page = open_page(viewport=size, has_touch=True, is_mobile=True, motion=True)
    choose_opponents(ways(page), 3)
    ways(page).get_by_role("button", name="Play now against bots").tap()
    for _ in range(3):
        page.wait_for_selector(".bar.turn")
        page.locator("[data-place='1']").tap()
        page.locator(".bar .buttons .button").first.tap()
        page.wait_for_selector(".bar:not(.turn)")
    page.wait_for_selector(".bar.turn")
    page.locator("[data-place='1']").tap()
    needs_no_scrolling(page)
    still(page)
    button = page.locator(".bar .buttons .button").first
    box = button.bounding_box()
    assert box is not None
    assert box["y"] > size["height"] * 0.75, "the action bar sits under the thumb"
    assert box["y"] + box["height"] <= size["height"]
    assert box["height"] >= 44
    shot(page, f"phone-{size['width']}")
