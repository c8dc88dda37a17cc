"""A database of an earlier Lodge is brought up to date, whole; one of a later Lodge is refused in words."""

from __future__ import annotations

import asyncio
import logging
import re
import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncEngine

from lodge.errors import LodgeError
from lodge.server.settings import Settings
from lodge.server.storage import retention
from lodge.server.storage.migrate import upgrade
from lodge.server.storage.schema import VERSION, VERSIONS, metadata
from lodge.server.storage.store import Store, check
from lodge.server.tables.hub import Hub

from .conftest import QUICK, Start
from .phases import BO, CY, phases, store_of
from .player import Player, http, play_out

BEFORE = Path(__file__).parent / "fixtures" / "before_versions.sql"


async def before(database: str) -> None:
    """Fill a database as the Lodge did that knew no versions."""
    script = BEFORE.read_text("utf-8")
    if database.startswith("sqlite"):
        with closing(sqlite3.connect(database.partition("///")[2])) as file:
            file.executescript(script)
        return
    store = Store(database)
    script = re.sub(r"\tid INTEGER NOT NULL", "\tid BIGSERIAL NOT NULL", script).replace(" BLOB ", " BYTEA ")
    statements = re.sub(r"^(--.*|BEGIN TRANSACTION;|COMMIT;)$", "", script, flags=re.MULTILINE).split(";\n")
    async with store.engine.begin() as connection:
        for statement in statements:
            if statement.strip():
                await connection.exec_driver_sql(statement)
        for name in ("lodge_rows", "lodge_plays"):  # the dump names ids: the sequence goes on after them
            await connection.exec_driver_sql(f"SELECT setval('{name}_id_seq', (SELECT max(id) FROM {name}))")  # noqa: S608
    await store.engine.dispose()


async def test_a_database_without_a_version_is_upgraded_and_played_on(
    start: Start, database: str, caplog: pytest.LogCaptureFixture
) -> None:
    await before(database)
    base = start(database).base
    assert [record.message for record in caplog.records if record.levelno >= logging.WARNING] == [
        f"the database was upgraded from schema 0001 to {VERSION}"
    ]
    async with store_of(database) as store:
        for name in ("lobby", "turn", "over", "level", "passed"):
            found = [row.event for row in await store.rows(name)]
            if name not in ("level", "passed"):  # those of a game whose rules have changed since
                assert found == phases()[name]
            head = await retention.head(store, name)
            assert head is not None
            assert (head.rules, head.format, head.changed) == (1, 1, 1_700_000_000.0)
            assert head.game == ("donnant" if name in ("level", "passed") else "dam-it")
        assert [play.points for play in await store.plays("f" * 32, "donnant")] == [None, 31]
        assert await store.overdue(3e9) == ["turn"]
    assert (await http(base, "/api/tables/over"))[1]["status"] == "over"
    async with Player(base, "turn", ["ada" + "-" * 21, BO, CY]) as all_three:
        await play_out(all_three)


async def test_whether_old_matches_are_over_is_found_out_once(database: str) -> None:
    await before(database)
    hub = Hub(Settings(database=database, lobby_days=1e5, playing_days=1, over_days=1e5, trusted_days=1e5, **QUICK))
    await hub.store.open()
    try:
        await hub.upkeep.expire()
        heads = {name: await retention.head(hub.store, name) for name in ("lobby", "over", "turn")}
        assert {name: head.status for name, head in heads.items() if head} == {
            "lobby": "lobby",
            "over": "over",
            "turn": "removed",
        }
    finally:
        await hub.close()


async def test_a_newer_database_is_refused_and_left_alone(database: str) -> None:
    store = Store(database)
    await store.open()
    async with store.engine.begin() as connection:
        await connection.execute(text(f"UPDATE {VERSIONS} SET version_num = '9999'"))  # noqa: S608
    await store.close()
    with pytest.raises(LodgeError, match=r"made by a newer Lodge \(its schema is 9999.*upgrade Lodge"):
        await check(database)
    refused = Store(database)
    with pytest.raises(LodgeError, match="newer"):
        await refused.open()
    await refused.close()


async def test_two_that_start_at_once_upgrade_once(database: str) -> None:
    await before(database)
    stores = [Store(database) for _ in range(4)]
    await asyncio.gather(*(store.open() for store in stores))
    assert len(await stores[0].rows("over")) == len(phases()["over"])
    for store in stores:
        await store.close()


async def test_an_upgrade_may_take_longer_than_a_connection(
    empty_postgres: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was cut off with the time to connect, with all that it had done, and so at every start."""
    limits, done, timeout = list[asyncio.Timeout](), list[str](), asyncio.timeout

    def limited(delay: float | None) -> asyncio.Timeout:
        limits.append(timeout(delay))
        return limits[-1]

    async def long(engine: AsyncEngine) -> None:
        (limit, *_) = limits
        with pytest.raises(RuntimeError, match="finished"):  # this time is over, but was not used up
            limit.reschedule(0)
        await upgrade(engine)
        done.append("upgraded")

    monkeypatch.setattr("asyncio.timeout", limited)
    monkeypatch.setattr("lodge.server.storage.store.upgrade", long)
    await check(empty_postgres())
    assert done == ["upgraded"]


async def test_migrations_lead_to_the_schema(database: str) -> None:
    store = Store(database)
    await store.open()

    def differences(connection: Connection) -> list[Any]:
        ours = MigrationContext.configure(connection, opts={"version_table": VERSIONS, "compare_type": True})
        return list(compare_metadata(ours, metadata))

    async with store.engine.connect() as connection:
        assert await connection.run_sync(differences) == []
    await store.close()
    config = Config()
    config.set_main_option("script_location", "lodge.server.storage:migrations")
    assert ScriptDirectory.from_config(config).get_current_head() == VERSION


async def test_only_the_owner_reads_the_file(sqlite: str) -> None:
    await check(sqlite)
    async with store_of(sqlite):
        path = Path(sqlite.partition("///")[2])
        assert {stat.S_IMODE(one.stat().st_mode) for one in path.parent.glob("tables.db*")} == {0o600}
