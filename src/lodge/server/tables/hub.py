"""The hub: all rooms of this server process. Every change is written before it is applied and told."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from typing import Any

from lodge.errors import LodgeError
from lodge.server.limits import Addresses, Refused
from lodge.server.settings import DAY, HOUR, Settings
from lodge.server.storage.analyses import AnalysisStore
from lodge.server.storage.store import Conflict, Store, StoreBroken
from lodge.server.storage.writers import Play
from lodge.server.tables import events
from lodge.server.tables.commands import Events
from lodge.server.tables.events import Row
from lodge.server.tables.room import Room
from lodge.server.tables.table import Table, rebuild
from lodge.server.workers.analyst import Analyst
from lodge.server.workers.bots import BotWorkers

log = logging.getLogger("lodge.server")
TRIES = 5  # how often a change is tried again when another process was quicker
SWEEP = 30.0  # seconds between two looks at idle tables
LATE = 1.0  # seconds a clock may be overdue before a process without its table in memory looks at it
RETRY = 5.0  # seconds after which a bot or a clock that failed is tried again
FORCED = 0.2  # the part of a beat that a bot waits where it has no choice


class Hub:
    """All rooms of this process."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = Store(settings.database)
        self.workers = BotWorkers(settings)
        self.analyst = Analyst(settings, self.workers, AnalysisStore(self.store.engine, settings.analyses_kept))
        self.addresses = Addresses(settings.connections_per_address, settings.tables_per_address)
        self.rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room | None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Begin."""
        await self.store.open()
        self.spawn(self._follow())
        self.spawn(self._sweep())
        self.spawn(self._keep_time())
        self.spawn(self.workers.warm_up())

    async def close(self) -> None:
        """Stop; whatever was accepted is on disk."""
        for room in self.rooms.values():
            if room.alarm:
                room.alarm.cancel()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.analyst.close()
        self.workers.close()
        await self.store.close()

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run something in the background; a failure is logged."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("background work failed", exc_info=error)

    # --- rooms -------------------------------------------------------------------------------------------

    async def room(self, name: str) -> Room:
        """A table's room, from memory or from the database; Refused where there is none."""
        found = self.rooms.get(name)
        if found is None and 0 < len(name) <= 16 and name.isalnum() and name.isascii():
            if name not in self._loading:
                self._loading[name] = asyncio.create_task(self._load(name))
            found = await asyncio.shield(self._loading[name])
        if found is None:
            raise Refused("unknown_table", "There is no such table.")
        found.used = time.monotonic()
        return found

    async def _load(self, name: str) -> Room | None:
        try:
            found = await self.store.rows(name)
            if not found:
                return None
            room = self.rooms[name] = Room(rebuild(name, found, self.settings.chat_kept))
            self.drive(room)
            return room
        finally:
            del self._loading[name]

    async def make(self, name: str, data: Events, plays: Sequence[Play] = ()) -> Room:
        """A new table, and for whom its match counts."""
        at = time.time()
        try:
            notes = Table(name, Row(1, at, data[0])).notes(data, at)
            await self.store.append(name, 0, data, at, [*notes, *plays])
        except (Conflict, StoreBroken):
            raise Refused("busy", "The table could not be made: try again.") from None
        return await self.room(name)

    # --- changing ----------------------------------------------------------------------------------------

    async def act(self, room: Room, decide: Callable[[], Events]) -> None:
        """Change a table: decide on events, write them, apply them, tell everybody.

        Where another process was quicker, its events are applied first and the decision is made anew.
        """
        async with room.lock:
            for _ in range(TRIES):
                if room.stale:
                    await self.catch_up(room)
                data = decide()
                if not data:
                    return
                at = time.time()
                room.stale = True
                try:
                    notes = room.table.notes(data, at)
                    await self.store.append(room.table.id, room.table.number, data, at, notes)
                except Conflict:
                    continue
                except StoreBroken as error:
                    log.warning("the database did not take an event: %s", error)
                    raise Refused("busy", "The server could not write this down: try again.") from None
                first = room.table.number + 1
                self._apply(room, [Row(number, at, one) for number, one in enumerate(data, first)])
                room.stale = False
                return
            raise Refused("busy", "Too many changes at once: try again.")

    async def catch_up(self, room: Room) -> None:
        """Apply what other processes have written. Whoever calls holds the lock."""
        self._apply(room, await self.store.rows(room.table.id, room.table.number))
        room.stale = False

    def _apply(self, room: Room, written: list[Row]) -> None:
        for row in written:
            room.apply(row)
        if written:
            room.used = time.monotonic()
            self.drive(room)

    # --- turns that no person takes ----------------------------------------------------------------------

    def drive(self, room: Room) -> None:
        """See to it that bots move, and that clocks are kept."""
        table = room.table
        if room.alarm:
            room.alarm.cancel()
            room.alarm = None
        if table.status != "playing":
            return
        if room.thought is None and any(table.seats[seat].bot for seat in table.pending):
            room.thought = self.spawn(self._think(room))
        left = table.seconds_left(time.time())
        if left is not None:
            loop = asyncio.get_running_loop()
            room.alarm = loop.call_later(left + 0.05, lambda: self.spawn(self._time_up(room, table.position)))

    async def _think(self, room: Room) -> None:
        """Let bots move while it is their turn."""
        table = room.table
        try:
            while movers := [seat for seat in table.pending if table.seats[seat].bot]:
                position, seat = table.position, movers[0]
                forced = len(table.legal(seat)) == 1
                await asyncio.sleep(self.settings.beat * (FORCED if forced else 1))
                level = table.seats[seat].bot
                if position == table.position and level:
                    await self._bot_move(room, position, seat, level)
        except Exception:
            log.exception("a bot failed at table %s", table.id)
            asyncio.get_running_loop().call_later(RETRY, self.drive, room)
        finally:
            room.thought = None

    async def _bot_move(self, room: Room, position: int, seat: int, level: str, *, only_bot: bool = True) -> None:
        table = room.table
        match = table.playing
        action = await self.workers.move(level, table.game, match.state, seat)
        text = table.game.moves.text(action)

        def decide() -> Events:
            if table.position != position or (only_bot and not table.seats[seat].bot):
                return []
            return [events.Moved(seat, text, time_up=not only_bot)]

        await self.act(room, decide)

    async def _time_up(self, room: Room, position: int) -> None:
        """The clock has run down: a bot makes this move for the first who should have."""
        table = room.table
        people = [seat for seat in table.pending if not table.seats[seat].bot]
        try:
            if table.position == position and people:
                await self._bot_move(room, position, people[0], self.settings.stand_in, only_bot=False)
        except Exception:
            log.exception("a clock failed at table %s", table.id)
            if table.position == position:
                self._retry(room)

    def _retry(self, room: Room) -> None:
        if room.alarm:
            room.alarm.cancel()
        room.alarm = asyncio.get_running_loop().call_later(RETRY, self.drive, room)

    # --- from time to time -------------------------------------------------------------------------------

    async def _follow(self) -> None:
        """Follow what other processes write."""
        while self.settings.poll:
            await asyncio.sleep(self.settings.poll)
            try:
                await self._look()
            except Exception:
                log.exception("looking for news failed")

    async def _keep_time(self) -> None:
        """Keep the clocks of tables that are not in memory; one that another process let run out, too."""
        while True:
            try:
                await self.look_at_clocks(time.time())
            except Exception:
                log.exception("looking at clocks failed")
            await asyncio.sleep(self.settings.clocks)

    async def look_at_clocks(self, now: float) -> None:
        """Load the tables whose clocks have run down: loading drives them."""
        for name in await self.store.overdue(now - LATE):
            if name in self.rooms:
                continue
            with suppress(Refused):  # it has expired
                if (await self.room(name)).table.seconds_left(now) == 0:
                    continue
            await self.store.stop_clock(name, now - LATE)

    async def _look(self) -> None:
        for name, number in (await self.store.news()).items():
            room = self.rooms.get(name)
            if room is not None and room.table.number < number:
                async with room.lock:
                    await self.catch_up(room)

    async def _sweep(self) -> None:
        """Let idle tables leave memory, and forget those that have expired."""
        last = 0.0
        while True:
            await asyncio.sleep(SWEEP)
            self.addresses.tidy()
            self.evict()
            if time.monotonic() - last > HOUR:
                last = time.monotonic()
                try:
                    await self.expire()
                except Exception:
                    log.exception("removing expired tables failed")

    def evict(self) -> None:
        """Drop rooms in which nobody is and nothing happens: the database has them."""
        now = time.monotonic()
        for name, room in list(self.rooms.items()):
            free = not room.clients and room.thought is None and not room.lock.locked()
            if free and now - room.used > self.settings.idle:
                if room.alarm:
                    room.alarm.cancel()
                del self.rooms[name]

    async def expire(self) -> None:
        """Remove tables that nothing has happened at for long."""
        now = time.time()
        days = {"lobby": self.settings.lobby_days, "playing": self.settings.playing_days}
        for name in await self.store.last_touched(now - min(*days.values(), self.settings.over_days) * DAY):
            found = await self.store.rows(name)
            if not found or name in self.rooms:
                continue
            try:
                status = rebuild(name, found).status
            except LodgeError as error:  # of other rules, perhaps: nobody can play it, and it keeps no other from going
                log.warning("table %s cannot be read: %s", name, error)
                status = "over"
            if found[-1].at < now - days.get(status, self.settings.over_days) * DAY:
                await self.store.remove(name)
