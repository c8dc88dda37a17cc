"""The store: events on disk. An append is answered when it is safe; those that arrive together share a transaction."""

from __future__ import annotations

import asyncio
import secrets
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import delete, event, func, select, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from lodge.errors import LodgeError
from lodge.server.storage.schema import metadata, table_analyses, table_clocks, table_plays, table_rows
from lodge.server.storage.writers import PRAGMAS, Note, SQLAlchemyWriter, SQLiteWriter, StoredRow, Taken, Writer
from lodge.server.tables.events import AnyEvent, Row, decode, encode

MOST = 500  # rows of one transaction; SQLite takes 32766 values in one statement
PATIENCE = 15.0  # seconds that a database has to answer when the server starts
LOOK_BACK = 500  # ids of rows may become visible a little out of order where several processes write


class Conflict(LodgeError):
    """Another server process has written a row of this number."""


class StoreBroken(LodgeError):
    """The database did not answer; whether the rows are written is not known."""


@dataclass
class Pending:
    """Events that wait to be written, and who waits for them."""

    rows: list[StoredRow]
    notes: Sequence[Note]
    done: asyncio.Future[None]


class StoredPlay(NamedTuple):
    """A match that counts for a player; `run` is null for a level alone, `points` until it is over."""

    table: str
    level: int
    run: int | None
    need: int
    points: int | None


class Store:
    """The events of all tables, a row each."""

    def __init__(self, database: str) -> None:
        self.process = secrets.token_hex(6)  # this one, in the column `writer`
        self.engine = _engine(database)
        self._waiting: list[Pending] = []
        self._more = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._writer: Writer | None = None
        self._last_id = 0

    async def open(self) -> None:
        """Make the schema if it is not there, and begin to write."""
        for attempt in range(5):
            try:
                async with self.engine.begin() as connection:
                    await connection.run_sync(metadata.create_all)
                break
            except SQLAlchemyError:  # two processes may make it at once
                if attempt == 4:
                    raise
                await asyncio.sleep(0.1 * 2**attempt)
        async with self.engine.connect() as connection:
            self._last_id = (await connection.execute(select(func.max(table_rows.c.id)))).scalar() or 0
        self._task = asyncio.create_task(self._write_forever(), name="store")

    async def close(self) -> None:
        """Write what waits, then stop."""
        if self._task is not None:
            while self._waiting:
                await asyncio.sleep(0.01)
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self._drop_writer()
        await self.engine.dispose()

    # --- writing -----------------------------------------------------------------------------------------

    async def append(
        self, table: str, after: int, events: Sequence[AnyEvent], at: float, notes: Sequence[Note] = ()
    ) -> None:
        """Append events to a table that has `after` of them, and what else is to be noted with them.

        Returns when they are on disk. All or none; Conflict.
        """
        rows = [StoredRow(table, number, at, self.process, encode(one)) for number, one in enumerate(events, after + 1)]
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(Pending(rows, notes, done))
        self._more.set()
        await done

    async def _write_forever(self) -> None:
        """One transaction after another: what arrives while one is being written is the next one's."""
        while True:
            await self._more.wait()
            batch, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
            if not self._waiting:
                self._more.clear()
            await self._write(batch)

    async def _write(self, batch: list[Pending]) -> None:
        """One transaction for all; if that fails, one for each."""
        if self._writer is None:
            self._writer = _writer(self.engine)
        try:
            notes = [note for one in batch for note in one.notes]
            await self._writer.write([row for one in batch for row in one.rows], notes)
        except Exception as error:  # noqa: BLE001 - whoever waits must be told, whatever it was
            await self._drop_writer()
            if len(batch) > 1:
                for one in batch:
                    await self._write([one])
            elif not batch[0].done.done():
                lost = Conflict("written already") if isinstance(error, Taken) else StoreBroken(str(error))
                batch[0].done.set_exception(lost)
            return
        for one in batch:
            if not one.done.done():
                one.done.set_result(None)

    async def _drop_writer(self) -> None:
        """Write with a new connection next time: this one may be broken."""
        writer, self._writer = self._writer, None
        if writer is not None:
            await writer.close()

    # --- reading -----------------------------------------------------------------------------------------

    async def rows(self, table: str, after: int = 0) -> list[Row]:
        """The rows of a table, those after number `after`."""
        c = table_rows.c
        query = select(c.number, c.at, c.data).where(c.table_id == table, c.number > after).order_by(c.number)
        async with self.engine.connect() as connection:
            found = (await connection.execute(query)).all()
        return [Row(number, at, decode(data)) for number, at, data in found]

    async def news(self) -> dict[str, int]:
        """Tables that other processes have written to lately, with their last row number."""
        c = table_rows.c
        query = (
            select(c.table_id, func.max(c.number), func.max(c.id))
            .where(c.id > self._last_id - LOOK_BACK, c.writer != self.process)
            .group_by(c.table_id)
        )
        async with self.engine.connect() as connection:
            newest = (await connection.execute(select(func.max(c.id)))).scalar() or 0
            found = (await connection.execute(query)).all()
        self._last_id = newest
        return {table: number for table, number, _ in found}

    async def overdue(self, now: float) -> list[str]:
        """Tables whose clocks have run down."""
        query = select(table_clocks.c.table_id).where(table_clocks.c.due < now)
        async with self.engine.connect() as connection:
            return list((await connection.execute(query)).scalars())

    async def stop_clock(self, table: str, before: float) -> None:
        """There is nothing to wait for at a table, unless somebody has set its clock anew."""
        c = table_clocks.c
        async with self.engine.begin() as connection:
            await connection.execute(delete(table_clocks).where(c.table_id == table, c.due < before))

    async def last_touched(self, before: float) -> list[str]:
        """Tables that nothing has happened at since a time."""
        c = table_rows.c
        query = select(c.table_id).group_by(c.table_id).having(func.max(c.at) < before)
        async with self.engine.connect() as connection:
            return list((await connection.execute(query)).scalars())

    async def plays(self, player: str, game: str) -> list[StoredPlay]:
        """The matches that count for a player, in the order in which they began."""
        c = table_plays.c
        columns = (c.table_id, c.level, c.run, c.need, c.points)
        query = select(*columns).where(c.player == player, c.game == game).order_by(c.id)
        async with self.engine.connect() as connection:
            return [StoredPlay(*found) for found in (await connection.execute(query)).all()]

    async def remove(self, table: str) -> None:
        """Forget a table. What it counted for a player stays; a campaign's match that was left is lost."""
        c = table_plays.c
        left = (c.table_id == table, c.points.is_(None))
        async with self.engine.begin() as connection:
            await connection.execute(delete(table_plays).where(*left, c.run.is_(None)))
            await connection.execute(update(table_plays).where(*left).values(points=0))
            for kept in (table_rows, table_clocks, table_analyses):
                await connection.execute(delete(kept).where(kept.c.table_id == table))


