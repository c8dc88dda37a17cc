"""A room: a table in memory, and the clients that look at it."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Protocol, TypeAlias

import msgspec

from lodge.kernel.module import described
from lodge.server.bus.bus import Bus
from lodge.server.bus.notices import Present, SpokenBy
from lodge.server.names import skeleton
from lodge.server.tables import events, presenter
from lodge.server.tables.authority import Who
from lodge.server.tables.events import Row
from lodge.server.tables.presenter import Kind
from lodge.server.tables.table import Entry, Table
from lodge.server.tables.tokens import mark_of
from lodge.server.workers.bots import Turn
from lodge.server.workers.queue import Ticket
from lodge.server.ws.protocol import Reacted, Reaction, Said, TableChanged, TableInfo, Update

encode: Callable[[Any], bytes] = msgspec.json.Encoder().encode
PLAYED = (events.Moved, events.Undone, events.Ended)
At: TypeAlias = Callable[[str], Sequence[Present]]  # who is at a table by way of other processes


class Client(Protocol):
    """A connection, as a room sees it."""

    owners: set[str]
    name: str
    address: str
    rules: bool  # it runs the rules itself

    def post(self, message: bytes) -> None:
        """Send without waiting."""

    def send_away(self) -> None:
        """End the connection: the host does not want it here."""


class Room:
    """A table in memory. Whoever changes it holds `lock` from looking to telling."""

    def __init__(
        self, table: Table, away_seconds: float = 30.0, bus: Bus | None = None, peers: At | None = None
    ) -> None:
        self.table = table
        self._bus = bus if bus is not None and bus.shared else None
        self._peers: At = peers or (lambda _table: ())
        self.clients: set[Client] = set()
        self.lock: asyncio.Lock = asyncio.Lock()
        self.stale = False  # the database may hold events that the table does not
        self.thought: asyncio.Task[None] | None = None
        self.ticket: Ticket = Ticket()  # the place of that thought in the queue
        self.alarm: asyncio.TimerHandle | None = None
        self.retry: asyncio.TimerHandle | None = None  # of a bot that failed, or that another process lets think
        self.used: float = time.monotonic()
        self._mine: dict[Client, tuple[int, ...]] = {}
        self._away_seconds = away_seconds
        self._here = time.monotonic()  # since when there is this room
        self._left: dict[int, float] = {}  # when a seat's person was last here
        self.rematching: asyncio.Lock = asyncio.Lock()
        self.speaker: set[str] = set()  # the marks of whoever says something now
        self._speakers: dict[int, set[str]] = {}  # and of those who said the latest lines, or one that is to come
        self._told = Present(table.id, {}, 0)  # what other processes know of who is here
        self._seen: tuple[set[int], int] = (set(), 0)  # seats that were connected and watchers, anywhere, lately

    def rest(self) -> None:
        """No more waiting."""
        for timer in (self.alarm, self.retry):
            if timer is not None:
                timer.cancel()
        self.alarm = self.retry = None

    # --- who is here -------------------------------------------------------------------------------------

    def enter(self, client: Client) -> None:
        """A client is here."""
        self.clients.add(client)

    def leave(self, client: Client) -> None:
        """A client is gone."""
        if client in self.clients:
            self._left |= dict.fromkeys(self.mine(client), time.monotonic())
        self.clients.discard(client)
        self._mine.pop(client, None)

    def send_away(self) -> None:
        """Those whom the host does not want here go."""
        for client in [one for one in self.clients if self.table.bars(self.marks(one), "away")]:
            client.send_away()

    def reseat(self) -> None:
        """Who owns which seat has changed."""
        self._mine.clear()

    def mine(self, client: Client) -> tuple[int, ...]:
        """A client's seats."""
        if client not in self._mine:
            self._mine[client] = self.table.owned(client.owners)
        return self._mine[client]

    def others(self) -> Sequence[Present]:
        """Who is here by way of other server processes."""
        return self._peers(self.table.id)

    def present(self) -> Present:
        """Who is here by way of this one."""
        seats: dict[int, set[str]] = {}
        for client in self.clients:
            for seat in self.mine(client):
                seats.setdefault(seat, set()).update(self._marks_of(client, seat))
        alone = sum(not self.mine(client) for client in self.clients)
        return Present(self.table.id, {seat: sorted(marks) for seat, marks in sorted(seats.items())}, alone)

    def connected(self) -> set[int]:
        """The seats whose people are here."""
        here = {seat for client in self.clients for seat in self.mine(client)}
        return here.union(*(other.seats for other in self.others()))

    def watchers(self) -> int:
        """How many clients without a seat are here."""
        here = sum(not self.mine(client) for client in self.clients)
        return here + sum(other.watchers for other in self.others())

    def look_round(self) -> None:
        """Who is here by way of other processes may have changed: tell everybody."""
        before, self._seen = self._seen, (self.connected(), self.watchers())
        self._left |= dict.fromkeys(before[0] - self._seen[0], time.monotonic())
        if self._seen != before:
            self.tell_table()

    def turn(self) -> Turn:
        """When a bot thinks here: a person who waits for it goes first, then whoever looks on, then those away."""
        waiting = {client.address for client in self.clients if self.mine(client)}
        looking = waiting or {client.address for client in self.clients}
        others = self.others()
        rank = 0 if waiting or any(one.seats for one in others) else 1 if looking or others else 2
        return Turn(rank, looking or {self.table.id})

    def alive(self) -> bool:
        """Whether bots think at all: if nobody plays, only while somebody looks on."""
        return bool(self.clients or self.table.people() or self.others())

    def who(self, client: Client) -> Who:
        """A client, as whoever decides about its messages sees it."""
        return Who(client.owners, client.name, self.wait, partial(self.marks, client), self.marks_at, self.marks_by)

    def marks(self, client: Client) -> set[str]:
        """By what a client is known: its tokens; whoever has no seat here, by address and name, too."""
        if self.mine(client) or self.table.host in client.owners:
            return set(client.owners)
        where = client.address
        return {*client.owners, mark_of(self.table.id, where), mark_of(self.table.id, where, skeleton(client.name))}

    def _without_host(self, marks: set[str]) -> set[str]:
        """Marks that keep out neither the host nor, by their address alone, those who are at home with the host."""
        hosts = [client for client in self.clients if self.table.host in client.owners]
        kept = {self.table.host, *(owner for client in hosts for owner in client.owners)}
        return marks - kept - {mark_of(self.table.id, client.address) for client in hosts}

    def marks_at(self, seat: int) -> set[str]:
        """The marks of those who hold a seat, for when they come back without it."""
        found = {self.table.seats[seat].owner or ""} - {""}
        for client in self.clients:
            if seat in self.mine(client):
                found |= self._marks_of(client, seat)
        return self._without_host(found.union(*(other.seats.get(seat, ()) for other in self.others())))

    def _marks_of(self, client: Client, seat: int) -> set[str]:
        """The address of whoever holds a seat, alone and with the name."""
        where, name = client.address, skeleton(self.table.seats[seat].name)
        return {mark_of(self.table.id, where), mark_of(self.table.id, where, name)}

    def marks_by(self, line: int) -> set[str]:
        """The marks of whoever said a line of chat lately."""
        said = next((one for one in self.table.chat if one.id == line), None)
        if said is not None and said.seat is not None and self.table.seats[said.seat].owner:
            return self._without_host({str(self.table.seats[said.seat].owner)})
        return self._without_host(self._speakers.get(line, set()))

    def wait(self, seat: int) -> float | None:
        """For how many seconds a seat must be left to its person, who may have lost the line; None: who is here."""
        if seat in self.connected():
            return None
        if self.table.waits_for_clock(seat):
            return math.inf
        return self._left.get(seat, self._here) + self._away_seconds - time.monotonic()

    def spoken_by(self, line: int, marks: set[str]) -> None:
        """Another process knows whoever said a line, which may be still to come."""
        self._speakers[line] = marks

    # --- telling -----------------------------------------------------------------------------------------

    def info(self, client: Client) -> TableInfo:
        """All around the match, for one client."""
        table = self.table
        host = table.host in client.owners
        away = self._sent_away(client)
        return presenter.table_info(table, self.mine(client), host, away, self.connected(), self.watchers())

    def _sent_away(self, client: Client) -> bool:
        """Whether the host has asked a client to leave its seat, and it stays out."""
        return bool(self.table.barred) and self.table.bars(self.marks(client), "kicked")

    def _kind(self, client: Client) -> Kind:
        """What a client is told; one that runs rules is told in words where the game has none for it to run."""
        return Kind(self.mine(client), client.rules and described(self.table.game.folder) is not None)

    def update(self, client: Client, entries: Sequence[Entry] = ()) -> Update | None:
        """The match, for one client."""
        if self.table.match is None:
            return None
        kind = self._kind(client)
        return presenter.updates(self.table, [kind], entries)[kind]

    def tell_updates(self, entries: Sequence[Entry] = ()) -> None:
        """Tell everybody how the match stands; clients who see the same get the same bytes."""
        clients = [(client, self._kind(client)) for client in self.clients]
        made = presenter.updates(self.table, (kind for _, kind in clients), entries)
        ready = {kind: encode(update) for kind, update in made.items()}
        for client, kind in clients:
            client.post(ready[kind])

    def react(self, seat: int, what: Reaction) -> None:
        """Tell everybody here how somebody feels, or says so elsewhere."""
        told = encode(Reacted(seat=seat, what=what))
        for client in self.clients:
            client.post(told)

    def tell_table(self, but: Client | None = None) -> None:
        """Tell everybody what is around the match now."""
        ready: dict[tuple[Any, ...], bytes] = {}
        for client in self.clients:
            if client is not but:
                key = (self.mine(client), self.table.host in client.owners, self._sent_away(client))
                if key not in ready:
                    ready[key] = encode(TableChanged(table=self.info(client)))
                client.post(ready[key])
        self._seen = (self.connected(), self.watchers())
        if self._bus is not None and (now := self.present()) != self._told:
            self._told = now
            self._bus.publish(now)

    def apply(self, row: Row) -> None:
        """Add an event to the table and tell everybody. It is on disk."""
        before, offer = self.table.position, self.table.offer
        self.table.apply(row)
        if isinstance(row.event, PLAYED) and self.table.old is None:
            self.tell_updates(self.table.log[before:])
            if self.table.status == "over" or self.table.offer is not offer:
                self.tell_table()
        elif isinstance(row.event, events.Spoke):
            self._noted(row.number)
            line = encode(Said(line=self.table.chat[-1]))
            for client in self.clients:
                client.post(line)
        elif not isinstance(row.event, events.Reported):  # which is told to nobody
            self.reseat()
            self.tell_table()
            if isinstance(row.event, events.Barred):
                self.send_away()
            if isinstance(row.event, events.Started | events.Rested) and self.table.old is None:
                self.tell_updates()

    def _noted(self, line: int) -> None:
        """Remember who said a line of chat, as long as it is shown; what others said meanwhile may come next."""
        marks, self.speaker = self.speaker, set()
        if marks:
            self._speakers[line] = marks
            if self._bus is not None:
                self._bus.publish(SpokenBy(self.table.id, line, sorted(marks)))
        first = self.table.chat[0].id
        self._speakers = {one: marks for one, marks in self._speakers.items() if one >= first}
