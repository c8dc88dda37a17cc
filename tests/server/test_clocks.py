"""Clocks run whoever looks: at tables that have left memory, and after a restart."""

from __future__ import annotations

from operator import not_

import pytest

from lodge.server.storage import retention
from lodge.server.storage.store import Store
from lodge.server.storage.writers import Clock
from lodge.server.tables.events import Moved, Opened, SeatData, Spoke

from .conftest import Start
from .phases import put, store_of
from .player import PAIR, new_table, until


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lodge.server.limits.SHORTEST_CLOCK", 1)
    monkeypatch.setattr("lodge.server.tables.upkeep.LATE", 0.1)


async def moves(store: Store, table: str, least: int) -> list[Moved]:
    """The moves of a table, when there are so many."""

    async def played() -> list[Moved]:
        return [row.event for row in await store.rows(table) if isinstance(row.event, Moved)]

    found: list[Moved] = await until(played, lambda found: len(found) >= least)
    return found


async def test_a_clock_runs_at_a_table_that_is_not_in_memory(start: Start, database: str) -> None:
    running, store = start(database, clocks=0.1, idle=0.0), Store(database)
    made = await new_table(running.base, PAIR, start=True, clock=1)
    hub, loop = running.hub, running.hub.store._task.get_loop()
    loop.call_soon_threadsafe(hub.upkeep.evict)
    await until(lambda: made.table not in hub.rooms)
    assert (await moves(store, made.table, 1))[0].time_up
    running.server.should_exit = True
    before = len(await moves(store, made.table, 1))
    start(database, clocks=0.1)
    assert (await moves(store, made.table, before + 1))[-1].time_up
    await store.close()


async def test_a_clock_that_nobody_waits_for_is_forgotten(start: Start, database: str) -> None:
    async with store_of(database) as store:
        await put(store, "lobby", [Opened("dam-it", "host", [SeatData()] * 4, clock=1)], 1.0, [Clock("lobby", 2.0)])
        await store.append("gone", 0, [Spoke(None, "Ada", "bye")], 1.0, [Clock("gone", 2.0)])
        await store.append("later", 0, [Spoke(None, "Ada", "bye")], 1.0, [Clock("later", 2e10)])
        await retention.remove(store, "gone", 1.0, 2.0)
        assert await store.overdue(3.0) == ["lobby"]
        start(database, clocks=0.1)
        await until(lambda: store.overdue(3.0), not_)
        assert await store.overdue(3e10) == ["later"]
