"""Matches that are played on without the page, so that what a test looks at begins near the end."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from playwright.sync_api import Page
from tools.kept_matches import put_matches

from lodge.bots import bot, decide
from lodge.kernel.luck import lucky
from lodge.match import Match
from tests.server import player

_KEPT = """(id) => new Promise((resolve) => {
  indexedDB.open('lodge').onsuccess = ({ target: { result: database } }) => {
    const asked = database.transaction('matches').objectStore('matches').get(id);
    asked.onsuccess = () => (database.close(), resolve(asked.result));
  };
})"""

_SEEN = """([id, seen]) => {
  const kept = JSON.parse(localStorage['lodge.tables']);
  localStorage['lodge.tables'] = JSON.stringify(kept.map((one) => (one.id === id ? { ...one, seen } : one)));
}"""


def play_on(page: Page, left: int, end: Callable[[Match], object] = lambda match: match.over) -> None:
    """All seats of a match that lives in the browser play until so many moves are left to its end, or to another."""
    table = page.url
    page.goto("about:blank")  # nobody plays there meanwhile
    page.goto("/about")
    kept: dict[str, Any] = page.evaluate(_KEPT, table.rpartition("/")[2])
    match = Match.new(kept["game"], len(kept["seats"]), seed=kept["seed"], options=kept["options"])
    for entry in kept["log"]:
        match.play(entry["seat"], entry["text"])
    played = match.number
    while not (match.over or end(match)):
        seat = match.pending[0]
        match.play(seat, decide(bot("random"), match.game, match.state, seat, lucky(match.number)))
    log = [{"seat": seat, "text": text} for seat, text in match.history]
    log = log[: max(played, len(log) - left)]
    put_matches(page, [{**kept, "log": log}])
    page.evaluate(_SEEN, [kept["id"], len(log)])  # nobody is told what happened in the absence
    page.goto(table)


def play_on_at_server(page: Page, first: Sequence[str], until: Callable[[dict[str, Any]], object]) -> None:
    """All seats, which are this browser's, play until a view is as wanted; `first` says what they do if they can."""
    table = page.url
    tokens = page.evaluate("JSON.parse(localStorage['lodge.tables'])[0].tokens")
    base, _, name = table.rpartition("/t/")
    page.goto("/about")

    async def play() -> int:
        async with player.Player(base, name, tokens) as seats:
            while (seat := seats.turn()) is not None and not until(seats.sight(seat).view):
                done = [move["do"] for move in seats.sight(seat).legal]
                await seats.play(next((done.index(do) for do in first if do in done), len(done) // 2))
            return seats.update.number

    with ThreadPoolExecutor() as other:  # Playwright's event loop runs in this thread
        seen = other.submit(asyncio.run, play()).result()
    page.evaluate(_SEEN, [name, seen])
    page.goto(table)
