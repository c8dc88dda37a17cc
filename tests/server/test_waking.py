"""The first start: bots play at once, on the modules; native code takes over when it is compiled."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator

import pytest

from lodge.games import Game, game
from lodge.kernel import backend
from lodge.modules import compile_natively
from lodge.server.workers import bots
from lodge.server.workers.bots import BotWorkers
from lodge.server.ws import protocol as p

from .conftest import Start
from .player import WAIT, Player, http, new_table, tokens, until

SEATS = [{"kind": "mine", "name": "Ada"}, {"kind": "bot", "level": "greedy"}]
DAM_IT = game("dam-it")


@pytest.fixture(autouse=True)
def nothing_native(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No game runs in native code yet, and after the test again none does."""
    monkeypatch.setattr(bots, "games", lambda: [DAM_IT])
    yield
    backend._ready.clear()


async def answered(base: str, name: str) -> None:
    """A bot answers a move."""
    made = await new_table(base, SEATS, game=name, start=True)
    async with Player(base, made.table, tokens(made)) as ada:
        while ada.turn() is not None:
            await ada.play()
        while ada.turn() is None:
            await ada.until(p.Update)


async def test_bots_play_on_the_module_while_native_code_is_compiled(
    start: Start, sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, may = asyncio.Event(), asyncio.Event()
    loop = asyncio.get_running_loop()
    go = BotWorkers._go_native

    def slowly(self: BotWorkers, which: Game) -> None:
        loop.call_soon_threadsafe(asked.set)
        asyncio.run_coroutine_threadsafe(may.wait(), loop).result(WAIT)
        go(self, which)

    await asyncio.to_thread(compile_natively, DAM_IT)  # the tests have done it before: it is only loaded
    monkeypatch.setattr(BotWorkers, "_go_native", slowly)
    base = start(sqlite, native=True).base
    await asyncio.wait_for(asked.wait(), WAIT)
    assert (await http(base, "/healthz"))[1] == "ok\n"
    await answered(base, "dam-it")
    assert not backend.is_native(DAM_IT.folder)
    may.set()
    await until(lambda: backend.is_native(DAM_IT.folder))
    await answered(base, "dam-it")


async def test_without_a_compiler_that_works_the_modules_stay(
    start: Start, sqlite: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(_: BotWorkers, which: Game) -> None:
        raise OSError(f"no process for {which.id}")

    monkeypatch.setattr(BotWorkers, "_go_native", fails)
    with caplog.at_level(logging.ERROR, "lodge.server"):
        base = start(sqlite, native=True).base
        await answered(base, "dam-it")
        await until(lambda: "dam-it could not be compiled" in caplog.text)
    assert not backend.is_native(DAM_IT.folder)
