"""Matches as a browser keeps them (web/src/local/store.ts), made here: a table in any position, at once."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

from lodge import Match
from lodge.bots import bot, decide
from lodge.characters import NAMES, regular
from lodge.kernel import lucky

Kept = dict[str, Any]
NOON = 1_794_657_600_000  # 14 November 2026, in milliseconds
HOUR = 3_600_000

# What a store of the browser is and which rows are to be in it; the same as the page itself would make it.
_PUT = """([name, store, rows]) => new Promise((resolve, reject) => {
  const asked = indexedDB.open(name, 1);
  asked.onupgradeneeded = () => asked.result.createObjectStore(store, { keyPath: 'id' });
  asked.onerror = () => reject(asked.error);
  asked.onsuccess = () => {
    const work = asked.result.transaction(store, 'readwrite');
    for (const row of rows) work.objectStore(store).put(row);
    work.oncomplete = () => (asked.result.close(), resolve());
    work.onabort = () => reject(work.error);
  };
})"""


def put_matches(page: Page, matches: list[Kept]) -> None:
    """Let the browser have kept these matches; the page is at the site already."""
    page.evaluate(_PUT, ["lodge", "matches", matches])


def put_results(page: Page, lines: list[Kept]) -> None:
    """The same for lines of the statistics."""
    page.evaluate(_PUT, ["lodge-results", "results", lines])


def my_turn(match: Match) -> bool:
    """Whether the first seat has something to choose."""
    return len(match.legal_actions(0)) > 1


def kept_match(
    game: str,
    seats: int,
    moves: int = 10_000,
    *,
    name: str = "",
    seed: str = "lodge",
    at: Callable[[Match], bool] = my_turn,
    begun: int = NOON,
    **more: Any,
) -> Kept:
    """A match of quick bots after some moves, once the position is as wished; else at its end. I sit first."""
    secret = hashlib.sha256(seed.encode()).hexdigest()
    match = Match.new(game, seats, seed=secret)
    quick = bot("greedy")
    while match.pending and (match.number < moves or not at(match)):
        seat = match.pending[0]
        match.play(seat, decide(quick, match.game, match.state, seat, lucky(match.number)))
    return {
        "id": f"local-{name or game}",
        "game": game,
        "rules": match.game.rules.VERSION,
        "options": [],
        "seats": [_seat(number) for number in range(seats)],
        "seed": secret,
        "log": [{"seat": seat, "text": text} for seat, text in match.history],
        "begun": begun,
        "changed": begun + HOUR // 2,
        "over": match.over,
        "pending": match.pending,
        "scores": match.scores if match.over else None,
        "winners": match.winners if match.over else None,
        **dict.fromkeys(("next", "level", "need", "run", "day")),
        **more,
    }


def _seat(number: int) -> Kept:
    character = NAMES[number]
    common = {"standIn": None, "character": character}
    if not number:
        return {"kind": "mine", "name": "Ada", "level": None, **common}
    level = ("steady", "sharp", "gentle")[(number - 1) % 3]
    return {"kind": "bot", "name": regular(character, level), "level": level, **common}
