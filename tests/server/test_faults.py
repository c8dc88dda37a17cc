"""What breaks stays small: a table that cannot be read, a database that is down, a clock that somebody set."""

from __future__ import annotations

import asyncio
import gc
import logging
import time
from operator import not_
from typing import Any

import pytest
from sqlalchemy import event, text

from lodge.games import game
from lodge.server import clock
from lodge.server.settings import DAY, HOUR, Settings
from lodge.server.storage import retention
from lodge.server.storage.retention import SEEN
from lodge.server.storage.store import StoreBroken
from lodge.server.storage.writers import Clock, Fact
from lodge.server.tables.events import AnyEvent, Moved, Opened, Row, Started
from lodge.server.tables.hub import Hub
from lodge.server.tables.table import Table, rebuild
from lodge.server.tables.tokens import owner_of
from lodge.server.ws import protocol as p

from .conftest import QUICK, Start
from .phases import ADA as PHASE_ADA
from .phases import BO as PHASE_BO
from .phases import HOST, built, human, phases, played, put, store_of
from .player import ADA, BO, Player, http, new_table, tokens, until

WORDS = "nobody else should read this"


def told(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]


# --- a table that cannot be read -----------------------------------------------------------------------------

SPOILED = {
    "noend": "UPDATE lodge_rows SET data = '{\"row\":' WHERE table_id = 'noend' AND number = 2",
    "strange": 'UPDATE lodge_rows SET data = \'{"row":"moved","seat":77,"move":"fly"}\' '
    "WHERE table_id = 'strange' AND number = 4",
    "gap": "DELETE FROM lodge_rows WHERE table_id = 'gap' AND number = 3",
    "none": "DELETE FROM lodge_rows WHERE table_id = 'none'",
    "format": "UPDATE lodge_tables SET format = 77 WHERE table_id = 'format'",
}


