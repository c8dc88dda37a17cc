"""A bus over PostgreSQL: LISTEN and NOTIFY for notices, advisory locks for leases.

Notices are sent after the transaction that they tell of, by a connection of their own, so that no move waits for them:
PostgreSQL commits transactions with notices one at a time, and would sync to disk for one process after another.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable
from contextlib import asynccontextmanager, suppress
from typing import Any

from asyncpg import InterfaceError, InternalClientError, PostgresError
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from lodge.server.bus.bus import Hear
from lodge.server.bus.notices import Alive, Notice, pack, unpack
from lodge.server.storage.raw import RawConnection

log: logging.Logger = logging.getLogger("lodge.server")
CHANNEL = "lodge"
BEAT = 2.0  # seconds between two signs of life
DEAF = 4 * BEAT  # without hearing one's own, the connection is given up
AGAIN = 0.5  # seconds before another try to connect
PATIENCE = 5.0  # seconds that the first connection may take
LAST_WORDS = 2.0  # seconds to send what waits at the end
BROKEN: tuple[type[Exception], ...] = (
    SQLAlchemyError,
    PostgresError,
    InterfaceError,
    InternalClientError,
    OSError,
    TimeoutError,
    EOFError,
)


class PostgresBus:
    """Two connections: one listens and holds leases, the other speaks."""

    shared = True

    def __init__(self, engine: AsyncEngine, process: str) -> None:
        self._engine = engine
        self._process = process
        self._waiting: dict[Hashable, Notice] = {}
        self._more = asyncio.Event()
        self._silent = asyncio.Event()  # nothing waits to be sent
        self._silent.set()
        self._wire: Any = None  # the asyncpg connection that listens
        self._began = asyncio.Event()
        self._asking = asyncio.Lock()
        self._echo = 0.0  # when this process last heard itself
        self._tasks: list[asyncio.Task[None]] = []
        self._hear: Hear
        self._missed: Callable[[], None]

    @property
    def listening(self) -> bool:
        """Whether what others say is heard now."""
        return self._wire is not None

    async def open(self, hear: Hear, missed: Callable[[], None]) -> None:
        """Begin to listen. Where the database does not answer in time, it is asked again until it does."""
        self._hear, self._missed = hear, missed
        self._tasks = [asyncio.create_task(self._forever(one)) for one in (self._listen, self._speak)]
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                await self._began.wait()

    async def close(self) -> None:
        """Send what waits, and stop."""
        if self._tasks:
            with suppress(TimeoutError):
                async with asyncio.timeout(LAST_WORDS):
                    await self._silent.wait()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def publish(self, notice: Notice) -> None:
        """Tell all others, soon and without waiting."""
        topic = notice.topic
        self._waiting[object() if topic is None else topic] = notice
        self._silent.clear()
        self._more.set()

    # --- the two connections -----------------------------------------------------------------------------

    async def _forever(self, work: Callable[[Any], Awaitable[None]]) -> None:
        while True:
            try:
                async with self._connected() as wire:
                    await work(wire)
            except BROKEN:
                pass  # the store tells of outages
            except Exception:
                log.exception("the bus failed")
            await asyncio.sleep(AGAIN)

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator[Any]:
        """A connection of asyncpg's for this alone."""
        connection = RawConnection(self._engine)
        try:
            wire = await connection.get()
            await wire.execute(f"SET application_name = 'lodge bus {self._process}'")
            yield wire
        finally:
            await connection.close()  # and with it what it listens to, and its leases

    async def _listen(self, wire: Any) -> None:
        ended = asyncio.Event()
        wire.add_termination_listener(lambda _wire: ended.set())
        await wire.add_listener(CHANNEL, self._heard)
        self._wire, self._echo = wire, time.monotonic()
        self._began.set()
        self._missed()
        try:
            while not ended.is_set() and time.monotonic() < self._echo + DEAF:
                self.publish(Alive())
                with suppress(TimeoutError):
                    async with asyncio.timeout(BEAT):
                        await ended.wait()
        finally:
            self._wire = None

    def _heard(self, _wire: Any, _pid: int, _channel: str, message: str) -> None:
        sender, notices = unpack(message)
        if sender == self._process:
            self._echo = time.monotonic()
            return
        for notice in notices:
            self._hear(sender, notice)

    async def _speak(self, wire: Any) -> None:
        await wire.execute("SET synchronous_commit = off")  # nothing of this is to be kept
        statement = await wire.prepare("SELECT pg_notify($1, one) FROM unnest($2::text[]) one")
        while True:
            await self._more.wait()
            self._more.clear()
            waiting, self._waiting = self._waiting, {}
            try:
                await statement.fetch(CHANNEL, list(pack(self._process, waiting.values())))
            except BaseException:
                self._waiting = {**waiting, **self._waiting}
                self._more.set()
                raise
            if not self._waiting:
                self._silent.set()

    # --- leases ------------------------------------------------------------------------------------------

    @asynccontextmanager
    async def lease(self, name: str) -> AsyncIterator[bool]:
        """Whether this process, and no other, does something now. The lock ends with the connection, if not sooner."""
        wire = self._wire
        key = int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big", signed=True)
        mine = bool(await self._ask(wire, "SELECT pg_try_advisory_lock($1)", key))
        try:
            yield mine
        finally:
            if mine:
                await self._ask(wire, "SELECT pg_advisory_unlock($1)", key)

    async def _ask(self, wire: Any, question: str, key: int) -> Any:
        """An answer, or None where there is no connection."""
        if wire is None or wire is not self._wire:
            return None
        try:
            async with self._asking:
                return await wire.fetchval(question, key)
        except BROKEN:
            return None
