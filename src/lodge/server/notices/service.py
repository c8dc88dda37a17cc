"""Who is told what, and when: it is their turn, time runs short, a friend sat down, a match is over.

What is to be told is noted in the database under a name that follows from the events, so it is told once, whichever
process sees it first and however often it is looked at. That it is being told is written down before it is, and a
server that stops finishes what it has begun. Whoever is at the table is told by the page. Delivery happens in threads,
with a time limit: no move waits for it. Each push service has a few threads for itself: anybody can name one that never
answers, and nobody else's notices wait for that.
"""

from __future__ import annotations

import asyncio
import hashlib
import http.client
import logging
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from lodge.server import clock
from lodge.server.http import schemas
from lodge.server.limits import Refused
from lodge.server.notices import push
from lodge.server.settings import DAY, HOUR
from lodge.server.storage import notices as storage
from lodge.server.storage.health import StoreBroken
from lodge.server.storage.identity import push_key
from lodge.server.storage.notices import Notice
from lodge.server.storage.players import seats_of
from lodge.server.tables import events
from lodge.server.tables.events import Row
from lodge.server.tables.table import Table

if TYPE_CHECKING:
    from lodge.server.tables.hub import Hub
    from lodge.server.tables.room import Room

log: logging.Logger = logging.getLogger("lodge.server")
KINDS = frozenset({"turn", "short", "sat", "over"})
WORDS_LENGTH = 120
REMEMBERED = 30.0  # seconds that it is known who listens at a table
LATELY = 600.0  # seconds: what is older was told, or is no longer news
SHORT = 12 * HOUR  # before the time is up, when that is told; a quarter of the time if that is less
MINUTES = 24 * 60
AT_ONCE = 1000  # notices that are being told, or wait for it
ABREAST, IN_LINE = 4, 50  # devices that are told by one push service at once, and notices that wait for that
AGAIN, TRIES = 60.0, 6  # seconds until another try, twice as many each time, and how many there are


class Lane:
    """The way to one push service: a few may go at once, others wait."""

    def __init__(self) -> None:
        self.waiting = 0
        self.used = 0  # by those who wait and those who go
        self._places = asyncio.Semaphore(ABREAST)

    async def __aenter__(self) -> None:
        """Wait for a place."""
        self.waiting += 1
        self.used += 1
        try:
            await self._places.acquire()
        except BaseException:
            self.used -= 1
            raise
        finally:
            self.waiting -= 1

    async def __aexit__(self, *_: object) -> None:
        """Leave it."""
        self.used -= 1
        self._places.release()


