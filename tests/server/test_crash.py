"""Power failures, and several server processes on one database."""

from __future__ import annotations

import asyncio
import os
import random
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, WebSocketException

from lodge.replaying import verify
from lodge.server.http import schemas
from lodge.server.ws import protocol as p

from .conftest import Launch, Start
from .player import Player, http, new_table, play_out, tokens

KILLS = int(os.environ.get("LODGE_KILLS", "2"))  # LODGE_KILLS=20 makes it a longer ordeal
TABLES = 3 + KILLS
SEATS = [{"kind": "mine", "name": "Ada"}, {"kind": "mine", "name": "Bo"}, {"kind": "bot", "level": "random"}]


class Burst:
    """A table whose two people move as fast as they can, and what they know was accepted."""

    def __init__(self, made: schemas.TableMade) -> None:
        self.made = made
        self.accepted: dict[int, tuple[int, str]] = {}
        self.over = False

    async def play(self, base: str) -> None:
        """Play until the server dies or the game ends."""
        try:
            async with Player(base, self.made.table, tokens(self.made), seen=0) as both:
                welcome = both.welcome
                assert welcome.update
                self.check(welcome.update)
                while not self.over:
                    if both.turn() is not None:
                        await both.play(random.randrange(100))  # noqa: S311
                    else:
                        await both.hear()
                    for message in both.inbox:
                        if isinstance(message, p.Update):
                            self.note(message)
                    both.inbox.clear()
        except (ConnectionClosed, WebSocketException, OSError, TimeoutError):
            pass

    def note(self, update: p.Update) -> None:
        for step in update.steps:
            assert self.accepted.setdefault(step.number, (step.seat, step.text)) == (step.seat, step.text)
        self.over = update.over

    def check(self, update: p.Update) -> None:
        """After a restart: all that anybody was told of is there."""
        there = {step.number: (step.seat, step.text) for step in update.steps}
        assert all(there.get(number) == move for number, move in self.accepted.items())
        self.note(update)


async def test_kill_9_during_a_burst_of_moves_loses_nothing(launch: Launch, database: str) -> None:
    server = launch(database)
    seats = [*SEATS[:2], {"kind": "bot", "level": "gentle"}]  # as in earnest
    bursts = [Burst(await new_table(server.base, seats, start=True)) for _ in range(TABLES)]
    killed = 0
    while killed < KILLS and not all(burst.over for burst in bursts):
        playing = asyncio.gather(*(burst.play(server.base) for burst in bursts))
        before = sum(len(burst.accepted) for burst in bursts)
        while sum(len(burst.accepted) for burst in bursts) < before + 60 and not playing.done():
            await asyncio.sleep(0.01)
        server.kill()
        killed += not playing.done()
        await playing
        server = launch(database)
    await asyncio.gather(*(burst.play(server.base) for burst in bursts))
    print(f"{killed} kills, {sum(len(burst.accepted) for burst in bursts)} moves")  # noqa: T201
    assert killed == KILLS
    for burst in bursts:
        assert burst.over
        record = (await http(server.base, f"/api/tables/{burst.made.table}/record.json"))[1]
        assert verify(record).finished
        assert len(record["moves"]) == len(burst.accepted)


