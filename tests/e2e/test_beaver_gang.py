"""Beaver Gang in the browser: looking, remembering, swapping, knocking, to the end."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.axe import check
from tests.e2e.conftest import PHONE, SMALL_PHONE, TOUCH, Open, Shot
from tests.e2e.gang import READY, Ganger
from tests.e2e.player import END, SENTENCE, STALLED, choose_opponents, needs_no_scrolling, still, ways

MESSAGES = Path(__file__).parents[2] / "web/src/messages"


def _two(open_page: Open, *options: str, **more: Any) -> tuple[Ganger, Ganger]:
    """Ada and Bo at a table, just started."""
    ada, bo = Ganger(open_page(**more), 1), Ganger(open_page("/about", **more), 2)
    ada.meet(bo)
    for option in options:
        ada.more_options()
        ada.page.get_by_label(option).check()
        expect(bo.page.get_by_label(option)).to_be_checked()
    ada.start_with(bo)
    return ada, bo


def _who_draws(*players: Ganger) -> Ganger:
    """Wait until somebody's page knows that it is their turn."""
    until = time.monotonic() + 30
    while time.monotonic() < until:
        for player in players:
            if player.can("draw"):
                return player
        players[0].page.wait_for_timeout(20)
    raise AssertionError("It is nobody's turn to draw.")


def test_two_browsers_play_four_rounds_to_the_end(open_page: Open, shot: Shot) -> None:
    ada, bo = _two(open_page)
    shot(ada.page, "gang-look")
    rounds: list[int] = []

    def look_at_result() -> None:
        rounds.append(len(rounds) + 1)
        shot(ada.page, f"gang-result-{rounds[-1]}")
        check(ada.page)
        _sums_fit_the_pad(ada.page, rounds[-1])

    ada.at_result = look_at_result
    until = time.monotonic() + STALLED
    while not (ada.over and bo.over) and time.monotonic() < until:
        for player in (ada, bo):
            if player.step():
                until = time.monotonic() + STALLED
        ada.page.wait_for_timeout(20)
    for player in (ada, bo):
        player.page.wait_for_selector(END)
    assert rounds == [1, 2, 3, 4], "every round was shown, once"
    shot(ada.page, "gang-end")
    check(ada.page)
    rows = ada.page.locator("dialog[open] tbody tr").all_inner_texts()
    assert [row.split()[0] for row in rows[:4]] == ["Round"] * 4
    columns = [[int(n) for n in re.findall(r"\d+", row)[1:]] for row in rows[:4]]
    totals = [int(n) for n in ada.page.locator("dialog[open] .total b").all_inner_texts()]
    assert [sum(column) for column in zip(*columns, strict=True)] == totals
    assert totals == sorted(totals), "the fewest points come first"
    assert totals == [int(n) for n in bo.page.locator("dialog[open] .total b").all_inner_texts()]
    ada.page.get_by_role("button", name="Check the luck").click()
    expect(ada.page.locator(".verify")).to_contain_text("The luck was fair")
    _watch_again(bo.page, shot)


def _sums_fit_the_pad(page: Page, number: int) -> None:
    named = page.locator(".reveal .rows li")
    sums = {
        row.locator(".text").inner_text(): int(row.locator("[data-testid=sum]").inner_text()) for row in named.all()
    }
    names = page.locator(".reveal thead th").all_inner_texts()
    cells = page.locator(".reveal tbody tr").nth(number - 1).locator("td").all_inner_texts()
    assert dict(zip(names, map(int, cells), strict=True)) == sums
    for row in named.all():
        cards = [card.get_attribute("data-kind") or "" for card in row.locator("[data-kind]").all()]
        assert all(card.isdigit() for card in cards), "special cards are replaced"
        assert sum(map(int, cards)) == int(row.locator("[data-testid=sum]").inner_text())


def _watch_again(page: Page, shot: Shot) -> None:
    page.get_by_role("button", name="Watch again").click()
    page.get_by_role("slider").fill("3")
    expect(page.locator(".mine [data-kind]")).to_have_count(4)
    expect(page.locator(".seats [data-kind]")).to_have_count(4)
    page.get_by_role("button", name="One move on").click()
    expect(page.locator(".controls")).to_contain_text("4 /")
    shot(page, "gang-replay")
    check(page)


KEPT = (
    """() => [document.documentElement.outerHTML, ...Object.values(localStorage), ...Object.values(sessionStorage)]"""
)


