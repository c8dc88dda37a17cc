"""A first game with a guide, and coming back to a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.axe import check
from tests.e2e.conftest import PHONE, Open
from tests.e2e.player import Player

Shot = Callable[[Page, str], None]
SIZES: dict[str, dict[str, Any]] = {"wide": {}, "phone": {"viewport": PHONE, "has_touch": True, "is_mobile": True}}
ROUND = """(river) =>
  document.querySelector('.bar.turn') && document.querySelector('.river .row').innerText !== river"""
FORGET = """() => {
  const kept = JSON.parse(localStorage.getItem('lodge.tables'));
  localStorage.setItem('lodge.tables', JSON.stringify(kept.map((one) => ({ ...one, seen: 0 }))));
}"""


@pytest.mark.parametrize("size", SIZES)
def test_a_first_game_with_a_guide(open_page: Open, shot: Shot, size: str) -> None:
    page = open_page(**SIZES[size])
    guide = page.locator(".tile", has_text="Dam It!").get_by_role("button", name="A first game with a guide")
    guide.click()
    page.wait_for_selector(".bar.turn")
    note = page.locator(".note")
    expect(note).to_contain_text("The card on the left is free")
    check(page)
    shot(page, f"{size}-guide")
    page.keyboard.press("1")
    page.keyboard.press("1")
    expect(note).not_to_contain_text("The card on the left is free")
    expect(note).to_be_visible()
    shot(page, f"{size}-guide-later")
    page.get_by_role("button", name="No more tips").click()
    expect(page.locator("[data-testid=sentence]")).to_be_visible()
    page.reload()
    page.wait_for_selector(".bar.turn")
    expect(note).to_have_count(0)
    page.goto("/")
    page.wait_for_selector(".tile")
    expect(guide).to_have_count(0)


@pytest.mark.parametrize("size", SIZES)
def test_what_was_missed_is_told(open_page: Open, shot: Shot, size: str) -> None:
    page = open_page(**SIZES[size])
    Player(page).play_now(3)
    page.wait_for_selector(".bar.turn")
    river = page.locator(".river .row").inner_text()
    page.keyboard.press("1")
    page.keyboard.press("1")
    page.wait_for_function(ROUND, arg=river)
    page.evaluate(FORGET)
    page.reload()
    missed = page.get_by_role("heading", name="While you were away").locator("..")
    expect(missed).to_contain_text("takes")
    check(page)
    shot(page, f"{size}-missed")
    missed.get_by_role("button", name="Close").click()
    expect(missed).to_have_count(0)
