"""`lodge tables`: what a server's database has removed, and what it may remove."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lodge.errors import LodgeError

if TYPE_CHECKING:
    from lodge.server.storage.store import Store

app: typer.Typer = typer.Typer(
    help="Tables of a server: those that nobody used for long, and what players have reported."
)
Database = Annotated[str | None, typer.Option(help="The server's database. Without it, the file in your data folder.")]


@app.command("removed")
def removed(database: Database = None) -> None:
    """List the tables that were removed and can still be brought back."""
    from lodge.server.storage import retention

    for head in _with(database, retention.removed):
        typer.echo(f"{head.table_id}  {head.game}  removed {_day(head.changed)}, kept until {_day(head.expires)}")


@app.command("restore")
def restore(table: str, database: Database = None) -> None:
    """Bring a table back; whoever has its links can go on there."""
    import time

    from lodge.server.storage import retention

    if not _with(database, lambda store: retention.restore(store, table, time.time())):
        raise LodgeError(f"There is no removed table {table}: `lodge tables removed` lists them.")
    typer.echo(f"Table {table} is back.")


@app.command("reports")
def reported(database: Database = None) -> None:
    """List the lines of chat that players have reported."""
    from lodge.server.storage.reports import reports

    for table, at, one in _with(database, reports):
        typer.echo(f"{table}  {_day(at)}  {one.name}: {one.text}  (reported by {one.by})")


@app.command("trust-clock")
def trust_clock(
    database: Database = None,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Say that this machine's date is right: a server that doubted it may remove old tables again."""
    import time

    from lodge.server.storage.retention import SEEN
    from lodge.server.storage.writers import Fact

    if not yes:
        typer.confirm(f"Today is {_day(time.time())}. Is that right?", abort=True)
    _with(database, lambda store: store.note(Fact(SEEN, time.time())))
    typer.echo("The server goes by that date from its next look on, within an hour.")


def _day(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).date().isoformat()


def _with(database: str | None, work: Callable[[Store], Coroutine[Any, Any, Any]]) -> Any:
    """Do something with a server's database."""
    from lodge.server.settings import database_url, default_database
    from lodge.server.storage.store import Store, check

    url = database_url(database) if database else default_database()

    async def run() -> Any:
        await check(url)
        store = Store(url)
        await store.open()
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(run())
