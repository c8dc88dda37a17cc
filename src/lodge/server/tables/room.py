"""A room: a table in memory, and the clients that look at it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import Any, Protocol

import msgspec

from lodge.server.tables import events, presenter
from lodge.server.tables.authority import Who
from lodge.server.tables.events import Row
from lodge.server.tables.presenter import Kind
from lodge.server.tables.table import Entry, Table
from lodge.server.ws.protocol import Said, TableChanged, TableInfo, Update

encode = msgspec.json.Encoder().encode
PLAYED = (events.Moved, events.Undone)


class Client(Protocol):
    """A connection, as a room sees it."""

    owners: set[str]
    name: str
    rules: bool  # it runs the rules itself

    def post(self, message: bytes) -> None:
        """Send without waiting."""


class Room:
    """A table in memory. Whoever changes it holds `lock` from looking to telling."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.clients: set[Client] = set()
        self.lock = asyncio.Lock()
        self.stale = False  # the database may hold events that the table does not
        self.thought: asyncio.Task[None] | None = None
        self.alarm: asyncio.TimerHandle | None = None
        self.used = time.monotonic()
        self._mine: dict[Client, tuple[int, ...]] = {}

    # --- who is here -------------------------------------------------------------------------------------

    def enter(self, client: Client) -> None:
        """A client is here."""
        self.clients.add(client)

    def leave(self, client: Client) -> None:
        """A client is gone."""
        self.clients.discard(client)
        self._mine.pop(client, None)

    def reseat(self) -> None:
        """Who owns which seat has changed."""
        self._mine.clear()

    def mine(self, client: Client) -> tuple[int, ...]:
        """A client's seats."""
        if client not in self._mine:
            self._mine[client] = self.table.owned(client.owners)
        return self._mine[client]

    def connected(self) -> set[int]:
        """The seats whose people are here."""
        return {seat for client in self.clients for seat in self.mine(client)}

    def watchers(self) -> int:
        """How many clients without a seat are here."""
        return sum(not self.mine(client) for client in self.clients)

    def who(self, client: Client) -> Who:
        """A client, as whoever decides about its messages sees it."""
        return Who(client.owners, client.name, self.connected)

    # --- telling -----------------------------------------------------------------------------------------

    def info(self, client: Client) -> TableInfo:
        """All around the match, for one client."""
        table = self.table
        host = table.host in client.owners
        return presenter.table_info(table, self.mine(client), host, self.connected(), self.watchers())

    def update(self, client: Client, entries: Sequence[Entry] = ()) -> Update | None:
        """The match, for one client."""
        if self.table.match is None:
            return None
        kind = Kind(self.mine(client), client.rules)
        return presenter.updates(self.table, [kind], entries)[kind]

    def tell_updates(self, entries: Sequence[Entry] = ()) -> None:
        """Tell everybody how the match stands; clients who see the same get the same bytes."""
        clients = [(client, Kind(self.mine(client), client.rules)) for client in self.clients]
        made = presenter.updates(self.table, (kind for _, kind in clients), entries)
        ready = {kind: encode(update) for kind, update in made.items()}
        for client, kind in clients:
            client.post(ready[kind])

    def tell_table(self, but: Client | None = None) -> None:
        """Tell everybody what is around the match now."""
        ready: dict[tuple[Any, ...], bytes] = {}
        for client in self.clients:
            if client is not but:
                key = (self.mine(client), self.table.host in client.owners)
                if key not in ready:
                    ready[key] = encode(TableChanged(table=self.info(client)))
                client.post(ready[key])

    def apply(self, row: Row) -> None:
        """Add an event to the table and tell everybody. It is on disk."""
        self.table.apply(row)
        if isinstance(row.event, PLAYED):
            self.tell_updates(self.table.log[-1:])
            if self.table.status == "over":
                self.tell_table()
        elif isinstance(row.event, events.Spoke):
            line = encode(Said(line=self.table.chat[-1]))
            for client in self.clients:
                client.post(line)
        else:
            self.reseat()
            self.tell_table()
            if isinstance(row.event, events.Started):
                self.tell_updates()
