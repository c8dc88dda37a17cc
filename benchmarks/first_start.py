"""What a new player waits for: `make play` in a fresh clone with empty caches, then the first bot's move of each game.

`python -m benchmarks.first_start` clones the repository into a folder of its own, sets it up, opens the page in
Chromium and starts a table of each game; in the player's own turns a bot is asked to play for them.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

HERE = Path(__file__).parent.parent
PATIENCE = 60_000  # milliseconds


def first_move(browser: Browser, address: str, game: str, *, server: bool) -> float:
    """Seconds from the touch that starts a table to the first move that another seat has made, as the log shows it."""
    page = browser.new_page(viewport={"width": 1280, "height": 800}, locale="en-GB")
    page.set_default_timeout(PATIENCE)
    page.add_init_script("localStorage['lodge.side'] = 'open'; localStorage['lodge.sound'] = 'off'")
    page.goto(address)
    page.locator(f"[data-game={game}] .primary").click()
    sheet = page.locator(f"[data-begin={game}]")
    if server:
        sheet.get_by_role("button", name="Invite friends").click()
        page.get_by_label("Add a bot").first.select_option("steady")
        touched = page.get_by_role("button", name="Start", exact=True)
    else:
        sheet.get_by_role("group", name="Opponents").get_by_label("1", exact=True).check()
        touched = sheet.get_by_role("button", name="Play now against bots")
    start = time.perf_counter()
    touched.click()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Let a bot play for me").click()
    page.get_by_role("button", name="Let a bot play for me").click()
    page.wait_for_selector("aside .log li:not(.mine, .soft)")
    taken = time.perf_counter() - start
    page.close()
    return taken


def main() -> None:
    program = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))))
    with tempfile.TemporaryDirectory(prefix="lodge-first-") as folder, sync_playwright() as playwright:
        clone = Path(folder) / "lodge"
        subprocess.run(["git", "clone", "--quiet", HERE, clone], check=True)  # noqa: S607
        homes = {"XDG_CACHE_HOME": f"{folder}/cache", "XDG_DATA_HOME": f"{folder}/data", "BROWSER": "true"}
        environment = {name: text for name, text in os.environ.items() if name != "LODGE_CACHE"} | homes
        start = time.perf_counter()
        with subprocess.Popen(
            ["make", "play"],  # noqa: S607
            cwd=clone,
            env=environment,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        ) as made:
            assert made.stdout is not None  # noqa: S101
            address = next(found[0] for line in made.stdout if (found := re.search(r"http://\S+", line)))
            browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
            page = browser.new_page()
            page.goto(address)
            page.wait_for_selector(".tile")
            print(f"make play to a page: {time.perf_counter() - start:.1f} s", flush=True)
            for game in ("amik", "donnant", "beaver-gang", "dam-it"):
                here, there = (first_move(browser, address, game, server=server) for server in (False, True))
                print(f"{game}: the first bot's move after {here:.2f} s, at the server {there:.2f} s", flush=True)
            browser.close()
            size = subprocess.run(["du", "-sm", ".venv"], cwd=clone, capture_output=True, text=True, check=True)  # noqa: S607
            print(f".venv: {size.stdout.split()[0]} MB")
            os.killpg(made.pid, signal.SIGINT)


if __name__ == "__main__":
    main()
