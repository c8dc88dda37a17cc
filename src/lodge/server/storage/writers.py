"""Writers: how rows get to disk. A writer writes them in one transaction and returns when they are safe."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import ClassVar, NamedTuple, Protocol

from sqlalchemy import text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

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


Note = Clock | Play | Points
NOTES: dict[type[Note], str] = {
    Clock: """INSERT INTO lodge_clocks (table_id, due) VALUES (:table_id, :due)
ON CONFLICT (table_id) DO UPDATE SET due = excluded.due""",
    Play: """INSERT INTO lodge_plays (table_id, player, game, level, run, need)
VALUES (:table_id, :player, :game, :level, :run, :need)""",
    Points: "UPDATE lodge_plays SET points = :points WHERE table_id = :table_id",
}


class Taken(Exception):
    """There is such a row of this table, or such a step of a player's campaign, already: nothing was written."""


class Writer(Protocol):
    """One connection that writes."""

    async def write(self, rows: Sequence[StoredRow], notes: Sequence[Note]) -> None:
        """All of these or none, synced to disk; Taken, or whatever the database raises."""

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
            connection.execute(insert, values)
            for note in notes:
                connection.execute(NOTES[type(note)], note._asdict())
            connection.execute("COMMIT")
        except sqlite3.IntegrityError as error:
            raise Taken from error

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()


class SQLAlchemyWriter:
    """For any other database: a connection of SQLAlchemy's."""

    INSERT = text(f"INSERT INTO lodge_rows ({COLUMNS}) VALUES (:table_id, :number, :at, :writer, :data)")  # noqa: S608

    NOTES: ClassVar = {kind: text(statement) for kind, statement in NOTES.items()}

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._connection: AsyncConnection | None = None

    async def write(self, rows: Sequence[StoredRow], notes: Sequence[Note]) -> None:
        """All of these or none, synced to disk."""
        if self._connection is None:
            self._connection = await self._engine.connect()
        try:
            async with self._connection.begin():
                await self._connection.execute(self.INSERT, [row._asdict() for row in rows])
                for note in notes:
                    await self._connection.execute(self.NOTES[type(note)], note._asdict())
        except IntegrityError as error:
            raise Taken from error

    async def close(self) -> None:
        """Let go of the connection."""
        if self._connection is not None:
            with suppress(Exception):  # it may be broken
                await self._connection.close()


def open_file(path: str) -> sqlite3.Connection:
    """A SQLite file whose write-ahead log is synced at every commit; each statement is a transaction."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, uri=path.startswith("file:"))
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")
    return connection
