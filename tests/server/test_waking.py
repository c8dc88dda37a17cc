"""The first start: rules are compiled meanwhile, and whoever waits for a game hears of it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest

from lodge.games import Game, games
from lodge.server import protocol as p
from lodge.server.thinking import Thinker

from .player import Player, http, new_table, tokens

SEATS = [{"kind": "mine", "name": "Ada"}, {"kind": "bot", "level": "greedy"}]


async def test_a_game_is_compiled_when_somebody_waits_for_it(
    start: Callable[..., Any], sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    may = {game.id: threading.Event() for game in games()}
    compiled: set[Game] = set()
    for module in ("thinking", "sights"):
        monkeypatch.setattr(f"lodge.server.{module}.compiled", compiled)

    def compile_slowly(_: Thinker, game: Game) -> None:
        assert may[game.id].wait(60)

    monkeypatch.setattr(Thinker, "_compile", compile_slowly)
    base = start(sqlite).base
    try:
        assert (await http(base, "/healthz"))[1] == "ok, getting ready\n"
        made = await new_table(base, SEATS, game="beaver-gang", start=True)
        async with Player(base, made.table, tokens(made)) as ada:
            await ada.until(p.Welcome)
            assert not ada.table.ready
            await ada.play()
            assert ada.turn() is None, "the bot looks at its cards, too"
            may["beaver-gang"].set()
            await ada.table_is(lambda table: table.ready)
            while ada.turn() is None:
                await ada.until(p.Update)
        assert [game.id for game in compiled] == ["beaver-gang"], "nobody waits for the first game of the list"
    finally:
        for one in may.values():
            one.set()
