"""Print and play, from the start page and below the rules."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.e2e.axe import check
from tests.e2e.conftest import PHONE, Open
from tests.e2e.player import ways


def test_a_game_is_printed_in_a_language_and_on_a_paper(open_page: Open) -> None:
    page = open_page(viewport=PHONE, has_touch=True, is_mobile=True)
    page.get_by_role("button", name="Print and play").tap()  # at once, whichever game
    offer = page.get_by_role("dialog", name="Print and play")
    offer.get_by_label("Amik").check()
    expect(offer.get_by_role("link")).to_have_attribute("href", "/api/print/amik?language=en&paper=a4")
    check(page)
    page.keyboard.press("Escape")
    sheet = ways(page, "donnant")
    button = sheet.get_by_role("button", name="Print and play")
    expect(button).to_have_attribute("aria-expanded", "false")
    button.tap()
    link = sheet.get_by_role("link", name="Open the PDF")
    expect(link).to_have_attribute("href", "/api/print/donnant?language=en&paper=a4")
    sheet.get_by_label("Français").check()
    sheet.get_by_label("US Letter").check()
    expect(link).to_have_attribute("href", "/api/print/donnant?language=fr&paper=letter")
    check(page)
    found = page.request.get(link.get_attribute("href") or "")
    assert (found.status, found.headers["content-type"]) == (200, "application/pdf")
    assert found.body().startswith(b"%PDF-")
    offered_below_the_rules(page, "beaver-gang")


def offered_below_the_rules(page: Page, game: str) -> None:
    page.goto(f"/how/{game}")
    page.wait_for_selector("main h1")
    expect(page.locator(f"[data-print='{game}']").get_by_role("link")).to_have_attribute(
        "href", f"/api/print/{game}?language=en&paper=a4"
    )