class Notices:
    """Tells players who are not there."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.key: str = ""
        self._pool = ThreadPoolExecutor(32, thread_name_prefix="push")
        self._listeners: dict[str, tuple[float, dict[str, set[str]]]] = {}
        self._telling: dict[Notice, asyncio.Task[None]] = {}
        self._begun: set[Notice] = set()  # what is begun is finished, whoever stops
        self._lanes: defaultdict[str, Lane] = defaultdict(Lane)

    async def open(self) -> None:
        """Begin: first with what a process that ended may have left."""
        self.key = await push_key(self.hub.store, push.new_push_key)
        self.hub.spawn(self._recover())
        self.hub.spawn(self._deliver_forever())

    async def close(self) -> None:
        """Stop, when what is being told has been; what else is to be told is told after the next start."""
        telling = dict(self._telling)
        for notice, task in telling.items():
            if notice not in self._begun:
                task.cancel()
        if telling:
            await asyncio.wait(telling.values(), timeout=self.hub.settings.push_seconds)
        self._pool.shutdown(wait=False, cancel_futures=True)

    # --- what is to be told ------------------------------------------------------------------------------

    def look(self, room: Room, written: Sequence[Row]) -> None:
        """Something has happened at a table, or it was loaded."""
        at, players = self._listeners.get(room.table.id, (0.0, {}))
        if players or time.monotonic() > at + REMEMBERED:
            self.hub.spawn(self._note(room.table, list(written)))

    def changed(self) -> None:
        """Somebody wants to be told, or no more."""
        self._listeners.clear()

    def tidy(self) -> None:
        """Forget what would be asked again anyway."""
        old = time.monotonic() - REMEMBERED
        self._listeners = {table: known for table, known in self._listeners.items() if known[0] > old}
        for site in [site for site, lane in self._lanes.items() if not lane.used]:
            del self._lanes[site]

    def sat(self, room: Room) -> None:
        """It is known of somebody at a table who that is."""
        self._listeners.pop(room.table.id, None)
        self.look(room, ())

    async def _note(self, table: Table, written: list[Row], since: float | None = None) -> None:
        at, players = self._listeners.get(table.id, (0.0, {}))
        with suppress(StoreBroken):  # which was told; the next look at the table notes it
            if time.monotonic() > at + REMEMBERED:
                players = await storage.listeners(self.hub.store, table.id) or {}
                self._listeners[table.id] = (time.monotonic(), players)
            if found := self.wanted(table, players, written, since):
                await storage.add(self.hub.store, found)

    def wanted(
        self, table: Table, players: Mapping[str, set[str]], written: Sequence[Row], since: float | None = None
    ) -> list[Notice]:
        """What these players are to be told about a table as it stands: what came after `since`."""
        now, found = clock.now(), list[Notice]()
        since = now - LATELY if since is None else since
        news = {row.number: row.event.owner for row in written if isinstance(row.event, events.Sat)}
        for player, owners in players.items():
            mine = table.owned(owners)
            if mine and table.status == "over" and table.touched > since:
                found.append(Notice(player, table.id, "over", "end", now))
            for seat in set(mine) & set(table.timed()) if table.status == "playing" else ():
                began, number = table.clocks.seats[seat].began, self._turn(table, seat)
                if began > since:
                    found.append(Notice(player, table.id, "turn", number, began + self.hub.settings.notice_seconds))
                if (short := self._short(table, seat)) is not None:
                    found.append(Notice(player, table.id, "short", number, short))
            for event, owner in news.items() if mine else ():
                if owner and owner not in owners:
                    found.append(Notice(player, table.id, "sat", str(event), now))
        return found

    def _turn(self, table: Table, seat: int) -> str:
        """The name of a seat's turn."""
        return f"{seat} {int(table.clocks.seats[seat].began * 1000)}"

    def _short(self, table: Table, seat: int) -> float | None:
        """When a seat's time runs short; None where there is no clock, or a quick one."""
        limit, due = table.clocks.limit(seat), table.clocks.due([seat])
        return None if due is None or limit < HOUR else due - min(limit / 4, SHORT)

    async def _recover(self) -> None:
        """A process may have ended between an event and its notice, however long ago: note it now."""
        with suppress(StoreBroken):
            last = await storage.latest(self.hub.store)
            since = max(last.values(), default=0.0) - LATELY
            for table in [name for name, at in last.items() if at > since]:
                with suppress(Refused):
                    room = await self.hub.room(table)
                    rows = await self.hub.store.rows(table)
                    await self._note(room.table, [row for row in rows if row.at > since], since)

    # --- telling -----------------------------------------------------------------------------------------

    async def _deliver_forever(self) -> None:
        while True:
            with suppress(StoreBroken):
                async with self.hub.bus.lease("notices") as mine:
                    if mine:
                        await self.deliver()
            await asyncio.sleep(self.hub.settings.notices)

    async def deliver(self) -> None:
        """Begin to tell what is due."""
        for notice in await storage.due(self.hub.store, clock.now(), AT_ONCE):
            if notice not in self._telling and len(self._telling) < AT_ONCE:
                self._telling[notice] = asyncio.create_task(self._tell_once(notice))

    async def _tell_once(self, notice: Notice) -> None:
        try:
            with suppress(StoreBroken):  # which was told; it is due still
                await self._tell(notice)
        except Exception:
            log.exception("a notice failed")
        finally:
            del self._telling[notice]
            self._begun.discard(notice)

    async def _tell(self, notice: Notice) -> None:
        """Tell a player something once, if it is still so and the page does not; or note when to try again."""
        try:
            room = await self.hub.room(notice.table_id)
        except Refused as error:
            if error.code != "no_database":
                await storage.settle(self.hub.store, notice)
            return
        mine = await seats_of(self.hub.store, (notice.player, notice.table_id)) or set()
        later = self._later(notice, room, mine)
        if later is not None and later <= clock.now():
            await self._tell_devices(notice, room.table)
        else:
            await storage.settle(self.hub.store, notice, later)

    async def _tell_devices(self, notice: Notice, table: Table) -> None:
        """Tell it to all devices of a player that want it now, unless another process has begun to."""
        now, waits, ready = clock.now(), list[float](), dict[str, schemas.Subscription]()
        for device, data in (await storage.subscriptions(self.hub.store, notice.player)).items():
            one = msgspec.json.decode(data, type=schemas.Subscription)
            if (quiet := quiet_until(one.quiet, now)) is not None:
                waits.append(quiet)
            else:
                ready[device] = one
        told = failed = False
        for device, one in ready.items():
            lane = self._lanes[push.site(one.endpoint)]
            if lane.waiting >= IN_LINE and notice not in self._begun:
                waits.append(now + AGAIN)
                continue
            async with lane:
                if notice not in self._begun:
                    self._begun.add(notice)
                    if not await storage.claim(self.hub.store, notice):
                        return
                status = await self._push(notice, table, one)
            if status in push.GONE:
                await storage.subscribe(self.hub.store, device, "", None)
            told = told or status in range(200, 300)
            failed = failed or status in (0, http.client.TOO_MANY_REQUESTS) or status >= 500
        if failed and notice.tries < TRIES:
            waits.append(now + AGAIN * 2**notice.tries)
        if not told:
            await storage.settle(self.hub.store, notice, min(waits, default=None))

    def _later(self, notice: Notice, room: Room, owners: set[str]) -> float | None:
        """When a notice is to be told: now, or later where time was won; None: it is no longer so, or was seen."""
        table, now = room.table, clock.now()
        if notice.kind in ("turn", "short"):
            seat = int(notice.number.partition(" ")[0])
            if table.status != "playing" or seat not in table.timed() or self._turn(table, seat) != notice.number:
                return None
            if seat in room.connected():
                return None
            if notice.kind == "turn" and table.clocks.resting(seat, now):
                return None
            return max(now, self._short(table, seat) or now) if notice.kind == "short" else now
        mine = set(table.owned(owners))
        return now if mine - room.connected() else None

    async def _push(self, notice: Notice, table: Table, one: schemas.Subscription) -> int:
        """Send it to one device; the push service's answer, 0 where there was none."""
        settings, told = self.hub.settings, payload(notice, table, one)
        try:
            parts = push.check_endpoint(one.endpoint, loopback=settings.push_loopback)
            topic = hashlib.sha256(repr(notice[:4]).encode()).digest()[:24]
            headers = {
                "TTL": str(push.KEPT),
                "Topic": push.encode(topic),
                "Content-Encoding": "aes128gcm",
                "Content-Type": "application/octet-stream",
                "Authorization": push.signature(self.key, parts, settings.push_contact, time.time()),
            }
            work = lambda: push.send(  # noqa: E731
                one.endpoint,
                push.encrypted(told, one.p256dh, one.auth),
                headers,
                settings.push_seconds,
                loopback=settings.push_loopback,
            )
            async with asyncio.timeout(settings.push_seconds * 2):
                return await asyncio.get_running_loop().run_in_executor(self._pool, work)
        except push.BadEndpoint:
            return push.GONE[0]
        except (OSError, TimeoutError, http.client.HTTPException):
            return 0


