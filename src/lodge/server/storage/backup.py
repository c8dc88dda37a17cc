"""Backups: a database as one SQLite file, taken while people play, and brought back into a database of any kind."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from sqlalchemy import func, insert, select, text
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from lodge.errors import LodgeError
from lodge.server.storage.migrate import check_version, upgrade
from lodge.server.storage.schema import VERSIONS, metadata, table_rows
from lodge.server.storage.store import Store

AT_ONCE = 1000  # rows that are copied together


async def backup(database: str, target: Path) -> int:
    """Write a database into a file, as it was at one moment; the number of its events."""
    fresh = target.with_name(f".{target.name}.new")
    try:
        fresh.unlink(missing_ok=True)
        os.close(os.open(fresh, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))  # it holds seeds, chat and a key
        if database.startswith("sqlite"):
            _copy_file(Path(make_url(database).database or ""), fresh)
        else:
            await _copy_database(database, _url(fresh))
        fresh.replace(target)
    except OSError as error:
        raise LodgeError(f"The backup cannot be written to {target}: {error.strerror}.") from None
    finally:
        fresh.unlink(missing_ok=True)
    return _events(target)


async def restore(source: Path, database: str) -> int:
    """Bring a backup into an empty database, of the newest version; the number of its events."""
    _check(source)
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy.db"
        _copy_file(source, copy)
        await _upgraded(_url(copy))
        store = Store(database)
        try:
            await upgrade(store.engine)
            async with store.engine.connect() as connection:
                if (await connection.execute(select(func.count()).select_from(table_rows))).scalar():
                    raise LodgeError("There are tables in that database: choose an empty one.")
        finally:
            await store.engine.dispose()
        if database.startswith("sqlite"):
            path = Path(make_url(database).database or "")
            _copy_file(copy, path)
            path.chmod(0o600)
        else:
            await _copy_database(_url(copy), database)
        return _events(copy)


def _url(path: Path) -> str:
    return f"sqlite+aiosqlite:///{path.absolute()}"


def _copy_file(source: Path, target: Path) -> None:
    """SQLite's own backup: a whole and consistent copy, whoever writes meanwhile."""
    if not source.is_file():
        raise LodgeError(f"There is no database {source}.")
    with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(target)) as new:
        old.backup(new)


def _check(source: Path) -> None:
    try:
        with closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True)) as file:
            check_version(file.execute(f"SELECT version_num FROM {VERSIONS}").fetchone()[0])  # noqa: S608
    except (sqlite3.Error, TypeError):
        raise LodgeError(f"{source} is not a backup of Lodge's.") from None


def _events(path: Path) -> int:
    with closing(sqlite3.connect(path)) as file:
        return int(file.execute("SELECT count(*) FROM lodge_rows").fetchone()[0])


async def _upgraded(database: str) -> None:
    engine = Store(database).engine
    try:
        await upgrade(engine)
    finally:
        await engine.dispose()


async def _copy_database(source: str, target: str) -> None:
    """Copy every table from one moment of one database into another, which has none of these rows."""
    old, new = Store(source).engine, Store(target).engine
    try:
        await upgrade(new)
        async with old.connect() as reading, new.begin() as writing:
            if old.dialect.name != "sqlite":
                await reading.execution_options(isolation_level="REPEATABLE READ")
            for table in metadata.sorted_tables:
                await writing.execute(table.delete())
                found = await reading.stream(select(table))
                async for rows in found.mappings().partitions(AT_ONCE):
                    await writing.execute(insert(table), [dict(row) for row in rows])
            await _go_on_counting(new, writing)
    finally:
        await old.dispose()
        await new.dispose()


async def _go_on_counting(engine: AsyncEngine, connection: AsyncConnection) -> None:
    """Numbers that PostgreSQL gives to new rows go on after those that were copied."""
    if engine.dialect.name == "sqlite":
        return
    for table in metadata.sorted_tables:
        if "id" in table.c:
            last = f"(SELECT coalesce(max(id), 1) FROM {table.name})"  # noqa: S608 - names of our own
            await connection.execute(text(f"SELECT setval(pg_get_serial_sequence('{table.name}', 'id'), {last})"))