async def check(database: str) -> None:
    """Open and close a database; LodgeError says why it cannot be used."""
    try:
        if database.startswith("sqlite"):
            _check_file(make_url(database).database or ":memory:")
        else:
            await _check_server(database)
    except ImportError as error:
        raise LodgeError(f"{error}: for PostgreSQL, pip install 'lodge[postgres]'.") from None
    except Exception as error:  # noqa: BLE001 - each driver has errors of its own
        raise LodgeError(_advice(database, error)) from None


def _check_file(path: str) -> None:
    """Open a SQLite file for writing; a new one stays empty."""
    with closing(sqlite3.connect(path, timeout=PATIENCE, uri=path.startswith("file:"))) as connection:
        for step in ("PRAGMA journal_mode=WAL", "BEGIN IMMEDIATE", "ROLLBACK"):
            connection.execute(step)


async def _check_server(database: str) -> None:
    store = Store(database)
    try:
        async with asyncio.timeout(PATIENCE):
            await store.open()
    finally:
        await store.close()


def _advice(database: str, error: Exception) -> str:
    """What to do about a database that cannot be used, in one line and without its password."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    why = str(cause).strip().partition("\n")[0] or type(error).__name__
    try:
        where = make_url(database)
    except (SQLAlchemyError, ValueError):
        return "The database's URL cannot be read: it looks like postgresql://user:password@host/name."
    if where.drivername.startswith("sqlite"):
        return f"The database {where.database} cannot be used ({why}): choose another file with --database."
    return f"The database {where.render_as_string()} cannot be used ({why}): is it running, and is the URL right?"


def _engine(database: str) -> AsyncEngine:
    """An engine; SQLite with a write-ahead log that is synced at every commit."""
    if not database.startswith("sqlite"):
        return create_async_engine(database, pool_size=4, pool_pre_ping=True)
    engine = create_async_engine(database, connect_args={"timeout": 10})

    @event.listens_for(engine.sync_engine, "connect")
    def prepare(connection: Any, _record: Any) -> None:
        cursor = connection.cursor()
        for pragma in PRAGMAS:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    return engine


def _writer(engine: AsyncEngine) -> Writer:
    if engine.dialect.name == "sqlite" and engine.url.database:
        return SQLiteWriter(engine.url.database)
    return SQLAlchemyWriter(engine)
