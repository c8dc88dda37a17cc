"""Writers: how rows get to disk. A writer writes them in one transaction and returns when they are safe."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from operator import itemgetter
from typing import NamedTuple, Protocol

from sqlalchemy.ext.asyncio import AsyncEngine

from lodge.server.storage.raw import RawConnection

COLUMNS = "table_id, number, at, writer, data"
PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "wal_autocheckpoint=4000")


class StoredRow(NamedTuple):
    """A row as the database holds it: in the order of `COLUMNS`."""

    table_id: str
    number: int
    at: float
    writer: str
    data: str


class Clock(NamedTuple):
    """When a table's clock runs down."""

    table_id: str
    due: float


class Play(NamedTuple):
    """A match that counts for a player: a level, or a step of the player's campaign number `run`."""

    table_id: str
    player: str
    game: str
    level: int
    run: int | None
    need: int


class Points(NamedTuple):
    """What such a match ended with."""

    table_id: str
    points: int


class Head(NamedTuple):
    """What can be asked of a table without playing its events; written when it is new.

    Besides the statuses of a match there are `unreadable` and `removed`.
    """

    table_id: str
    game: str
    rules: int
    format: int
    status: str
    changed: float
    expires: float


class Phase(NamedTuple):
    """What a table is from now on, and how long at least it is kept."""

    table_id: str
    status: str
    changed: float
    expires: float


class PlayedBy(NamedTuple):
    """The version of the game's rules that a match is begun with: a lobby may have been opened before an upgrade."""

    table_id: str
    rules: int


class Fact(NamedTuple):
    """A number about the database itself."""

    name: str
    value: float


Note = Clock | Play | Points | Head | Phase | PlayedBy | Fact
NOTES: dict[type[Note], str] = {  # in the order in which those of one transaction are written
    Play: """INSERT INTO lodge_plays (table_id, player, game, level, run, need)
VALUES (:table_id, :player, :game, :level, :run, :need)""",
    Points: "UPDATE lodge_plays SET points = :points WHERE table_id = :table_id",
    Head: """INSERT INTO lodge_tables (table_id, game, rules, format, status, changed, expires)
VALUES (:table_id, :game, :rules, :format, :status, :changed, :expires)""",
    Phase: """UPDATE lodge_tables SET status = :status, changed = :changed, expires = :expires
WHERE table_id = :table_id""",
    PlayedBy: "UPDATE lodge_tables SET rules = :rules WHERE table_id = :table_id",
    Clock: """INSERT INTO lodge_clocks (table_id, due) VALUES (:table_id, :due)
ON CONFLICT (table_id) DO UPDATE SET due = excluded.due""",
    Fact: """INSERT INTO lodge_facts (name, value) VALUES (:name, :value)
ON CONFLICT (name) DO UPDATE SET value = excluded.value""",
}


class Taken(Exception):
    """There is such a row of this table, or such a step of a player's campaign, already: nothing was written."""


class Writer(Protocol):
    """One connection that writes."""

    async def write(self, rows: Sequence[StoredRow], notes: Sequence[Note]) -> None:
        """All of these (perhaps no rows) or none, synced to disk; Taken, or whatever the database raises."""

    async def close(self) -> None:
        """Let go of the connection."""


class SQLiteWriter:
    """For SQLite: a thread with a connection of its own.

    A transaction is one statement and one call into the thread. Going through SQLAlchemy and aiosqlite takes a call
    each to begin, insert and commit, and Python's lock changes hands at every row: four times the processor time.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self._connection: sqlite3.Connection | None = None

    async def write(self, rows: Sequence[StoredRow], notes: Sequence[Note]) -> None:
        """All of these or none, synced to disk."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._write, rows, notes)

    async def close(self) -> None:
        """Let go of the connection and the thread."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._close)
        self._thread.shutdown(wait=False)

    def _write(self, rows: Sequence[StoredRow], notes: Sequence[Note]) -> None:
        if self._connection is None:
            self._connection = open_file(self._path)
        connection = self._connection
        places = ", ".join(["(?, ?, ?, ?, ?)"] * len(rows))
        insert = f"INSERT INTO lodge_rows ({COLUMNS}) VALUES {places}"  # noqa: S608 - nothing of a client's in it
        values = [value for row in rows for value in row]
        try:
            if not notes:
                connection.execute(insert, values)
                return
            connection.execute("BEGIN IMMEDIATE")
            if rows:
                connection.execute(insert, values)
            for note in notes:
                connection.execute(NOTES[type(note)], note._asdict())
            connection.execute("COMMIT")
        except sqlite3.IntegrityError as error:
            raise Taken from error

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()


class PostgresWriter:
    """For PostgreSQL: a connection of asyncpg's. Rows are one statement, which alone is a transaction: one round trip.

    Going through SQLAlchemy takes a round trip each to begin, insert and commit, and more processor time than these.
    All is written in the order of tables, so that two processes never wait for each other.
    """

    INSERT = f"""INSERT INTO lodge_rows ({COLUMNS})
SELECT * FROM unnest($1::varchar[], $2::int[], $3::float8[], $4::varchar[], $5::text[])"""  # noqa: S608

    def __init__(self, engine: AsyncEngine) -> None:
        self._connection = RawConnection(engine)

    async def write(self, rows: Sequence[StoredRow], notes: Sequence[Note]) -> None:
        """All of these or none, synced to disk."""
        from asyncpg import UniqueViolationError

        raw = await self._connection.get()
        columns = [list(column) for column in zip(*sorted(rows), strict=True)]
        try:
            if not notes:
                await raw.execute(self.INSERT, *columns)
                return
            async with raw.transaction():
                if rows:
                    await raw.execute(self.INSERT, *columns)
                for kind, statement in NUMBERED.items():
                    if same := [note for note in notes if type(note) is kind]:
                        await raw.executemany(statement, sorted(same, key=itemgetter(0)))
        except UniqueViolationError as error:
            raise Taken from error

    async def close(self) -> None:
        """Let go of the connection."""
        await self._connection.close()


def numbered(kind: type[Note]) -> str:
    """The statement of a note with its parameters by number, as asyncpg wants them."""
    return re.sub(r":(\w+)", lambda name: f"${kind._fields.index(name[1]) + 1}", NOTES[kind])


NUMBERED = {kind: numbered(kind) for kind in NOTES}


def open_file(path: str) -> sqlite3.Connection:
    """A SQLite file whose write-ahead log is synced at every commit; each statement is a transaction."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, uri=path.startswith("file:"))
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")
    return connection
