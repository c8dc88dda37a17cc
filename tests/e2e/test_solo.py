"""Solo levels: in the browser, or at the server where that cannot run the rules; and taken to another device."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.axe import check
from tests.e2e.conftest import PHONE, Open

# A browser that is too old.
NO_RULES = "delete globalThis.WebAssembly"


def test_a_level_is_begun_and_taken_to_another_device(open_page: Open) -> None:
    page = open_page()
    page.context.add_init_script(NO_RULES)
    page.goto("/solo/donnant")
    levels = page.locator("ol > li")
    expect(levels).to_have_count(7)
    expect(levels.nth(1)).to_contain_text("Opens after level 1")
    expect(page.get_by_text("Opens when all 7 levels are passed.")).to_be_visible()
    check(page)
    page.get_by_role("button", name="Play level 1").press("Enter")
    page.wait_for_url("**/t/*")
    table = page.url
    assert "local-" not in table
    page.goto("/solo/donnant")
    page.get_by_role("link", name="Show").click()
    page.get_by_role("button", name="Use another device, too").click()
    link = page.get_by_label("Link for one other device").input_value()
    phone = open_page("/solo/donnant", language="fr", viewport=PHONE, has_touch=True, is_mobile=True)
    expect(phone.get_by_role("button", name="Jouer le niveau 1")).to_be_visible()
    phone.goto("about:blank")
    phone.goto(link)
    phone.get_by_role("button", name="est le mien").tap()
    assert "#" not in phone.url
    expect(phone.get_by_role("link", name="Go on")).to_be_visible()  # as on the device where the link was made
    phone.goto("/solo/donnant")
    phone.get_by_role("button", name="Go on with level 1").tap()
    phone.wait_for_url("**/t/*")
    assert phone.url == table
    # What the phone had before is not lost.
    phone.goto("/me")
    phone.get_by_role("button", name="Change to player 2 on this device").tap()
    phone.goto("/solo/donnant")
    expect(phone.get_by_role("button", name="Play level 1")).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    phone.get_by_role("button", name="Play level 1").tap()
    phone.wait_for_url("**/t/local-*")
