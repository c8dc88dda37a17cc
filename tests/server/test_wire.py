"""The short ways of a websocket do what the long ones would."""

from __future__ import annotations

import random
import socket
from collections.abc import Iterator
from itertools import pairwise

import pytest
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.uri import parse_uri

from lodge.server.ws.wire import frame, payload_at, unmasked

from .conftest import Start

SIZES = [0, 1, 3, 125, 126, 127, 128, 4000, 65535, 65536, 200_000]


@pytest.mark.parametrize("size", SIZES)
def test_frames_are_those_of_the_standard(size: int) -> None:
    text = b"x" * size
    assert frame(text) == Frame(Opcode.TEXT, text).serialize(mask=False)


@pytest.mark.parametrize("size", SIZES)
def test_a_whole_frame_is_read_and_nothing_else(size: int) -> None:
    text = random.Random(size).randbytes(size)  # noqa: S311
    data = Frame(Opcode.TEXT, text).serialize(mask=True)
    start = payload_at(data)
    assert start == 0 if size > 65535 else unmasked(data, start) == text
    assert payload_at(data[:-1]) == 0
    assert payload_at(data + b"\0") == 0
    assert payload_at(data + data) == 0
    assert payload_at(Frame(Opcode.TEXT, text).serialize(mask=False)) == 0
    assert payload_at(Frame(Opcode.TEXT, text, fin=False).serialize(mask=True)) == 0


class Raw:
    """A client that cuts its bytes wherever it likes."""

    def __init__(self, base: str) -> None:
        self.protocol = ClientProtocol(parse_uri(base.replace("http", "ws", 1) + "/ws"))
        host, port = base.removeprefix("http://").split(":")
        self.socket = socket.create_connection((host, int(port)), timeout=10)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.protocol.send_request(self.protocol.connect())
        self.socket.sendall(b"".join(self.protocol.data_to_send()))
        self.heard = self._listen()
        next(self.heard)  # the handshake

    def _listen(self) -> Iterator[object]:
        while data := self.socket.recv(65536):
            self.protocol.receive_data(data)
            yield from self.protocol.events_received()

    def answer(self) -> str:
        """The next frame: its text, or the code it closes with."""
        got = next(self.heard)
        assert isinstance(got, Frame)
        return str(int.from_bytes(got.data[:2], "big")) if got.opcode is Opcode.CLOSE else bytes(got.data).decode()


def ping(ref: int, size: int = 0) -> list[bytes]:
    """A message that is answered, in one frame or in several, with a websocket's own ping beside it."""
    text = b'{"type":"ping",%b"ref":%d}' % (b" " * size, ref)
    if ref % 5 == 0:
        parts = [Frame(Opcode.TEXT, text[:7], fin=False), Frame(Opcode.CONT, text[7:])]
    else:
        parts = [Frame(Opcode.TEXT, text)]
    if ref % 7 == 0:
        parts.append(Frame(Opcode.PONG, b"unasked"))
    return [part.serialize(mask=True) for part in parts]


@pytest.mark.parametrize("whole", [10, 0])
def test_every_message_is_heard_however_its_bytes_arrive(start: Start, sqlite: str, whole: int) -> None:
    client = Raw(start(sqlite).base)
    rng = random.Random(whole)  # noqa: S311
    for first in range(1, 200, 20):
        refs = range(first, first + 20)
        messages = [ping(ref, rng.choice([0, 90, 120, 3000])) for ref in refs]
        if first < whole:  # one by one: the short way
            for message in messages:
                for part in message:
                    client.socket.sendall(part)
        else:
            data = b"".join(part for message in messages for part in message)
            cuts = sorted(rng.sample(range(1, len(data)), 30))
            for a, b in pairwise([0, *cuts, len(data)]):
                client.socket.sendall(data[a:b])
        for ref in refs:
            assert client.answer() == f'{{"type":"pong","ref":{ref}}}'
    client.socket.close()


@pytest.mark.parametrize(
    ("frames", "code"),
    [
        ([Frame(Opcode.TEXT, b"\xff\xfe").serialize(mask=True)], "1007"),
        ([Frame(Opcode.TEXT, b"x" * 40_000).serialize(mask=True)], "1009"),
        ([b"\xc1\x81\0\0\0\0{"], "1002"),  # a reserved bit
        ([Frame(Opcode.TEXT, b"{", fin=one).serialize(mask=True) for one in (False, True)], "1002"),
    ],
)
def test_a_frame_that_must_not_be_ends_the_connection(
    start: Start, sqlite: str, frames: list[bytes], code: str
) -> None:
    client = Raw(start(sqlite).base)
    client.socket.sendall(ping(1)[0])
    assert "pong" in client.answer()
    for one in frames:
        client.socket.sendall(one)
    assert client.answer() == code
    client.socket.close()
