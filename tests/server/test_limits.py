"""Bad input of every kind gets a Failure, and nothing is lost."""

from __future__ import annotations

import asyncio
import socket
import urllib.request
from contextlib import suppress
from http.client import HTTPConnection
from typing import Any

import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Frame, Opcode

from lodge.server import limits
from lodge.server.http import api, hosts
from lodge.server.limits import Refused
from lodge.server.ws import protocol as p

from .conftest import Start
from .player import ADA, BO, Player, http, new_table, play_out, tokens, until
from .test_wire import Raw

BAD_MESSAGES: list[str | bytes] = [
    "",
    "{",
    "[]",
    "null",
    "7",
    '{"type": "dance"}',
    '{"type": "play"}',
    '{"type": "play", "seat": "0", "number": 0, "move": {}}',
    '{"type": "play", "seat": 0, "number": 0, "move": []}',
    '{"type": "play", "seat": 0, "number": 1e400, "move": {}}',
    '{"type": "ping", "extra": 1}',
    '{"type": "ping", "ref": "x"}',
    '{"type": "chat", "text": "\\ud800"}',
    b"\xff\xfe",
    '{"type": "hello", "table": {}}',
    "[" * 5000,
    '{"type": "play", "seat": 0, "number": 0, "move": {"do": ' + "[" * 14000 + "]" * 2000 + "}}",
    '{"type": "play", "seat": 0, "number": 0, "move": ' + '{"a":' * 2000 + "1" + "}" * 2001,
    "9" * 5000,
]
BAD_MOVES: list[dict[str, Any]] = [
    {},
    {"do": "fly"},
    {"do": "take"},
    {"do": "take", "place": 0},
    {"do": "take", "place": 10**30},
    {"do": "take", "place": "1"},
    {"do": "take", "place": 1, "more": True},
    {"do": "build", "cost": 4, "cards": []},
    {"do": "build", "cost": 3, "cards": ["oak", "oak"]},
    {"do": "build", "cost": 3, "cards": ["oak"]},
    {"do": "build", "cost": 3, "cards": [{"deep": [[[[]]]]}]},
]


async def test_bad_messages_change_nothing(base: str) -> None:
    made = await new_table(base, [ADA, BO], start=True)
    async with Player(base, made.table, tokens(made)) as both:
        for bad in BAD_MESSAGES:
            await both.raw(bad)
            failure = await both.until(p.Failure)
            assert failure.code == "bad_message", bad
        seat = both.turn()
        assert seat is not None
        for move in BAD_MOVES:
            failure = await both.fails(p.Play(seat=seat, number=0, move=move))
            assert failure.code == "illegal_move", move
            assert failure.message
        waiting = p.Play(seat=1 - seat, number=0, move={"do": "take", "place": 1})
        assert (await both.fails(waiting)).code == "not_your_turn"
        for nowhere in (-1, 2, 99, 10**12):
            strange = p.Play(seat=nowhere, number=0, move={"do": "take", "place": 1})
            assert (await both.fails(strange)).code == "not_your_seat"
        assert (await both.fails(p.Play(seat=seat, number=-(10**12), move={"do": "take", "place": 1}))).code == "late"
        assert (await both.fails(p.Hello(table=made.table))).code == "hello_first"
        for text in ("", "   ", "x" * 301, "a\u202eb", "a\x00b", "a\u2066b", "e" + "\u0301" * 9):
            assert (await both.fails(p.Chat(seat=seat, text=text))).code == "bad_text", text
        await play_out(both)


async def test_hello_must_come_first_and_know_the_table(base: str) -> None:
    async with connect(base.replace("http", "ws") + "/ws") as socket:
        await socket.send('{"type": "start"}')
        assert '"hello_first"' in str(await socket.recv())
        await socket.send('{"type": "ping", "ref": 3}')
        assert '"pong"' in str(await socket.recv())
    for name in ("nowhere", "", "../../etc", "x" * 100, "é", "a'; drop table lodge_rows; --"):
        async with Player(base, name) as lost:
            assert lost.refusal.code == "unknown_table"
            assert await lost.closed() == 4000


