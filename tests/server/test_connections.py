"""Connections that only cost something: they are counted, have deadlines, and keep nobody out."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
from websockets.frames import Frame, Opcode

from lodge.server.http.connections import ConnectionLimits
from lodge.server.ws.wire import Wire

from .conftest import Start
from .player import ADA, BO, Player, http, new_table, tokens, until
from .test_wire import Raw

UPGRADE = (
    b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
)
GUEST = "127.0.0.2"  # another address of this machine, not of a proxy that the server trusts


@pytest.fixture
def lines() -> Iterator[Callable[[str, bytes], socket.socket]]:
    """Open connections from another address and say something."""
    with ExitStack() as stack:

        def begin(base: str, data: bytes) -> socket.socket:
            host, port = base.removeprefix("http://").split(":")
            line = stack.enter_context(socket.create_connection((host, int(port)), 30, source_address=(GUEST, 0)))
            line.sendall(data)
            return line

        yield begin


FLOODS = {
    "pings": Frame(Opcode.PING, b"").serialize(mask=True),
    "pongs": Frame(Opcode.PONG, b"").serialize(mask=True),
    "empty fragments": Frame(Opcode.CONT, b"", fin=False).serialize(mask=True),
}


@pytest.mark.parametrize("kind", FLOODS)
async def test_a_flood_of_frames_is_cut_off_before_it_is_read(
    start: Start, sqlite: str, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """3.6 MB of them kept the server busy for nine seconds: now a few hundred are looked at."""
    running = start(sqlite, messages_per_second=15.0, message_burst=60)
    made = await new_table(running.base, [ADA, BO], start=True)
    looked: list[Wire] = []
    count = Wire._count

    def counted(wire: Wire) -> bool:
        looked.append(wire)
        return count(wire)

    monkeypatch.setattr(Wire, "_count", counted)
    async with Player(running.base, made.table, tokens(made)) as both:
        flooder = await asyncio.to_thread(Raw, running.base)
        first = Frame(Opcode.TEXT, b"", fin=False).serialize(mask=True) if "fragments" in kind else b""
        flood = first + FLOODS[kind] * (3_600_000 // len(FLOODS[kind]))

        def pour() -> None:
            with suppress(OSError):  # cut off in the middle
                flooder.socket.sendall(flood)

        pouring = asyncio.create_task(asyncio.to_thread(pour))
        await both.settle()
        await both.play()
        await pouring
    flooder.socket.close()
    assert 60 <= len(looked) < 2000


async def test_a_half_request_has_a_deadline(
    start: Start, sqlite: str, lines: Callable[[str, bytes], socket.socket]
) -> None:
    running = start(sqlite, request_seconds=0.2, hello_seconds=0.2)
    upgrade = UPGRADE
    body = b"POST /api/verify HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n"
    second = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nGET /hea"
    silent = upgrade + b"\r\n"
    for said in (b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: x\r\n", upgrade, body, second, silent):
        line = lines(running.base, said)
        heard = b""
        try:
            while data := await asyncio.to_thread(line.recv, 4096):
                heard += data
                if said is silent and heard[-4:-2] == b"\x88\x02":
                    break  # it waits for the answer to its goodbye
        except ConnectionResetError:
            pass
        line.close()
        if said is silent:
            assert heard.endswith(b"\x88\x02\x03\xf5"), "a websocket that says no hello is closed with 1013"
    await until(lambda: running.server.config.connections.open == 0)
    assert running.server.config.connections._by_address == {}


NO_HANDSHAKES = {
    "a body": UPGRADE + b"Content-Length: 5\r\n\r\nhello",
    "too many headers": UPGRADE + b"".join(b"X-%d: y\r\n" % number for number in range(300)) + b"\r\n",
    "a long address": UPGRADE.replace(b"/ws ", b"/ws?" + b"x" * 9000 + b" ") + b"\r\n",
    "another method": UPGRADE.replace(b"GET", b"POST") + b"Content-Length: 0\r\n\r\n",
}


@pytest.mark.parametrize("kind", NO_HANDSHAKES)
async def test_a_handshake_that_is_none_ends_its_connection(
    start: Start, sqlite: str, lines: Callable[[str, bytes], socket.socket], kind: str
) -> None:
    """It had come whole and led to nothing: the connection was held for ever, with no deadline."""
    running = start(sqlite)
    line = lines(running.base, NO_HANDSHAKES[kind])
    line.settimeout(5)
    with suppress(ConnectionResetError):
        while await asyncio.to_thread(line.recv, 4096):
            pass
    await until(lambda: running.server.config.connections.open == 0)


async def test_an_answer_that_nobody_reads_has_a_deadline(start: Start, sqlite: str, tmp_path: Path) -> None:
    """What waits for a reader is small, and not for long; whoever reads slowly gets all of it."""
    page = tmp_path / "page"
    page.mkdir()
    (page / "index.html").write_text("<html></html>")
    (page / "large.bin").write_bytes(b"x" * 20_000_000)
    running = start(sqlite, page=page, request_seconds=1.5)
    host, port = running.base.removeprefix("http://").split(":")

    def ask() -> socket.socket:
        line = socket.socket()
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 256 * 1024)
        line.bind((GUEST, 0))
        line.connect((host, int(port)))
        line.sendall(b"GET /large.bin HTTP/1.1\r\nHost: localhost\r\n\r\n")
        return line

    unread = [ask() for _ in range(5)]
    await until(lambda: running.server.config.connections.open == 5)
    await until(lambda: running.server.config.connections.open == 0)
    slow, got = ask(), 0
    slow.settimeout(5)
    for _ in range(30):  # three seconds: twice as long as a reader who takes nothing has
        got += len(await asyncio.to_thread(slow.recv, 128 * 1024))
        await asyncio.sleep(0.1)
    while got < 20_000_000:
        got += len(data := await asyncio.to_thread(slow.recv, 1 << 20))
        assert data
    for line in (*unread, slow):
        line.close()


async def test_what_is_no_http_is_told_in_a_word_and_no_traceback(
    start: Start,
    sqlite: str,
    lines: Callable[[str, bytes], socket.socket],
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Also where somebody was answered before they had said all of it."""
    running = start(sqlite)
    answered = b"POST /api/verify HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    for number in range(20):
        line = lines(running.base, answered)
        line.settimeout(5)
        assert (await asyncio.to_thread(line.recv, 4096)).startswith(b"HTTP/1.1 400")
        line.sendall(b"no number\r\n" if number else b"ZZ\r\n")
        with suppress(ConnectionResetError):
            while more := await asyncio.to_thread(line.recv, 4096):
                assert b"HTTP/1.1" not in more, "it is answered once"
    await until(lambda: running.server.config.connections.open == 0)
    told = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert [record.getMessage() for record in told] == ["Invalid HTTP request received."]
    assert not any(record.exc_info for record in told)


