"""The hub: all rooms of this server process. Every change is written before it is applied and told."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from typing import Any

from lodge.errors import LodgeError
from lodge.server import clock
from lodge.server.bus.bus import Bus, LocalBus
from lodge.server.bus.notices import Gone, Wrote
from lodge.server.limits import Addresses, Refused
from lodge.server.notices.service import Notices
from lodge.server.settings import DAY, Settings
from lodge.server.storage import retention
from lodge.server.storage.analyses import AnalysisStore
from lodge.server.storage.identity import signing_key
from lodge.server.storage.store import Conflict, Store, StoreBroken
from lodge.server.storage.writers import Head, Phase, Play, PlayedBy, StoredRow
from lodge.server.tables import events
from lodge.server.tables.commands import Events, begin
from lodge.server.tables.events import FORMAT, Row
from lodge.server.tables.peers import Peers
from lodge.server.tables.room import Room
from lodge.server.tables.table import Table, rebuild
from lodge.server.tables.upkeep import Upkeep
from lodge.server.workers.analyst import Analyst
from lodge.server.workers.bots import BotWorkers
from lodge.server.workers.cache import AnswerCache

log: logging.Logger = logging.getLogger("lodge.server")
TRIES = 5  # how often a change is tried again when another process was quicker
RETRY = 5.0  # seconds after which a bot or a clock that failed is tried again
LOOK_AGAIN = 3600.0  # seconds after which a clock is looked at, if not sooner: a loop cannot wait for days
FORCED = 0.2  # the part of a beat that a bot waits where it has no choice


def no_database() -> Refused:
    """What is told while the database does not answer: nothing is lost by trying again."""
    return Refused("no_database", "The server cannot reach its database: it goes on by itself in a moment.", seconds=2)


def bus_for(store: Store) -> Bus:
    """How the processes on a database tell each other what they should know."""
    if store.sqlite:
        return LocalBus()
    from lodge.server.bus.postgres import PostgresBus

    return PostgresBus(store.engine, store.process)


class Hub:
    """All rooms of this process."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store: Store = Store(settings.database, settings.database_seconds)
        self.workers: BotWorkers = BotWorkers(settings)
        self.analyst: Analyst = Analyst(settings, self.workers, AnalysisStore(self.store, settings.analyses_kept))
        self.answers: AnswerCache = AnswerCache(self.workers.checks, settings.answers_kept)
        self.bus: Bus = bus_for(self.store)
        self.addresses: Addresses = Addresses(
            settings.connections_per_address,
            settings.tables_per_address,
            settings.chat_per_second,
            settings.chat_burst,
            self.bus.publish,
        )
        self.events_written: int = 0
        self.key: str = ""  # that records are signed with
        self.rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room | None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._unreadable: set[str] = set()
        self.peers: Peers = Peers(self)
        self.upkeep: Upkeep = Upkeep(self)
        self.notices: Notices = Notices(self)

    async def open(self) -> None:
        """Begin."""
        await self.store.open()
        self.key = await signing_key(self.store)
        self.store.on_written = self._written
        await self.bus.open(self.peers.hear, self.peers.missed)
        for work in (self.peers.follow, self.peers.look_at_all, self.peers.watch):
            self.spawn(work())
        await self.notices.open()
        self.spawn(self.upkeep.sweep())
        self.spawn(self.upkeep.keep_time())
        self.spawn(self.workers.warm_up())

    async def close(self) -> None:
        """Stop; whatever was accepted is on disk."""
        for room in self.rooms.values():
            room.rest()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.notices.close()
        self.analyst.close()
        self.workers.close()
        self.bus.publish(Gone())
        await self.bus.close()
        await self.store.close()

    def _written(self, rows: Sequence[StoredRow]) -> None:
        self.events_written += len(rows)
        for row in rows:
            self.bus.publish(Wrote(row.table_id, row.number))

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
                loading = self._loading[name] = asyncio.create_task(self._load(name))
                loading.add_done_callback(lambda task: task.cancelled() or task.exception())  # nobody may be asking
            found = await asyncio.shield(self._loading[name])
        if found is None:
            raise Refused("unknown_table", "There is no such table.")
        found.used = time.monotonic()
        return found

    async def _load(self, name: str) -> Room | None:
        try:
            head = await retention.head(self.store, name)
            if head is None or head.status == "removed":
                return None
            room = self.rooms[name] = Room(await self._read(head), self.settings.away_seconds, self.bus, self.peers.at)
            if room.table.status == "over" and head.status != "over":
                self.spawn(self._note_phase(room.table))
            self.drive(room)
            self.notices.look(room, ())
            return room
        except StoreBroken:
            raise no_database() from None
        finally:
            del self._loading[name]

    async def _read(self, head: Head) -> Table:
        """A table from the database; one that cannot be read is set aside and reported once."""
        name = head.table_id
        try:
            if head.format != FORMAT:
                raise LodgeError(f"its events have format {head.format}, not {FORMAT}")
            found = await self.store.rows(name)
            return rebuild(name, found, self.settings.chat_kept, self.settings.table_rows)
        except StoreBroken:
            raise
        except Exception as error:  # noqa: BLE001 - whatever is wrong with it, it stops no other table
            if name not in self._unreadable:
                self._unreadable.add(name)
                log.error("table %s cannot be read and is set aside: %s (%s)", name, error, type(error).__name__)
            if head.status != "unreadable":
                kept = clock.now() + self.upkeep.days("unreadable") * DAY
                with suppress(StoreBroken):
                    await self.store.note(Phase(name, "unreadable", clock.now(), kept))
            raise Refused("unreadable_table", "This table cannot be read. Whoever runs the server sees why.") from None

    async def status_of(self, head: Head) -> str:
        """What a table's events say that it is."""
        try:
            return (await self._read(head)).status
        except Refused:
            return "unreadable"

    async def _note_phase(self, table: Table) -> None:
        """Note what a table has become. Should that fail, whoever looks at the table when its time is over sees it."""
        at = clock.now()
        with suppress(StoreBroken):
            await self.store.note(Phase(table.id, table.status, at, at + self.upkeep.days(table.status) * DAY))

    async def make(self, name: str, data: Events, plays: Sequence[Play] = ()) -> Room:
        """A new table, and for whom its match counts."""
        at = clock.now()
        table = Table(name, Row(1, at, data[0]))
        status = "playing" if any(isinstance(one, events.Started) for one in data) else "lobby"
        kept = at + self.upkeep.days(status) * DAY
        head = Head(name, table.game.id, table.game.rules.VERSION, FORMAT, status, at, kept)
        try:
            await self.store.append(name, 0, data, at, [head, *table.notes(data, at), *plays])
        except Conflict:
            raise Refused("busy", "The table could not be made: try again.") from None
        except StoreBroken:
            raise no_database() from None
        return await self.room(name)

    async def exists(self, name: str) -> bool:
        """Whether there is such a table."""
        try:
            await self.room(name)
        except Refused as error:
            if error.code != "unknown_table":
                raise
            return False
        return True

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
                at = clock.now()
                room.stale = True
                try:
                    notes = room.table.notes(data, at)
                    if isinstance(data[-1], events.Started):
                        notes.append(Phase(room.table.id, "playing", at, at + self.upkeep.days("playing") * DAY))
                        notes.append(PlayedBy(room.table.id, data[-1].rules))
                    await self.store.append(room.table.id, room.table.number, data, at, notes)
                except Conflict:
                    continue
                except StoreBroken:
                    raise no_database() from None
                first, playing = room.table.number + 1, room.table.status == "playing"
                room.used = time.monotonic()
                self.apply(room, [Row(number, at, one) for number, one in enumerate(data, first)])
                room.stale = False
                if playing and room.table.status == "over":
                    self.spawn(self._note_phase(room.table))
                return
            raise Refused("busy", "Too many changes at once: try again.")

    async def catch_up(self, room: Room) -> None:
        """Apply what other processes have written. Whoever calls holds the lock."""
        try:
            found = await self.store.rows(room.table.id, room.table.number)
        except StoreBroken:
            raise no_database() from None
        room.speaker = set()  # who waits to say something has said none of these
        self.apply(room, found)
        room.stale = False

    def apply(self, room: Room, written: list[Row]) -> None:
        """Add to a table what is on disk, tell everybody here, and let the match go on."""
        for row in written:
            room.apply(row)
        if written:
            self.drive(room)
            self.notices.look(room, written)

    # --- turns that no person takes ----------------------------------------------------------------------

    def drive(self, room: Room) -> None:
        """See to it that bots move, and that clocks are kept."""
        table = room.table
        room.rest()
        loop = asyncio.get_running_loop()
        if table.starting:
            most = self.settings.reveal_seconds
            wait = min(max(0.0, table.committed_at + most - clock.now()), most)
            room.alarm = loop.call_later(wait, lambda: self.spawn(self._begin(room)))
        if table.status != "playing":
            return
        if room.thought is not None:
            self.workers.bots.hasten(room.ticket, room.turn().rank)  # somebody may have come who waits for it
        if room.thought is None and room.alive() and any(table.seats[seat].bot for seat in table.pending):
            room.thought = self.spawn(self._think(room))
        if (due := table.due()) is not None:
            wait = min(max(0.0, due - clock.now()) + 0.05, LOOK_AGAIN)
            room.alarm = loop.call_later(wait, lambda: self.spawn(self._time_up(room, table.position)))

    async def _begin(self, room: Room) -> None:
        """Not everybody has revealed a nonce in time: the match begins without it."""
        try:
            await self.act(room, lambda: begin(room.table))
        except Refused:
            self._retry(room)

    async def _think(self, room: Room) -> None:
        """Let bots move while it is their turn, if no other process does."""
        table = room.table
        try:
            async with self.bus.lease(f"bots {table.id}") as mine:
                if not mine:
                    self._retry(room)
                    return
                await self._up_to_date(room)
                while room.alive() and (movers := [seat for seat in table.pending if table.seats[seat].bot]):
                    position, seat = table.position, movers[0]
                    forced = len(table.legal(seat)) == 1
                    await asyncio.sleep(self.settings.beat * (FORCED if forced else 1))
                    level = table.seats[seat].bot
                    if position == table.position and level:
                        await self._bot_move(room, position, seat, level)
        except Exception as error:  # noqa: BLE001
            self._tell_failure("a bot", table, error)
            self._retry(room)
            return
        finally:
            room.thought = None
        self.drive(room)  # somebody may have moved while the lease was given back

    async def _up_to_date(self, room: Room) -> None:
        """Another process may have played on until a moment ago."""
        if self.bus.shared:
            async with room.lock:
                await self.catch_up(room)

    async def _bot_move(self, room: Room, position: int, seat: int, level: str, *, only_bot: bool = True) -> None:
        table = room.table
        match = table.playing
        action = await self.workers.move(level, table.game, match.state, seat, room.turn(), room.ticket)
        text = table.game.moves.text(action)

        def decide() -> Events:
            if table.position != position or seat not in table.pending or (only_bot and not table.seats[seat].bot):
                return []
            return [events.Moved(seat, text, time_up=not only_bot)]

        await self.act(room, decide)

    async def _time_up(self, room: Room, position: int) -> None:
        """A clock may have run down: then a bot makes this move for the first whose time is up."""
        table = room.table
        if (due := table.due()) is None or due > clock.now():
            self.drive(room)
            return
        try:
            async with self.bus.lease(f"clock {table.id}") as mine:
                if mine:
                    await self._up_to_date(room)
                late = [seat for seat in table.timed() if table.clocks.due([seat]) == table.due()]
                if mine and table.position == position and late:
                    await self._bot_move(room, position, late[0], self.settings.stand_in, only_bot=False)
        except Exception as error:  # noqa: BLE001
            self._tell_failure("a clock", table, error)
        if table.position == position:
            self._retry(room)

    def _tell_failure(self, what: str, table: Table, error: Exception) -> None:
        """A failure goes to the log, unless it is the database's: that was told there."""
        if not isinstance(error, Refused):
            log.error("%s failed at table %s", what, table.id, exc_info=error)

    def _retry(self, room: Room) -> None:
        """Look at a table again in a while: a bot or a clock failed, or belongs to a process that may die."""
        if room.retry:
            room.retry.cancel()
        room.retry = asyncio.get_running_loop().call_later(RETRY, self.drive, room)