async def test_one_unreadable_table_stops_no_other(
    start: Start, database: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its clock is due first, and so is its end: both come for the others all the same, and it is told of once."""
    monkeypatch.setattr("lodge.server.tables.upkeep.LATE", 0.1)
    async with store_of(database) as store:
        for at, name in enumerate([*SPOILED, "good"], 1):
            await put(store, name, phases()["turn"], float(at), [Clock(name, float(at))])
        await put(store, "idle", phases()["lobby"], 2.0)
        async with store.engine.begin() as connection:
            for statement in SPOILED.values():
                await connection.exec_driver_sql(statement)
        running = start(database, clocks=0.05, trusted_days=1e6)
        await until(lambda: store.overdue(1e9), not_)
        hub, loop = running.hub, running.hub.store._task.get_loop()
        await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(hub.upkeep.expire(), loop))
        await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(hub.upkeep.look_at_clocks(time.time()), loop))
        heads = {name: await retention.head(store, name) for name in (*SPOILED, "idle")}
        assert {head.status for name, head in heads.items() if head and name in SPOILED} == {"unreadable"}
        assert heads["idle"] is not None
        assert heads["idle"].status == "removed"
        for name in SPOILED:
            status, answer = await http(running.base, f"/api/tables/{name}")
            assert (status, answer["code"]) == (500, "unreadable_table")
            async with Player(running.base, name) as lost:
                assert lost.refusal.code == "unreadable_table"
                assert await lost.closed() == 4000
            assert len([line for line in told(caplog) if f"table {name} " in line]) == 1
        assert not any(record.exc_info for record in caplog.records)


# --- the sweep -----------------------------------------------------------------------------------------------


async def test_finished_matches_cost_the_sweep_nothing(sqlite: str) -> None:
    """Not a statement and not a row more than with none: expiry is a column with an index."""
    hub = Hub(Settings(database=sqlite, **QUICK))
    await hub.store.open()
    asked: list[str] = []
    event.listen(
        hub.store.engine.sync_engine, "before_cursor_execute", lambda _c, _u, statement, *_: asked.append(statement)
    )
    try:
        await hub.upkeep.expire()
        empty = len(asked)
        line = "INSERT INTO lodge_tables VALUES (:name, 'dam-it', 1, 1, 'over', :at, :expires, NULL)"
        now = time.time()
        many = [{"name": f"t{number}", "at": now, "expires": now + DAY + number} for number in range(5000)]
        async with hub.store.engine.begin() as connection:
            await connection.execute(text(line), many)
            plan = "EXPLAIN QUERY PLAN SELECT * FROM lodge_tables WHERE expires < 1 ORDER BY expires LIMIT 100"
            assert "USING INDEX ix_lodge_tables_expires" in str((await connection.execute(text(plan))).all())
        asked.clear()
        await hub.upkeep.expire()
        assert len(asked) == empty
    finally:
        await hub.close()


async def test_removed_tables_are_told_of_kept_and_brought_back(
    start: Start, sqlite: str, caplog: pytest.LogCaptureFixture
) -> None:
    running = start(sqlite, lobby_days=0.0, idle=0.0)
    made = await new_table(running.base, [ADA, BO])
    hub, loop = running.hub, running.hub.store._task.get_loop()

    async def there(work: Any) -> Any:
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, loop))

    loop.call_soon_threadsafe(hub.upkeep.evict)
    await until(lambda: made.table not in hub.rooms)
    await there(hub.upkeep.expire())
    assert [line for line in told(caplog) if made.table in line and "lodge tables restore" in line]
    assert (await http(running.base, f"/api/tables/{made.table}"))[0] == 404
    assert [head.table_id for head in await there(retention.removed(hub.store))] == [made.table]
    assert await there(retention.restore(hub.store, made.table, time.time()))
    assert not await there(retention.restore(hub.store, "nowhere", time.time()))
    assert (await http(running.base, f"/api/tables/{made.table}"))[1]["status"] == "lobby"
    await there(retention.remove(hub.store, made.table, time.time(), time.time() - 1))
    await there(hub.upkeep.expire())
    assert await there(hub.store.rows(made.table)) == []


# --- a clock that somebody set -------------------------------------------------------------------------------


class Machine:
    """A machine whose clock can be set, and that can be started again."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.ahead = 0.0
        monkeypatch.setattr(clock, "_wall", lambda: time.time() + self.ahead)
        monkeypatch.setattr("lodge.server.tables.upkeep.time", self)
        self.monotonic = time.monotonic

    def time(self) -> float:
        return time.time() + self.ahead


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Any:
    clock.follow()
    yield Machine(monkeypatch)
    monkeypatch.undo()
    clock.follow()


@pytest.mark.parametrize("restarted", [False, True])
async def test_nothing_is_removed_after_a_jump_before_a_person_has_said_so(
    sqlite: str, machine: Machine, caplog: pytest.LogCaptureFixture, restarted: bool
) -> None:
    hub = Hub(Settings(database=sqlite, **QUICK))
    await hub.store.open()
    try:
        for name in ("lobby", "turn", "over"):
            await put(hub.store, name, phases()[name], time.time())
        await hub.upkeep.expire()
        machine.ahead = 400 * DAY
        if restarted:
            clock.follow()
        for _ in range(3):
            await hub.upkeep.expire()
        if restarted:  # otherwise nothing is due: the server goes by its own count
            assert len([line for line in told(caplog) if "lodge tables trust-clock" in line]) == 1
        assert await retention.removed(hub.store) == []
        await hub.store.note(Fact(SEEN, machine.time()))  # what `lodge tables trust-clock` does
        await hub.upkeep.expire()
        assert {head.table_id for head in await retention.removed(hub.store)} == {"lobby", "turn", "over"}
    finally:
        await hub.close()


@pytest.mark.parametrize("restarted", [False, True])
def test_a_clock_set_back_gives_nobody_more_time(machine: Machine, restarted: bool) -> None:
    table = timed(phases()["turn"])
    machine.ahead = -HOUR
    if restarted:
        clock.follow()
    left = table.seconds_left(clock.now())
    assert left is not None
    assert 0 <= left <= 10
    if not restarted:
        machine.ahead = 400 * DAY
        ahead = table.seconds_left(clock.now())
        assert ahead is not None
        assert left - 5 < ahead <= left  # it runs on as if nothing had happened


def timed(data: list[AnyEvent]) -> Table:
    """A table with a clock of ten seconds."""
    assert isinstance(data[0], Opened)
    opened = Opened(data[0].game, data[0].host, data[0].seats, clock=10)
    return rebuild("slow", [Row(number, clock.now(), one) for number, one in enumerate([opened, *data[1:]], 1)])


# --- a database that is down ---------------------------------------------------------------------------------


async def test_an_outage_is_told_to_everybody_once_in_the_log_and_is_survived(
    start: Start, database: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lodge.server.tables.hub.RETRY", 0.1)
    running = start(database, clocks=0.02, poll=0.02)
    made = await new_table(running.base, [ADA, BO, {"kind": "bot", "level": "random"}], start=True)
    async with Player(running.base, made.table, tokens(made)) as both:
        await both.table_is(lambda table: table.status == "playing")
        while both.turn() is None:
            await both.hear()
        assert (await http(running.base, "/readyz"))[0] == 200
        caplog.clear()
        tries = list[int]()

        def fail(*_: object, **__: object) -> None:
            tries.append(1)
            broken()

        with monkeypatch.context() as down:
            down.setattr("lodge.server.storage.writers.SQLiteWriter._write", fail)
            for name in ("connect", "begin"):
                down.setattr(f"sqlalchemy.ext.asyncio.AsyncEngine.{name}", fail)
            down.setattr("lodge.server.storage.writers.PostgresWriter.write", fail)
            down.setattr("lodge.server.storage.store.Reader.ask", fail)
            status, words = await http(running.base, "/readyz")
            assert (status, words) == (503, "The database does not answer.\n")
            assert (await http(running.base, "/healthz"))[0] == 200
            seat = both.turn()
            assert seat is not None
            move = p.Play(seat=seat, number=both.update.number, move=both.sight(seat).legal[0])
            for message in (move, p.Chat(seat=0, text=WORDS)):
                failure = await both.fails(message)
                assert (failure.code, failure.details) == ("no_database", {"seconds": 2})
            for path in ("/api/tables/elsewhere", "/api/tables/else/record.json"):
                assert (await http(running.base, path))[0] == 503
            asked = {"game": "donnant", "player": "x" * 30}
            assert (await http(running.base, "/api/progress", asked))[1]["code"] == "no_database"
            async with Player(running.base, "elsewhere") as new:
                assert new.refusal.code == "no_database"
                assert await new.closed() == 1013
            often = len(tries) + 20  # bots, clocks and followers try again and again
            await until(lambda: len(tries) > often)
            lines = told(caplog)
            assert sorted(line.partition(":")[0] for line in lines) == [
                "the database cannot be read",
                "the database cannot be written to",
            ]
        await both.play()
        assert (await http(running.base, "/readyz"))[0] == 200
    await until(lambda: len(told(caplog)) == 4)
    assert all("again" in line for line in told(caplog)[2:])
    assert WORDS not in caplog.text
    assert not any(record.exc_info for record in caplog.records)


async def test_a_table_that_nobody_waits_for_any_more_fails_in_silence(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub, told, asked, down = Hub(Settings(database=sqlite, **QUICK)), list[object](), asyncio.Event(), asyncio.Event()
    asyncio.get_running_loop().set_exception_handler(lambda _loop, context: told.append(context))

    async def head(*_: object) -> None:
        asked.set()
        await down.wait()
        raise StoreBroken("gone")

    monkeypatch.setattr(retention, "head", head)
    asking = asyncio.create_task(hub.room("lobby"))
    await asked.wait()
    asking.cancel()
    down.set()
    await until(lambda: not hub._loading)
    await asyncio.sleep(0)
    gc.collect()
    assert told == []
    await hub.store.close()


def broken(*_: object, **__: object) -> None:
    raise OSError("the disk is full")


async def test_what_was_to_be_written_is_in_no_error(database: str) -> None:
    async with store_of(database) as store:
        with pytest.raises(Exception, match=r"syntax|error") as failed:
            async with store.engine.begin() as connection:
                await connection.execute(text("INSERT INTO lodge_rows NONSENSE :words"), {"words": WORDS})
        assert WORDS not in str(failed.value)


async def test_a_defect_closes_with_a_code(start: Start, sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    running = start(sqlite)
    made = await new_table(running.base, [ADA, BO])
    async with Player(running.base, made.table) as watcher:
        monkeypatch.setattr("lodge.server.ws.socket.check", broken)
        await watcher.say(p.Analyse())
        assert await watcher.closed() == 1011


# --- votes about somebody who is away ------------------------------------------------------------------------


async def test_whoever_blinks_is_not_replaced(start: Start, sqlite: str) -> None:
    running = start(sqlite, away_seconds=30.0)
    made = await new_table(running.base, [ADA, BO], start=True)
    async with Player(running.base, made.table, [made.seats[0].token]) as ada:
        async with Player(running.base, made.table, [made.seats[1].token]):
            assert (await ada.fails(p.Offer(what="bot", seat=1))).code == "not_now"
        await ada.table_is(lambda table: not table.seats[1].connected)
        failure = await ada.fails(p.Offer(what="bot", seat=1))
        assert failure.code == "too_soon"
        assert 0 < failure.details["seconds"] <= 30
        running.hub.rooms[made.table]._left[1] -= 31  # half a minute later
        await ada.say(p.Offer(what="bot", seat=1))
        await ada.table_is(lambda table: table.seats[1].stand_in)


@pytest.mark.parametrize(("clock", "total"), [(3 * DAY, None), (None, 3 * DAY)])
async def test_who_is_gone_is_not_replaced_while_a_clock_of_days_runs(
    start: Start, sqlite: str, clock: int | None, total: int | None
) -> None:
    """Nobody sits by such a clock: a bot can play for somebody only once their time was up."""
    seats = [human("Ada", PHASE_ADA), human("Bo", PHASE_BO)]
    opened = Opened("dam-it", owner_of(HOST), seats, clock=clock, total=total)
    begun = played("days", [opened, Started("a seed", [0, 1])], lambda table: table.pending == [1])
    move = built("days", begun).legal(1)[0]
    late = [*begun, Moved(1, game("dam-it").moves.text(move), time_up=True)]
    async with store_of(sqlite) as store:
        for name, data in (("days", begun), ("late", late)):
            await put(store, name, data, time.time())
        base = start(sqlite).base
        async with Player(base, "days", [PHASE_ADA]) as ada:
            failure = await ada.fails(p.Offer(what="bot", seat=1))
            assert (failure.code, "clock" in failure.message) == ("not_now", True)
            assert not ada.table.seats[1].time_up
        async with Player(base, "late", [PHASE_ADA]) as ada:
            assert ada.table.seats[1].time_up
            await ada.say(p.Offer(what="bot", seat=1))
            await ada.table_is(lambda table: table.seats[1].stand_in)
