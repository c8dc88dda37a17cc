"""A first game with a guide, and coming back to a table."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.axe import check
from tests.e2e.conftest import PHONE, Open, Shot
from tests.e2e.player import Player, ways

SIZES: dict[str, dict[str, Any]] = {"wide": {}, "phone": {"viewport": PHONE, "has_touch": True, "is_mobile": True}}
ROUND = """(river) =>
  document.querySelector('.bar.turn') && document.querySelector('.river .row').innerText !== river"""
FORGET = """() => {
  const kept = JSON.parse(localStorage.getItem('lodge.tables'));
  localStorage.setItem('lodge.tables', JSON.stringify(kept.map((one) => ({ ...one, seen: 0 }))));
}"""


STEPS = 80  # touches, at most
NEXT = """(before) => {
  if (document.querySelector('[data-testid=alone]')) return { point: null };
  const ring = document.querySelector('[data-testid=pointer] .ring');
  if (!ring) return null;
  const { x, y, width, height } = ring.getBoundingClientRect();
  const point = [x + width / 2, y + height / 2];
  const seen = document.querySelector('main').innerText + point;
  window.frames_alike = seen === window.last_seen ? window.frames_alike + 1 : 0; // it follows what moves
  window.last_seen = seen;
  if (seen === before || window.frames_alike <= 3) return null;
  const asked = document.querySelector('[data-testid=guide] .do');
  const touched = document.elementFromPoint(...point)?.closest('button, [role=button]');
  const name = `${touched?.innerText} ${touched?.ariaLabel}`;
  return { point, seen, number: document.querySelector('[data-testid=guide] .soft').innerText, name,
    step: asked.dataset.step, asked: asked.innerText };
}"""
WEB = Path(__file__).parents[2] / "web" / "src"
PLAYED = [("dam-it", "en"), ("dam-it", "nl"), ("beaver-gang", "fr"), ("donnant", "de"), ("amik", "it")]
QUOTED = re.compile("[“„«‘]\\s?…?\\s?([^”“»’…]+?)\\s?…?\\s?[”“»’]")  # noqa: RUF001  as in five languages


def read(words: Path) -> dict[str, str]:
    found: dict[str, str] = json.loads(words.read_text("utf-8"))
    return found


def follow(page: Page, words: dict[str, str]) -> int:
    """Touch what the guide marks until it has nothing more to say; how often. It says so in these words, and whatever
    button they name is among what was touched."""
    seen = ""
    touched: dict[str, str] = {}
    asked: dict[str, str] = {}
    for touches in range(STEPS):
        found = page.wait_for_function(NEXT, arg=seen).json_value()
        if found["point"] is None:
            unnamed = {
                at: name for at, text in asked.items() for name in QUOTED.findall(text) if name not in touched[at]
            }
            assert unnamed == {}, touched
            return touches
        seen = found["seen"]
        assert found["asked"] == words[f"guide_{found['step']}"]
        asked[found["number"]] = found["asked"]
        touched[found["number"]] = touched.get(found["number"], "") + found["name"]
        page.mouse.click(*found["point"])
    pytest.fail("The guide does not come to an end: " + page.get_by_test_id("guide").inner_text())


def begin_guided(page: Page, game: str) -> None:
    ways(page, game).locator(".first").click()
    expect(page.get_by_test_id("guide")).to_be_visible()


@pytest.mark.parametrize(("game", "language"), PLAYED)
def test_a_guided_game_does_what_it_says(open_page: Open, shot: Shot, game: str, language: str) -> None:
    words = read(WEB / "games" / game / "guide" / f"{language}.json")
    page = open_page(language=language)
    begin_guided(page, game)
    expect(page.get_by_test_id("guide")).to_contain_text(words["guide_begin"])
    check(page)
    assert follow(page, words) > 9
    shot(page, f"guide-{game}-{language}")
    page.get_by_test_id("alone").click()
    page.wait_for_selector(".bar.turn")
    expect(page.get_by_role("button", name=read(WEB / "messages" / f"{language}.json")["hint"])).to_be_visible()
    page.goto("/")
    expect(ways(page, game).locator(".first")).to_have_count(0)


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
