"""The store: what is appended together is written together and synced; what nobody touches is removed in time."""

from __future__ import annotations

import asyncio
import sqlite3
import time

import pytest
from sqlalchemy import text

from lodge.server.settings import DAY, Settings
from lodge.server.storage import retention
from lodge.server.storage.store import Conflict, Store, StoredPlay
from lodge.server.storage.writers import Play, Points, SQLiteWriter
from lodge.server.tables.events import Row, Spoke
from lodge.server.tables.hub import Hub

from .phases import phases, put, store_of

FULL = 2  # SQLite's number for it


def line(text: str) -> Spoke:
    return Spoke(seat=None, name="Ada", text=text)


async def test_a_conflict_stops_nobody_else(database: str) -> None:
    one, two = Store(database), Store(database)
    await one.open()
    await two.open()
    try:
        await two.append("taken", 0, [line("first")], 1.0)
        waiting = [one.append(name, 0, [line("a"), line("b")], 2.0) for name in ("here", "taken", "there")]
        here, taken, there = await asyncio.gather(*waiting, return_exceptions=True)
        assert (here, there) == (None, None)
        assert isinstance(taken, Conflict)
        assert await two.rows("taken") == [Row(1, 1.0, line("first"))]
        for name in ("here", "there"):
            assert await two.rows(name) == [Row(1, 2.0, line("a")), Row(2, 2.0, line("b"))]
        found = await two.rows_after({"here": 1, "taken": 1, "there": 0, "nowhere": 0})
        assert {name: [row.number for row in rows] for name, rows in found.items()} == {"here": [2], "there": [1, 2]}
    finally:
        await one.close()
        await two.close()


async def test_more_rows_than_one_transaction_takes(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lodge.server.storage.store.MOST", 7)
    async with store_of(database) as store:
        await asyncio.gather(*(store.append(f"t{number}", 0, [line("x")], 1.0) for number in range(40)))
        for number in range(40):
            assert len(await store.rows(f"t{number}")) == 1


async def test_rows_and_notes_are_written_together_or_not_at_all(database: str) -> None:
    """A step of a campaign that is there already: neither the table nor the points that came with it are."""
    async with store_of(database) as store:
        step = Play("first", "hash", "donnant", 1, 1, 25)
        await store.append("first", 0, [line("a")], 1.0, [step])
        with pytest.raises(Conflict):
            await store.append("second", 0, [line("b")], 2.0, [Points("first", 30), step._replace(table_id="second")])
        assert await store.rows("second") == []
        assert await store.plays("hash", "donnant") == [StoredPlay("first", 1, 1, 25, None)]
        await store.append("second", 0, [line("c")], 3.0, [Points("first", 30)])
        assert await store.plays("hash", "donnant") == [StoredPlay("first", 1, 1, 25, 30)]


async def test_every_commit_is_synced_to_disk(sqlite: str) -> None:
    """With less, the moves of the last moments before a power failure would be gone."""
    async with store_of(sqlite) as store:
        await store.append("here", 0, [line("a")], 1.0)
        assert isinstance(store._writer, SQLiteWriter)
        assert isinstance(store._writer._connection, sqlite3.Connection)
        assert store._writer._connection.execute("PRAGMA synchronous").fetchone() == (FULL,)
        async with store.engine.connect() as connection:
            assert (await connection.execute(text("PRAGMA synchronous"))).scalar() == FULL


async def test_a_table_is_kept_as_long_as_its_phase_says(sqlite: str) -> None:
    hub = Hub(Settings(database=sqlite, lobby_days=2, playing_days=60, over_days=365))
    await hub.store.open()
    try:
        for phase, days in (("lobby", 2), ("turn", 60), ("over", 365)):
            for age, when in (("old", days + 1), ("young", days - 1)):
                await put(hub.store, age + phase, phases()[phase], time.time() - when * DAY)
        await hub.upkeep.expire()
        heads = [
            await retention.head(hub.store, age + phase)
            for phase in ("lobby", "turn", "over")
            for age in ("old", "young")
        ]
        assert [head and head.status for head in heads] == ["removed", "lobby", "removed", "playing", "removed", "over"]
    finally:
        await hub.close()
