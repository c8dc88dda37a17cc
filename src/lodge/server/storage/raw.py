"""A connection of asyncpg's own to PostgreSQL, for what happens at every move.

SQLAlchemy would take a round trip each to see whether the connection lives, to begin and to end a transaction.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine


class RawConnection:
    """Made when it is first needed, kept until it breaks; for one user at a time."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._connection: AsyncConnection | None = None
        self._raw: Any = None

    async def get(self) -> Any:
        """The connection; another one where the database has closed it."""
        if self._raw is not None and self._raw.is_closed():
            await self.close()
        if self._connection is None:
            self._connection = await self._engine.connect()
            self._raw = (await self._connection.get_raw_connection()).driver_connection
        return self._raw

    async def close(self) -> None:
        """Let go of it, whatever state it is in."""
        connection, self._connection, self._raw = self._connection, None, None
        if connection is not None:
            with suppress(Exception):
                await connection.invalidate()  # never back to the pool
                await connection.close()