def _nowhere(page: Page) -> None:
    """No card of a row, and nothing but the discard pile, says what it is."""
    assert page.locator(".mine [data-kind], .seats [data-kind]").count() == 0
    labels = page.locator(".mine .slot .out-of-sight").all_inner_texts()
    assert [label.split(", ")[1] for label in labels] == ["face down"] * 4
    log = page.locator("aside .log").inner_text()
    assert not re.search(r"\d", re.sub(r"discards \w+|takes the \d", "", log)), log


def test_a_card_looked_at_is_shown_once_and_never_again(open_page: Open, shot: Shot) -> None:
    ada, bo = _two(open_page)
    page = ada.page
    assert page.locator(".mine [data-kind]").count() == 0, "nothing is seen before it is looked at"
    outer = page.locator(".mine [data-at='1']").bounding_box()
    assert outer is not None
    page.mouse.move(outer["x"] + 30, outer["y"] + 40)
    page.mouse.down()
    expect(page.locator(".mine [data-kind]")).to_have_count(2)
    shot(page, "gang-looking")
    page.wait_for_timeout(500)
    page.mouse.up()
    expect(page.locator(SENTENCE)).to_have_text("Waiting for Bo")
    _nowhere(page)
    page.reload()
    page.wait_for_selector(".mine")
    _nowhere(page)
    expect(bo.page.locator(".seats .lifted")).to_have_count(0)
    expect(page.locator(".seats .lifted")).to_have_count(2)  # that others look is seen
    shot(page, "gang-others-look")
    bo.look()
    # A card drawn, and a card peeked at, are seen by one only, and only while they are held.
    peeked = False
    until = time.monotonic() + 60
    while not peeked and time.monotonic() < until:
        for player, other in ((ada, bo), (bo, ada)):
            if player.can("draw"):
                player.do("draw")
                kind = player.kinds(".held")[0] if player.page.wait_for_selector(".held.big") else ""
                other.page.wait_for_selector(".held .back")
                assert other.kinds(".held") == []
                if kind == "peek":
                    player.mine(2)
                    expect(player.page.locator(".mine [data-kind]")).to_have_count(1)
                    expect(other.page.locator(".seats .lifted")).to_have_count(1)
                    assert other.page.locator(".seats [data-kind]").count() == 0
                    shot(player.page, "gang-peek")
                    check(player.page)
                    player.do("close")
                    expect(player.page.locator(".mine [data-kind]")).to_have_count(0)
                    player.page.reload()
                    player.page.wait_for_selector(".mine")
                    peeked = True
                elif kind == "twice":
                    player.do("discard")
                else:
                    player.step()
            elif player.can("pass"):
                player.do("pass")
            elif player.can("discard"):
                player.do("discard")
        ada.page.wait_for_timeout(30)
    assert peeked
    for player in (ada, bo):
        _nowhere(player.page)


def test_the_memory_aid_keeps_what_i_know(open_page: Open, shot: Shot) -> None:
    ada, bo = _two(open_page, "Memory aid: cards that you know stay marked for you")
    seen = ada.look()
    expect(ada.page.locator(".mine .slip")).to_have_count(2)
    assert ada.kinds(".mine") == seen
    ada.page.reload()
    expect(ada.page.locator(".mine .slip")).to_have_count(2)
    assert ada.kinds(".mine") == seen
    assert ada.page.locator(".seats [data-kind]").count() == 0
    expect(ada.page.locator(".mine .slot .out-of-sight").first).to_contain_text("you know it")
    shot(ada.page, "gang-memory-aid")
    check(ada.page)
    assert bo.page.locator(".seats [data-kind]").count() == 0


def test_hot_seat_has_a_curtain_for_everybody_who_looks(open_page: Open, shot: Shot) -> None:
    page = open_page()
    player = Ganger(page, knocks_after=0)
    player.invite("Ada")
    player.add_here("Bo")
    page.get_by_role("button", name="Start", exact=True).click()
    names = []
    for _ in range(2):
        page.wait_for_selector(".curtain")
        assert page.locator(".board, [data-kind]").count() == 0
        shot(page, "gang-curtain")
        names.append(page.get_by_role("button", name=re.compile("I am")).inner_text())
        page.get_by_role("button", name=names[-1]).click()
        player.look()
    assert sorted(names) == ["I am Ada", "I am Bo"]
    curtains: list[int] = []
    player.at_result = lambda: curtains.append(page.locator(".curtain").count())
    until = time.monotonic() + 60
    while not curtains and time.monotonic() < until:
        if page.locator(".curtain").count():
            page.get_by_role("button", name=re.compile("I am")).click()
        player.step()
    assert curtains == [0], "all cards lie open: everybody may look"
    while page.locator("[data-testid=go-on]").count():
        page.locator("[data-testid=go-on]").click()
        page.wait_for_timeout(50)
    player.look()
    page.wait_for_selector(".curtain")


