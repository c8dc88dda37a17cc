"""One websocket: a client of a room. Plain ASGI, because every move passes here."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

import msgspec

from lodge import __version__
from lodge.errors import LodgeError
from lodge.server.http.hosts import BAD_ORIGIN, header, origin_allowed
from lodge.server.limits import Bucket, Refused, check_move, clean
from lodge.server.tables import events
from lodge.server.tables.authority import Repeated, check, check_hello
from lodge.server.tables.commands import COMMANDS, Events, events_for, rematch_events
from lodge.server.tables.hub import Hub
from lodge.server.tables.room import Room, encode
from lodge.server.tables.table import Table
from lodge.server.tables.tokens import new_id, owner_of
from lodge.server.ws import protocol as p
from lodge.server.ws.outbox import Outbox
from lodge.server.ws.wire import SHORT_WAY

log = logging.getLogger("lodge.server")
MOST_TOKENS = 16
CLOSE_SECONDS = 5.0  # what a slow client has to read the last messages
BAD_HELLO, TOO_FAST, TOO_MANY, TOO_SLOW = 4000, 4001, 4002, 4004
decode = msgspec.json.Decoder(p.ClientMessage).decode


class Connection:
    """A websocket from its first message to its end."""

    def __init__(self, hub: Hub, receive: Any, send: Any, short: Any = None) -> None:
        self.hub = hub
        self.owners: set[str] = set()
        self.name = ""
        self.rules = False
        self.room: Room | None = None
        self._receive = receive
        self._out = Outbox(send, hub.settings.outbox, self._too_slow, short)
        self.post = self._out.post  # send without waiting; a client that does not read is cut off
        self._bucket = Bucket(hub.settings.messages_per_second, hub.settings.message_burst)
        self._closing = False
        self._serving: asyncio.Task[None] | None = None
        self._parting: int | None = None  # close with this code after the answer
        self._asking: set[type[p.FromClient]] = set()  # what takes a while, and is under way

    def _too_slow(self) -> None:
        if not self._closing:
            self.close(TOO_SLOW)
            if self._serving is not None:
                self._serving.cancel()  # it waits for a client that may never say anything again

    def tell(self, message: p.FromServer) -> None:
        """Send a message."""
        self.post(encode(message))

    def close(self, code: int) -> None:
        """End the connection after what waits to be sent."""
        self._closing = True
        self._out.close(code)

    async def serve(self) -> None:
        """Live through the connection."""
        self._serving = asyncio.current_task()
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
        finally:
            self._gone()
            await self._out.finish(CLOSE_SECONDS)

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
        elif type(message) in COMMANDS:
            await self._command(room, message)
        else:
            if type(message) in self._asking:
                raise Refused("busy", "Your last request is still being worked on.")
            check(message, room.table, room.who(self))
            if isinstance(message, p.Hint | p.Analyse | p.PlayOn):
                self._ask(room.table, message)
            elif isinstance(message, p.Rematch):
                await self._rematch(room)

    async def _command(self, room: Room, message: p.ClientMessage) -> None:
        await self.hub.act(room, lambda: events_for(message, room.table, room.who(self), self.hub.settings))
        if isinstance(message, p.Join):
            self.owners.add(owner_of(message.token))
            room.reseat()
            room.tell_table()

    async def _hello(self, message: p.Hello) -> None:
        try:
            room = await self.hub.room(message.table)
        except Refused:
            self._parting = BAD_HELLO
            raise
        self.owners = {owner_of(token) for token in message.tokens[:MOST_TOKENS]}
        self.name = clean(message.name[:100]) or ""
        self.rules = message.rules
        async with room.lock:
            if room.stale:
                await self.hub.catch_up(room)
            self.room = room
            room.enter(self)
            table = room.table
            entries = [] if message.seen is None else table.missed(message.seen)
            update = room.update(self, entries)
            self.tell(p.Welcome(version=__version__, table=room.info(self), update=update, chat=table.chat))
            room.tell_table(but=self)
        self.hub.drive(room)

    async def _rematch(self, room: Room) -> None:
        """Open the next table once; whoever asks later goes to the same."""
        table, mine = room.table, room.mine(self)
        if (name := table.next) is None:
            name = new_id()
            await self.hub.make(name, rematch_events(table, room.who(self)))

        def decide() -> Events:
            if table.next and all(table.seats[seat].rematch for seat in mine):
                return []
            return [events.Continued(table.next or name, list(mine))]

        await self.hub.act(room, decide)
        self.tell(p.TableChanged(table=room.info(self)))

    # --- what takes a while: one of each kind at a time ---------------------------------------------------

    def _ask(self, table: Table, message: p.Hint | p.Analyse | p.PlayOn) -> None:
        answer: Coroutine[Any, Any, p.FromServer]
        if isinstance(message, p.Hint):
            than = None if message.than is None else check_move(table.game, message.than)
            answer = self._hint(table, message, than if than in table.legal(message.seat) else None)
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

    async def _hint(self, table: Table, message: p.Hint, than: int | None) -> p.HintAnswer:
        number = table.position
        found = await self.hub.workers.hint(table.playing, message.seat, than)
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
        return p.PlayedOn(ref=message.ref, what_if=await self.hub.analyst.what_if(table, message.number, message.move))


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
            await Connection(hub, receive, send, short).serve()
        finally:
            hub.addresses.disconnect(address)
