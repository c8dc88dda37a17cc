"""The other server processes on the same database: who is at which table there, and what they have written.

A table is right by its events alone, which every process reads from the database: when a notice says so, when somebody
comes to the table, when a change meets another, and all tables in memory every few seconds, should a notice be lost.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, cast

from lodge.server.bus.notices import Arrived, Connections, Counted, Felt, Gone, Notice, Present, SpokenBy, Wrote
from lodge.server.limits import Refused
from lodge.server.storage.store import Found, StoreBroken
from lodge.server.tables.events import Row, decode

if TYPE_CHECKING:
    from lodge.server.tables.hub import Hub
    from lodge.server.tables.room import Room
    from lodge.server.ws.protocol import Reaction

log: logging.Logger = logging.getLogger("lodge.server")
SILENT = 8.0  # seconds without a sign of life after which a process is taken for dead
SETTLE = 2.0  # seconds in which the others answer who is where
AT_ONCE = 500  # tables that the database is asked about at once


class Peer:
    """What one other process has said."""

    def __init__(self) -> None:
        self.heard: float = time.monotonic()
        self.present: dict[str, Present] = {}

    def say(self, notice: Present) -> None:
        """Who is at a table there; nobody, perhaps."""
        self.present[notice.table] = notice
        if not notice.seats and not notice.watchers:
            del self.present[notice.table]


def _tell(room: Room, notice: SpokenBy | Felt) -> None:
    """What was said or felt at a table elsewhere."""
    if isinstance(notice, SpokenBy):
        room.spoken_by(notice.line, set(notice.marks))
    else:
        room.react(notice.seat, cast("Reaction", notice.what))


class Peers:
    """All other processes, as far as they have been heard of."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self._peers: dict[str, Peer] = {}
        self._behind: set[str] = set()
        self._more = asyncio.Event()

    def at(self, table: str) -> list[Present]:
        """Who is at a table by way of other processes."""
        return [peer.present[table] for peer in self._peers.values() if table in peer.present]

    # --- hearing -----------------------------------------------------------------------------------------

    def hear(self, sender: str, notice: Notice) -> None:
        """Another process says something."""
        if isinstance(notice, Gone):
            self._forget(sender)
            return
        if sender not in self._peers:
            self._peers[sender] = Peer()
            if not isinstance(notice, Arrived):  # which says all by itself
                self.hub.bus.publish(Arrived())
        peer = self._peers[sender]
        peer.heard = time.monotonic()
        match notice:
            case Wrote():
                self._wrote(notice)
            case Present():
                peer.say(notice)
                self._look_again(notice.table)
            case SpokenBy() | Felt():
                if room := self.hub.rooms.get(notice.table):
                    _tell(room, notice)
            case Counted():
                self.hub.addresses.count(notice.what, notice.address)
            case Connections():
                self.hub.addresses.elsewhere(sender, notice.address, notice.count)
            case Arrived():
                self._tell_all()

    def _wrote(self, notice: Wrote) -> None:
        room = self.hub.rooms.get(notice.table)
        if room is not None and room.table.number < notice.number:
            self._behind.add(notice.table)
            self._more.set()

    def missed(self) -> None:
        """Notices may have been lost: ask who is where, and look at all tables."""
        for sender in list(self._peers):
            self.hub.addresses.forget(sender)
        self._peers.clear()
        self.hub.bus.publish(Arrived())
        self._tell_all()
        self._behind.update(self.hub.rooms)
        self._more.set()
        asyncio.get_running_loop().call_later(SETTLE, self._look_again, *self.hub.rooms)

    def _tell_all(self) -> None:
        for room in self.hub.rooms.values():
            if room.clients:
                self.hub.bus.publish(room.present())
        for notice in self.hub.addresses.notices():
            self.hub.bus.publish(notice)

    def _forget(self, sender: str) -> None:
        """A process is gone, and whoever was there with it."""
        self.hub.addresses.forget(sender)
        peer = self._peers.pop(sender, None)
        if peer is not None:
            self._look_again(*peer.present)

    def _look_again(self, *tables: str) -> None:
        """Who is at these tables may have changed; bots that another process let think may wait for this one."""
        for table in tables:
            if room := self.hub.rooms.get(table):
                room.look_round()
                self.hub.drive(room)

    async def watch(self) -> None:
        """Notice which processes have died."""
        while self.hub.bus.shared:
            await asyncio.sleep(SILENT / 4)
            silent = time.monotonic() - SILENT
            if self.hub.bus.listening:
                for sender in [one for one, peer in self._peers.items() if peer.heard < silent]:
                    log.warning("another server process fell silent")
                    self._forget(sender)

    # --- following ---------------------------------------------------------------------------------------

    async def follow(self) -> None:
        """Read what others have written, as soon as they say so."""
        while self.hub.bus.shared:
            await self._more.wait()
            self._more.clear()
            behind, self._behind = self._behind, set()
            await self.catch_up(behind)

    async def look_at_all(self) -> None:
        """Compare all tables in memory with the database: nobody tells of what another process writes to SQLite."""
        settings = self.hub.settings
        while pause := settings.catch_up if self.hub.bus.shared else settings.poll:
            await asyncio.sleep(pause)
            await self.catch_up(list(self.hub.rooms))

    async def catch_up(self, tables: Iterable[str]) -> None:
        """Apply what these tables, as far as they are in memory, lack."""
        rooms = [(name, self.hub.rooms[name]) for name in tables if name in self.hub.rooms]
        for at in range(0, len(rooms), AT_ONCE):
            with suppress(StoreBroken):  # which was told
                part = {name: room.table.number for name, room in rooms[at : at + AT_ONCE]}
                self._bring(await self.hub.store.rows_after(part))

    def _bring(self, found: Mapping[str, list[Found]]) -> None:
        for name, rows in found.items():
            room = self.hub.rooms.get(name)
            if room is None:
                continue
            if room.lock.locked():
                self.hub.spawn(self._bring_later(room))
            else:
                self._apply(room, rows)

    async def _bring_later(self, room: Room) -> None:
        """Somebody is changing the table just now."""
        with suppress(Refused):
            async with room.lock:
                await self.hub.catch_up(room)

    def _apply(self, room: Room, rows: list[Found]) -> None:
        last = room.table.number
        try:
            self.hub.apply(room, [Row(number, at, decode(data)) for number, at, data in rows if number > last])
        except Exception:
            log.exception("what another process wrote at table %s cannot be read", room.table.id)
            self.hub.rooms.pop(room.table.id, None)  # the next who comes loads it anew, and is told
