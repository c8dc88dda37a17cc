"""Requests that were answered with 500 and a traceback once: each has an answer, and nothing of it is in the log."""

from __future__ import annotations

import asyncio
import json
import logging
import socket
from contextlib import suppress
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.frames import Frame, Opcode

from .conftest import Start
from .player import ADA, BO, Player, http, new_table, play_out, tokens
from .test_connections import UPGRADE
from .test_wire import Raw

DIGITS = "9" * 5000


@pytest.fixture(autouse=True)
def quiet(caplog: pytest.LogCaptureFixture) -> Any:
    yield
    assert [record.getMessage() for record in caplog.get_records("call") if record.levelno >= logging.ERROR] == []


async def test_origins_that_are_no_address(start: Start, sqlite: str) -> None:
    base = start(sqlite).base
    for origin in ("http://[", "http://[::1", "https://]", "http://a b", "//", "\xff"):
        status, told = await http(base, "/api/tables", {"game": "dam-it", "seats": []}, {"origin": origin})
        assert (status, told["code"]) == (403, "bad_origin"), origin
        with pytest.raises(InvalidStatus, match="403"):
            await connect(base.replace("http", "ws") + "/ws", additional_headers={"Origin": origin})


async def test_numbers_of_5000_digits(start: Start, sqlite: str) -> None:
    base = start(sqlite).base
    made = await new_table(base, [ADA, BO], start=True)
    async with Player(base, made.table, tokens(made)) as both:
        await play_out(both)
        await both.raw('{"type": "play", "number": 1, "move": {}, "seat": ' + DIGITS + "}")
        await both.raw('{"type": "play_on", "number": 1, "move": "take ' + DIGITS + '"}')
        await both.settle()
    for number in (DIGITS, "-1", "1e3", "%D9%A3", "0x1", "999999999"):
        status, told = await http(base, f"/api/tables/{made.table}/possible/{number}.json")
        assert (status, told["code"]) == (400, "bad_message"), number
    record = (await http(base, f"/api/tables/{made.table}/record.json"))[1]
    for moves in ([f"{DIGITS} take 1"], [f"0 take {DIGITS}"]):
        wrong = {**record, "moves": moves}
        status, told = await http(base, "/api/verify", wrong)
        assert (status, told["code"]) == (400, "bad_record") if "code" in told else not told["fair"], told
        seats = [ADA, BO]
        status, told = await http(base, "/api/tables/hand-over", {"record": wrong, "seats": seats})
        assert (status, told["code"]) == (400, "bad_record")
    text = json.dumps(record).replace('"rules": 1', f'"rules": {DIGITS}').encode()
    assert (await http(base, "/api/verify", text))[1]["code"] == "bad_record"


async def test_text_that_is_none(start: Start, sqlite: str) -> None:
    base = start(sqlite).base
    for body in (b"\xff", b'{"game": "\xff"}', b'{"game": "dam-it", "seats": [{"kind": "mine", "name": "\xc3"}]}'):
        assert (await http(base, "/api/tables", body))[1]["code"] == "bad_message"
        assert (await http(base, "/api/verify", body))[1]["code"] == "bad_record"
    for path in ("/%ff", "/api/tables/%ff%fe", "/api/print/%ff", "/modules/%c3/x", "/api/print/dam-it?language=%ff"):
        assert (await http(base, path))[0] in (400, 404), path
    client = await asyncio.to_thread(Raw, base)
    client.socket.sendall(Frame(Opcode.TEXT, b"\xff\xfe").serialize(mask=True))
    assert await asyncio.to_thread(client.answer) == "1007"
    client.socket.close()


def test_bodies_that_end_early(start: Start, sqlite: str) -> None:
    base = start(sqlite).base
    host, port = base.removeprefix("http://").split(":")
    head = "POST {} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n{{"
    for path in ("/api/tables", "/api/verify", "/api/progress", "/api/tables/hand-over"):
        for _ in range(3):
            with socket.create_connection((host, int(port))) as line:
                line.sendall(head.format(path).encode())
    with socket.create_connection((host, int(port))) as line:  # all of them have been looked at when this is answered
        line.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        assert line.recv(100).startswith(b"HTTP/1.1 200")


POST = b"POST /api/verify HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
GET = b"GET {} HTTP/1.1\r\nHost: localhost\r\n\r\n"
ODD = {  # what somebody sends to be taken for another request, or to get at what is not served; how each is answered
    "two lengths": (POST + b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}", 400),
    "a length below zero": (POST + b"Content-Length: -2\r\n\r\n{}", 400),
    "a length with a sign": (POST + b"Content-Length: +2\r\n\r\n{}", 400),
    "a length of 30 digits": (POST + b"Content-Length: " + b"9" * 30 + b"\r\n\r\n{}", 400),
    "an unknown encoding": (POST + b"Transfer-Encoding: xchunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", 400),
    "a space before a colon": (POST + b"Content-Length : 2\r\n\r\n{}", 400),
    "a packed body": (POST + b"Content-Encoding: gzip\r\nContent-Length: 4\r\n\r\n\x1f\x8b\x08\x00", 400),
    "two hosts": (b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil\r\n\r\n", 400),
    "half a host": (b"GET /t/x HTTP/1.1\r\nHost: [\r\n\r\n", 400),
    "a zero in a header": (b"GET / HTTP/1.1\r\nHost: localhost\r\nX: a\x00b\r\n\r\n", 400),
    "TLS": (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 400),
    "a header of 200 kB": (b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"y" * 200_000 + b"\r\n\r\n", 400),
    "a proxy's request": (b"GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\n\r\n", 404),
    "CONNECT": (b"CONNECT evil:1 HTTP/1.1\r\nHost: localhost\r\n\r\n", 404),
    "up": (GET.replace(b"{}", b"/../../../../etc/passwd"), 404),
    "up, written otherwise": (GET.replace(b"{}", b"/assets/..%2f..%2f__init__.py"), 404),
    "up from the modules": (GET.replace(b"{}", b"/modules/dam-it/..%2f..%2frules%2f__init__.py"), 404),
    "hidden files": (GET.replace(b"{}", b"/.sources"), 404),
    "a zero": (GET.replace(b"{}", b"/%00"), 404),
    "a header in an address": (GET.replace(b"{}", b"/api/print/dam-it?language=en%0d%0aX-Evil:1"), 400),
    "packed messages": (UPGRADE + b"Sec-WebSocket-Extensions: permessage-deflate\r\n\r\n", 101),
}


def test_odd_requests_are_refused_once_and_for_all(start: Start, sqlite: str) -> None:
    """One answer and no more: nothing that follows is taken for a request of somebody else's."""
    host, port = start(sqlite).base.removeprefix("http://").split(":")
    for kind, (said, status) in ODD.items():
        told = b""
        with socket.create_connection((host, int(port)), 30) as line, suppress(OSError):
            line.sendall(said.replace(b"\r\nHost:", b"\r\nConnection: close\r\nHost:") if status != 101 else said)
            while (status != 101 or not told) and (data := line.recv(65536)):
                told += data
        if not told and kind == "a header of 200 kB":
            continue  # it was cut off while it was sent
        assert told.startswith(b"HTTP/1.1 %d " % status), (kind, told[:100])
        assert told.count(b"HTTP/1.1") == 1, kind
        names = [header.partition(b":")[0].lower() for header in told.partition(b"\r\n\r\n")[0].split(b"\r\n")]
        assert not {b"sec-websocket-extensions", b"x-evil", b"location"} & set(names), kind
