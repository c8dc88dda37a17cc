"""What players have reported, for whoever runs the server: it lies among the events of the tables."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import select

from lodge.server.storage.schema import table_rows
from lodge.server.storage.store import Store
from lodge.server.tables.events import Reported, decode


class ReportedLine(NamedTuple):
    """A line of chat that somebody has reported, and when."""

    table: str
    at: float
    report: Reported


async def reports(store: Store) -> list[ReportedLine]:
    """All that were reported at tables that are kept, the latest first."""
    c = table_rows.c
    query = select(c.table_id, c.at, c.data).where(c.data.startswith('{"row":"reported"')).order_by(c.at.desc())
    async with store.reading() as connection:
        found = [(table, at, decode(data)) for table, at, data in (await connection.execute(query)).all()]
    return [ReportedLine(table, at, one) for table, at, one in found if isinstance(one, Reported)]
