"""The store: events on disk. An append is answered when it is safe; those that arrive together share a transaction."""

from __future__ import annotations

import asyncio
import json
import secrets
import sqlite3
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import delete, event, select, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as NoConnection
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from lodge.errors import LodgeError
from lodge.server.storage.health import Health, StoreBroken
from lodge.server.storage.migrate import check_version, upgrade
from lodge.server.storage.raw import RawConnection
from lodge.server.storage.schema import VERSIONS, table_clocks, table_plays
from lodge.server.storage.together import Together
from lodge.server.storage.writers import PRAGMAS, Note, PostgresWriter, SQLiteWriter, StoredRow, Taken, Writer
from lodge.server.tables.events import AnyEvent, Row, decode, encode

__all__ = ["Conflict", "Store", "StoreBroken", "StoredPlay", "check"]
MOST = 500  # rows of one transaction; SQLite takes 32766 values in one statement
# What asks for room on the disk: where that is full, PostgreSQL still writes what fits into the pages that it has.
PROBES = {
    "sqlite": ("INSERT INTO lodge_facts VALUES ('probe', 1) ON CONFLICT (name) DO UPDATE SET value = value + 1",),
    "postgresql": ("CREATE TABLE lodge_probe AS SELECT 1", "DROP TABLE lodge_probe"),
}
SILENT = (TimeoutError, NoConnection)  # nothing was heard in time, and would not be by the next either
PATIENCE = 15.0  # seconds that a database has to answer when the server starts
AFTER = """SELECT r.table_id, r.number, r.at, r.data
FROM {known} AS known JOIN lodge_rows r ON r.table_id = known.key AND r.number > CAST(known.value AS INTEGER)
ORDER BY r.table_id, r.number"""


class Conflict(LodgeError):
    """Another server process has written a row of this number."""


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


class Found(NamedTuple):
    """A row of a table, as the database holds it."""

    number: int
    at: float
    data: str