async def test_new_tables_are_checked(base: str) -> None:
    async def refused(body: Any, **headers: str) -> tuple[int, str]:
        status, answer = await http(base, "/api/tables", body, headers)
        return status, answer["code"]

    good = {"game": "dam-it", "seats": [ADA]}
    assert await refused({**good, "game": "chess"}) == (400, "unknown_game")
    assert await refused({**good, "seats": [ADA] * 5}) == (400, "bad_seats")
    assert await refused({**good, "options": ["magic"]}) == (400, "bad_options")
    assert await refused({**good, "clock": 0}) == (400, "bad_clock")
    assert await refused({**good, "seats": [{"kind": "bot", "level": "god"}]}) == (400, "unknown_bot")
    assert await refused({**good, "start": True}) == (400, "too_few_players")
    for name in ("", " ", "x" * 25, "\u202eevil", "a\nb\x07", "\u0301\u0301", "!!!", "x" * 10000):
        assert await refused({**good, "seats": [{"kind": "mine", "name": name}]}) == (400, "bad_name"), name
    assert await refused(b"not json") == (400, "bad_message")
    assert await refused({}) == (400, "bad_message")
    assert await refused(b"[" * 100000) == (400, "bad_message")
    assert await refused(b"[" * 14000) == (400, "bad_message")
    assert await refused(b'{"game": "' + b"x" * 20000 + b'"}') == (400, "bad_message")
    assert await refused(good, **{"content-type": "text/plain"}) == (400, "bad_message")
    assert await refused(good, origin="https://evil.example") == (403, "bad_origin")
    assert await refused(good, origin="null") == (403, "bad_origin")
    assert (await http(base, "/api/tables", good, {"origin": base}))[0] == 201
    assert (await http(base, "/api/tables/nowhere"))[0] == 404
    made = await new_table(base, [ADA])
    assert (await http(base, f"/api/tables/{made.table}/record.json"))[1]["code"] == "not_now"
    for record in (b"{}", b"[]", b"x", b'{"lodge": 1}', b"\xff"):
        status, verdict = await http(base, "/api/verify", record)
        assert (status, verdict["code"]) == (400, "bad_record")
    assert (await http(base, "/api/verify", b'{"lodge":' + b"[" * 100_000))[1]["code"] == "bad_record"


async def test_websockets_of_other_origins_are_refused(start: Start, sqlite: str) -> None:
    base = start(sqlite, origins=("http://localhost:5173",)).base
    url = base.replace("http", "ws") + "/ws"
    for origin in ("https://evil.example", "null", base + ".evil.example", base.replace("http", "file")):
        with pytest.raises(InvalidStatus):
            await connect(url, additional_headers={"Origin": origin})
    for origin in (base, "http://localhost:5173"):
        async with connect(url, additional_headers={"Origin": origin}) as socket:
            await socket.send('{"type": "ping"}')
            assert '"pong"' in str(await socket.recv())


async def test_deep_json_is_refused() -> None:
    with pytest.raises(limits.Refused, match="nested too deeply"):
        api.parse(b'{"a":' * 5000 + b"1" + b"}" * 5000, dict)


def test_only_own_names_are_answered_to(start: Start, sqlite: str) -> None:
    """A site whose name points to this machine is not the server's own page."""
    running = start(sqlite, origins=("https://lodge.example.org",))
    port = running.base.rpartition(":")[2]
    for host in (f"localhost:{port}", "LOCALHOST", f"127.0.0.1:{port}", f"[::1]:{port}", "lodge.example.org"):
        assert answer(running.base, host)[0] == 200, host
    for host in ("evil.example", f"evil.example:{port}", "localhost.evil.example", "[::1", "192.168.0.2", ""):
        status, headers = answer(running.base, host)
        assert status == 400, host
        assert headers["content-security-policy"]


async def test_websockets_to_other_names_are_refused(start: Start, sqlite: str) -> None:
    url = start(sqlite).base.replace("http", "ws") + "/ws"
    port = int(url.rpartition(":")[2].partition("/")[0])
    for name, good in (("evil.example", False), ("localhost", True)):
        asking = connect(f"ws://{name}:{port}/ws", origin=f"http://{name}:{port}", host="127.0.0.1", port=port)  # type: ignore[arg-type]
        if good:
            async with asking as socket:
                await socket.send('{"type": "ping"}')
                assert '"pong"' in str(await socket.recv())
        else:
            with pytest.raises(InvalidStatus):
                await asking


def test_any_name_will_do_for_the_network() -> None:
    assert hosts.allowed_hosts("0.0.0.0", ()) is None  # noqa: S104
    assert hosts.allowed_hosts("192.0.2.7", ()) is None
    assert (
        hosts.allowed_hosts("::1", ())
        == hosts.allowed_hosts("localhost", ())
        == frozenset({"localhost", "127.0.0.1", "::1"})
    )
    assert hosts.host_allowed("anything", None)


