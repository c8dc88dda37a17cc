"""Draw docs/table.png, the middle of a game in the browser: `python tools/table_picture.py` (needs Chromium)."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

TURNS = 8
TARGET = Path(__file__).parent.parent / "docs" / "table.png"


def main() -> None:
    """Start a server, play some turns against two bots, take the picture."""
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
            "0.05",
            "--no-native",
            "--database",
        ]
        server = subprocess.Popen([*command, f"{folder}/tables.db"], stdout=subprocess.PIPE, text=True)  # noqa: S603
        try:
            found = re.search(r"http://\S+", server.stdout.readline() if server.stdout else "")
            browser = playwright.chromium.launch(executable_path=browser_path, args=["--no-sandbox"])
            page = browser.new_page(viewport={"width": 1280, "height": 800}, reduced_motion="reduce", locale="en-GB")
            page.goto(found[0] if found else "")
            play(page)
            page.screenshot(path=TARGET)
            browser.close()
        finally:
            server.terminate()
            server.wait()


def play(page: Page) -> None:
    """Take what comes for some turns, then point at a card."""
    page.get_by_label("Your name").fill("Ada")
    tile = page.locator("[data-game=dam-it]")
    tile.get_by_label("Opponents").select_option("2")
    tile.get_by_role("button", name="Play now against bots").click()
    for turn in range(TURNS):
        page.wait_for_selector(".bar.turn")
        before = page.locator("aside .log li").count()
        page.locator(f"[data-place='{1 + turn % 2}']").click()
        choice = page.locator(".bar .buttons .button")
        if choice.count():
            choice.first.click()
        page.locator("aside .log li").nth(before).wait_for(state="attached")
    page.wait_for_selector(".bar.turn")
    page.locator("[data-place='3']").hover()
    page.wait_for_timeout(2500)  # until nothing is marked as new any more


if __name__ == "__main__":
    main()
