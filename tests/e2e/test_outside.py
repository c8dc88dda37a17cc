"""A game of another package, in the browser: with the default board, and with a board that it brings."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from lodge.scaffold import new_game
from tests.e2e.axe import check
from tests.e2e.conftest import PHONE, Open, Server
from tests.e2e.player import END, LOG, ways

EXAMPLES = [Path(__file__).parents[2] / "examples" / name for name in ("lily-pads", "marsh")]
BOARD = """export default function board(element, play) {
  return {
    show({ legal }) {
      element.replaceChildren(
        ...legal.map((move) => {
          const button = document.createElement('button');
          button.textContent = `my own ${move.card}`;
          button.onclick = () => play(move);
          return button;
        }),
      );
    },
  };
}
"""


@pytest.fixture
def outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server that is started where three games are found."""
    new_game("own-tricks", tmp_path)
    table = tmp_path / "own-tricks" / "src" / "own_tricks" / "table"
    (table / "board.js").write_text(BOARD)
    (table / "words.json").write_text(json.dumps({"nl": {"tagline": "Een eigen bord."}}))
    monkeypatch.setenv("LODGE_GAMES", os.pathsep.join(map(str, [*EXAMPLES, tmp_path / "own-tricks"])))
    server = Server(tmp_path)
    server.start()
    yield server
    server.kill()


def begin(page: Page, game: str) -> None:
    ways(page, game).locator(".primary").first.click()
    page.wait_for_url("**/t/*")


def test_the_example_is_played_to_the_end_without_a_board_of_its_own(open_page: Open, outside: Server) -> None:
    page = open_page(at=outside)
    expect(page.locator("[data-game='lily-pads'] .tagline")).to_have_text("Frogs hunt where the die sends them.")
    begin(page, "lily-pads")
    lit = page.get_by_test_id("default-board").locator("button.cell")
    buttons = page.locator("[data-legal]")
    expect(lit.first).to_be_visible()
    assert lit.count() == buttons.count()
    check(page)
    page.get_by_role("button", name="Hint").first.click()
    expect(page.locator("[data-actions]").get_by_text("Row ").first).to_be_visible()
    end, moves = page.locator(END), 0
    while not end.is_visible():
        expect(lit.first.or_(end)).to_be_visible()
        if end.is_visible():
            break
        lines = page.locator(LOG).count()
        (lit if moves % 2 else buttons).first.click()
        moves += 1
        expect(page.locator(LOG)).not_to_have_count(lines)
    assert moves >= 7  # every second of sixteen pads, or nearly
    page.keyboard.press("Escape")
    assert any("catches" in line for line in page.locator(LOG).all_inner_texts())


def test_on_a_phone_in_german_and_with_a_board_of_its_own(open_page: Open, outside: Server) -> None:
    phone = open_page(at=outside, language="de", viewport=PHONE, has_touch=True, is_mobile=True)
    begin(phone, "lily-pads")
    expect(phone.locator("[data-legal]").first).to_contain_text("Row", timeout=30_000)  # it has no German words
    assert phone.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    page = open_page("/how/own-tricks", at=outside, language="nl")
    expect(page.get_by_role("heading", name="Own Tricks")).to_be_visible()
    expect(page.get_by_text("Een eigen bord.")).to_be_visible()
    page.goto("/how/no-such-game")
    expect(page.get_by_role("heading")).to_have_count(1)
    page.goto("/")
    begin(page, "own-tricks")
    own = page.get_by_role("button", name="my own")
    expect(own).to_have_count(2)
    own.first.click()
    expect(own).to_have_count(1)
    page.goto("/")
    begin(page, "marsh")
    expect(page.locator("button.hex").first).to_be_visible()
    assert page.locator("button.hex").count() == page.locator("[data-legal]").count() in (18, 19)
    page.locator("button.hex").last.click()
    expect(page.locator(".hex.toned").nth(1)).to_be_visible()
