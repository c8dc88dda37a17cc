"""What somebody with a browser waits for: `python -m benchmarks.page`, with Chromium.

For each game: the bytes that come before its first table can be played, and the time from the navigation to the first
legal click, for a browser that has nothing and for one whose service worker has all; how long bots of each level think
in the page; and the size of Lodge as a static site. `--waterfall` prints what a first visit fetches, and when.

A script in the page begins the match as soon as the start page offers it, so the times hold no human and no test tool.
Bots take no time for show. With `--delay` and `--rate` the network is one such as a phone has.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from tests.e2e.conftest import WIDE, Server
from tests.e2e.player import Player

from lodge.bots.levels import LEVELS
from lodge.games import Game, games
from lodge.site import write_site

PATIENCE = 120_000  # milliseconds
QUICK = "localStorage['lodge.beat'] = '0';"
KEPT = "() => navigator.serviceWorker.controller !== null"

# Begins a match as the page proposes it as soon as that is offered, and notes when something can be done at the table.
BEGIN = """
(() => {
  const game = %r;
  let begun = false;
  const look = () => {
    const sheet = document.querySelector(`[data-begin=${game}]`);
    const tile = document.querySelector(`.tile[data-game=${game}] .primary`);
    if (!sheet && tile && window.offered === undefined) {
      window.offered = performance.now();
      tile.click();
    } else if (!begun && sheet) {
      begun = true;
      sheet.querySelector('.primary').click();
    }
    if (document.querySelector('.bar.turn')) window.ready = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})();
"""

# Notes how long a worker was asked to decide.
THINKING = """
(() => {
  window.thought = [];
  const Real = Worker;
  window.Worker = class extends Real {
    asked = new Map();
    constructor(...given) {
      super(...given);
      this.addEventListener('message', ({ data }) => {
        const since = this.asked.get(data.id);
        if (since !== undefined && 'value' in data) window.thought.push(performance.now() - since);
        if (!('told' in data)) this.asked.delete(data.id);
      });
    }
    postMessage(message, ...more) {
      if (message.asked?.do === 'decide') this.asked.set(message.id, performance.now());
      super.postMessage(message, ...more);
    }
  };
})();
"""


@dataclass
class Visit:
    """A way to the first table."""

    bytes: int
    offered: float  # milliseconds until the match could be begun
    ready: float  # milliseconds until something could be done at the table
    fetched: list[tuple[float, float, int, str]]  # begin, end, bytes, address


def visit(page: Page, server: Server, delay: float, rate: float) -> Visit:
    """Go to the start page and on to a table; the script in the page does it."""
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    if delay or rate:
        line.send(
            "Network.emulateNetworkConditions",
            {"offline": False, "latency": delay, "downloadThroughput": rate * 125_000 or -1, "uploadThroughput": -1},
        )
    begun: dict[str, tuple[float, str]] = {}
    fetched: list[tuple[float, float, int, str]] = []

    def sent(event: dict[str, Any]) -> None:
        begun[event["requestId"]] = (event["timestamp"], event["request"]["url"].removeprefix(server.url))

    def came(event: dict[str, Any]) -> None:
        if event["requestId"] in begun:
            since, address = begun[event["requestId"]]
            fetched.append((since, event["timestamp"], int(event["encodedDataLength"]), address))

    line.on("Network.requestWillBeSent", sent)
    line.on("Network.loadingFinished", came)
    page.goto(server.url, wait_until="commit")
    page.wait_for_function("() => window.ready !== undefined", timeout=PATIENCE)
    offered, ready = page.evaluate("() => [window.offered, window.ready]")
    start = min(one[0] for one in fetched)
    needed = sorted((a - start, b - start, size, name) for a, b, size, name in fetched if (b - start) * 1000 <= ready)
    line.detach()
    return Visit(sum(size for _, _, size, _ in needed), offered, ready, needed)


def context_for(browser: Browser, *scripts: str, workers: str = "allow") -> BrowserContext:
    """Somebody new, with scripts that run before those of a page."""
    context = browser.new_context(
        viewport=WIDE,
        locale="en-GB",
        reduced_motion="reduce",
        service_workers=workers,  # type: ignore[arg-type]
    )
    context.set_default_timeout(PATIENCE)
    for script in (QUICK, *scripts):
        context.add_init_script(f"try {{ {script} }} catch {{ /* a page that is not there keeps nothing */ }}")
    return context


def cold(browser: Browser, server: Server, game: Game, delay: float, rate: float) -> Visit:
    """A first visit. The service worker begins only when the page has come, and fetches what is needed one day."""
    context = context_for(browser, BEGIN % game.id, workers="block")
    try:
        return visit(context.new_page(), server, delay, rate)
    finally:
        context.close()


def kept(browser: Browser, server: Server, game: Game, delay: float, rate: float) -> Visit:
    """A later visit, in a new tab: the service worker has everything."""
    context = context_for(browser)
    try:
        first = context.new_page()
        first.goto(server.url)
        first.wait_for_function(KEPT)
        first.close()
        context.add_init_script(BEGIN % game.id)
        return visit(context.new_page(), server, delay, rate)
    finally:
        context.close()


def thinking(browser: Browser, server: Server, game: Game, level: str, seconds: float) -> list[float]:
    """Milliseconds of decisions of a level in the page, in a match between two of it, for so long."""
    context = context_for(browser, f"localStorage['lodge.bots'] = '{level}';", THINKING)
    try:
        page = context.new_page()
        page.goto(server.url)
        player = Player(page)
        player.game, player.board = game.id, ".bar"
        player.play_now()
        page.get_by_role("button", name="Menu").click()
        for _ in range(2):  # it asks first
            page.get_by_role("button", name="Let a bot play for me").click()
        page.wait_for_function("() => window.thought.length > 2")
        page.wait_for_timeout(seconds * 1000)
        found: list[float] = page.evaluate("() => window.thought")
        return found[1:]  # the first waits for the worker to be loaded
    finally:
        context.close()


def site_size() -> int:
    """Bytes of Lodge as a folder of files."""
    with tempfile.TemporaryDirectory(prefix="lodge-site-") as folder:
        return sum(write_site(Path(folder) / "site").values())


def measure(browser: Browser, server: Server, chosen: list[Game], given: argparse.Namespace) -> None:
    print("| | kB to the first table | cold, ms | from the service worker, ms |\n|---|---|---|---|")
    for game in chosen:
        runs = [
            (cold(browser, server, game, given.delay, given.rate), kept(browser, server, game, given.delay, given.rate))
            for _ in range(given.rounds)
        ]
        size = median(first.bytes for first, _ in runs) / 1000
        times = [median(one.ready for one in side) for side in zip(*runs, strict=True)]
        print(f"| {game.title} | {size:.0f} | {times[0]:.0f} | {times[1]:.0f} |", flush=True)
    if given.seconds:
        print(f"\n| ms, median (longest) | {' | '.join(LEVELS)} |\n|---{'|---' * len(LEVELS)}|")
        for game in chosen:
            cells = []
            for level in LEVELS:
                found = thinking(browser, server, game, level, given.seconds)
                cells.append(f"{median(found):.0f} ({max(found):.0f})")
            print(f"| {game.title} | {' | '.join(cells)} |", flush=True)
    print(f"\nThe static site: {site_size() / 1e6:.2f} MB")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="the games, without any all")
    parser.add_argument("--rounds", type=int, default=5, help="how many visits of each kind; the median counts")
    parser.add_argument("--seconds", type=float, default=20, help="how long a level plays; 0: not at all")
    parser.add_argument("--delay", type=float, default=0, help="milliseconds that the network adds to an answer")
    parser.add_argument("--rate", type=float, default=0, help="million bits a second that it carries; 0: as it is")
    parser.add_argument("--waterfall", action="store_true", help="only print what a first visit fetches, and when")
    given = parser.parse_args()
    program = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))))
    chosen = [game for game in games() if not given.games or game.id in given.games]
    with tempfile.TemporaryDirectory(prefix="lodge-page-") as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.start()
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        try:
            if given.waterfall:
                for game in chosen:
                    found = cold(browser, server, game, given.delay, given.rate)
                    print(f"{game.title}: offered after {found.offered:.0f} ms, a table after {found.ready:.0f} ms")
                    for since, until, size, address in found.fetched:
                        print(f"{since * 1000:7.0f} {until * 1000:7.0f} ms {size / 1000:7.1f} kB  {address}")
            else:
                measure(browser, server, chosen, given)
        finally:
            browser.close()
            server.kill()


if __name__ == "__main__":
    main()
