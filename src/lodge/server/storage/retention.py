"""How long tables are kept: what the database says of each, without playing its events."""

from __future__ import annotations

from typing import Any

from sqlalchemy import delete, select, update

from lodge.server.storage.schema import (
    table_analyses,
    table_clocks,
    table_facts,
    table_notices,
    table_plays,
    table_rows,
    table_sittings,
    table_tables,
)
from lodge.server.storage.store import Store
from lodge.server.storage.together import together
from lodge.server.storage.writers import Head

SEEN = "seen"  # the fact when a server last looked at the database


COLUMNS = [table_tables.c[name] for name in Head._fields]


@together
async def head(store: Store, tables: list[str]) -> dict[str, Head]:
    """What is known of a table."""
    found = await _heads(store, select(*COLUMNS).where(table_tables.c.table_id.in_(tables)))
    return {one.table_id: one for one in found}


async def expired(store: Store, now: float, most: int) -> list[Head]:
    """Tables whose time may be over, those due longest first."""
    c = table_tables.c
    return await _heads(store, select(*COLUMNS).where(c.expires < now).order_by(c.expires).limit(most))


async def removed(store: Store) -> list[Head]:
    """Tables that were removed and are still kept, the latest first."""
    c = table_tables.c
    return await _heads(store, select(*COLUMNS).where(c.status == "removed").order_by(c.changed.desc()))


async def _heads(store: Store, query: Any) -> list[Head]:
    async with store.reading() as connection:
        return [Head(*found) for found in (await connection.execute(query)).all()]


async def last_change(store: Store, table: str) -> float:
    """When something last happened at a table."""
    c = table_rows.c
    query = select(c.at).where(c.table_id == table).order_by(c.number.desc()).limit(1)
    async with store.reading() as connection:
        return (await connection.execute(query)).scalar() or 0.0


async def remove(store: Store, table: str, now: float, until: float) -> None:
    """Take a table away; its events are kept until a time.

    What it counted for a player stays; a campaign's match that was left is lost.
    """
    c, plays = table_tables.c, table_plays.c
    left = (plays.table_id == table, plays.points.is_(None))
    async with store.changing() as connection:
        await connection.execute(delete(table_plays).where(*left, plays.run.is_(None)))
        await connection.execute(update(table_plays).where(*left).values(points=0))
        for kept in (table_clocks, table_analyses):
            await connection.execute(delete(kept).where(kept.c.table_id == table))
        values = {"status": "removed", "changed": now, "expires": until}
        await connection.execute(update(table_tables).where(c.table_id == table).values(**values))


async def restore(store: Store, table: str, now: float) -> bool:
    """Bring a removed table back, for whoever has its links; False where it is gone for good."""
    c = table_tables.c
    values = {"status": "playing", "changed": now, "expires": now}  # whether it is, the next look finds out
    async with store.changing() as connection:
        found = await connection.execute(
            update(table_tables).where(c.table_id == table, c.status == "removed").values(**values)
        )
    return bool(found.rowcount)


async def forget(store: Store, table: str) -> None:
    """Delete all there is of a table."""
    async with store.changing() as connection:
        for kept in (table_rows, table_clocks, table_analyses, table_sittings, table_notices, table_tables):
            await connection.execute(delete(kept).where(kept.c.table_id == table))


async def fact(store: Store, name: str) -> float | None:
    """A number about the database itself."""
    async with store.reading() as connection:
        return (await connection.execute(select(table_facts.c.value).where(table_facts.c.name == name))).scalar()
