"""Work on the side is bounded, and what failed for a moment is tried again."""

from __future__ import annotations

import asyncio
import gzip
import socket
import threading
import time
from contextlib import AsyncExitStack
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from lodge.analysis import Weighed
from lodge.errors import LodgeError
from lodge.server.limits import Refused
from lodge.server.storage.store import StoreBroken
from lodge.server.workers.queue import Ticket, WorkQueue
from lodge.server.ws import protocol as p

from .conftest import Start
from .player import ADA, BO, BOT, Player, http, new_table, play_out, tokens, until


async def test_one_hint_each_and_few_at_once(start: Start, sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    running = start(sqlite, hints=1)
    go = threading.Event()

    def slow(*_: object) -> Weighed:
        go.wait(60)
        return Weighed([], [])

    monkeypatch.setattr(running.hub.workers, "_weigh", slow)
    made = await new_table(running.base, [ADA, BO], start=True, hints="everybody")
    async with (
        Player(running.base, made.table, tokens(made)) as one,
        Player(running.base, made.table, tokens(made)) as two,
    ):
        seat = one.turn()
        assert seat is not None
        await one.say(p.Hint(seat=seat, ref=5))
        await until(lambda: running.hub.workers.hints.waiting)
        assert (await one.fails(p.Hint(seat=seat))).code == "busy"
        assert (await two.fails(p.Hint(seat=seat))).code == "busy"
        go.set()
        assert (await one.until(p.HintAnswer)).ref == 5
        await two.say(p.Hint(seat=seat, ref=6))
        assert (await two.until(p.HintAnswer)).ref == 6


async def test_few_verifications_at_once_and_bots_do_not_wait(
    start: Start, sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = start(sqlite, checks=3, checks_per_address=3)
    go = threading.Event()

    done: list[bytes] = []

    def slow(text: bytes) -> bytes:
        go.wait(60)
        done.append(text)
        return b'"checked"'

    monkeypatch.setattr("lodge.server.http.api._verified", slow)
    bodies = [b"[%d]" % number for number in range(3)]
    asked = [asyncio.create_task(http(running.base, "/api/verify", body)) for body in [*bodies, bodies[0]]]
    await until(lambda: running.hub.workers.checks.waiting == 3)
    status, answer = await http(running.base, "/api/verify", b"[3]")
    assert (status, answer["code"]) == (503, "busy")
    made = await new_table(running.base, [BOT, BOT], start=True)
    async with Player(running.base, made.table) as watcher:
        await watcher.table_is(lambda table: table.status == "over")
    assert (await http(running.base, f"/api/tables/{made.table}/replay.json"))[0] == 503
    go.set()
    assert await asyncio.gather(*asked) == [(200, "checked")] * 4
    assert await http(running.base, "/api/verify", bodies[0]) == (200, "checked")
    assert sorted(done) == bodies, "each is looked at once"
    assert (await http(running.base, f"/api/tables/{made.table}/replay.json"))[0] == 200


async def test_a_clock_that_failed_is_tried_again(start: Start, sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lodge.server.limits.SHORTEST_CLOCK", 1)
    monkeypatch.setattr("lodge.server.tables.hub.RETRY", 0.1)
    running = start(sqlite)
    made = await new_table(running.base, [ADA, BO], start=True, clock=1)
    append = running.hub.store.append
    failed: list[Any] = []

    async def broken(*arguments: Any) -> None:
        if len(failed) < 2:
            failed.append(arguments)
            raise StoreBroken("busy")
        await append(*arguments)

    monkeypatch.setattr(running.hub.store, "append", broken)
    async with Player(running.base, made.table, tokens(made)) as both:
        assert (await both.until(p.Update)).number == 1
    assert len(failed) == 2


async def test_addresses_take_turns_and_people_who_wait_go_first() -> None:
    queue = WorkQueue("test", 100, each=40)
    go, order = threading.Event(), list[str]()

    def work(name: str) -> None:
        go.wait(60)
        order.append(name)

    def ask(name: str, owner: str, rank: int = 0) -> asyncio.Task[None]:
        return asyncio.create_task(queue.run(work, name, owners=[owner], rank=rank))

    greedy = [ask(f"greedy {number}", "a") for number in range(30)]
    greedy += [ask(f"looking {number}", "b", 1) for number in range(3)]
    await until(lambda: queue.waiting == 33)
    honest = [ask(f"honest {number}", "c") for number in range(3)]
    honest += [asyncio.create_task(queue.run(work, "several", owners=["a", "d"]))]
    await until(lambda: queue.waiting == 37)
    gone = ask("gone", "e")
    await until(lambda: queue.waiting == 38)
    gone.cancel()
    await until(lambda: queue.waiting == 37)
    go.set()
    await asyncio.gather(*greedy, *honest)
    assert order[0] == "greedy 0", "what has begun is done"
    assert {"honest 0", "several"} <= set(order[:5])
    assert order.index("honest 2") < 10
    assert [name for name in order if name.startswith("looking")] == order[-3:]
    assert "gone" not in order
    queue.close()


async def test_a_thread_is_kept_for_people_who_wait() -> None:
    queue, go = WorkQueue("test", 100, threads=3, kept=1), threading.Event()
    begun = list[str]()

    def work(name: str) -> None:
        begun.append(name)
        go.wait(60)

    asked = [asyncio.create_task(queue.run(work, "looking", owners=["a"], rank=1)) for _ in range(4)]
    await until(lambda: len(begun) == 2)
    asked.append(asyncio.create_task(queue.run(work, "waiting", owners=["b"])))
    await until(lambda: len(begun) == 3)
    assert begun == ["looking", "looking", "waiting"], "the third thread was free for it"
    go.set()
    await asyncio.gather(*asked)
    assert begun[3:] == ["looking", "looking"]
    queue.close()


async def test_whoever_comes_back_is_not_kept_waiting() -> None:
    """A bot whose person is away stands behind all others; when the person comes, before them."""
    queue, ticket = WorkQueue("test", 100), Ticket()
    go, order = threading.Event(), list[str]()

    def work(name: str) -> None:
        go.wait(60)
        order.append(name)

    asked = [asyncio.create_task(queue.run(work, f"looking {number}", owners=["a"], rank=1)) for number in range(9)]
    asked.append(asyncio.create_task(queue.run(work, "away", owners=["b"], rank=2, ticket=ticket)))
    await until(lambda: queue.waiting == 10)
    queue.hasten(ticket, 0)
    queue.hasten(ticket, 2)
    go.set()
    await asyncio.gather(*asked)
    assert order.index("away") == 1
    assert len(order) == 10
    queue.close()


async def test_spectators_take_no_players_place() -> None:
    queue = WorkQueue("test", 2)
    go = threading.Event()
    looking = [asyncio.create_task(queue.run(go.wait, 60, owners=[f"s{number}"], rank=1)) for number in range(2)]
    await until(lambda: queue.waiting == 2)
    with pytest.raises(Refused):
        await queue.run(go.wait, 60, owners=["s3"], rank=1)
    playing = asyncio.create_task(queue.run(go.wait, 60, owners=["p"], rank=0))
    await until(lambda: queue.waiting == 3)
    go.set()
    await asyncio.gather(*looking, playing)
    queue.close()


async def test_an_address_has_its_share_of_checks(start: Start, sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    running = start(sqlite, checks=8, checks_per_address=2)
    go = threading.Event()

    def slow(_text: bytes) -> bytes:
        go.wait(60)
        return b'"checked"'

    monkeypatch.setattr("lodge.server.http.api._verified", slow)

    def ask(number: int, address: str) -> Any:
        return http(running.base, "/api/verify", b"[%d]" % number, {"x-forwarded-for": address})

    asked = [asyncio.create_task(ask(number, "203.0.113.1")) for number in range(2)]
    await until(lambda: running.hub.workers.checks.waiting == 2)
    status, answer = await ask(2, "203.0.113.1")
    assert (status, answer["code"]) == (503, "busy")
    asked.append(asyncio.create_task(ask(3, "203.0.113.2")))
    await until(lambda: running.hub.workers.checks.waiting == 3)
    go.set()
    assert await asyncio.gather(*asked) == [(200, "checked")] * 3


async def test_what_takes_a_while_has_a_pace_of_its_own(start: Start, sqlite: str) -> None:
    base = start(sqlite, checks_per_second=0.01, check_burst=2).base

    async def ask(address: str, path: str, body: Any = None) -> int:
        return (await http(base, path, body, {"x-forwarded-for": address}))[0]

    assert [await ask("203.0.113.1", "/api/verify", b"{}") for _ in range(2)] == [400, 400]  # no records, but looked at
    for path in ("/api/tables/x/replay.json", "/api/tables/x/picture.png", "/api/print/dam-it"):
        assert await ask("203.0.113.1", path) == 429, path
    assert await ask("203.0.113.1", "/api/games") == 200
    assert await ask("203.0.113.2", "/api/verify", b"{}") == 400


async def test_an_address_has_its_share_of_hints(start: Start, sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    running = start(sqlite, hints=8, hints_per_address=1)
    go = threading.Event()

    def slow(*_: object) -> Weighed:
        go.wait(60)
        return Weighed([], [])

    monkeypatch.setattr(running.hub.workers, "_weigh", slow)
    made = await new_table(running.base, [ADA, BO], start=True, hints="everybody")
    async with AsyncExitStack() as stack:
        players = list[Player]()
        for address in ("10.0.0.1", "10.0.0.1", "10.0.0.2"):
            monkeypatch.setattr("lodge.server.ws.socket.network", lambda _, address=address: address)
            players.append(await stack.enter_async_context(Player(running.base, made.table, tokens(made))))
        seat = players[0].turn()
        assert seat is not None
        await players[0].say(p.Hint(seat=seat))
        await until(lambda: running.hub.workers.hints.waiting == 1)
        assert (await players[1].fails(p.Hint(seat=seat))).code == "busy"
        await players[2].say(p.Hint(seat=seat))
        await until(lambda: running.hub.workers.hints.waiting == 2)
        go.set()
        for player in (players[0], players[2]):
            await player.until(p.HintAnswer)


async def test_a_spectators_what_if_takes_no_players_place(
    start: Start, sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = start(sqlite, hints=1)
    go = threading.Event()

    def slow(*_: object, **__: object) -> None:
        go.wait(60)
        raise LodgeError("worked out")

    monkeypatch.setattr("lodge.server.workers.analyst.what_if", slow)
    made = await new_table(running.base, [ADA, BO], start=True)
    async with (
        Player(running.base, made.table, tokens(made)) as both,
        Player(running.base, made.table) as one,
        Player(running.base, made.table) as two,
    ):
        await play_out(both)
        for watcher in (one, two):
            await watcher.table_is(lambda table: table.status == "over")
        await one.say(p.PlayOn(number=1, move="take 1"))
        await until(lambda: running.hub.workers.what_ifs.waiting == 1)
        assert (await two.fails(p.PlayOn(number=1, move="take 1"))).code == "busy"
        await both.say(p.PlayOn(number=1, move="take 1"))
        await until(lambda: running.hub.workers.what_ifs.waiting == 2)
        go.set()
        for asking in (one, both):
            assert "worked out" in (await asking.until(p.Failure)).message


async def test_bots_alone_think_only_while_somebody_looks_on(start: Start, sqlite: str) -> None:
    running = start(sqlite)
    made = await new_table(running.base, [BOT, BOT], start=True)
    played = await new_table(running.base, [ADA, BOT], start=True)
    await until(lambda: running.hub.rooms[played.table].table.pending == [0])  # where somebody plays they do
    room = running.hub.rooms[made.table]
    assert room.table.position == 0
    assert room.thought is None
    async with Player(running.base, made.table) as watcher:
        await watcher.table_is(lambda table: table.status == "over")


async def test_files_are_packed_once_however_often_they_are_asked_for(
    start: Start, sqlite: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Packing the page anew for each who asks kept everybody waiting: a move took 5 s beside 60 connections."""
    page = tmp_path / "page"
    (page / "assets").mkdir(parents=True)
    names = ("index.html", "sw.js", "assets/app.js")
    for name in names:
        (page / name).write_text("run();" * 5000)
    base = start(sqlite, page=page).base
    packs: list[bytes] = []
    compress = gzip.compress

    def counted(data: bytes, *more: Any, **others: Any) -> bytes:
        packs.append(data)
        return compress(data, *more, **others)

    def never(*_: Any, **__: Any) -> None:
        raise AssertionError("packed as it goes")

    monkeypatch.setattr("lodge.server.http.files.gzip.compress", counted)
    paths = ["/sw.js", "/assets/app.js", "/modules/dam-it/module.json"]
    first = [await packed(base, path) for path in paths]
    monkeypatch.setattr("starlette.middleware.gzip.zlib.compressobj", never)
    for _ in range(20):
        assert [await packed(base, path) for path in paths] == first
    assert len(packs) == len(paths)
    (page / "assets" / "app.js").write_text("stop();" * 5000)
    status, text, mark = await packed(base, "/assets/app.js")
    assert (status, gzip.decompress(text)) == (200, b"stop();" * 5000)
    assert await packed(base, "/assets/app.js", {"if-none-match": mark}) == (304, b"", mark)


async def packed(base: str, path: str, headers: dict[str, str] | None = None) -> tuple[int, bytes, str]:
    """What a browser is sent: status, bytes as they come, mark."""

    def ask() -> tuple[int, bytes, str]:
        asking = HTTPConnection(base.removeprefix("http://"))
        asking.request("GET", path, headers={"accept-encoding": "gzip", **(headers or {})})
        told = asking.getresponse()
        text = told.read()
        assert told.status != 200 or told.headers["content-encoding"] == "gzip"
        asking.close()
        return told.status, text, told.headers["etag"] or ""

    return await asyncio.to_thread(ask)


async def test_an_address_asks_for_so_much_and_others_do_not_wait(start: Start, sqlite: str) -> None:
    """Requests of all kinds, and websockets that are opened, keep to one pace; nothing of it is refused."""
    running = start(sqlite, requests_per_second=20.0, request_burst=10)
    made = await new_table(running.base, [ADA, BO], start=True)
    host, port = running.base.removeprefix("http://").split(":")

    def flood() -> tuple[float, int]:
        began = time.monotonic()
        with socket.create_connection((host, int(port)), 30, source_address=("127.0.0.2", 0)) as line:
            line.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n" * 29)
            line.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            told = b"".join(iter(lambda: line.recv(4096), b""))
        return time.monotonic() - began, told.count(b"HTTP/1.1 200 OK")

    flooding = asyncio.create_task(asyncio.to_thread(flood))
    async with Player(running.base, made.table, tokens(made)) as both:
        for _ in range(5):
            await both.play()
    seconds, answers = await flooding
    assert answers == 30
    assert seconds > 0.95, "ten at once, and twenty at twenty a second"

    def spend() -> float:
        for _ in range(31):
            running.hub.addresses.wait("127.0.0.1", 20.0, 10, "request ")
        return time.monotonic()

    before = spend()
    async with Player(running.base, made.table) as late:
        assert time.monotonic() - before > 0.8, "a websocket that is opened counts as well"
        before = spend()
        await late.settle()
        assert time.monotonic() - before > 0.8, "and so does what is said by it"


async def test_reviews_have_the_pace_of_replays(start: Start, sqlite: str) -> None:
    """Each shows forty moves again; a hundred connections could ask for 1,500 of them a second."""
    running = start(sqlite, checks_per_second=10.0, check_burst=2)
    made = await new_table(running.base, [ADA, BO], start=True)
    async with Player(running.base, made.table, tokens(made)) as both:
        await both.play()
        before = time.monotonic()
        for _ in range(8):
            await both.say(p.Review(seat=0, since=0))
        for _ in range(8):
            await both.until(p.Reviewed)
        assert time.monotonic() - before > 0.55


async def test_an_honest_bot_answers_beside_very_many_others(
    start: Start, sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """60 tables of bots alone, looked at from one address: a person's bot waits for a thought or two between them."""
    running = start(sqlite, bot_threads=1)
    thought: list[object] = []
    think = running.hub.workers.bots.run

    waited: list[int] = []

    async def counted(*arguments: Any, rank: int, **more: Any) -> Any:
        before = len(thought)
        found = await think(*arguments, rank=rank, **more)
        if rank == 0:
            waited.append(len(thought) - before)
        thought.append(found)
        return found

    monkeypatch.setattr(running.hub.workers.bots, "run", counted)
    crowd = [await new_table(running.base, [BOT] * 4, start=True) for _ in range(60)]
    async with AsyncExitStack() as stack:
        for made in crowd:
            await stack.enter_async_context(Player(running.base, made.table))
        honest = await new_table(running.base, [ADA, BOT], start=True)
        async with Player(running.base, honest.table, tokens(honest)) as ada:
            for _ in range(5):
                while ada.turn() is None:
                    await ada.hear()
                await ada.play()
    assert waited
    assert max(waited) <= 2, "it waits for what has begun, not for sixty"
