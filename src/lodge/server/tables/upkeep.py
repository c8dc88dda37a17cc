"""What is done from time to time: clocks of tables that nobody has open, tables that leave memory, and that expire.

Each table is handled alone: one that cannot be read is set aside, and stops no other.
"""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from lodge.server import clock
from lodge.server.limits import Refused
from lodge.server.settings import DAY, HOUR, Settings
from lodge.server.storage import retention
from lodge.server.storage.health import StoreBroken
from lodge.server.storage.retention import SEEN
from lodge.server.storage.writers import Clock, Fact, Head, Phase

if TYPE_CHECKING:
    from lodge.server.tables.hub import Hub

log: logging.Logger = logging.getLogger("lodge.server")
SWEEP = 30.0  # seconds between two looks at idle tables
LATE = 1.0  # seconds a clock may be overdue before a process without its table in memory looks at it
AT_ONCE = 100  # tables that are looked at before the database is asked for more


class Upkeep:
    """Whoever looks after the tables of a hub."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.settings: Settings = hub.settings
        self._doubted = False

    async def keep_time(self) -> None:
        """Keep the clocks of tables that are not in memory; one that another process let run out, too."""
        while True:
            with suppress(StoreBroken):
                if self.hub.store.written.since is not None:  # so that the end of an outage is noticed, and told
                    await self.hub.store.answers()
                async with self.hub.bus.lease("clocks") as mine:
                    if mine:
                        await self.look_at_clocks(clock.now())
            await asyncio.sleep(self.settings.clocks)

    async def look_at_clocks(self, now: float) -> None:
        """Load the tables whose clocks have run down: loading drives them."""
        store = self.hub.store
        for name in await store.overdue(now - LATE):
            if name in self.hub.rooms:
                continue
            with suppress(Refused):  # it has expired, or cannot be read
                if (due := (await self.hub.room(name)).table.due()) is not None:
                    if due > now - LATE:
                        await store.note(Clock(name, due))
                    continue
            await store.stop_clock(name, now - LATE)

    async def sweep(self) -> None:
        """Let idle tables leave memory, and remove those that have expired."""
        last = 0.0
        while True:
            await asyncio.sleep(SWEEP)
            self.hub.addresses.tidy()
            self.hub.notices.tidy()
            self.evict()
            if time.monotonic() - last > HOUR:
                last = time.monotonic()
                with suppress(StoreBroken):
                    async with self.hub.bus.lease("expire") as mine:
                        if mine:
                            await self.expire()

    def evict(self) -> None:
        """Drop rooms in which nobody is and nothing happens: the database has them."""
        now = time.monotonic()
        for name, room in list(self.hub.rooms.items()):
            free = not room.clients and room.thought is None and not room.lock.locked()
            if free and now - room.used > self.settings.idle:
                room.rest()
                del self.hub.rooms[name]

    # --- how long tables are kept ------------------------------------------------------------------------

    async def expire(self) -> None:
        """Remove tables that nothing has happened at for long; what was removed long ago is forgotten."""
        store, gone = self.hub.store, list[str]()
        doubt = await self._doubt()
        while due := await retention.expired(store, clock.now(), AT_ONCE):
            for head in due:
                kept_until = await self._kept_until(head)
                if kept_until > clock.now():
                    continue
                if doubt:
                    self._tell_doubt(doubt)
                    return
                if head.status == "removed":
                    await retention.forget(store, head.table_id)
                else:
                    now = clock.now()
                    await retention.remove(store, head.table_id, now, now + self.settings.removed_days * DAY)
                    gone.append(head.table_id)
                await asyncio.sleep(0)  # whoever plays goes first
        self._doubted = False
        await store.note(Fact(SEEN, clock.now()))
        if gone:
            named = ", ".join(gone[:20]) + (", ..." if len(gone) > 20 else "")
            log.warning(
                "%d tables that nobody used were removed (%s): `lodge tables restore` brings one back for %g days",
                len(gone),
                named,
                self.settings.removed_days,
            )

    async def _kept_until(self, head: Head) -> float:
        """When a table's time is over, which is noted. A match that may have ended meanwhile is played to see that."""
        if head.status == "removed":
            return head.expires
        if head.table_id in self.hub.rooms:
            last, status = clock.now(), str(self.hub.rooms[head.table_id].table.status)
        elif self.hub.peers.at(head.table_id):
            last, status = clock.now(), head.status
        else:
            last = max(await retention.last_change(self.hub.store, head.table_id), head.changed)
            status = head.status
            if status in ("lobby", "playing") and last + self.days(status) * DAY <= clock.now():
                status = await self.hub.status_of(head)
        until = last + self.days(status) * DAY
        if until > clock.now():
            await self.hub.store.note(Phase(head.table_id, status, head.changed, until))
        return until

    def days(self, status: str) -> float:
        """How many days a table is kept."""
        kept = {"lobby": self.settings.lobby_days, "playing": self.settings.playing_days}
        return kept.get(status, self.settings.over_days)

    async def _doubt(self) -> str:
        """Why the time of day may be wrong, if it may be: then nothing is removed until a person has said so."""
        seen = await retention.fact(self.hub.store, SEEN)
        if ahead := clock.jumped():
            if seen is not None and abs(time.time() - seen) < HOUR:  # somebody has said that it is right
                clock.follow()
                return ""
            return f"the machine's clock was set by {_days(ahead)}"
        if seen is not None and clock.now() - seen > self.settings.trusted_days * DAY:
            return f"no server has looked at this database for {_days(clock.now() - seen)}, or the clock is wrong"
        return ""

    def _tell_doubt(self, doubt: str) -> None:
        if not self._doubted:
            self._doubted = True
            today = datetime.fromtimestamp(time.time(), UTC).date()
            log.warning("%s: no table is removed until `lodge tables trust-clock` says that it is %s", doubt, today)


def _days(seconds: float) -> str:
    return f"{seconds / DAY:+.1f} days" if abs(seconds) > DAY else f"{seconds / HOUR:+.1f} hours"
