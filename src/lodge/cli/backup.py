"""`lodge backup` and `lodge restore`: a server's database as one file."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from lodge.cli.tables import Database

app: typer.Typer = typer.Typer()
File = Annotated[Path, typer.Argument(metavar="FILE", help="The backup.")]


@app.command()
def backup(file: File, database: Database = None) -> None:
    """Write all tables of a server into one file, while people play; only you may read it."""
    from lodge.server.settings import database_url, default_database
    from lodge.server.storage.backup import backup as write

    events = asyncio.run(write(database_url(database) if database else default_database(), file))
    typer.echo(f"Written: {file}, {events} events.")


@app.command()
def restore(file: File, database: Database = None) -> None:
    """Restore a backup into an empty database, a SQLite file or PostgreSQL; stop the server first."""
    from lodge.server.settings import database_url, default_database
    from lodge.server.storage.backup import restore as read

    events = asyncio.run(read(file, database_url(database) if database else default_database()))
    typer.echo(f"Restored: {events} events.")
