"""Questions that many ask at the same moment, as after a server has ended, go to the database as one."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from sqlalchemy import event

from lodge.server.storage import retention
from lodge.server.storage.together import MOST, Together
from lodge.server.tables.events import Spoke

from .conftest import Start
from .phases import phases, put, store_of
from .player import PAIR, Player, new_table, tokens, until


class Slow:
    """Something that is asked, and answers when it is let go."""

    def __init__(self) -> None:
        self.asked: list[list[int]] = []
        self.go = asyncio.Event()

    async def __call__(self, keys: list[int]) -> dict[int, int]:
        self.asked.append(keys)
        await self.go.wait()
        if 0 in keys:
            raise OSError("nobody there")
        return {key: 10 * key for key in keys if key != 13}


async def test_what_is_asked_meanwhile_is_asked_together_next() -> None:
    ask = Slow()
    one = Together(ask)
    first = asyncio.create_task(one(1))
    await until(lambda: ask.asked == [[1]])
    more = [asyncio.create_task(one(key)) for key in (1, 2, 3, 13, 2, 5)]  # 1 anew: much may have happened since
    gone = asyncio.create_task(one(0))
    await asyncio.sleep(0)
    gone.cancel()  # stops nobody else; but the question stands
    ask.go.set()
    assert await first == 10
    found = await asyncio.gather(*more, return_exceptions=True)
    assert all(isinstance(error, OSError) for error in found)
    assert ask.asked[1] == [1, 2, 3, 13, 5, 0, 1, 1]  # a power of two
    assert await asyncio.gather(*(one(key) for key in (2, 13, 2))) == [20, None, 20]
    assert await asyncio.gather(*(one(key) for key in range(1, MOST + 10))) == [
        None if key == 13 else 10 * key for key in range(1, MOST + 10)
    ]
    assert [len(keys) for keys in ask.asked[3:]] == [MOST, 16]


async def test_tables_that_are_asked_for_at_once_are_read_at_once(database: str) -> None:
    async with store_of(database) as store:
        data = phases()["turn"]
        for number in range(20):
            await put(store, f"t{number}", data, 1.0)
        await store.append("t7", len(data), [Spoke(seat=None, name="Ada", text="hello")], 2.0)
        asked: list[str] = []
        event.listen(
            store.engine.sync_engine, "before_cursor_execute", lambda _c, _u, statement, *_: asked.append(statement)
        )
        heads = await asyncio.gather(*(retention.head(store, f"t{number}") for number in range(21)))
        assert [head.table_id if head else None for head in heads] == [f"t{number}" for number in range(20)] + [None]
        assert len(asked) == 1
        after = len(data) - 2
        found = await asyncio.gather(
            *(store.rows(f"t{number}") for number in range(21)),
            store.rows("t7", after),
            store.rows("t7", len(data) + 1),
        )
        assert [len(rows) for rows in found] == [len(data) + (number == 7) for number in range(20)] + [0, 3, 0]
        assert [row.number for row in found[7]] == list(range(1, len(data) + 2))


async def test_everybody_comes_back_at_once_and_nothing_that_was_kept_grows(
    start: Start, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lodge.server.notices.service.REMEMBERED", 0.0)
    running = start(database)
    made = [await new_table(running.base, PAIR, start=True) for _ in range(5)]
    hub = running.hub

    async def come(one: Any) -> None:
        async with Player(running.base, one.table, tokens(one), player=f"{one.table:x<30}") as both:
            await both.table_is(lambda table: table.status == "playing")

    await asyncio.gather(*(come(one) for one in made for _ in range(6)))
    await until(lambda: set(hub.notices._listeners) >= {one.table for one in made})
    hub.store._task.get_loop().call_soon_threadsafe(hub.notices.tidy)
    await until(lambda: not hub.notices._listeners)
