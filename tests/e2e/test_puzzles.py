"""Puzzles in the browser: a wrong answer, the right one, the next; and the moment before, from one's own match."""

from __future__ import annotations

from playwright.sync_api import expect

from lodge.analysis.puzzles import Puzzle, load
from lodge.games import game
from tests.e2e.axe import check
from tests.e2e.conftest import PHONE, Open, Shot

DAM_IT = game("dam-it")


def taken(puzzle: Puzzle) -> tuple[str, str] | None:
    """Where the best card lies, and where another that can be taken, if that is all there is to it."""
    texts = [DAM_IT.moves.text(action) for action in puzzle.costs]
    plain = [text.removeprefix("take ") for text in texts if text in ("take 1", "take 2", "take 3", "take 4")]
    return (plain[0], plain[1]) if len(plain) > 1 and texts[0] == f"take {plain[0]}" else None


def test_a_puzzle_is_solved_at_the_second_try(open_page: Open, shot: Shot) -> None:
    number, (best, other) = next((n, found) for n, one in enumerate(load(DAM_IT), 1) if (found := taken(one)))
    page = open_page("/puzzles/dam-it")
    expect(page.get_by_role("heading", name="Dam It!: Puzzles")).to_be_visible()
    check(page)
    shot(page, "puzzles")
    page.get_by_role("link", name=f"Puzzle {number}", exact=True).click()
    card = page.get_by_test_id("puzzle")
    expect(card).to_contain_text("Find the best move.")
    check(page)
    for place in (other, best):
        page.keyboard.press(place)
        page.keyboard.press(place)
        if place == other:
            expect(card).to_contain_text("There is a better move")
            shot(page, "puzzle-wrong")
            card.get_by_role("button", name="Try again").click()
    expect(card).to_contain_text("That is the best move.")
    shot(page, "puzzle-right")
    page.set_viewport_size(PHONE)
    shot(page, "puzzle-phone")
    page.set_viewport_size({"width": 1280, "height": 800})
    card.get_by_role("button", name="Next puzzle").click()
    expect(card).to_contain_text("Find the best move.")
    page.context.set_offline(True)  # all of it is in the browser
    card.get_by_role("button", name="Back").click()
    expect(page.get_by_role("link", name=f"Puzzle {number}, solved")).to_be_visible()
    page.context.set_offline(False)
    page.goto("/")
    assert page.evaluate("() => localStorage.getItem('lodge.tables')") in (None, "[]")  # it is not a table
