"""The latest analyses, in the database. One that is missing, or that cannot be read, is made anew."""

from __future__ import annotations

import asyncio
import logging
import zlib
from contextlib import suppress

import msgspec
from sqlalchemy import delete, insert, select

from lodge import __version__
from lodge.analysis import Analysis
from lodge.server import clock
from lodge.server.storage.schema import table_analyses
from lodge.server.storage.store import Store, StoreBroken

log: logging.Logger = logging.getLogger("lodge.server")
_columns = table_analyses.c


class AnalysisStore:
    """Where analyses are kept: `most` of them."""

    def __init__(self, store: Store, most: int) -> None:
        self._store = store
        self._most = most

    async def find(self, table: str) -> Analysis | None:
        """The analysis of a table's match, if this version of Lodge has made one."""
        query = select(_columns.data).where(_columns.table_id == table, _columns.version == __version__)
        try:
            async with self._store.reading() as connection:
                data = (await connection.execute(query)).scalar()
            return None if data is None else await asyncio.to_thread(_unpack, data)
        except StoreBroken:  # which was told
            return None
        except (msgspec.MsgspecError, zlib.error) as error:
            log.warning("an analysis cannot be read: %s", error)
            return None

    async def keep(self, table: str, found: Analysis) -> None:
        """Keep an analysis, in place of the oldest if there is no room."""
        data = await asyncio.to_thread(_pack, found)
        newest = select(_columns.table_id).order_by(_columns.at.desc()).limit(self._most)
        row = {"table_id": table, "at": clock.now(), "version": __version__, "data": data}
        with suppress(StoreBroken):  # it is made again then
            async with self._store.changing() as connection:
                await connection.execute(delete(table_analyses).where(_columns.table_id == table))
                await connection.execute(insert(table_analyses).values(row))
                await connection.execute(delete(table_analyses).where(_columns.table_id.not_in(newest)))


def _pack(found: Analysis) -> bytes:
    return zlib.compress(msgspec.json.encode(found))


def _unpack(data: bytes) -> Analysis:
    return msgspec.json.decode(zlib.decompress(data), type=Analysis)