def test_a_spectator_sees_nothing_hidden(open_page: Open, shot: Shot) -> None:
    ada, bo = _two(open_page, "Memory aid: cards that you know stay marked for you")
    ada.look()
    watcher = open_page(ada.page.url)
    watcher.wait_for_selector(".seats li")
    expect(watcher.locator(".seats li")).to_have_count(2)
    assert watcher.locator(".seats [data-kind]").count() == 0
    expect(watcher.locator(".seats .lifted")).to_have_count(2)
    bo.look()
    expect(watcher.locator(".seats .lifted")).to_have_count(0)
    _who_draws(ada, bo).do("draw")
    watcher.wait_for_selector(".held .back")
    shot(watcher, "gang-spectator")
    assert watcher.locator(".seats [data-kind], .held [data-kind]").count() == 0
    check(watcher)


def test_german(open_page: Open, shot: Shot) -> None:
    page = open_page(language="de-DE")
    ways(page, "beaver-gang").get_by_role("button", name="Jetzt gegen Bots spielen").click()
    page.wait_for_selector("[data-do=look]")
    expect(page.locator(SENTENCE)).to_have_text("Halte deine äußeren Karten gedrückt, um sie anzusehen")
    page.get_by_role("button", name="Ansehen").click()
    page.get_by_role("button", name="Hinlegen").click()
    player = Ganger(page)
    player.play_until("[data-do=pass]")
    expect(page.locator(SENTENCE)).to_have_text("Niedrig genug? Halte den Klopfer gedrückt oder spiel weiter")
    shot(page, "gang-german")
    page.goto("/how/beaver-gang")
    expect(page.get_by_role("heading", name="Zweimal ziehen")).to_be_visible()
    check(page)
    shot(page, "gang-german-how")


def test_the_keyboard_is_enough(open_page: Open) -> None:
    page = open_page(motion=True)
    ways(page, "beaver-gang").get_by_role("button", name="Play now against bots").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-do=look]")
    page.locator(".mine [data-at='1']").focus()
    page.keyboard.down("Space")
    expect(page.locator(".mine [data-kind]")).to_have_count(2)
    page.wait_for_timeout(500)
    page.keyboard.up("Space")
    expect(page.locator(".mine [data-kind]")).to_have_count(0)
    until = time.monotonic() + 90
    while not page.locator("[data-testid=go-on]").count() and time.monotonic() < until:
        page.wait_for_selector(READY)
        player = Ganger(page)
        if player.can("draw"):
            page.locator("[data-testid=stack]").focus()
            page.keyboard.press("Enter")
            page.wait_for_selector(".held.big")
        elif player.can("pass"):
            page.locator("[data-testid=knocker]").focus()
            page.keyboard.down("Enter")
            page.wait_for_selector("[data-testid=last-round], [data-testid=reveal]")
            page.keyboard.up("Enter")
            expect(page.locator("aside .log")).to_contain_text("Guest: knocks")
        elif player.can("close"):
            page.keyboard.press("2")
        elif player.can("discard"):
            _use_with_keys(page, player.kinds(".held"))
        page.wait_for_timeout(60)
    expect(page.locator("[data-testid=go-on]")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("[data-testid=go-on]")).to_have_count(0)


def _use_with_keys(page: Page, kinds: list[str]) -> None:
    if kinds == ["swap"]:
        page.keyboard.press("3")
        expect(page.locator(".mine [data-at='3']")).to_be_focused()
        page.keyboard.press("ArrowUp")
        page.keyboard.press("ArrowUp")
        page.keyboard.press("ArrowRight")
        expect(page.locator(".seats [data-at='2']")).to_be_focused()
        page.keyboard.press("Enter")
    elif kinds == ["twice"]:
        page.locator("[data-testid=discard]").focus()
        page.keyboard.press("Enter")
    elif kinds:
        page.keyboard.press("2")
        page.keyboard.press("Escape")
        page.keyboard.press("2")
        page.keyboard.press("2")


