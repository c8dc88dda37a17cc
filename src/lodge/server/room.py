"""A room: a table in memory, and the clients that look at it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable
from typing import Any, Protocol

import msgspec

from lodge.server import rows, sights
from lodge.server.commands import Who
from lodge.server.protocol import FromServer, Said, TableChanged, TableInfo, Update
from lodge.server.rows import Row
from lodge.server.table import Entry, Table

encode = msgspec.json.Encoder().encode


class Client(Protocol):
    """A connection, as a room sees it."""

    owners: set[str]
    name: str

    def post(self, message: bytes) -> None:
        """Send without waiting."""


class Room:
    """A table in memory. Whoever changes it holds `lock` from looking to telling."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.clients: set[Client] = set()
        self.lock = asyncio.Lock()
        self.stale = False  # the database may hold rows that the table does not
        self.thought: asyncio.Task[None] | None = None
        self.alarm: asyncio.TimerHandle | None = None
        self.used = time.monotonic()

    # --- who is here -------------------------------------------------------------------------------------

    def connected(self) -> set[int]:
        """The seats whose people are here."""
        return {seat for client in self.clients for seat in self.table.owned(client.owners)}

    def watchers(self) -> int:
        """How many clients without a seat are here."""
        return sum(not self.table.owned(client.owners) for client in self.clients)

    def who(self, client: Client) -> Who:
        """A client, as commands see it."""
        return Who(client.owners, client.name, self.connected)

    # --- telling -----------------------------------------------------------------------------------------

    def info(self, client: Client) -> TableInfo:
        """All around the match, for one client."""
        table = self.table
        host = table.host in client.owners
        return sights.table_info(table, table.owned(client.owners), host, self.connected(), self.watchers())

    def update(self, client: Client, entries: Iterable[Entry] = ()) -> Update | None:
        """The match, for one client."""
        if self.table.match is None:
            return None
        return sights.update(self.table, self.table.owned(client.owners), entries)

    def tell(self, make: Callable[[Client], FromServer | None], but: Client | None = None) -> None:
        """Tell every client what is made for it; clients who see the same get the same bytes."""
        ready: dict[tuple[Any, ...], bytes | None] = {}
        for client in self.clients:
            if client is but:
                continue
            key = (self.table.owned(client.owners), self.table.host in client.owners)
            if key not in ready:
                message = make(client)
                ready[key] = None if message is None else encode(message)
            told = ready[key]
            if told is not None:
                client.post(told)

    def tell_table(self, but: Client | None = None) -> None:
        """Tell everybody what is around the match now."""
        self.tell(lambda client: TableChanged(table=self.info(client)), but)

    def apply(self, row: Row) -> None:
        """Add a row to the table and tell everybody. The row is on disk."""
        self.table.apply(row)
        if isinstance(row.data, rows.Moved | rows.Undone):
            last = self.table.log[-1:]
            self.tell(lambda client: self.update(client, last))
            if self.table.status == "over":
                self.tell_table()
        elif isinstance(row.data, rows.Spoke):
            line = encode(Said(line=self.table.chat[-1]))
            for client in self.clients:
                client.post(line)
        else:
            self.tell_table()
            if isinstance(row.data, rows.Started):
                self.tell(self.update)
