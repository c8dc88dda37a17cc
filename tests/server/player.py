"""A client for tests: the real websockets library, typed messages, everything it was sent kept."""

from __future__ import annotations

import asyncio
import json
import urllib.error
import urllib.request
from collections.abc import Awaitable, Callable
from types import TracebackType
from typing import Any, Self, TypeVar

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from lodge.server.http import schemas
from lodge.server.ws import protocol as p

M = TypeVar("M", bound=p.FromServer)
ADA, BO, CY = ({"kind": "mine", "name": name} for name in ("Ada", "Bo", "Cy"))
PAIR = [ADA, BO]
BOT, OPEN = {"kind": "bot", "level": "random"}, {"kind": "open"}
WAIT = 30.0  # seconds for anything, on a busy machine
_decode: Any = msgspec.json.Decoder(p.ServerMessage).decode


async def until(ask: Callable[[], Any], wanted: Callable[[Any], object] = bool) -> Any:
    """Ask (or await an answer) again and again for something that nobody tells, until it is as wanted."""
    async with asyncio.timeout(WAIT):
        while True:
            answer = ask()
            if wanted(found := await answer if isinstance(answer, Awaitable) else answer):
                return found
            await asyncio.sleep(0.01)


async def http(base: str, path: str, body: Any = None, headers: dict[str, str] | None = None) -> tuple[int, Any]:
    """Ask the server; a body makes it a POST. The status and the JSON (or text) of the answer."""
    data = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
    asked = urllib.request.Request(base + path, data, {"content-type": "application/json", **(headers or {})})  # noqa: S310

    def ask() -> tuple[int, bytes, str]:
        try:
            with urllib.request.urlopen(asked, timeout=WAIT) as answer:  # noqa: S310
                return answer.status, answer.read(), answer.headers.get_content_type()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read(), error.headers.get_content_type()

    status, text, kind = await asyncio.to_thread(ask)
    return status, json.loads(text) if kind == "application/json" else text.decode()


async def new_table(base: str, seats: list[dict[str, Any]], **more: Any) -> schemas.TableMade:
    """A table of Dam It!"""
    status, made = await http(base, "/api/tables", {"game": "dam-it", "seats": seats} | more)
    assert status == 201, made
    return msgspec.convert(made, schemas.TableMade)


def tokens(made: schemas.TableMade) -> list[str]:
    return [made.host, *(seat.token for seat in made.seats)]


class Player:
    """One websocket. It keeps what the page would: the table, the latest update, and all it was ever sent."""

    def __init__(self, base: str, table: str, tokens: list[str] | None = None, **hello: Any) -> None:
        self.url = base.replace("http", "ws", 1) + "/ws"
        self.hello = p.Hello(table=table, tokens=tokens or [], **hello)
        self.sent: list[str] = []
        self.inbox: list[p.FromServer] = []
        self.table: p.TableInfo
        self._update: p.Update | None = None
        self._socket: ClientConnection

    async def __aenter__(self) -> Self:
        """Connect, say hello and hear the answer: a welcome, or why not."""
        self._socket = await connect(self.url, open_timeout=WAIT, compression=None, max_queue=None)
        try:
            await self.say(self.hello)
            await self.hear()
        except BaseException:
            await self._socket.close()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._socket.close()

    @property
    def welcome(self) -> p.Welcome:
        if not isinstance(self.inbox[0], p.Welcome):
            raise ConnectionRefusedError(self.inbox[0])
        return self.inbox[0]

    @property
    def refusal(self) -> p.Failure:
        assert isinstance(self.inbox[0], p.Failure)
        return self.inbox[0]

    @property
    def update(self) -> p.Update:
        """The match as it was last shown."""
        assert self._update is not None
        return self._update

    async def say(self, message: p.FromClient) -> None:
        await self.raw(msgspec.json.encode(message).decode())

    async def raw(self, text: str | bytes) -> None:
        await self._socket.send(text)

    async def hear(self) -> p.FromServer:
        """The next message."""
        text = await asyncio.wait_for(self._socket.recv(), WAIT)
        self.sent.append(str(text))
        message: p.FromServer = _decode(text)
        if isinstance(message, p.Welcome | p.TableChanged):
            self.table = message.table
        if isinstance(message, p.Welcome):
            self._update = message.update
        if isinstance(message, p.Update):
            self._update = message
        self.inbox.append(message)
        return message

    async def until(self, kind: type[M]) -> M:
        """The next message of a kind; those before it are taken note of."""
        while not isinstance(message := await self.hear(), kind):
            pass
        return message

    async def fails(self, message: p.FromClient) -> p.Failure:
        """Say something and be refused."""
        message.ref = len(self.inbox) + 1000
        await self.say(message)
        while True:
            failure = await self.until(p.Failure)
            if failure.ref == message.ref:
                return failure

    async def settle(self) -> None:
        """Hear all that was sent until now."""
        await self.say(p.Ping(ref=99))
        while (await self.until(p.Pong)).ref != 99:
            pass

    async def closed(self) -> int | None:
        """Wait for the server to close; the code."""
        await asyncio.wait_for(self._socket.wait_closed(), WAIT)
        return self._socket.close_code

    async def table_is(self, wanted: Callable[[p.TableInfo], object]) -> None:
        """Hear until the table is as wanted."""
        while not wanted(self.table):
            await self.hear()

    def sight(self, seat: int | None = None) -> p.Sight:
        return next(one for one in self.update.sights if one.seat == seat)

    def turn(self) -> int | None:
        """One of my seats that may act now."""
        pending = self._update.pending if self._update else []
        return next((seat for seat in self.table.mine if seat in pending), None)

    async def play(self, choice: int = 0, seat: int | None = None) -> p.Update:
        """Play one of the legal moves and hear of it."""
        mover = self.turn() if seat is None else seat
        assert mover is not None
        legal = self.sight(mover).legal
        await self.say(p.Play(seat=mover, number=self.update.number, move=legal[choice % len(legal)]))
        number = self.update.number
        while self.update.number <= number:
            await self.until(p.Update)
        return self.update


async def play_out(*players: Player) -> None:
    """Everybody plays until the game is over and all have heard how it ended."""

    async def one(player: Player) -> None:
        step = 0
        while player.table.status != "over":
            if player.turn() is not None and not player.update.over:
                step += 1
                await player.play(step * 7)
            else:
                await player.hear()

    await asyncio.gather(*(one(player) for player in players))
