"""The version of a database's schema: an older one is upgraded when the server starts, a newer one is refused."""

from __future__ import annotations

import logging

from sqlalchemy import Connection, inspect, text
from sqlalchemy.ext.asyncio import AsyncEngine

from lodge.errors import LodgeError
from lodge.server.storage.schema import VERSION, VERSIONS

log: logging.Logger = logging.getLogger("lodge.server")
FIRST = "0001"  # what a database is that has tables but no version
LOCK = 0x10D6E  # one process at a time, where several start at once


async def upgrade(engine: AsyncEngine) -> None:
    """Bring a database to the newest version, all of it or nothing; LodgeError where it is newer than that."""
    async with engine.begin() as connection:
        await connection.run_sync(_upgrade)


def found_version(connection: Connection) -> str | None:
    """The version of a database; None where there is nothing in it."""
    tables = inspect(connection).get_table_names()
    if VERSIONS in tables:
        return connection.execute(text(f"SELECT version_num FROM {VERSIONS}")).scalar()  # noqa: S608
    return FIRST if "lodge_rows" in tables else None


def check_version(found: str | None) -> None:
    """LodgeError for a database that a newer Lodge has made."""
    if found is not None and found > VERSION:
        raise LodgeError(
            f"The database was made by a newer Lodge (its schema is {found}, this one knows {VERSION}): "
            "upgrade Lodge, or choose another database with --database. Nothing was changed."
        )


def _upgrade(connection: Connection) -> None:
    if found_version(connection) == VERSION:
        return
    sqlite = connection.dialect.name == "sqlite"
    connection.exec_driver_sql("BEGIN IMMEDIATE" if sqlite else f"SELECT pg_advisory_xact_lock({LOCK})")
    found = found_version(connection)  # another process may have been quicker
    check_version(found)
    if found == VERSION:
        return
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "lodge.server.storage:migrations")
    config.attributes["connection"] = connection
    if found is not None and not inspect(connection).has_table(VERSIONS):
        command.stamp(config, found)
    command.upgrade(config, VERSION)
    if found is not None:
        log.warning("the database was upgraded from schema %s to %s", found, VERSION)
