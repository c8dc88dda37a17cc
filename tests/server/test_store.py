"""The store: what is appended together is written together, and a row that another process wrote is a conflict."""

from __future__ import annotations

import asyncio

import pytest

from lodge.server.rows import Row, Spoke
from lodge.server.store import Conflict, Store


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
        assert await two.news() == {"here": 2, "there": 2}
    finally:
        await one.close()
        await two.close()


async def test_more_rows_than_one_transaction_takes(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lodge.server.store.MOST", 7)
    store = Store(database)
    await store.open()
    try:
        await asyncio.gather(*(store.append(f"t{number}", 0, [line("x")], 1.0) for number in range(40)))
        for number in range(40):
            assert len(await store.rows(f"t{number}")) == 1
    finally:
        await store.close()
