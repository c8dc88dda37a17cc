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


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> set[Game]:
    """No game is compiled yet, as far as a server knows."""
    found: set[Game] = set()
    for module in ("thinking", "sights"):
        monkeypatch.setattr(f"lodge.server.{module}.compiled", found)
    return found


async def test_a_game_is_compiled_when_somebody_waits_for_it(
    start: Callable[..., Any], sqlite: str, monkeypatch: pytest.MonkeyPatch, compiled: set[Game]
) -> None:
    may = {game.id: threading.Event() for game in games()}

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


async def test_who_asked_while_it_failed_is_told_and_the_next_try_may_succeed(
    start: Callable[..., Any], sqlite: str, monkeypatch: pytest.MonkeyPatch, compiled: set[Game]
) -> None:
    working = threading.Event()

    def compile_later(_: Thinker, game: Game) -> None:
        if not working.is_set():
            raise OSError(f"no process for {game.id}")

    monkeypatch.setattr(Thinker, "_compile", compile_later)
    base = start(sqlite).base
    made = await new_table(base, [SEATS[0], SEATS[0]], game="dam-it", start=True)
    async with Player(base, made.table, tokens(made)) as ada:
        await ada.until(p.Welcome)
        seat = ada.turn()
        assert seat is not None
        assert (await ada.fails(p.Hint(seat=seat))).code == "busy"
        assert not compiled
        working.set()
        await ada.say(p.Hint(seat=seat))
        assert (await ada.until(p.HintAnswer)).seat == seat


async def test_a_hint_is_for_the_position_that_it_was_asked_in(
    start: Callable[..., Any], sqlite: str, monkeypatch: pytest.MonkeyPatch, compiled: set[Game]
) -> None:
    may = threading.Event()
    monkeypatch.setattr(Thinker, "_compile", lambda *_: may.wait(60))
    base = start(sqlite).base
    try:
        made = await new_table(base, [SEATS[0], SEATS[0]], game="dam-it", start=True)
        async with Player(base, made.table, tokens(made)) as ada:
            await ada.until(p.Welcome)
            seat = ada.turn()
            assert seat is not None
            legal = ada.sight(seat).legal
            await ada.say(p.Hint(seat=seat))
            while ada.turn() == seat:
                await ada.play()
            may.set()
            answer = await ada.until(p.HintAnswer)
            assert all(choice.move in legal for choice in answer.choices)
            assert (answer.seat, answer.number) == (seat, 0)
    finally:
        may.set()
    assert compiled
