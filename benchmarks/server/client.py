"""The load: people who move as soon as they may. A bare websocket client, so that it is not what is measured."""

from __future__ import annotations

import asyncio
import json
import random
import time
from abc import abstractmethod
from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
import numpy as np
from benchmarks.server.process import asked

from lodge.games import game
from lodge.games.compiled import compiled_rules
from lodge.games.dam_it.rules.facts import HAND_KINDS, NAMES
from lodge.games.dam_it.rules.payments import SETS, worth
from lodge.games.dam_it.rules.state import ACTIONS, State
from lodge.kernel import dtype_of

plays = random.Random(1)  # noqa: S311


class Wave:
    """Tables that are played at the same time, until the first of them is over."""

    def __init__(self) -> None:
        self.running = False
        self.moves = 0
        self.waits: list[float] = []
        self.seconds = 0.0
        self.cpu = 0.0  # of the server
        self.own_cpu = 0.0  # of this client
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def finish(self) -> None:
        self.running = False
        if not self.done.done():
            self.done.set_result(None)


class Socket(asyncio.Protocol):
    """A websocket client, only as much of it as is needed here."""

    path = "/ws"

    def __init__(self, host: str) -> None:
        self.host = host
        self.transport: Any = None
        self._buffer = b""
        self._open = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport
        self.transport.write(
            f"GET {self.path} HTTP/1.1\r\nHost: {self.host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer + data
        if not self._open:
            head, end, buffer = buffer.partition(b"\r\n\r\n")
            if not end:
                self._buffer = head
                return
            self._open = True
            self.opened()
        at = 0
        while len(buffer) - at >= 2:
            size, start = buffer[at + 1], at + 2
            if size == 126:
                size, start = int.from_bytes(buffer[at + 2 : at + 4], "big"), at + 4
            elif size == 127:
                size, start = int.from_bytes(buffer[at + 2 : at + 10], "big"), at + 10
            if len(buffer) < start + size:
                break
            if buffer[at] == 0x81:
                self.hear(buffer[start : start + size])
            elif buffer[at] == 0x89:  # a ping
                self.transport.write(bytes([0x8A, 0x80 | size]) + b"\0\0\0\0" + buffer[start : start + size])
            at = start + size
        self._buffer = buffer[at:]

    def send(self, text: bytes) -> None:
        """One text frame, masked with zeros."""
        head = bytes([0x81, 0x80 | len(text)]) if len(text) < 126 else b"\x81\xfe" + len(text).to_bytes(2, "big")
        self.transport.write(head + b"\0\0\0\0" + text)

    def opened(self) -> None:
        """The websocket is there."""

    def hear(self, text: bytes) -> None:
        """A message came."""


class Person(Socket):
    """One seat at one table, of either server."""

    def __init__(self, wave: Wave, host: str, table: str, seat: int) -> None:
        super().__init__(host)
        self.wave = wave
        self.table = table
        self.seat = seat
        self.welcome: asyncio.Future[None] = wave.done.get_loop().create_future()
        self._asked = 0.0
        self._waits_for = -1
        self._ready: tuple[int, list[bytes]] | None = None

    def seen(self, number: int, moves: list[bytes], over: bool) -> None:
        """A new position; `moves` are mine to choose from."""
        if number == self._waits_for:
            self._waits_for = -1
            if self.wave.running:
                self.wave.moves += 1
                self.wave.waits.append(time.perf_counter() - self._asked)
        if over:
            self.wave.finish()
        self._ready = (number, moves) if moves else None
        if self.wave.running:
            self.move()

    def move(self) -> None:
        """Any of my moves, if it is my turn."""
        if self._ready is None:
            return
        number, moves = self._ready
        self._ready = None
        self._waits_for = number + 1
        self._asked = time.perf_counter()
        self.send(self.asking(number, plays.choice(moves)))

    @abstractmethod
    def asking(self, number: int, move: bytes) -> bytes:
        """The message that asks for a move."""


# --- Lodge ---------------------------------------------------------------------------------------------------


class Sight(msgspec.Struct):
    """Of what a seat is sent, the part that a hasty player reads."""

    legal: list[msgspec.Raw]


class Known(msgspec.Struct):
    """The same of what one is sent who runs the rules."""

    state: bytes


class Update(msgspec.Struct):
    """An update, or the one inside a welcome."""

    number: int
    sights: list[Sight]
    over: bool
    pending: list[int]
    known: list[Known] = []


class Heard(msgspec.Struct):
    type: str
    number: int = 0
    sights: list[Sight] = []
    over: bool = False
    pending: list[int] = []
    known: list[Known] = []
    update: Update | None = None


class LodgePerson(Person):
    """A seat at a table of Lodge."""

    decode = msgspec.json.Decoder(Heard).decode
    token = ""
    rules = False

    def opened(self) -> None:
        hello = {"type": "hello", "table": self.table, "tokens": [self.token]}
        self.send(json.dumps(hello | ({"rules": True} if self.rules else {})).encode())

    def moves(self, update: Heard | Update) -> list[bytes]:
        return [bytes(move) for move in update.sights[0].legal]

    def hear(self, text: bytes) -> None:
        """An update, or something that does not matter here."""
        message = self.decode(text)
        update = message if message.type == "update" else message.update
        if update is not None:
            self.seen(update.number, self.moves(update), update.over)
        if message.type == "welcome":
            self.welcome.set_result(None)
        elif message.type == "failure":
            raise SystemExit(f"the server refused: {text.decode()}")

    def asking(self, number: int, move: bytes) -> bytes:
        return b'{"type":"play","seat":%d,"number":%d,"move":%b}' % (self.seat, number, move)


@cache
def move_of(action: int) -> bytes:
    """A move of Dam It! in JSON."""
    return msgspec.json.encode(game("dam-it").moves.to_move(action))


class RulesPerson(LodgePerson):
    """A seat of one who runs the rules, as the page does: it is sent what it knows, as bytes."""

    rules = True
    _out = np.zeros(ACTIONS, np.int16)

    def moves(self, update: Heard | Update) -> list[bytes]:
        if self.seat not in update.pending:
            return []
        state = np.frombuffer(bytearray(update.known[0].state), dtype_of(State))[0]
        count = compiled_rules(game("dam-it")).legal(state, self.seat, self._out)
        return [move_of(action) for action in self._out[:count].tolist()]


def lodge_table(wave: Wave, base: str, seats: int, kind: type[LodgePerson] = LodgePerson) -> list[Person]:
    """A table that has begun, and its people."""
    wish = {"game": "dam-it", "seats": [{"kind": "mine", "name": f"P{i}"} for i in range(seats)], "start": True}
    made = asked(f"{base}/api/tables", wish)
    people: list[Person] = []
    for seat in made["seats"]:
        person = kind(wave, base.removeprefix("http://"), made["table"], seat["seat"])
        person.token = seat["token"]
        people.append(person)
    return people


# --- boardgame.io --------------------------------------------------------------------------------------------


class BgPlayer(msgspec.Struct):
    """A player of a match; `hand` is null for the others'."""

    cubes: int
    hand: dict[str, int] | None


class BgCard(msgspec.Struct):
    card: str


class BgDams(msgspec.Struct):
    cost: int
    points: list[int]


class BgGame(msgspec.Struct):
    """The part of G that says what can be done."""

    players: list[BgPlayer]
    river: list[BgCard]
    top: str | None
    dams: list[BgDams]


class BgCtx(msgspec.Struct):
    currentPlayer: str  # noqa: N815
    gameover: Any = None


class BgState(msgspec.Struct):
    G: BgGame
    ctx: BgCtx
    _stateID: int  # noqa: N815


class BgSync(msgspec.Struct):
    """The first of it."""

    state: BgState


class BgPerson(Person):
    """A seat at a match of boardgame.io: socket.io's protocol by hand."""

    path = "/socket.io/?EIO=4&transport=websocket"
    update = msgspec.json.Decoder(tuple[str, str, BgState, msgspec.Raw]).decode
    sync = msgspec.json.Decoder(tuple[str, str, BgSync]).decode

    def hear(self, text: bytes) -> None:
        if text.startswith(b"42/dam-it,"):
            self._event(text[10:])
        elif text.startswith(b"0"):
            self.send(b"40/dam-it,")
        elif text.startswith(b"40/dam-it"):
            self.send(b'42/dam-it,["sync","%b","%d",null,4]' % (self.table.encode(), self.seat))
        elif text == b"2":
            self.send(b"3")

    def _event(self, text: bytes) -> None:
        if text.startswith(b'["update"'):
            self._state(self.update(text)[2])
        elif text.startswith(b'["sync"'):
            self._state(self.sync(text)[2].state)
            self.welcome.set_result(None)

    def _state(self, state: BgState) -> None:
        mine = state.ctx.currentPlayer == str(self.seat) and state.ctx.gameover is None
        self.seen(state._stateID, bg_legal(state.G, self.seat) if mine else [], bool(state.ctx.gameover))

    def asking(self, number: int, move: bytes) -> bytes:
        return (
            b'42/dam-it,["update",{"type":"MAKE_MOVE","payload":{%b,"playerID":"%d",'
            b'"credentials":null}},%d,"%b","%d"]' % (move, self.seat, number, self.table.encode(), self.seat)
        )


def bg_legal(game: BgGame, seat: int) -> list[bytes]:
    """All that a seat may do, as in Lodge: boardgame.io leaves that to its clients."""
    me = game.players[seat]
    hand = me.hand or {}
    moves: list[bytes] = []
    cards = [*(one.card for one in game.river), game.top]
    for place, card in enumerate(cards[: me.cubes + 1], start=1):
        moves.append(b'"type":"take","args":[%d,false]' % place)
        if card == "garbage" and hand.get("disposal"):
            moves.append(b'"type":"take","args":[%d,true]' % place)
    held = sum(1 << kind for kind, name in enumerate(NAMES[:HAND_KINDS]) if hand.get(name))
    for pile in game.dams:
        if pile.points:
            moves += bg_builds(held, pile.cost)
    return moves


@cache
def bg_builds(held: int, cost: int) -> list[bytes]:
    """Every way to pay for a dam with the kinds that are held."""
    sets = [payment for payment in range(SETS) if payment & held == payment and worth(payment) >= cost]
    cards = [[NAMES[kind] for kind in range(HAND_KINDS) if payment >> kind & 1] for payment in sets]
    return [b'"type":"build","args":[%d,%b]' % (cost, json.dumps(names).encode()) for names in cards]


def bg_table(wave: Wave, base: str, seats: int) -> list[Person]:
    """A match, made by whoever asks for it first."""
    name = f"m{plays.getrandbits(60):x}"
    return [BgPerson(wave, base.removeprefix("http://"), name, seat) for seat in range(seats)]


# --- both ----------------------------------------------------------------------------------------------------


async def one_wave(base: str, make: Callable[..., list[Person]], tables: int, cpu: Callable[[], float]) -> Wave:
    """Make tables of four, connect everybody, then play at full speed until the first table is over."""
    wave, loop = Wave(), asyncio.get_running_loop()
    address, port = base.removeprefix("http://").split(":")
    people: list[Person] = []
    for _ in range(tables):
        for person in await asyncio.to_thread(make, wave, base, 4):
            await loop.create_connection(lambda person=person: person, address, int(port))  # type: ignore[misc]
            await asyncio.wait_for(person.welcome, 30)
            people.append(person)
    await asyncio.sleep(0.5)
    wave.running = True
    began, spent, own = time.perf_counter(), cpu(), time.process_time()
    for person in people:
        person.move()
    await asyncio.wait_for(wave.done, 120)
    wave.seconds, wave.cpu, wave.own_cpu = time.perf_counter() - began, cpu() - spent, time.process_time() - own
    for person in people:
        person.transport.close()
    await asyncio.sleep(0.3)
    return wave