def payload(notice: Notice, table: Table, one: schemas.Subscription) -> bytes:
    """What is told: the game, words that the player's page chose, and whose table; nothing of the match."""
    words, tag = one.words[notice.kind], f"{notice.kind} {table.id}"
    return msgspec.json.encode({"title": table.game.title, "body": words, "table": table.id, "tag": tag})


def quiet_until(quiet: list[int] | None, now: float) -> float | None:
    """When quiet hours are over, if there are any now: from and to minutes of the day (UTC)."""
    if not quiet or quiet[0] == quiet[1]:
        return None
    begin, end = quiet
    minute = now % DAY / 60
    if (minute - begin) % MINUTES >= (end - begin) % MINUTES:
        return None
    return now + (end - minute) % MINUTES * 60


# --- switching it on and off ---------------------------------------------------------------------------------


def checked(one: schemas.Subscription, *, loopback: bool) -> str:
    """A subscription as it is kept, or Refused."""
    try:
        push.check_endpoint(one.endpoint, loopback=loopback)
        push.check_keys(one.p256dh, one.auth)
    except (push.BadEndpoint, ValueError) as error:
        raise Refused("bad_message", f"This is not a subscription: {error}") from None
    if set(one.words) != KINDS or any(len(words) > WORDS_LENGTH for words in one.words.values()):
        raise Refused("bad_message", f"Each kind of notice has words of up to {WORDS_LENGTH} letters.")
    if one.quiet is not None and (len(one.quiet) != 2 or not all(0 <= minute < MINUTES for minute in one.quiet)):
        raise Refused("bad_message", "Quiet hours are from one minute of the day to another.")
    return msgspec.json.encode(one).decode()
