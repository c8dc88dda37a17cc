"""Take the pictures of docs/tour.md and of the README: `make tour`, or `python -m tools.tour [SCREEN ...]`.

A picture of the tour shows a screen on a phone, on a tablet and on a laptop. The tables are matches with fixed seeds
(kept_matches.py), the day is fixed, bots do not move and nothing is animated: the same page gives the same pictures.

To look at screens while one works on them:
`python -m tools.tour --look FOLDER [--size 844x390 ...] [--dark] [SCREEN ...]` keeps each as it is.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import cast

from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from tools.kept_matches import HOUR, NOON, Kept, kept_match, put_matches, put_results

DOCS = Path(__file__).parent.parent / "docs"
FOLDER = DOCS / "tour"
SIZES = ((390, 844), (768, 1024), (1280, 800))
LAPTOP = (1280, 800)
PHONE = 700  # less across
HEIGHT, GAP = 500, 16  # of a picture and between its three parts, in pixels
GROUND = {"light": "#d9d4c8", "dark": "#2a3836"}
QUALITY = 66
PATIENCE = 90_000  # milliseconds: an analysis takes its time
GAMES = ("dam-it", "beaver-gang", "donnant", "amik")
MIDDLE = {"dam-it": 30, "beaver-gang": 24, "donnant": 110, "amik": 170}
SETTINGS = """try {
  const chosen = { name: 'Ada', sound: 'off', beat: '9999999' };
  for (const [name, value] of Object.entries(chosen)) localStorage[`lodge.${name}`] = value;
} catch { /* a page that is not there keeps nothing */ }"""
FIXED_DAY = f"""globalThis.Date = class extends Date {{
  constructor(...given) {{ super(...(given.length ? given : [{NOON}])); }}
  static now() {{ return {NOON}; }}
}};"""
QUIET = """async () => {
  await document.fonts.ready;
  const over = (one) => one.playState !== 'running' || one.effect.getTiming().iterations === Infinity;
  return document.getAnimations().every(over) && [...document.images].every((image) => image.complete);
}"""

Show = Callable[[Page], None]


def at(path: str, ready: str = "main h1") -> Show:
    """A page with an address."""

    def show(page: Page) -> None:
        page.goto(path)
        page.locator(ready).first.wait_for(state="attached")

    return show


def table(name: str, ready: str = ".bar") -> Show:
    """A table of this browser."""

    def show(page: Page) -> None:
        page.goto("/favicon.svg")
        put_matches(page, [match for match in matches() if match["id"] == f"local-{name}"])
        at(f"/t/local-{name}", ready)(page)

    return show


def begin(page: Page) -> None:
    """What is asked before a game."""
    at("/")(page)
    page.locator("[data-game=beaver-gang] .primary").click()
    page.locator("[data-begin=beaver-gang]").wait_for()


def round_one_device(page: Page) -> None:
    """Several people, one device."""
    at("/")(page)
    page.get_by_role("button", name="Pass and play").click()
    sheet = page.get_by_role("dialog", name="Pass and play")
    sheet.get_by_label("Beaver Gang").check()
    sheet.get_by_label("Name of the player 2").fill("Ben")


def lobby(page: Page) -> None:
    at("/")(page)
    page.locator("[data-game=dam-it] .primary").click()
    page.get_by_role("button", name="Invite friends").click()
    page.locator(".lobby").wait_for()
    friend = cast("Browser", page.context.browser).new_page(locale="en-GB")
    friend.goto(page.url)
    friend.get_by_label("Your name").fill("Ben")
    friend.get_by_role("button", name="Sit down").click()
    page.locator(".lobby").get_by_text("Ben").first.wait_for()  # who stays, and is awake
    page.locator("[data-level=sharp]").click()
    page.locator(".lobby li.bot").wait_for()


def drawn(page: Page) -> None:
    """Beaver Gang is better with a card in hand."""
    table("beaver-gang")(page)
    page.locator(".bar [data-do=draw]").click()
    page.locator(".bar [data-do=discard]").wait_for()


def hint(page: Page) -> None:
    table("dam-it")(page)
    page.get_by_role("button", name="Hint").click()
    page.get_by_role("button", name="Show the move").click()
    page.locator(".note").wait_for()


def menu(page: Page) -> None:
    table("dam-it")(page)
    page.get_by_role("button", name="Menu").click()
    page.locator("dialog[open] .menu").wait_for()


SCREENS: dict[str, Show] = {
    "start": at("/"),
    "begin": begin,
    "pass-and-play": round_one_device,
    "lobby": lobby,
    "dam-it": table("dam-it"),
    "beaver-gang": drawn,
    "donnant": table("donnant"),
    "amik": table("amik", "[data-hex=a6]"),
    "hint": hint,
    "menu": menu,
    **{f"{game}-end": table(f"{game}-end", "dialog[open] .headline, .headline") for game in GAMES},
    "replay": table("dam-it-end#replay", "main, [data-testid=replay]"),
    "analysis": table("dam-it-end#analysis", ".panel svg"),
    "how": at("/how/donnant"),
    "solo": at("/solo/donnant"),
    "daily": at("/daily/dam-it", ".calendar, main h1"),
    "statistics": at("/statistics"),
    "about": at("/about"),
    "nowhere": at("/nowhere"),
}
DARK = ("start", "lobby", *GAMES, "dam-it-end", "analysis")


@cache
def matches() -> list[Kept]:
    """What this browser has played; of those that go on, the start page shows the first."""
    running = [kept_match(game, 3, moves, begun=NOON - 3 * HOUR) for game, moves in MIDDLE.items()]
    return running + [
        kept_match(game, 3, name=f"{game}-end", begun=NOON - 24 * days * HOUR) for days, game in enumerate(GAMES, 1)
    ]


@cache
def results() -> list[Kept]:
    """What was played before that."""
    lines = []
    for number in range(60):
        game = GAMES[number * 7 % 4]
        begun = NOON - (number * 29 + 60) * HOUR
        level, points = ("gentle", "steady", "sharp")[number % 3], 24 + number * 37 % 23
        lines.append(
            {
                "id": f"local-before-{number}",
                "game": game,
                "begun": begun,
                "ended": begun + HOUR // 3,
                "seats": 2 + number % 3,
                "against": level,
                "points": points,
                "won": number % 5 < 3 - number % 3,
                "moves": 30 + number % 9,
                "hinted": False,
                "campaign": False,
                **dict.fromkeys(("level", "need", "day", "master")),
            }
        )
    return lines


@contextlib.contextmanager
def server() -> Iterator[str]:
    """A server of its own; its address."""
    command = [sys.executable, "-u", "-m", "lodge.server", "--port", "0", "--no-native", "--unlimited", "--database"]
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen([*command, f"{folder}/tables.db"], stdout=subprocess.PIPE, text=True)  # noqa: S603
        try:
            found = re.search(r"http://\S+", process.stdout.readline() if process.stdout else "")
            if not found:
                sys.exit("The server did not start.")
            yield found[0]
        finally:
            process.terminate()
            process.wait()


@contextlib.contextmanager
def visitor(browser: Browser, url: str, size: tuple[int, int], scheme: str) -> Iterator[BrowserContext]:
    """A browser that has played before, on a screen of a size."""
    touch = min(size) < PHONE
    context = browser.new_context(
        base_url=url,
        viewport={"width": size[0], "height": size[1]},
        has_touch=touch,
        is_mobile=touch,
        color_scheme="dark" if scheme == "dark" else "light",
        reduced_motion="reduce",
        service_workers="block",
        locale="en-GB",
        timezone_id="UTC",
    )
    context.set_default_timeout(PATIENCE)
    context.add_init_script(SETTINGS)
    context.add_init_script(FIXED_DAY)
    page = context.new_page()
    page.goto("/favicon.svg")
    put_matches(page, [match for match in matches() if match["over"] or match["game"] == GAMES[0]])
    put_results(page, results())
    page.close()
    yield context
    context.close()


def shoot(context: BrowserContext, screen: str) -> Image.Image:
    """A screen as it is."""
    page = context.new_page()
    SCREENS[screen](page)
    page.mouse.move(0, 0)  # off what was pressed
    page.wait_for_load_state("networkidle")
    page.wait_for_function(QUIET)
    shot = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    page.close()
    return shot


def side_by_side(shots: list[Image.Image], scheme: str) -> Image.Image:
    """The same screen on several devices."""
    small = [shot.resize((shot.width * HEIGHT // shot.height, HEIGHT), Image.Resampling.LANCZOS) for shot in shots]
    width = sum(shot.width for shot in small) + GAP * (len(small) + 1)
    together = Image.new("RGB", (width, HEIGHT + 2 * GAP), GROUND[scheme])
    left = GAP
    for shot in small:
        together.paste(shot, (left, GAP))
        left += shot.width + GAP
    return together


def take_tour(browser: Browser, url: str, screens: list[str]) -> None:
    """All pictures of the documentation."""
    FOLDER.mkdir(exist_ok=True)
    for scheme, wanted in (("light", screens), ("dark", [screen for screen in screens if screen in DARK])):
        with contextlib.ExitStack() as stack:
            visitors = [stack.enter_context(visitor(browser, url, size, scheme)) for size in SIZES]
            for screen in wanted:
                shots = [shoot(context, screen) for context in visitors]
                name = screen if scheme == "light" else f"{screen}-dark"
                side_by_side(shots, scheme).save(FOLDER / f"{name}.webp", quality=QUALITY, method=6)
                if screen in GAMES and scheme == "light":
                    save_small(shots[SIZES.index(LAPTOP)], DOCS / f"{screen}.png")
                print(f"docs/tour/{name}.webp", flush=True)


def save_small(shot: Image.Image, target: Path) -> None:
    """In 256 colours: a third of the size, and nobody sees it."""
    shot.quantize(256, dither=Image.Dither.NONE).save(target, optimize=True)


def look(browser: Browser, url: str, screens: list[str], sizes: list[tuple[int, int]], scheme: str, to: Path) -> None:
    """Screens as they are, for whoever works on them."""
    to.mkdir(parents=True, exist_ok=True)
    for size in sizes:
        with visitor(browser, url, size, scheme) as context:
            for screen in screens:
                shoot(context, screen).save(to / f"{screen}-{size[0]}x{size[1]}-{scheme}.png")


def main() -> None:
    """Start a server, look at the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("screens", nargs="*", metavar="SCREEN", help=", ".join(SCREENS))
    parser.add_argument("--look", type=Path, metavar="FOLDER")
    parser.add_argument("--size", action="append", metavar="390x844")
    parser.add_argument("--dark", action="store_true")
    asked = parser.parse_args()
    screens = asked.screens or list(SCREENS)
    program = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if program is None:
        sys.exit("Pictures are taken by Chromium: install it (apt-get install chromium).")
    with server() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        if asked.look:
            sizes = [(int(w), int(h)) for w, _, h in (size.partition("x") for size in asked.size or [])]
            look(browser, url, screens, sizes or list(SIZES), "dark" if asked.dark else "light", asked.look)
        else:
            take_tour(browser, url, screens)
        browser.close()


if __name__ == "__main__":
    main()