@pytest.mark.parametrize("path", ["/api/games", "/healthz"])
def test_even_a_defect_is_answered_with_safe_headers(
    start: Start, sqlite: str, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    running = start(sqlite)
    monkeypatch.setattr(api, "PlainTextResponse", None)
    monkeypatch.setattr(api, "catalogue", None)
    status, headers = answer(running.base, "localhost", path)
    monkeypatch.undo()
    assert status == 500
    assert headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cache-control"] == "no-store"


def answer(base: str, host: str, path: str = "/api/games") -> tuple[int, Any]:
    """Status and headers for a request with this Host."""
    connection = HTTPConnection(base.removeprefix("http://"))
    connection.request("GET", path, headers={"Host": host})
    got = connection.getresponse()
    connection.close()
    return got.status, got.headers


async def test_a_flood_is_cut_off(start: Start, sqlite: str) -> None:
    base = start(sqlite, messages_per_second=1.0, message_burst=10).base
    made = await new_table(base, [ADA, BO], start=True)
    async with Player(base, made.table, tokens(made)) as both:
        for _ in range(20):
            await both.say(p.Ping())
        assert (await both.until(p.Failure)).code == "too_fast"
        assert await both.closed() == 4001


async def test_a_huge_message_ends_the_connection_but_not_the_table(start: Start, sqlite: str) -> None:
    base = start(sqlite).base
    made = await new_table(base, [ADA, BO], start=True)
    async with Player(base, made.table, tokens(made)) as both:
        await both.raw('{"type": "chat", "text": "' + "x" * 100_000 + '"}')
        assert await both.closed() == 1009
    async with Player(base, made.table, tokens(made)) as both:
        await both.play()


async def test_addresses_are_limited(start: Start, sqlite: str) -> None:
    base = start(sqlite, tables_per_address=2, connections_per_address=2).base
    made = await new_table(base, [ADA])
    await new_table(base, [ADA])
    status, answer = await http(base, "/api/tables", {"game": "dam-it", "seats": [ADA]})
    assert (status, answer["code"], answer["details"]) == (429, "too_many_tables", {"limit": 2})
    async with Player(base, made.table), Player(base, made.table):
        with pytest.raises(ConnectionClosed):
            await Player(base, made.table).__aenter__()
    async with Player(base, made.table) as again:
        assert again.table.id == made.table


@pytest.mark.parametrize(("trusted", "statuses"), [("127.0.0.0/30", [201, 201, 429]), ("10.9.8.7", [201, 429, 429])])
async def test_nobody_chooses_an_address_but_by_a_trusted_proxy(
    start: Start, sqlite: str, monkeypatch: pytest.MonkeyPatch, trusted: str, statuses: list[int]
) -> None:
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", trusted)
    base = start(sqlite, tables_per_address=1).base
    wish = {"game": "dam-it", "seats": [ADA]}
    said = [{"x-forwarded-for": f"203.0.113.{last}"} for last in (1, 2, 1)]
    assert [(await http(base, "/api/tables", wish, headers))[0] for headers in said] == statuses


async def test_a_client_that_does_not_read_is_cut_off(start: Start, sqlite: str) -> None:
    running = start(sqlite, outbox=5)
    made = await new_table(running.base, [ADA, BO], start=True)
    address = running.base.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(address[0], int(address[1]), limit=1000)
    writer.write(b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n")
    writer.write(b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n")
    await reader.readuntil(b"\r\n\r\n")
    hello = b'{"type":"hello","table":"%b"}' % made.table.encode()
    writer.write(bytes([0x81, 0x80 | len(hello)]) + b"\0\0\0\0" + hello)
    await until(lambda: made.table in running.hub.rooms and running.hub.rooms[made.table].clients)
    room = running.hub.rooms[made.table]
    (client,) = room.clients
    loop = running.hub.store._task.get_loop()
    for _ in range(50):
        loop.call_soon_threadsafe(client.post, b"x" * 1_000_000)
    async with Player(running.base, made.table, tokens(made)) as both:
        await both.table_is(lambda table: table.watchers == 0)
        await both.play()
    assert client not in room.clients
    writer.close()
    with suppress(OSError):
        await writer.wait_closed()


async def test_what_waits_for_a_client_that_does_not_read_is_small(start: Start, sqlite: str) -> None:
    """It asks for what is long, again and again: 100 connections held 2 GB."""
    running = start(sqlite)
    made = await new_table(running.base, [ADA, BO], start=True)
    async with Player(running.base, made.table, tokens(made)) as both:
        for step in range(30):
            await both.play(step)
        lazy = await asyncio.to_thread(Raw, running.base)
        lazy.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 16384)
        room = running.hub.rooms[made.table]

        def say(message: p.FromClient) -> None:
            with suppress(OSError):
                lazy.socket.sendall(Frame(Opcode.TEXT, msgspec.json.encode(message)).serialize(mask=True))

        say(p.Hello(table=made.table, tokens=tokens(made)))
        await until(lambda: len(room.clients) == 2)
        most = running.hub.settings.outbox - 10
        for _ in range(most):  # fewer than may wait, if they were short
            await asyncio.to_thread(say, p.Review(seat=0, since=0))
        await until(lambda: len(room.clients) == 1)
        await both.play()
    lazy.socket.close()


def test_safe_headers_on_every_answer(start: Start, sqlite: str) -> None:
    base = start(sqlite).base
    for path in ("/", "/t/abc", "/api/games", "/healthz"):
        with urllib.request.urlopen(base + path) as answer:  # noqa: S310
            policy = answer.headers["content-security-policy"]
            assert "unsafe" not in policy.replace("'wasm-unsafe-eval'", "")  # modules, and no other code
            assert "default-src 'none'" in policy
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert answer.headers["referrer-policy"] == "no-referrer"
            assert "server" not in answer.headers


def test_addresses_share_a_network() -> None:
    assert limits.network("2001:db8::1") == limits.network("2001:db8::ffff")
    assert limits.network("2001:db8::1") != limits.network("2001:db8:0:1::1")
    assert limits.network("::ffff:10.0.0.1") == limits.network("10.0.0.1") != limits.network("10.0.0.2")
    assert limits.network("unix") == "unix"


def test_old_counts_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = limits.Addresses(connections=1, tables=1)
    now = [1000.0]
    monkeypatch.setattr("lodge.server.limits.time.monotonic", lambda: now[0])
    assert counts.make_table("a")
    assert not counts.make_table("a")
    now[0] += 3601
    counts.tidy()
    assert counts.make_table("a")


def test_requests_of_an_address_keep_to_a_pace(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = limits.Addresses(connections=1, tables=1)
    now = [1000.0]
    monkeypatch.setattr("lodge.server.limits.time.monotonic", lambda: now[0])
    assert [counts.wait("a", 4.0, 3) for _ in range(5)] == [0, 0, 0, 0.25, 0.5]
    assert counts.wait("b", 4.0, 3) == 0
    now[0] += 60
    assert [counts.wait("a", 4.0, 3) for _ in range(4)] == [0, 0, 0, 0.25]


async def test_requests_that_nobody_waits_for_any_more_do_not_pile_up(start: Start, sqlite: str) -> None:
    """Whoever asks and leaves again and again left a task that slept, each longer than the one before."""
    running = start(sqlite, requests_per_second=1.0, request_burst=5, checks_per_second=1.0, check_burst=5)
    host, port = running.base.removeprefix("http://").split(":")

    def ask_and_leave() -> None:
        for number in range(200):
            path = b"/api/print/dam-it" if number % 2 else b"/healthz"
            with socket.create_connection((host, int(port)), 30, source_address=("127.0.0.2", 0)) as line:
                line.sendall(b"GET " + path + b" HTTP/1.1\r\nHost: localhost\r\n\r\n")

    await asyncio.to_thread(ask_and_leave)
    await until(lambda: running.server.config.connections.open == 0)
    await until(lambda: len(running.server.server_state.tasks) < 30)
    with socket.create_connection((host, int(port)), 30, source_address=("127.0.0.2", 0)) as line:
        line.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        told = await asyncio.to_thread(line.recv, 4096)
    assert told.startswith((b"HTTP/1.1 429", b"HTTP/1.1 200"))
    with pytest.raises(Refused, match="Too many requests"):
        sum(running.hub.addresses.wait("127.0.0.3", 1.0, 5, limits.REQUEST) for _ in range(50))
    async with Player(running.base, "nowhere") as honest:  # of another address
        assert honest.refusal.code == "unknown_table"


def test_names_in_any_script_are_fine() -> None:
    for name in ("Zoë", "Łukasz", "李雷", "محمد", "Ольга", "नरेंद्र", "O'Neil", "👩‍🚀 Sam", "x" * 24):
        assert limits.clean_name(f"  {name} ") == name
