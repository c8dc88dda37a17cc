"""Boards at every size: nothing is cut off or covered, fingers hit what they aim at, and nothing moves by itself."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect
from tools.kept_matches import kept_match, my_turn, put_matches

from lodge import Match
from tests.e2e.conftest import PHONE, QUICK_BOTS, Open, Server, launch
from tests.e2e.player import needs_no_scrolling, still

SIZES: tuple[ViewportSize, ...] = (
    PHONE,
    {"width": 844, "height": 390},
    {"width": 640, "height": 400},  # also what 200 percent leave of a laptop
    {"width": 768, "height": 1024},
    {"width": 1280, "height": 800},
    {"width": 1920, "height": 1080},
)
MIDDLE = {"dam-it": 30, "beaver-gang": 24, "donnant": 110, "amik": 170}
# What stays where it is while a match goes on.
FIXED = ".bar, .seats, .river, .dams, .stack, .discard, .mine, .market, .tray, .my-land, .points, header .button"

HALF = 15.5  # of what a finger needs, in pixels

# What can be touched, and how much of it is missing: it is hidden, or less than 32 pixels of it can be hit. A card of
# Donnant Donnant lies under its own cells; those are large enough when the card is.
_TOUCHED = """(reach) => {
  const can = 'button:enabled, a[href], input:enabled, select:enabled, summary, [data-hex].can';
  const missing = [];
  const where = document.querySelector('dialog[open]') ?? document.querySelector('main');
  for (const one of where.querySelectorAll(can)) {
    const { left, top, width, height } = one.getBoundingClientRect();
    if (!width || one.matches('.about, .stall .cell')) continue;
    const [x, y] = [left + width / 2, top + height / 2];
    const hit = (dx, dy) => document.elementFromPoint(x + dx, y + dy)?.closest(can) === one;
    const all = hit(reach, 0) && hit(-reach, 0) && hit(0, reach) && hit(0, -reach);
    if (!all) missing.push(`${one.outerHTML.slice(0, 120)} at ${Math.round(x)}, ${Math.round(y)}`);
  }
  return missing;
}"""
_PLACES = """(fixed) => [...document.querySelectorAll(fixed)].map((one) => {
  const { x, y } = one.getBoundingClientRect();
  return `${one.classList[0]} ${Math.round(x)} ${Math.round(y)}`;
})"""


def sit_down(page: Page, game: str) -> None:
    """In the middle of a match of three."""
    put_matches(page, [kept_match(game, 3, MIDDLE[game])])
    page.goto(f"/t/local-{game}")
    page.wait_for_selector(".bar.turn")


@pytest.mark.parametrize("game", MIDDLE)
def test_a_board_fits_every_screen(open_page: Open, game: str) -> None:
    page = open_page("/about", viewport=PHONE)
    sit_down(page, game)
    for size in SIZES:
        page.set_viewport_size(size)
        needs_no_scrolling(page)
        still(page)
        assert page.evaluate(_TOUCHED, HALF if size == PHONE else 0) == [], f"at {size}"


@pytest.mark.parametrize(("game", "board"), [("donnant", ".stall"), ("amik", ".my-land svg"), ("dam-it", ".river")])
def test_a_board_never_shrinks_to_nothing(open_page: Open, game: str, board: str) -> None:
    page = open_page("/about", viewport=PHONE)
    sit_down(page, game)
    for width, height in ((640, 400), (384, 512)):  # a laptop and a tablet whose text is twice as large
        page.set_viewport_size({"width": width, "height": height})
        still(page)
        box = page.locator(board).first.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) > 140, (width, box)
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_nothing_moves_but_what_is_played(open_page: Open) -> None:
    page = open_page("/about", viewport=PHONE)
    page.context.add_init_script("localStorage['lodge.beat'] = '100000'")  # only I move
    first = {
        "dam-it": "[data-place='1']",
        "beaver-gang": "[data-do=draw]",
        "donnant": ".cell.can",
        "amik": "[data-hex].can",
    }
    for game, touched in first.items():
        sit_down(page, game)
        before = page.evaluate(_PLACES, FIXED)
        assert len(before) > 5
        page.locator(touched).first.click()
        still(page)
        assert page.evaluate(_PLACES, FIXED) == before, game


# What has moved by itself, weighed as browsers do (0: nothing, 0.1: much); what follows a touch does not count.
_SHIFTS = """globalThis.shifts = [];
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput, sources } of list.getEntries())
    if (!hadRecentInput) shifts.push([value, ...sources.map(({ node }) => node?.outerHTML?.slice(0, 90) ?? '')]);
}).observe({ type: 'layout-shift', buffered: true });"""


def test_nothing_jumps_when_a_page_comes(open_page: Open) -> None:
    page = open_page("/about", motion=True)
    page.context.add_init_script("localStorage['lodge.beat'] = '100000'")
    page.context.add_init_script(_SHIFTS)
    for size in (SIZES[0], SIZES[4]):
        page.set_viewport_size(size)
        page.goto("/")
        page.wait_for_selector("[data-match], .tile")
        no_shift(page)
        for game in MIDDLE:
            sit_down(page, game)
            no_shift(page)


def no_shift(page: Page) -> None:
    page.wait_for_load_state("networkidle")
    still(page)
    shifts = page.evaluate("shifts")
    assert sum(value for value, *_ in shifts) < 0.01, (page.url, shifts)


def test_two_equal_dice_are_told_apart(open_page: Open) -> None:
    def equal_dice(match: Match) -> bool:
        roll = match.view(0)["roll"]
        return my_turn(match) and len(roll) > 1 and roll[0] == roll[1]

    page = open_page("/about")
    put_matches(page, [kept_match("amik", 1, 6, at=equal_dice)])
    page.goto("/t/local-amik")
    expect(page.locator(".die")).to_have_count(2)
    labels = page.locator(".die").evaluate_all("(dice) => dice.map((die) => die.ariaLabel)")
    assert len(set(labels)) == 2, labels


def test_a_cell_is_written_on_the_enlarged_card(open_page: Open) -> None:
    page = open_page("/about", viewport=PHONE)
    sit_down(page, "donnant")
    card = page.locator(".stall .card:has(.cell.can)").first
    card.locator(".about").click(position={"x": 8, "y": 8})
    cell = page.locator("dialog[open] .cell.can").first
    expect(cell).to_be_visible()
    assert page.evaluate(_TOUCHED, HALF) == []
    cell.click()
    expect(page.locator("dialog[open]")).to_have_count(0)


def test_text_of_200_percent_is_a_zoom_of_200_percent(server: Server, browser: Browser) -> None:
    """Boards and all: the same place on the screen for everything that is fixed."""
    large = launch(browser.browser_type, "--blink-settings=defaultFontSize=32")
    zoomed: dict[str, Any] = {"viewport": {"width": 640, "height": 400}, "device_scale_factor": 2}
    seen = []
    for who, more, scale in ((browser, zoomed, 2), (large, {"viewport": {"width": 1280, "height": 800}}, 1)):
        context = who.new_context(base_url=server.url, reduced_motion="reduce", service_workers="block", **more)
        context.add_init_script(QUICK_BOTS)
        page = context.new_page()
        page.goto("/about")
        sit_down(page, "dam-it")
        needs_no_scrolling(page)
        box = page.locator("[data-place='1']").bounding_box()
        assert box is not None
        seen.append({side: box[side] * scale for side in ("x", "y", "width", "height")})
        context.close()
    large.close()
    assert seen[0] == pytest.approx(seen[1], abs=4)


def test_the_log_opens_at_its_newest_line(open_page: Open) -> None:
    page = open_page("/about", viewport=PHONE)
    sit_down(page, "dam-it")
    page.get_by_role("button", name="What happened").click()
    log = page.locator("dialog[open] .log")
    expect(log.locator("li").last).to_be_in_viewport()
    expect(log.locator("li").first).not_to_be_in_viewport()


def test_of_two_equal_cards_one_is_paid(open_page: Open) -> None:
    """While it flies the other one is seen."""
    page = open_page("/about", motion=True)
    page.add_init_script("localStorage['lodge.pace'] = 'slow'")
    sit_down(page, "dam-it")
    twice = page.locator(".hand [data-card]:has(b)")  # with how many there are
    expect(twice).to_have_count(1)
    kind = twice.get_attribute("data-card")
    page.locator(".stack.lit").first.click()
    expect(twice).to_have_attribute("aria-pressed", "true")
    page.locator(".bar .primary").click()
    page.wait_for_selector("#flights > *")
    expect(page.locator(f".hand [data-card='{kind}'] .front")).to_be_visible()
    expect(page.locator(".hand [data-card='birch']")).to_have_class(re.compile("away"))
