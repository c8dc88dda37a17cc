"""Who this server is: the keys that it signs with, made when the first server on a database starts.

They lie in the database, so that all processes on it are one server, and a backup restores them, too.
"""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import select, text

from lodge.server.storage.schema import table_secrets
from lodge.server.storage.store import Store
from lodge.signing import new_key

NAME, PUSH = "signing key", "push key"
# Whoever comes first: two processes may start at once.
INSERT = text("INSERT INTO lodge_secrets (name, value) VALUES (:name, :value) ON CONFLICT (name) DO NOTHING")


async def signing_key(store: Store) -> str:
    """The secret key that records are signed with."""
    return await _secret(store, NAME, new_key)


async def push_key(store: Store, make: Callable[[], str]) -> str:
    """The secret key by which push services know this server."""
    return await _secret(store, PUSH, make)


async def _secret(store: Store, name: str, make: Callable[[], str]) -> str:
    query = select(table_secrets.c.value).where(table_secrets.c.name == name)
    async with store.changing() as connection:
        if found := (await connection.execute(query)).scalar():
            return str(found)
        await connection.execute(INSERT, {"name": name, "value": make()})
        return str((await connection.execute(query)).scalar_one())
