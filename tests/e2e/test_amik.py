"""Amik in the browser: alone by touch and by keys, eight at a table, three landscapes, to the end."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.axe import check
from tests.e2e.builder import AIM, SET, UNDO, Builder
from tests.e2e.conftest import PHONE, SMALL_PHONE, TOUCH, WIDE, Open, Shot
from tests.e2e.kept import play_on
from tests.e2e.player import END, SENTENCE, STALLED, needs_no_scrolling, ways


def _play(player: Builder, do: Callable[[str], None], until: str = "over", most: int = 1000) -> list[str]:
    """Decide until the match is over (or somewhere else, or often enough); what was decided."""
    made: list[str] = []
    end = time.monotonic() + STALLED
    while len(made) < most and (state := player.state()) != until:
        assert time.monotonic() < end, f"still not {until}: {made[-5:]}"
        if state == "wait":
            player.page.wait_for_timeout(20)
            continue
        before = player.look()
        do(state)
        made.append(state)
        player.settle(before)
        end = time.monotonic() + STALLED
    return made


def _told(page: Page) -> None:
    """The result is counted up over the board; a key or a touch skips that, another the moment for the winner."""
    expect(page.locator("[data-testid=telling] li")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".telling.finale .headline")).to_have_text(re.compile("Dam|Beaver|Builder"))
    expect(page.locator(".telling.finale [data-expression=proud]")).to_have_count(1)
    page.get_by_role("button", name="Skip").click()
    page.emulate_media(reduced_motion="reduce")


def _whole_score(page: Page) -> None:
    """The lines of the end add up to the total."""
    rows = page.locator("dialog[open] tbody tr:not(.total) b").all_inner_texts()
    total = page.locator("dialog[open] .total b").first.inner_text()
    assert sum(_number(row) for row in rows[:4]) == _number(total)


def _eight_scores(page: Page) -> None:
    """Every seat's lines add up to its total, and all of it is in sight."""
    dialog = page.locator("dialog[open]")
    lines = [row.locator("td b").all_inner_texts() for row in dialog.locator("tbody tr").all()]
    *parts, totals = [[_number(text) for text in row] for row in lines if row]
    assert len(totals) == 8
    assert [sum(column) for column in zip(*parts, strict=True)] == totals
    assert dialog.locator(".figures").evaluate("figures => figures.scrollWidth === figures.clientWidth")


def _eight_animals(page: Page) -> None:
    """A2: everybody's animal lives on its hex, the one that I picked on mine, a different one each."""
    expect(page.locator(".my-land [data-character=moose]")).to_have_count(1)
    theirs = page.locator(".seats .theirs [data-character]")
    expect(theirs).to_have_count(7)
    names = theirs.evaluate_all("all => all.map(one => one.dataset.character)")
    assert len({"moose", *names}) == 8


def _number(text: str) -> int:
    """With the true minus sign that the page writes."""
    return int(text.replace("\N{MINUS SIGN}", "-"))


def test_a_game_alone_by_touch(open_page: Open, shot: Shot) -> None:
    page = open_page(viewport=PHONE, **TOUCH)
    player = Builder(page)
    player.play_alone()
    expect(page.locator(".marks .ghost")).to_have_count(13)
    shot(page, "amik-forests-phone")
    check(page)
    _play(player, player.step, until="lay")
    player.aim()
    shot(page, "amik-lay-phone")
    check(page)
    expect(page.locator(".marks .last")).to_have_count(1)
    page.emulate_media(reduced_motion="no-preference")
    made = _play(player, player.step, until="telling")
    assert made.count("lay") > 8
    _told(page)
    expect(page.locator(END)).to_have_text(re.compile("Dam|Beaver|Builder"))
    shot(page, "amik-end-phone")
    check(page)
    _whole_score(page)
    page.get_by_role("button", name="Watch again").click()
    page.get_by_role("slider").fill("20")
    expect(page.locator(".controls")).to_contain_text("20 /")
    shot(page, "amik-replay-phone")
    page.get_by_role("button", name="Back", exact=True).click()
    expect(page.get_by_role("button", name="Result")).to_be_visible()


def test_a_game_alone_by_keys(open_page: Open, shot: Shot) -> None:
    page = open_page()
    player = Builder(page)
    page.wait_for_selector(".tile[data-game=amik]")
    player.reach(".tile[data-game=amik] .primary")
    page.keyboard.press("Enter")
    player.reach("[data-begin=amik] .bots .primary")
    page.keyboard.press("Enter")
    page.wait_for_selector(player.board)
    _play(player, player.press, until="lay")
    player.press("lay")
    expect(page.locator(".marks .laid")).to_be_attached()
    shot(page, "amik-second")
    check(page)
    said = page.locator(".near [aria-live]")
    page.keyboard.press("ArrowDown")
    expect(said).to_contain_text("pond")  # where both shapes would lie
    page.keyboard.press("Escape")
    expect(page.locator(AIM)).not_to_be_attached()
    page.keyboard.press("Escape")
    expect(page.locator(".marks .laid")).not_to_be_attached()
    page.keyboard.press("ArrowRight")
    expect(said).to_have_text(re.compile(r"^\w+: [a-k]\d+ "))
    aimed = said.inner_text()
    for key in ("r", "f", "ArrowLeft", "ArrowUp"):
        page.keyboard.press(key)
    expect(said).not_to_have_text(aimed)
    _play(player, player.press)
    shot(page, "amik-end")
    _whole_score(page)


