"""Draw docs/<game>.png, the middle of a game in the browser: `python tools/table_picture.py [GAME ...]`.

A bot plays for the one who looks until the game is well under way; then they take their seat back. Needs Chromium.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

MOVES = {"dam-it": 30, "beaver-gang": 20, "amik": 190, "donnant": 110}
OPPONENTS = 2
PATIENCE = 600_000  # milliseconds: the first bots may have to wait for a compiler
DOCS = Path(__file__).parent.parent / "docs"


def main() -> None:
    """Start a server, play on it, take the pictures."""
    browser_path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))))
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        command = [
            sys.executable,
            "-u",
            "-m",
            "lodge.server",
            "--port",
            "0",
            "--beat",
            "0.02",
            "--no-native",
            "--database",
        ]
        server = subprocess.Popen([*command, f"{folder}/tables.db"], stdout=subprocess.PIPE, text=True)  # noqa: S603
        try:
            found = re.search(r"http://\S+", server.stdout.readline() if server.stdout else "")
            browser = playwright.chromium.launch(executable_path=browser_path, args=["--no-sandbox"])
            for game in sys.argv[1:] or MOVES:
                page = browser.new_page(
                    viewport={"width": 1280, "height": 800}, reduced_motion="reduce", locale="en-GB"
                )
                page.set_default_timeout(PATIENCE)
                page.goto(found[0] if found else "")
                play(page, game)
                save(page, DOCS / f"{game}.png")
            browser.close()
        finally:
            server.terminate()
            server.wait()


def play(page: Page, game: str) -> None:
    """Let bots play for some moves, then sit down in time for a turn of one's own."""
    tile = page.locator(f"[data-game={game}]")
    tile.get_by_label("Your name").fill("Ada")
    tile.get_by_label("Opponents").select_option(str(OPPONENTS))
    tile.get_by_role("button", name="Play now against bots").click()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Let a bot play for me").click()
    page.locator("aside .log li").nth(MOVES[game]).wait_for(state="attached")
    page.get_by_role("button", name="Take my seat back").click()
    page.wait_for_selector(".bar.turn")
    if (draw := page.locator(".bar [data-do=draw]")).count():  # Beaver Gang: better with a card in hand
        draw.click()
    page.mouse.move(0, 0)  # off the button
    page.wait_for_timeout(2500)  # until nothing is marked as new any more


def save(page: Page, target: Path) -> None:
    """The page as a picture of 256 colours: a third of the size, and nobody sees it."""
    page.screenshot(path=target)
    Image.open(target).convert("RGB").quantize(256, dither=Image.Dither.NONE).save(target, optimize=True)


if __name__ == "__main__":
    main()
