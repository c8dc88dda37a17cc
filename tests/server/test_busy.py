"""Work on the side is bounded, and what failed for a moment is tried again."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import pytest

from lodge.analysis import Weighed
from lodge.server.storage.store import StoreBroken
from lodge.server.ws import protocol as p

from .player import Player, http, new_table, tokens, until

MINE = {"kind": "mine", "name": "Ada"}
BO = {"kind": "mine", "name": "Bo"}
BOT = {"kind": "bot", "level": "random"}


async def test_one_hint_each_and_few_at_once(
    start: Callable[..., Any], sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = start(sqlite, hints=1)
    go = threading.Event()

    def slow(*_: object) -> Weighed:
        go.wait(60)
        return Weighed([], [], [], [])

    monkeypatch.setattr(running.hub.workers, "_weigh", slow)
    made = await new_table(running.base, [MINE, BO], start=True)
    async with (
        Player(running.base, made.table, tokens(made)) as one,
        Player(running.base, made.table, tokens(made)) as two,
    ):
        await one.until(p.Welcome)
        await two.until(p.Welcome)
        seat = one.turn()
        assert seat is not None
        await one.say(p.Hint(seat=seat, ref=5))
        await until(lambda: running.hub.workers.hints.waiting)
        assert (await one.fails(p.Hint(seat=seat))).code == "busy"
        assert (await two.fails(p.Hint(seat=seat))).code == "busy"
        go.set()
        assert (await one.until(p.HintAnswer)).ref == 5
        await two.say(p.Hint(seat=seat, ref=6))
        assert (await two.until(p.HintAnswer)).ref == 6


async def test_few_verifications_at_once_and_bots_do_not_wait(
    start: Callable[..., Any], sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = start(sqlite, checks=3)
    go = threading.Event()

    def slow(_: object) -> str:
        go.wait(60)
        return "checked"

    monkeypatch.setattr("lodge.server.http.api._verify", slow)
    asked = [asyncio.create_task(http(running.base, "/api/verify", b"{}")) for _ in range(3)]
    await until(lambda: running.hub.workers.checks.waiting == 3)
    status, answer = await http(running.base, "/api/verify", b"{}")
    assert (status, answer["code"]) == (503, "busy")
    made = await new_table(running.base, [BOT, BOT], start=True)
    await until(lambda: running.hub.rooms[made.table].table.status == "over")
    assert (await http(running.base, f"/api/tables/{made.table}/replay.json"))[0] == 503
    go.set()
    assert await asyncio.gather(*asked) == [(200, "checked")] * 3
    assert (await http(running.base, f"/api/tables/{made.table}/replay.json"))[0] == 200


async def test_a_clock_that_failed_is_tried_again(
    start: Callable[..., Any], sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lodge.server.limits.SHORTEST_CLOCK", 1)
    monkeypatch.setattr("lodge.server.tables.hub.RETRY", 0.1)
    running = start(sqlite)
    made = await new_table(running.base, [MINE, BO], start=True, clock=1)
    append = running.hub.store.append
    failed: list[Any] = []

    async def broken(*arguments: Any) -> None:
        if len(failed) < 2:
            failed.append(arguments)
            raise StoreBroken("busy")
        await append(*arguments)

    monkeypatch.setattr(running.hub.store, "append", broken)
    async with Player(running.base, made.table, tokens(made)) as both:
        await both.until(p.Welcome)
        assert (await both.until(p.Update)).number == 1
    assert len(failed) == 2
