"""Several server processes on one PostgreSQL: they hear of each other, and a bot thinks in one of them."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from lodge.replaying import verify
from lodge.server.bus.notices import Arrived, Notice, Present, Wrote, pack, unpack
from lodge.server.bus.postgres import PostgresBus
from lodge.server.storage.store import Store
from lodge.server.tables.events import Spoke
from lodge.server.ws import protocol as p

from .conftest import Launch, Start
from .phases import store_of
from .player import ADA, BO, BOT, WAIT, Player, http, new_table, play_out, tokens, until

NEVER = 3600.0
CUT = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'lodge bus%'"


@pytest.fixture
def database(empty_postgres: Callable[[], str]) -> str:
    """PostgreSQL alone: SQLite is for one process."""
    return empty_postgres()


@pytest.fixture
def two(start: Start, database: str) -> Callable[..., tuple[Any, Any]]:
    """Two servers that never look by themselves for what the other one wrote: they have to be told."""
    return lambda **more: (start(database, catch_up=NEVER, **more), start(database, catch_up=NEVER, **more))


@asynccontextmanager
async def at(base: str, table: str, *keys: str, **hello: Any) -> AsyncIterator[Player]:
    """Somebody who was welcomed."""
    async with Player(base, table, list(keys), **hello) as player:
        yield player


# --- news ----------------------------------------------------------------------------------------------------


def test_notices_are_packed_as_tightly_as_a_message_allows() -> None:
    wrote = [Wrote(f"t{number}", number) for number in range(1000)]
    there = Present("t", {0: ["mark"]}, 2)
    messages = list(pack("me", [*wrote, there, Arrived()]))
    assert 2 < len(messages) < 6
    assert all(len(message) < 8000 for message in messages)
    assert [notice for message in messages for notice in unpack(message)[1]] == [*wrote, there, Arrived()]
    assert {unpack(message)[0] for message in messages} == {"me"}
    assert unpack('["newer",[["Wonder",1]]]') == ("", [])


async def test_a_move_is_heard_at_the_other_process(two: Callable[..., Any]) -> None:
    one, other = two()
    made = await new_table(one.base, [ADA, BO], start=True)
    async with (
        at(one.base, made.table, made.seats[0].token) as ada,
        at(other.base, made.table, made.seats[1].token) as bo,
        at(other.base, made.table) as watcher,
    ):
        await ada.say(p.Chat(seat=0, text="hello"))
        assert (await bo.until(p.Said)).line.text == "hello"
        await play_out(ada, bo)
        await watcher.table_is(lambda table: table.status == "over")
        assert ada.table.result == watcher.table.result


async def test_a_table_moves_to_another_process_while_it_is_played(two: Callable[..., Any]) -> None:
    one, other = two()
    made = await new_table(one.base, [ADA, BO], start=True)
    keys = [seat.token for seat in made.seats]
    async with AsyncExitStack() as rooms:
        people = [await rooms.enter_async_context(at(one.base, made.table, key)) for key in keys]
        for move in range(6):
            mover = next(person for person in people if person.turn() is not None)
            position = (await mover.play(move)).number
            leaving = people[move % 2]
            await leaving._socket.close()
            base = other.base if move % 4 < 2 else one.base
            people[move % 2] = await rooms.enter_async_context(at(base, made.table, keys[move % 2]))
            for person in people:
                while person.update.number < position:
                    await person.hear()
        await play_out(*people)


async def test_what_nobody_told_of_is_seen(start: Start, database: str) -> None:
    """A process that died after writing, or a transaction that took long: by a reload, and by looking at all tables."""
    quiet, looking = start(database, catch_up=NEVER), start(database, catch_up=0.05)
    made = await new_table(quiet.base, [ADA, BO], start=True)
    async with store_of(database) as store, at(quiet.base, made.table), at(looking.base, made.table) as watcher:
        async with store.engine.connect() as connection:  # a row with a small id, which is seen late
            begun = await connection.begin()
            row = "INSERT INTO lodge_rows (table_id, number, at, writer, data) VALUES (:table, 3, 1, 'x', :data)"
            line = '{"row":"spoke","seat":null,"name":"Cy","text":"late"}'
            await connection.execute(text(row), {"table": made.table, "data": line})
            for number in range(600):
                await store.append("another", number, [Spoke(None, "Di", "x")], 1.0)
            await begun.commit()
        async with Player(quiet.base, made.table) as again:
            assert [said.text for said in again.welcome.chat] == ["late"]
        assert (await watcher.until(p.Said)).line.text == "late"


async def test_a_lost_connection_is_made_up_for(two: Callable[..., Any], database: str) -> None:
    """Whoever listens is cut off; what is written meanwhile is read afterwards, and who is where is asked again."""
    one, other = two()
    made = await new_table(one.base, [ADA, BO], start=True)
    async with (
        store_of(database) as store,
        at(one.base, made.table, made.seats[0].token) as ada,
        at(other.base, made.table, made.seats[1].token) as bo,
    ):
        await bo.table_is(lambda table: table.seats[0].connected)
        async with store.engine.begin() as connection:
            await connection.execute(text(CUT))
        await until(lambda: not one.hub.bus.listening and not other.hub.bus.listening)
        await store.append(made.table, 2, [Spoke(None, "Cy", "meanwhile")], 1.0)
        for player in (ada, bo):
            assert (await player.until(p.Said)).line.text == "meanwhile"
        await play_out(ada, bo)
        await until(lambda: one.hub.peers.at(made.table) and other.hub.peers.at(made.table))


# --- who is here ---------------------------------------------------------------------------------------------


async def test_presence_and_votes_count_everywhere(two: Callable[..., Any]) -> None:
    one, other = two(away_seconds=0.0)
    made = await new_table(one.base, [ADA, BO], start=True)
    async with at(one.base, made.table, made.seats[0].token) as ada:
        async with at(other.base, made.table, made.seats[1].token), at(other.base, made.table):
            await ada.table_is(lambda table: table.seats[1].connected and table.watchers == 1)
            assert (await ada.fails(p.Offer(what="bot", seat=1))).code == "not_now"
        await ada.table_is(lambda table: not table.seats[1].connected and table.watchers == 0)
        await ada.say(p.Offer(what="bot", seat=1))
        await ada.table_is(lambda table: table.seats[1].stand_in)


async def test_who_was_at_a_process_that_died_is_away(
    start: Start, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lodge.server.tables.peers.SILENT", 0.2)
    running = start(database)
    made = await new_table(running.base, [ADA, BO], start=True)
    store = Store(database)
    ghost = PostgresBus(store.engine, "ghost")
    await ghost.open(lambda _sender, _notice: None, lambda: None)
    async with at(running.base, made.table, made.seats[0].token) as ada:
        ghost.publish(Present(made.table, {1: []}, 0))
        await ada.table_is(lambda table: table.seats[1].connected)
        await ghost.close()  # without a word
        await ada.table_is(lambda table: not table.seats[1].connected)
    await store.engine.dispose()


async def test_a_host_keeps_out_somebody_at_another_process(two: Callable[..., Any]) -> None:
    one, other = two()
    made = await new_table(one.base, [ADA, BO])
    async with at(one.base, made.table, *tokens(made)) as host:
        async with at(other.base, made.table, name="Eve") as eve:
            await eve.say(p.Chat(text="buy this"))
            line = (await host.until(p.Said)).line.id
            await until(lambda: one.hub.rooms[made.table].marks_by(line))
            await host.say(p.Ban(line=line))
            assert await eve.closed() == 4005
        async with Player(other.base, made.table, name="Eve") as again:
            assert again.refusal.code == "barred"


# --- limits --------------------------------------------------------------------------------------------------


async def test_limits_count_what_an_address_does_anywhere(two: Callable[..., Any]) -> None:
    one, other = two(tables_per_address=2, connections_per_address=2, chat_per_second=0.001, chat_burst=1)
    made = await new_table(one.base, [ADA, BO])
    await until(lambda: any(other.hub.addresses._tables.values()))
    await new_table(other.base, [ADA, BO])
    await until(lambda: all(len(tables) == 2 for tables in one.hub.addresses._tables.values()))
    for base in (one.base, other.base):
        assert (await http(base, "/api/tables", {"game": "dam-it", "seats": [ADA, BO]}))[1]["code"] == "too_many_tables"
    async with at(one.base, made.table, name="Cy") as cy, at(other.base, made.table, name="Di") as di:
        await cy.say(p.Chat(text="hello"))
        await di.until(p.Said)
        await until(lambda: other.hub.addresses._talk)
        assert (await di.fails(p.Chat(text="hello"))).code == "too_fast"
        await until(lambda: all(running.hub.addresses._elsewhere for running in (one, other)))
        for base in (one.base, other.base):
            async with connect(base.replace("http", "ws", 1) + "/ws") as third:
                await asyncio.wait_for(third.wait_closed(), WAIT)
                assert third.close_code == 4002


# --- bots ----------------------------------------------------------------------------------------------------


async def test_a_bot_thinks_once(two: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    from lodge.server.workers.bots import BotWorkers

    one, other = two()
    thoughts = list[int]()
    think = BotWorkers.move

    async def counted(self: BotWorkers, *asked: Any) -> int:
        thoughts.append(1)
        return await think(self, *asked)

    monkeypatch.setattr(BotWorkers, "move", counted)
    made = await new_table(one.base, [ADA, BO, BOT, BOT], start=True)
    async with (
        at(one.base, made.table, made.seats[0].token) as ada,
        at(other.base, made.table, made.seats[1].token) as bo,
    ):
        await play_out(ada, bo)
    record = (await http(one.base, f"/api/tables/{made.table}/record.json"))[1]
    bots = [move for move in record["moves"] if move.split()[0] in ("2", "3")]
    assert len(thoughts) == len(bots) > 10


async def test_a_lease_ends_with_its_process(database: str) -> None:
    stores = [Store(database), Store(database)]
    one, other = (PostgresBus(store.engine, name) for store, name in zip(stores, ("one", "other"), strict=True))
    heard = list[Notice]()
    async with AsyncExitStack() as leases:
        for bus in (one, other):
            await bus.open(lambda _sender, notice: heard.append(notice), lambda: None)
            leases.push_async_callback(bus.close)
            assert bus.listening
        async with other.lease("a"):
            async with one.lease("a") as mine:
                assert not mine
            async with one.lease("b") as mine:
                assert mine
        assert await leases.enter_async_context(one.lease("a"))
        async with other.lease("a") as mine:
            assert not mine
        await one.close()
        async with asyncio.timeout(WAIT):
            while True:
                async with other.lease("a") as mine:
                    if mine:
                        break
    for store in stores:
        await store.engine.dispose()


# --- workers -------------------------------------------------------------------------------------------------


def workers_of(process: int) -> list[int]:
    """The processes that it has started and that serve: one more keeps track of what they share."""
    found = list[int]()
    for one in Path(f"/proc/{process}/task/{process}/children").read_text().split():
        with suppress(OSError):  # it may end while one looks
            if b"spawn_main" in Path(f"/proc/{one}/cmdline").read_bytes():
                found.append(int(one))
    return found


def gone(process: int) -> bool:
    """Whether a process has ended, even if nobody has asked how."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


