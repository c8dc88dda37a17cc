"""One websocket: a client of a room. Plain ASGI, because every move passes here."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

import msgspec

from lodge import __version__
from lodge.errors import LodgeError
from lodge.server.bus.notices import Felt
from lodge.server.http.hosts import BAD_ORIGIN, header, origin_allowed
from lodge.server.limits import REQUEST, Bucket, Refused, address_hash, check_move, network
from lodge.server.names import clean
from lodge.server.storage import players
from lodge.server.storage.health import StoreBroken
from lodge.server.tables import events
from lodge.server.tables.authority import Repeated, check, check_hello
from lodge.server.tables.commands import COMMANDS, Events, all_want_rematch, events_for, rematch_events, rematch_seals
from lodge.server.tables.hub import Hub, no_database
from lodge.server.tables.players import known, seats_at
from lodge.server.tables.presenter import review
from lodge.server.tables.room import Room, encode
from lodge.server.tables.table import Table
from lodge.server.tables.tokens import owner_of, rematch_id
from lodge.server.ws import protocol as p
from lodge.server.ws.outbox import Outbox
from lodge.server.ws.wire import SHORT_WAY, TOO_FAST

log: logging.Logger = logging.getLogger("lodge.server")
MOST_TOKENS = 16
CLOSE_SECONDS = 5.0  # what a slow client has to read the last messages
BAD_HELLO, TOO_MANY, TOO_SLOW, BARRED = 4000, 4002, 4004, 4005
DEFECT, TRY_AGAIN = 1011, 1013  # codes of the standard: connect again after a moment
decode: Callable[[str | bytes], Any] = msgspec.json.Decoder(p.ClientMessage).decode


class Connection:
    """A websocket from its first message to its end."""

    def __init__(self, hub: Hub, receive: Any, send: Any, short: Any = None, address: str = "") -> None:
        self.hub = hub
        self.address: str = network(address)
        self._pace = REQUEST + address_hash(address)
        self.owners: set[str] = set()
        self.name: str = ""
        self.rules: bool = False
        self.room: Room | None = None
        self._player = ""  # whose device it is
        self._sits: set[str] = set()  # tokens (hashes) that are known to be the player's
        self._receive = receive
        self._out = Outbox(send, hub.settings.outbox, hub.settings.outbox_bytes, self._too_slow, short)
        # send without waiting; a client that does not read is cut off
        self.post: Callable[[bytes], None] = self._out.post
        self._bucket = Bucket(hub.settings.messages_per_second, hub.settings.message_burst)
        self._closing = False
        self._serving: asyncio.Task[None] | None = None
        self._parting: int | None = None  # close with this code after the answer
        self._asking: set[type[p.FromClient]] = set()  # what takes a while, and is under way

    def _too_slow(self) -> None:
        self._leave(TOO_SLOW)

    def _silent(self) -> None:
        if self.room is None:
            self._leave(TRY_AGAIN)

    def _leave(self, code: int) -> None:
        """Close now, whatever the client does."""
        if not self._closing:
            self.close(code)
            if self._serving is not None:
                self._serving.cancel()  # it waits for a client that may never say anything again

    def tell(self, message: p.FromServer) -> None:
        """Send a message."""
        self.post(encode(message))

    def send_away(self) -> None:
        """The host does not want this client here."""
        self._fail("barred", "The host has sent you away from this table.", {}, None)
        self._leave(BARRED)

    def close(self, code: int) -> None:
        """End the connection after what waits to be sent."""
        self._closing = True
        self._out.close(code)

    async def serve(self) -> None:
        """Live through the connection."""
        self._serving = asyncio.current_task()
        deadline = asyncio.get_running_loop().call_later(self.hub.settings.hello_seconds, self._silent)
        try:
            while not self._closing:
                event = await self._receive()
                if event["type"] == "websocket.disconnect":
                    break
                await self._handle(event)
                if self._parting is not None:
                    self.close(self._parting)
        except asyncio.CancelledError:
            if not self._closing or self._serving is None:
                raise
            self._serving.uncancel()
        except Exception:
            log.exception("a connection failed")
            self.close(DEFECT)
        finally:
            deadline.cancel()
            self._gone()
            await self._out.finish(CLOSE_SECONDS)

    async def _keep_pace(self) -> None:
        """Wait where this address asks for very much, by however many connections."""
        settings = self.hub.settings
        wait = self.hub.addresses.wait_for(self._pace, settings.requests_per_second, settings.request_burst)
        if wait:
            await asyncio.sleep(wait)

    def _gone(self) -> None:
        if self.room is not None:
            self.room.leave(self)
            self.room.tell_table()
            self.room = None

    # --- messages ----------------------------------------------------------------------------------------

    async def _handle(self, event: Any) -> None:
        ref: int | None = None
        try:
            if not self._bucket.take():
                self._parting = TOO_FAST
                raise Refused("too_fast", "Too many messages.", seconds=1)
            await self._keep_pace()
            message = decode(event.get("text") or event.get("bytes") or b"")
            ref = message.ref
            await self._do(message)
        except msgspec.DecodeError as error:
            self._fail("bad_message", f"This is not a message: {error}.", {}, ref)
        except UnicodeError:
            self._fail("bad_message", "This is not text.", {}, ref)
        except RecursionError:
            self._fail("bad_message", "This is nested too deeply.", {}, ref)
        except Refused as error:
            self._fail(error.code, str(error), error.details, ref)
            if error.code == "late":
                self._show()
        except Repeated:
            self._show()
        except LodgeError as error:
            self._fail("illegal_move", str(error), {}, ref)

    def _fail(self, code: p.Code, message: str, details: p.JSON, ref: int | None) -> None:
        self.tell(p.Failure(code=code, message=message, details=details, ref=ref))

    def _show(self) -> None:
        """Show the position again."""
        if self.room is not None and (update := self.room.update(self)) is not None:
            self.tell(update)

    async def _do(self, message: p.ClientMessage) -> None:
        if isinstance(message, p.Ping):
            self.tell(p.Pong(ref=message.ref))
        elif (room := self.room) is None:
            await self._hello(check_hello(message))
        elif type(message) in COMMANDS and not (isinstance(message, p.Hint) and not message.here):
            await self._command(room, message)
        else:
            if type(message) in self._asking:
                raise Refused("busy", "Your last request is still being worked on.")
            if isinstance(message, p.Review):  # long to make and to send, like a replay
                rate, burst = self.hub.settings.checks_per_second, self.hub.settings.check_burst
                await asyncio.sleep(self.hub.addresses.wait(self.address, rate, burst))
            check(message, room.table, room.who(self))
            if isinstance(message, p.Hint | p.Analyse | p.PlayOn):
                self._ask(room, message)
            elif isinstance(message, p.Rematch):
                await self._rematch(room, message)
            elif isinstance(message, p.Review):
                self.tell(p.Reviewed(ref=message.ref, frames=review(room.table, message.seat, message.since)))
            elif isinstance(message, p.React):
                self._speak()
                room.react(message.seat, message.what)
                self.hub.bus.publish(Felt(room.table.id, message.seat, message.what))

    async def _command(self, room: Room, message: p.ClientMessage) -> None:
        if isinstance(message, p.Chat | p.Report):
            self._speak()

        def decide() -> Events:
            if isinstance(message, p.Chat):
                room.speaker = room.marks(self)
            return events_for(message, room.table, room.who(self), self.hub.settings)

        await self.hub.act(room, decide)
        if isinstance(message, p.Join):
            self.owners.add(owner_of(message.token))
            room.reseat()
            room.tell_table()
            self._sit(room)

    async def _recognise(self, message: p.Hello) -> None:
        """Whose device this is, and the tokens that its player has here; one that was removed is nobody's."""
        if not message.player:
            return
        try:
            self._player = await known(self.hub.store, message.player)
            self._sits = await players.seats_of(self.hub.store, (self._player, message.table)) or set()
            self.owners |= self._sits
        except StoreBroken:
            self._parting = TRY_AGAIN
            raise no_database() from None
        except Refused as error:
            if error.code != "removed_device":
                self._parting = BAD_HELLO
                raise

    def _sit(self, room: Room) -> None:
        """The table is among the player's games from now on."""
        new = seats_at(room.table, self.owners) - self._sits
        if self._player and new:
            self._sits |= new
            self.hub.spawn(self._note_seats(self._player, room, new))

    async def _note_seats(self, player: str, room: Room, owners: set[str]) -> None:
        with suppress(StoreBroken):  # the next hello says it again
            await players.sit(self.hub.store, player, room.table.id, owners)
            self.hub.notices.sat(room)

    def _speak(self) -> None:
        """Refused, unless one more thing may be said now."""
        if not self.hub.addresses.speak(self.address):
            raise Refused("too_fast", "One line a second is enough.", seconds=1)

    async def _hello(self, message: p.Hello) -> None:
        try:
            room = await self.hub.room(message.table)
        except Refused as error:
            self._parting = TRY_AGAIN if error.code == "no_database" else BAD_HELLO
            raise
        self.owners = {owner_of(token) for token in message.tokens[:MOST_TOKENS]}
        await self._recognise(message)
        self.name = clean(message.name[:100]) or ""
        self.rules = message.rules
        async with room.lock:
            if room.stale or self.hub.bus.shared:  # another process may have written without a word, and died
                await self.hub.catch_up(room)
            table = room.table
            if table.bars(room.marks(self), "away"):
                self._parting = BARRED
                raise Refused("barred", "The host has sent you away from this table.")
            self.room = room
            room.enter(self)
            entries = [] if message.seen is None else table.missed(message.seen)
            update = room.update(self, entries)
            self.tell(p.Welcome(version=__version__, table=room.info(self), update=update, chat=table.chat))
            room.tell_table(but=self)
        self.hub.drive(room)
        self._sit(room)

    async def _rematch(self, room: Room, message: p.Rematch) -> None:
        """Note who wants it; when all do, open the next table: once, also for those who ask at the same moment."""
        table, mine = room.table, room.mine(self)

        def want() -> Events:
            if all(table.seats[seat].rematch for seat in mine):
                return []
            return [events.Continued(by=list(mine), seals=rematch_seals(table, room.who(self), message.seals))]

        def go() -> Events:
            return [] if table.next else [events.Continued(name)]

        async with room.rematching:
            await self.hub.act(room, want)
            if table.next is None and (message.lobby or all_want_rematch(table)):
                name = rematch_id(table.id, str(table.match.seed) if table.match else "")
                if not await self.hub.exists(name):
                    if not self.hub.addresses.make_table(self.address):
                        limit = self.hub.settings.tables_per_address
                        raise Refused("too_many_tables", f"{limit} new tables an hour are enough.", limit=limit)
                    try:
                        await self.hub.make(name, rematch_events(table, room.who(self)))
                        await players.move_on(self.hub.store, table.id, name)
                    except Refused:
                        if not await self.hub.exists(name):  # another process was quicker
                            raise
                await self.hub.act(room, go)
        self.tell(p.TableChanged(table=room.info(self)))

    # --- what takes a while: one of each kind at a time ---------------------------------------------------

    def _ask(self, room: Room, message: p.Hint | p.Analyse | p.PlayOn) -> None:
        answer: Coroutine[Any, Any, p.FromServer]
        table = room.table
        if isinstance(message, p.Hint):
            than = None if message.than is None else check_move(table.game, message.than)
            answer = self._hint(room, message, than if than in table.legal(message.seat) else None)
        elif isinstance(message, p.Analyse):
            answer = self._analyse(table, message)
        else:
            answer = self._play_on(table, message)
        self._asking.add(type(message))
        self.hub.spawn(self._answer(message, answer))

    async def _answer(self, message: p.FromClient, answer: Coroutine[Any, Any, p.FromServer]) -> None:
        try:
            self.tell(await answer)
        except Refused as error:
            self._fail(error.code, str(error), error.details, message.ref)
        except Exception:
            self._fail("busy", "This could not be worked out: try again in a moment.", {"seconds": 1}, message.ref)
            raise  # for the log
        finally:
            self._asking.discard(type(message))

    async def _hint(self, room: Room, message: p.Hint, than: int | None) -> p.HintAnswer:
        table, number = room.table, room.table.position
        found = await self.hub.workers.hint(table.playing, message.seat, than, self.address)
        await self._command(room, message)  # nobody is told a hint that is not noted
        return p.HintAnswer(
            ref=message.ref,
            seat=message.seat,
            number=number,
            unit="points" if table.playing.seats == 1 else "chance",
            choices=found.choices,
            than=None if than is None else found.actions.index(than),
        )

    async def _analyse(self, table: Table, message: p.Analyse) -> p.AnalysisDone:
        def tell(done: int, total: int, others: int) -> None:
            self.tell(p.AnalysisProgress(ref=message.ref, done=done, total=total, others=others))

        return p.AnalysisDone(ref=message.ref, analysis=await self.hub.analyst.analysis(table, tell))

    async def _play_on(self, table: Table, message: p.PlayOn) -> p.PlayedOn:
        asked = (table, message.number, message.move)
        played = bool(table.owned(self.owners))
        found = await self.hub.analyst.what_if(*asked, address=self.address, player=played)
        return p.PlayedOn(ref=message.ref, what_if=found)


class Sockets:
    """The ASGI application of `/ws`."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """One connection."""
        await receive()
        hub = self.hub
        address = scope["client"][0] if scope.get("client") else ""
        if not origin_allowed(header(scope, b"origin"), header(scope, b"host"), hub.settings.origins):
            await send({"type": "websocket.close", "code": BAD_ORIGIN})
            return
        if not hub.addresses.connect(address):
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.close", "code": TOO_MANY})
            return
        try:
            await send({"type": "websocket.accept"})
            short = scope.get("extensions", {}).get(SHORT_WAY)
            await Connection(hub, receive, send, short, address).serve()
        finally:
            hub.addresses.disconnect(address)