@pytest.mark.skipif(sys.platform != "linux", reason="looks for the child in /proc")
def test_a_compiler_ends_with_its_server(
    launch: Launch, sqlite: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LODGE_CACHE", str(tmp_path / "cache"))  # nothing is compiled there
    server = launch(sqlite, "--bots", "greedy")  # and not without native code
    ends = time.monotonic() + 30
    while not (found := _children(server.process.pid)):
        assert time.monotonic() < ends, "no compiler was started"
        time.sleep(0.01)
    server.kill()
    while _runs(found[0]):
        assert time.monotonic() < ends, "the compiler works on for nobody"
        time.sleep(0.01)


def _children(process: int) -> list[str]:
    """The processes that its threads have started; a thread may end while one looks."""
    found: list[str] = []
    for task in Path(f"/proc/{process}/task").iterdir():
        with suppress(OSError):
            found += (task / "children").read_text().split()
    return found


def _runs(process: str) -> bool:
    """Whether a process does anything: one that ended may be listed until somebody asks how."""
    try:
        return bool(Path(f"/proc/{process}/cmdline").read_bytes())
    except OSError:
        return False


async def test_bots_resume_after_a_restart(start: Start, sqlite: str) -> None:
    first = start(sqlite, beat=3600.0)
    made = await new_table(first.base, [*SEATS[:1], *[SEATS[2]] * 3], start=True)
    async with Player(first.base, made.table, tokens(made)) as ada:
        if ada.turn() is not None:
            await ada.play()
        assert ada.turn() is None
    second = start(sqlite)
    async with Player(second.base, made.table, tokens(made)) as ada:
        await play_out(ada)


async def test_two_servers_share_a_database(start: Start, database: str) -> None:
    one, two = start(database), start(database)
    made = await new_table(one.base, [*SEATS], start=True)
    ada, bo = made.seats[0].token, made.seats[1].token
    async with (
        Player(one.base, made.table, [ada]) as first,
        Player(two.base, made.table, [bo]) as second,
        Player(two.base, made.table) as watcher,
    ):
        await first.say(p.Chat(seat=0, text="hello from one"))
        await second.say(p.Chat(seat=1, text="hello from two"))
        await play_out(first, second)
        await watcher.table_is(lambda table: table.status == "over")
        assert first.table.result == second.table.result == watcher.table.result
    lines = [message.line.text for message in first.inbox if isinstance(message, p.Said)]
    assert sorted(lines) == ["hello from one", "hello from two"]
    record = (await http(two.base, f"/api/tables/{made.table}/record.json"))[1]
    assert verify(record).finished


async def test_the_same_seat_at_two_servers_moves_once(start: Start, database: str) -> None:
    one, two = start(database, poll=0.0), start(database, poll=0.0)
    made = await new_table(one.base, SEATS[:2], start=True)
    async with (
        Player(one.base, made.table, tokens(made)) as first,
        Player(two.base, made.table, tokens(made)) as second,
    ):
        for number in range(10):
            seat = first.turn()
            assert seat is not None
            legal = first.sight(seat).legal
            moves = [p.Play(seat=seat, number=number, move=legal[i % len(legal)]) for i in (0, number % 2)]
            await asyncio.gather(first.say(moves[0]), second.say(moves[1]))
            for player in (first, second):
                while player.update.number <= number:
                    await player.until(p.Update)
            assert first.sight(0).view == second.sight(0).view
            assert first.update.number == second.update.number == number + 1


async def test_what_cannot_be_written_is_not_told(start: Start, database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    running = start(database)
    made = await new_table(running.base, SEATS[:2], start=True)
    async with Player(running.base, made.table, tokens(made)) as both:
        seat = both.turn()
        assert seat is not None
        move = p.Play(seat=seat, number=0, move=both.sight(seat).legal[0])
        monkeypatch.setattr("lodge.server.storage.writers.SQLiteWriter._write", broken)
        monkeypatch.setattr("lodge.server.storage.writers.PostgresWriter.write", broken)
        assert (await both.fails(move)).code == "no_database"
        assert (await http(running.base, "/api/tables", {"game": "dam-it", "seats": SEATS}))[1]["code"] == "no_database"
        monkeypatch.undo()
        await both.play()
        assert both.update.number == 1


def broken(*_: object) -> None:
    raise OSError("the disk is full")


async def test_idle_tables_leave_memory_and_old_ones_are_removed(start: Start, sqlite: str) -> None:
    running = start(sqlite, idle=0.0, lobby_days=0.0, playing_days=0.0, over_days=1.0)
    made = await new_table(running.base, SEATS[:2], start=True)
    lobby = await new_table(running.base, SEATS[:2])
    loop = running.hub.store._task.get_loop()
    async with Player(running.base, made.table, tokens(made)) as both:
        loop.call_soon_threadsafe(running.hub.upkeep.evict)
        await both.play()
        assert made.table in running.hub.rooms
        assert lobby.table not in running.hub.rooms
        await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(running.hub.upkeep.expire(), loop))
    assert (await http(running.base, f"/api/tables/{lobby.table}"))[0] == 404
    assert (await http(running.base, f"/api/tables/{made.table}"))[0] == 200
