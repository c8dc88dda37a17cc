"""Solo levels: begun with the keyboard, gone on with, and taken to another device."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.conftest import PHONE, Open


def test_a_level_is_begun_and_taken_to_another_device(open_page: Open) -> None:
    page = open_page("/solo/donnant")
    levels = page.locator("ol > li")
    expect(levels).to_have_count(7)
    expect(levels.nth(1)).to_contain_text("Opens after level 1")
    expect(page.get_by_text("Opens when all 7 levels are passed.")).to_be_visible()
    page.get_by_role("button", name="Play level 1").press("Enter")
    page.wait_for_url("**/t/*")
    table = page.url
    page.goto("/solo/donnant")
    page.get_by_role("button", name="Show").click()
    link = page.get_by_label("Your progress on another device").input_value()
    phone = open_page("/solo/donnant", language="fr", viewport=PHONE, has_touch=True, is_mobile=True)
    expect(phone.get_by_role("button", name="Jouer le niveau 1")).to_be_visible()
    phone.goto("about:blank")
    phone.goto(link)
    expect(phone.get_by_role("button", name="Continuer le niveau 1")).to_be_visible()
    assert "#" not in phone.url
    phone.get_by_role("button", name="Continuer le niveau 1").tap()
    phone.wait_for_url("**/t/*")
    assert phone.url == table
    # What the phone had before is not lost.
    phone.goto("/solo/donnant")
    phone.get_by_role("button", name="progression de cet appareil").tap()
    expect(phone.get_by_role("button", name="Jouer le niveau 1")).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
