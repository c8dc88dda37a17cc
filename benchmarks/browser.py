"""How fast the modules run beside native code: in Python (wasmtime) and in Chromium. `python -m benchmarks.browser`.

Everything is timed in one run, on one core: random games, and play-outs of `search` and `master`. A call is repeated
with more work until it takes long enough; the results are compared byte by byte on the way.
"""

from __future__ import annotations

import argparse
import shutil
import threading
import time
from base64 import b64encode
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import msgspec
from playwright.sync_api import Page, sync_playwright
from tests.worlds import Call, Deal, hashed, simulation, thoughts

from lodge.games import Game, games
from lodge.kernel.backend import Compiled
from lodge.kernel.sources import DESCRIPTION, MODULE
from lodge.lab.playouts import MOVES

SCRIPT = Path(__file__).parent.parent / "tests" / "e2e" / "module.js"
OPEN = "async ([code, description]) => { window.module = await openModule(code, description); }"
CALL = "async (call) => await window.module.call(call)"


def grown(deal: Deal, seconds: float) -> list[tuple[str, Call, float]]:
    """What is timed: each with its name, and how much work it is, enough for so long a time."""
    found: list[tuple[str, Call, float]] = []
    games = 16
    while timed(call := simulation(deal, games), "wasm")[0] < seconds:
        games *= 2
    tally = call.again()
    Compiled(tally.entry, "wasm")(*tally.arguments)
    found.append(("moves", call, float(tally.arguments[4][MOVES])))
    for which, name in enumerate(("search", "master")):
        playouts = 16
        while timed(call := list(thoughts(deal, 9, playouts))[which], "wasm")[0] < seconds:
            playouts *= 2
        found.append((f"{name}, play-outs", call, playouts))
    return found


def timed(call: Call, backend: str) -> tuple[float, Any]:
    """Seconds of a call, compiled before the clock starts, and what it gave."""
    run, twin = Compiled(call.entry, backend), call.again()
    if backend == "native":
        run.load()
    start = time.perf_counter()
    returned = run(*twin.arguments)
    return time.perf_counter() - start, [int(returned or 0), *twin.leaves()]


def in_page(page: Page, call: Call) -> tuple[float, list[Any]]:
    """The same in a browser."""
    *found, seconds = page.evaluate(CALL, call.plain())
    return seconds, found


def measure(page: Page, game: Game, seats: int, seconds: float, rounds: int) -> None:
    """Print the lines of a game."""
    code = b64encode((game.folder / MODULE).read_bytes()).decode()
    page.evaluate(OPEN, [code, msgspec.json.decode((game.folder / DESCRIPTION).read_bytes())])
    for what, call, work in grown(Deal(game, seats, ()), seconds):
        times: dict[str, list[float]] = {"native": [], "wasm": [], "Chromium": []}
        wanted = hashed(timed(call, "native")[1])
        for _ in range(rounds):  # taking turns, so that all meet the same machine
            for backend in ("native", "wasm"):
                spent, found = timed(call, backend)
                times[backend].append(spent)
                assert hashed(found) == wanted, (game.id, what, backend)  # noqa: S101
            spent, found = in_page(page, call)
            times["Chromium"].append(spent)
            assert found == wanted, (game.id, what, "Chromium")  # noqa: S101
        native, wasm, chromium = (work / min(times[world]) for world in times)
        print(
            f"| {game.title}, {seats} seats: {what} | {native:,.0f} | {wasm:,.0f} ({wasm / native:.2f}) "
            f"| {chromium:,.0f} ({chromium / native:.2f}) |",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="the games, without any all")
    parser.add_argument("--seconds", type=float, default=0.5, help="how long a call takes, at least")
    parser.add_argument("--rounds", type=int, default=5, help="how often it is timed; the best counts")
    given = parser.parse_args()
    program = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))))
    handler = partial(SimpleHTTPRequestHandler, directory=str(SCRIPT.parent))
    handler.log_message = lambda *_: None  # type: ignore[attr-defined]
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server, sync_playwright() as playwright:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        page = browser.new_page()
        page.goto(f"http://localhost:{server.server_port}/")  # hashes are only for pages from a safe place
        page.add_script_tag(path=SCRIPT)
        print("| a second, one core | native | wasm in Python | wasm in Chromium |\n|---|---|---|---|")
        for game in games():
            if not given.games or game.id in given.games:
                measure(page, game, max(2, game.seats[0]), given.seconds, given.rounds)
        browser.close()
        server.shutdown()


if __name__ == "__main__":
    main()