def test_a_shape_is_dragged_turned_and_laid_with_the_mouse(open_page: Open, shot: Shot) -> None:
    page = open_page(color_scheme="dark")
    player = Builder(page)
    player.play_alone()
    page.locator("[data-hex=a7]").hover()
    _play(player, player.step, until="lay")
    die = page.locator(".die.held").bounding_box()
    land = page.locator("[data-hex=f6]").bounding_box()
    assert die is not None
    assert land is not None
    page.mouse.move(die["x"] + 40, die["y"] + 40)
    page.mouse.down()
    page.mouse.move(land["x"] + 20, land["y"] + 20, steps=8)
    expect(page.locator(AIM)).to_be_attached()
    page.mouse.up()
    expect(page.locator(SENTENCE)).to_contain_text("This makes")
    where = page.locator(AIM).get_attribute("d") or ""
    page.get_by_role("button", name="Turn", exact=True).click()
    expect(page.locator(AIM)).not_to_have_attribute("d", where)
    page.get_by_role("button", name="Show places").click()
    expect(page.locator(".marks .places")).to_have_attribute("d", re.compile("."))
    shot(page, "amik-lay-dark")
    check(page)
    page.locator(SET).click()
    expect(page.locator(".marks .laid")).to_be_attached()
    page.locator(UNDO).click()
    expect(page.locator(".marks .laid")).not_to_be_attached()


def test_eight_at_a_table(open_page: Open, shot: Shot) -> None:
    page = open_page()
    page.evaluate("localStorage['lodge.bots'] = 'random'")  # who stop sooner than better ones
    player = Builder(page)
    page.locator("[data-testid=character]").first.click()
    page.locator("dialog[open] [data-pick=moose]").click()
    player.play_against(7)
    expect(page.locator(".seats .theirs")).to_have_count(7)
    _play(player, player.step, until="lay")
    _eight_animals(page)
    shot(page, "amik-eight")
    check(page)
    page.locator("[data-testid=theirs-3]").click()
    expect(page.locator("dialog[open] .sheet-of")).to_be_visible()
    shot(page, "amik-sheet")
    check(page)
    page.keyboard.press("Escape")
    page.set_viewport_size(PHONE)
    page.wait_for_function("() => innerWidth === 390")
    shot(page, "amik-eight-phone")
    page.set_viewport_size(WIDE)
    _play(player, player.step, most=6)
    assert all(line.strip() for line in page.locator("aside .log li").all_inner_texts())
    shot(page, "amik-eight-laid")
    check(page)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Let a bot play for me").click()
    page.get_by_role("button", name="Let a bot play for me").click()
    expect(page.get_by_role("button", name="Take my seat back")).to_be_visible()
    play_on(page, left=8)
    page.wait_for_selector(END, timeout=120_000)  # the last moves of eight, and all their points
    shot(page, "amik-eight-end")
    check(page)
    _eight_scores(page)
    page.set_viewport_size(PHONE)
    page.wait_for_function("() => innerWidth === 390")
    shot(page, "amik-eight-end-phone")
    _eight_scores(page)


@pytest.mark.parametrize("size", [SMALL_PHONE, PHONE])
def test_nothing_that_matters_needs_scrolling(open_page: Open, shot: Shot, size: dict[str, int]) -> None:
    page = open_page(viewport=size, language="de-DE", **TOUCH)
    ways(page, "amik").locator(".bots .primary").click()
    player = Builder(page)
    page.wait_for_selector(player.board)
    _play(player, player.step, until="lay")
    player.aim()
    needs_no_scrolling(page)
    for selector in ("[data-hex=a6]", "[data-hex=k4]", ".die", SET, ".points .score"):
        expect(page.locator(selector).first).to_be_in_viewport(ratio=0.95)
    shot(page, f"amik-german-{size['width']}")
    check(page)
    assert not re.search(r"\b(Lay|the|hex)\b", page.locator(".amik").inner_text())


def test_three_landscapes_in_a_row(open_page: Open, shot: Shot) -> None:
    """Chosen on the start page; what a bot plays for me is shown as what I play."""
    page = open_page()
    player = Builder(page)
    ways(page, player.game).get_by_label("Three landscapes in a row").check()
    player.play_alone()
    expect(page.locator(".which")).to_have_text("Landscape 1 of 3, 0 points so far")
    _play(player, player.step, most=3)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Let a bot play for me").click()
    page.get_by_role("button", name="Let a bot play for me").click()
    sums = []
    for number in (1, 2):
        page.wait_for_selector("[data-testid=go-on]", timeout=90_000)
        expect(page.get_by_role("heading", name=f"Landscape {number} is finished")).to_be_visible()
        sums.append(_number(page.locator("dialog[open] .total dd").inner_text()))
        shot(page, f"amik-landscape-{number}")
        page.locator("[data-testid=go-on]").click()
        expect(page.locator(".which")).to_contain_text(f"Landscape {number + 1} of 3")
    page.wait_for_selector(END, timeout=90_000)
    shot(page, "amik-three-end")
    check(page)
    rows = [_number(row) for row in page.locator("dialog[open] tbody tr:not(.total) b").all_inner_texts()]
    assert rows[:2] == sums
    assert sum(rows) == _number(page.locator("dialog[open] .total b").inner_text())
    expect(page.locator(END)).to_have_text(re.compile(r"points?$"))
    expect(page.locator("dialog[open] .detail")).to_have_text([re.compile("Dam|Beaver|Builder")] * 3)


def test_how_to_play(open_page: Open, shot: Shot) -> None:
    page = open_page("/how/amik")
    expect(page.get_by_role("heading", name="How to play Amik")).to_be_visible()
    check(page)
    page.screenshot(path="tests/e2e/output/amik-how.png", full_page=True)
    page.get_by_role("button", name="Play alone now").click()
    page.wait_for_selector(Builder.board)