@pytest.mark.parametrize(("size", "scheme"), [(PHONE, "light"), (SMALL_PHONE, "dark")], ids=["390", "360"])
def test_six_players_fit_a_phone(open_page: Open, shot: Shot, size: dict[str, int], scheme: str) -> None:
    page = open_page(viewport=size, motion=True, color_scheme=scheme, **TOUCH)
    name = f"gang-{size['width']}-{scheme}"
    choose_opponents(ways(page, "beaver-gang"), 5)
    ways(page, "beaver-gang").locator(".bots .primary").tap()
    page.wait_for_selector("[data-do=look]")
    page.locator("[data-do=look]").tap()
    shot(page, f"{name}-look")
    check(page)
    page.locator("[data-do=close]").tap()
    player = Ganger(page, knocks_after=0)
    player.play_until("[data-do=draw]")
    page.locator("[data-testid=stack]").tap()
    page.wait_for_selector(".held.big")
    still(page)
    if page.locator(".held [data-kind=twice]").count() == 0:
        page.locator(".mine [data-at='2']").tap()
        expect(page.locator(".mine [data-at='2']")).to_have_class(re.compile("aimed"))
    if page.locator(".held [data-kind=swap]").count():
        page.locator(".seats [data-at='3']").nth(4).tap()
    shot(page, f"{name}-hold")
    check(page)
    _fits(page, size)
    if page.locator("[data-do=confirm]").count():
        page.locator("[data-do=confirm]").tap()
    player.play_until("[data-testid=knocker], [data-testid=last-round], [data-testid=go-on]")
    shot(page, f"{name}-knock")
    _fits(page, size)
    player.play_until("[data-testid=go-on]")
    still(page)
    shot(page, f"{name}-result")
    check(page)
    _fits(page, size)
    pad = page.locator(".reveal table").bounding_box()
    button = page.locator("[data-testid=go-on]").bounding_box()
    assert pad is not None
    assert button is not None
    assert pad["y"] + pad["height"] <= button["y"], "the whole pad is seen"
    _total_is_whole(page)


# A text that is wider than its cell less the padding ends in three dots, though the cell does not overflow.
_WHOLE = """(th, word) => {
  th.textContent = word;
  const text = document.createRange();
  text.selectNodeContents(th);
  const { paddingLeft, paddingRight } = getComputedStyle(th);
  return text.getBoundingClientRect().width <= th.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
}"""


def _total_is_whole(page: Page) -> None:
    """The label of the last row of the pad, in every language."""
    label = page.locator("table:visible .total th")
    for file in sorted(MESSAGES.glob("*.json")):
        word = json.loads(file.read_text("utf-8"))["total"]
        assert label.evaluate(_WHOLE, word), f"{word} is cut off"


# All at one moment: bots go on meanwhile, and a button may be gone a moment later.
_BOXES = """(parts) => parts.flatMap((part) => [...document.querySelectorAll(part)].map((one) => {
  const { left, right, bottom, width, height } = one.getBoundingClientRect();
  return { part, left, right, bottom, width, height };
}))"""


def _fits(page: Page, size: dict[str, int]) -> None:
    needs_no_scrolling(page)
    boxes = page.evaluate(_BOXES, [".bar .button", ".mine .slot", ".seats li", "[data-testid=go-on]"])
    assert boxes
    for box in boxes:
        assert box["width"] > 0, box
        assert box["height"] > 0, box
        assert box["left"] >= 0, box
        assert box["right"] <= size["width"] + 1, box
        assert box["bottom"] <= size["height"], box


def test_axe_finds_nothing_on_a_wide_screen(open_page: Open, shot: Shot) -> None:
    page = open_page()
    page.goto("/how/beaver-gang")
    page.wait_for_selector("main h1")
    check(page)
    shot(page, "gang-wide-how")
    page.goto("/")
    player = Ganger(page, knocks_after=0)
    player.play_now(3)
    page.wait_for_selector("[data-do=look]")
    check(page)
    shot(page, "gang-wide-look")
    player.play_until("[data-do=draw]")
    page.get_by_role("button", name="Hint").click()
    page.get_by_role("button", name="Show the move").click()
    page.wait_for_selector(".note")
    check(page)
    shot(page, "gang-wide-hint")
    page.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Score pad").click()
    check(page)
    shot(page, "gang-wide-pad")
    page.keyboard.press("Escape")
    player.play_until("[data-testid=knocker], [data-testid=last-round]")
    check(page)
    shot(page, "gang-wide-knock")
    player.play_until("[data-testid=go-on]")
    check(page)
    shot(page, "gang-wide-result")
    _total_is_whole(page)