class Reader:
    """A connection to PostgreSQL that answers one question after another."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._raw = RawConnection(engine)
        self._turn = asyncio.Lock()

    async def ask(self, query: str, *given: object) -> Sequence[Any]:
        """What it answers; OSError where it does not."""
        async with self._turn:
            try:
                found: Sequence[Any] = await (await self._raw.get()).fetch(query, *given)
            except Exception as error:  # noqa: BLE001 - asyncpg has many
                await self._raw.close()
                raise OSError(str(error) or "no answer in time") from None
        return found

    async def close(self) -> None:
        """Let go of the connection."""
        await self._raw.close()


class Store:
    """The events of all tables, a row each. PostgreSQL has `patience` seconds for an answer, if that is given."""

    def __init__(self, database: str, patience: float | None = None) -> None:
        self.process: str = secrets.token_hex(6)  # this one, in the column `writer`
        self.engine: AsyncEngine = _engine(database, patience)
        self._database = database
        self.sqlite: bool = self.engine.dialect.name == "sqlite"
        self._waiting: list[Pending] = []
        self._more = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._writer: Writer | None = None
        self.asking: dict[Any, Together[Any, Any]] = {}  # what many may ask at the same moment
        self._rows = Together(self._rows_of)
        self._follower = Reader(self.engine)  # of news, which do not wait for tables that are loaded
        self._loader = Reader(self.engine)
        self.on_written: Callable[[Sequence[StoredRow]], None] = lambda _rows: None  # told when rows are on disk
        self.written: Health = Health("written to")
        self.read: Health = Health("read")

    async def open(self) -> None:
        """Bring the schema to the newest version, and begin to write."""
        patient = self.engine if self.sqlite else _engine(self._database)  # an upgrade may take long
        try:
            await upgrade(patient)
        finally:
            if patient is not self.engine:
                await patient.dispose()
        self._task = asyncio.create_task(self._write_forever(), name="store")

    async def close(self) -> None:
        """Write what waits, then stop."""
        if self._task is not None:
            while self._waiting:
                await asyncio.sleep(0.01)
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self._drop_writer()
        await self._follower.close()
        await self._loader.close()
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

    async def note(self, *notes: Note) -> None:
        """Write down what belongs to no new event."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(Pending([], notes, done))
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

    async def _write(self, batch: list[Pending]) -> bool:
        """One transaction for all; if that fails, one for each. Whether the database says anything."""
        if self._writer is None:
            self._writer = _writer(self.engine)
        try:
            notes = [note for one in batch for note in one.notes]
            rows = [row for one in batch for row in one.rows]
            await self._writer.write(rows, notes)
        except Exception as error:  # noqa: BLE001 - whoever waits must be told, whatever it was
            await self._drop_writer()
            answered = not isinstance(error, SILENT)
            if len(batch) > 1 and answered:
                for one in batch:
                    if answered:
                        answered = await self._write([one])
                    else:  # it would wait as long as the one before
                        _fail(one.done, StoreBroken("The database did not answer."))
            elif isinstance(error, Taken):
                _fail(batch[0].done, Conflict("written already"))
            else:
                self.written.failed(error)
                for one in batch:
                    _fail(one.done, StoreBroken("The database did not answer."))
            return answered
        self.on_written(rows)
        for one in batch:
            if not one.done.done():
                one.done.set_result(None)
        return True

    async def _drop_writer(self) -> None:
        """Write with a new connection next time: this one may be broken."""
        writer, self._writer = self._writer, None
        if writer is not None:
            await writer.close()

    # --- reading -----------------------------------------------------------------------------------------

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection to ask something by; StoreBroken where there is none."""
        async with self.read.watched(), self.engine.connect() as connection:
            yield connection

    @asynccontextmanager
    async def changing(self) -> AsyncIterator[AsyncConnection]:
        """A connection to change something by, all or nothing; StoreBroken where there is none."""
        async with self.written.watched(proves=False), self.engine.begin() as connection:
            yield connection

    async def answers(self) -> bool:
        """Whether the database can be read now and, where that failed last time, written to.

        It can be when there is room again: something small may have found a place before.
        """
        with suppress(StoreBroken):
            async with self.reading() as connection:
                await connection.execute(text("SELECT 1"))
            if self.written.since is not None:
                async with self.written.watched(), self.engine.begin() as connection:
                    for step in PROBES[self.engine.dialect.name]:
                        await connection.execute(text(step))
            return True
        return False

    async def rows(self, table: str, after: int = 0) -> list[Row]:
        """The rows of a table, those after number `after`."""
        found = await self._rows((table, after)) or []
        return [Row(number, at, decode(data)) for number, at, data in found]

    async def rows_after(self, numbers: Mapping[str, int]) -> dict[str, list[Found]]:
        """The rows of many tables, of each those after a number; what is in them is not looked at."""
        return await self._ask_rows(self._follower, numbers)

    async def _rows_of(self, wanted: list[tuple[str, int]]) -> dict[tuple[str, int], list[Found]]:
        least = dict(sorted(wanted, reverse=True))  # of several numbers of a table the smallest
        found = await self._ask_rows(self._loader, least)
        return {(table, after): [row for row in found.get(table, []) if row.number > after] for table, after in wanted}

    async def _ask_rows(self, reader: Reader, numbers: Mapping[str, int]) -> dict[str, list[Found]]:
        known, found = json.dumps(numbers), dict[str, list[Found]]()
        rows: Sequence[Any]
        if self.sqlite:
            async with self.reading() as connection:
                rows = (await connection.execute(text(AFTER.format(known="json_each(:known)")), {"known": known})).all()
        else:
            async with self.read.watched():
                rows = await reader.ask(AFTER.format(known="json_each_text($1::json)"), known)
        for table, *row in rows:
            found.setdefault(table, []).append(Found(*row))
        return found

    async def overdue(self, now: float) -> list[str]:
        """Tables whose clocks have run down."""
        query = select(table_clocks.c.table_id).where(table_clocks.c.due < now)
        async with self.reading() as connection:
            return list((await connection.execute(query)).scalars())

    async def stop_clock(self, table: str, before: float) -> None:
        """There is nothing to wait for at a table, unless somebody has set its clock anew."""
        c = table_clocks.c
        async with self.changing() as connection:
            await connection.execute(delete(table_clocks).where(c.table_id == table, c.due < before))

    async def plays(self, player: str, game: str) -> list[StoredPlay]:
        """The matches that count for a player, in the order in which they began."""
        c = table_plays.c
        columns = (c.table_id, c.level, c.run, c.need, c.points)
        query = select(*columns).where(c.player == player, c.game == game).order_by(c.id)
        async with self.reading() as connection:
            return [StoredPlay(*found) for found in (await connection.execute(query)).all()]

    async def forget_play(self, table: str) -> None:
        """A match that counted for a player can never end, so it counts no more: another may take its place."""
        c = table_plays.c
        async with self.changing() as connection:
            await connection.execute(delete(table_plays).where(c.table_id == table, c.points.is_(None)))


def _fail(done: asyncio.Future[None], error: Exception) -> None:
    if not done.done():
        done.set_exception(error)


async def check(database: str) -> None:
    """Open and close a database; LodgeError says why it cannot be used."""
    try:
        if database.startswith("sqlite"):
            path = make_url(database).database
            if path in (None, "", ":memory:"):
                raise LodgeError("A SQLite database needs a file: name one with --database.")
            _check_file(str(path))
        else:
            await _check_server(database)
    except LodgeError:
        raise
    except ImportError as error:
        raise LodgeError(f"{error}: for PostgreSQL, pip install 'lodge-games[postgres]'.") from None
    except Exception as error:  # noqa: BLE001 - each driver has errors of its own
        raise LodgeError(_advice(database, error)) from None


def _check_file(path: str) -> None:
    """Open a SQLite file for writing; a new one stays empty. Only its owner may read it: it holds seeds and chat."""
    with closing(sqlite3.connect(path, timeout=PATIENCE, uri=path.startswith("file:"))) as connection:
        for step in ("PRAGMA journal_mode=WAL", "BEGIN IMMEDIATE", "ROLLBACK"):
            connection.execute(step)
        if connection.execute("SELECT 1 FROM sqlite_master WHERE name = ?", [VERSIONS]).fetchone():
            check_version(connection.execute(f"SELECT version_num FROM {VERSIONS}").fetchone()[0])  # noqa: S608
    if not path.startswith((":", "file:")):
        with suppress(OSError):  # another's file that we may write
            Path(path).chmod(0o600)


async def _check_server(database: str) -> None:
    store = Store(database)
    try:
        async with asyncio.timeout(PATIENCE), store.engine.connect():
            pass
        await store.open()  # an upgrade may take long
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


def _engine(database: str, patience: float | None = None) -> AsyncEngine:
    """An engine; SQLite with a write-ahead log that is synced at every commit."""
    if not database.startswith("sqlite"):
        limits = {} if patience is None else {"timeout": patience, "command_timeout": patience}
        pool = {"pool_size": 8, "max_overflow": 7, "pool_pre_ping": True}
        return create_async_engine(database, connect_args=limits, hide_parameters=True, **pool)
    engine = create_async_engine(database, connect_args={"timeout": 10}, hide_parameters=True)

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
    return PostgresWriter(engine)