async def reconnected(base: str, table: str, *keys: str) -> Player:
    """What the page does when its line is lost. Whoever meets the worker that is being started waits for it."""
    async with asyncio.timeout(3 * WAIT):
        while True:
            with suppress(OSError, WebSocketException):
                player = await Player(base, table, list(keys), seen=0).__aenter__()
                assert player.welcome.table.id == table
                return player


@pytest.mark.skipif(sys.platform != "linux", reason="looks for the workers in /proc")
async def test_a_worker_that_is_killed_costs_a_reconnect_and_nothing_else(launch: Launch, database: str) -> None:
    running = launch(database, "--no-native", "--bots", "random", "--workers", "2")
    first = workers_of(running.process.pid)
    assert len(first) == 2
    made = await new_table(running.base, [ADA, BO, {"kind": "bot", "level": "gentle"}], start=True)
    keys = [seat.token for seat in made.seats]
    people = [await reconnected(running.base, made.table, key) for key in keys]

    async def some_moves(person: Player) -> None:
        for move in range(6):
            while person.turn() is None:
                await person.hear()
            await person.play(move)

    await asyncio.gather(*map(some_moves, people))  # luck decides who begins
    os.kill(first[0], signal.SIGKILL)
    await until(lambda: gone(first[0]))
    people = [await reconnected(running.base, made.table, key) for key in keys]
    assert people[0].update.number >= 12
    await until(lambda: len(set(workers_of(running.process.pid)) - {first[0]}) == 2)
    await play_out(*people)
    record = (await http(running.base, f"/api/tables/{made.table}/record.json"))[1]
    assert verify(record).finished
    last = workers_of(running.process.pid)
    running.kill()
    await until(lambda: all(gone(one) for one in last))