async def test_half_requests_keep_nobody_out(
    start: Start, sqlite: str, lines: Callable[[str, bytes], socket.socket]
) -> None:
    """One address has its share; and where all places are taken, whoever says least goes first."""
    running = start(sqlite, connections_per_address=20, request_seconds=600.0)
    connections: ConnectionLimits = running.server.config.connections
    for _ in range(20):
        lines(running.base, b"GET / HT")
    await until(lambda: connections.open == 20)
    refused = lines(running.base, b"GET / HT")
    assert (await asyncio.to_thread(refused.recv, 100)).startswith(b"HTTP/1.1 503")
    connections.each, connections.most = 1000, 30  # as with ulimit -n, and addresses enough
    for _ in range(100):
        lines(running.base, b"GET / HT")
    for _ in range(3):
        assert (await http(running.base, "/healthz"))[0] == 200
    made = await new_table(running.base, [ADA, BO], start=True)
    async with Player(running.base, made.table, tokens(made)) as both:
        for _ in range(60):
            lines(running.base, b"GET / HT")
        await both.play()
        await until(lambda: connections.open <= 30)  # one that was cut is gone a moment later


async def test_a_trusted_proxy_is_not_one_guest() -> None:
    class Nothing:
        def cut(self) -> None:
            raise AssertionError("there is room")

    connections = ConnectionLimits(2, 100, "10.0.0.1")
    assert all(connections.enter("10.0.0.1", Nothing()) for _ in range(9))
    assert [connections.enter("10.0.0.2", Nothing()) for _ in range(3)] == [True, True, False]
    connections.leave("10.0.0.2")
    assert connections.enter("10.0.0.2", Nothing())
