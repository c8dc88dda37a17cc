"""Clocks for days: seconds a move or in total, days off, and what happened when nobody was there."""

from __future__ import annotations

from typing import Any

import pytest

from lodge.server.limits import Refused
from lodge.server.settings import DAY, HOUR
from lodge.server.storage.store import Store
from lodge.server.tables import events
from lodge.server.tables.clocks import Clocks, SeatClock, TimeRule
from lodge.server.tables.events import Row
from lodge.server.tables.table import Table, rebuild
from lodge.server.ws import protocol as p

from .conftest import Days, Start
from .phases import phases
from .player import PAIR, Player, http, new_table, tokens
from .test_clocks import moves


def clocks(seats: int = 2, **rule: Any) -> Clocks:
    made = Clocks(TimeRule(**rule))
    made.begin(seats)
    return made


def test_seconds_a_move() -> None:
    one = clocks(clock=100)
    one.turn([0], None, 1000.0)
    assert (one.left(0, 1030.0), one.left(1, 1030.0), one.due([0])) == (70, 100, 1100)
    one.turn([1], 0, 1090.0)
    one.turn([0], 1, 1095.0)
    assert one.left(0, 1095.0) == 100
    assert one.left(0, 900.0) == 100  # a machine's clock that was set back gives nobody more
    assert one.left(0, 5000.0) == 0


def test_a_total_with_an_increment() -> None:
    one = clocks(total=100, increment=10)
    one.turn([0], None, 1000.0)
    one.turn([1], 0, 1030.0, 10)
    assert (one.left(0, 1040.0), one.left(1, 1040.0)) == (80, 90)
    one.turn([0], 1, 1050.0, 10)
    assert (one.due([0]), one.left(1, 1100.0)) == (1130, 90)
    one.turn([0], 0, 1120.0, 10)  # it is the same player's turn again
    assert (one.left(0, 1120.0), one.due([0])) == (20, 1140)
    one.turn([1], 0, 1150.0, 10)  # too late: nothing is left but what the move adds
    assert one.left(0, 1150.0) == 10
    one.turn([0], 0, 1151.0, -10)  # taken back
    assert one.left(0, 1151.0) == 0


def test_the_clock_of_those_who_still_may_act_runs_on() -> None:
    one = clocks(3, total=100)
    one.turn([0, 1, 2], None, 0.0)
    one.turn([1, 2], 0, 40.0)
    assert [one.left(seat, 50.0) for seat in range(3)] == [60, 50, 50]
    assert one.due([1, 2]) == 100
    one.turn([1], None, 70.0)  # whose turn ends by what another does has used that time
    assert one.left(2, 90.0) == 30


def test_days_off() -> None:
    one = clocks(clock=DAY, vacation=2)
    one.turn([0], None, 0.0)
    one.seats[0].go_away(HOUR)
    assert one.resting(0, DAY)
    assert one.left(0, DAY) == 23 * HOUR
    assert one.due([0]) == HOUR + 2 * DAY + 23 * HOUR
    one.seats[0].come_back(HOUR + DAY)
    assert (one.days_off(0, 9 * DAY), one.due([0])) == (DAY, HOUR + DAY + 23 * HOUR)
    one.turn([1], 0, 2 * DAY)
    one.seats[0].go_away(2 * DAY)  # while it is another's turn
    one.turn([0], 1, 2 * DAY + HOUR)
    assert one.left(0, 2 * DAY + 9 * HOUR) == DAY
    assert one.due([0]) == 4 * DAY
    assert not one.resting(0, 3 * DAY)  # the days are used up: the clock runs by itself
    assert one.left(0, 3 * DAY + HOUR) == 23 * HOUR
    one.seats[0].come_back(3 * DAY + 2 * HOUR)
    assert (one.days_off(0, 4 * DAY), one.left(0, 3 * DAY + 2 * HOUR)) == (0, 22 * HOUR)


def test_days_off_while_nobody_waits() -> None:
    one = SeatClock(left=0, days_off=DAY)
    one.go_away(0.0)
    one.come_back(HOUR)
    assert (one.since, one.due(10), one.days_off, one.ran_until(DAY)) == (None, None, 23 * HOUR, 0.0)
    assert Clocks(TimeRule()).due([0]) is None
    assert Clocks(TimeRule(clock=7)).soonest([]) == 7


def timed(data: list[events.AnyEvent], **times: Any) -> Table:
    """A table with these events and another clock, an hour between two of them."""
    opened = data[0]
    assert isinstance(opened, events.Opened)
    first = events.Opened(opened.game, opened.host, opened.seats, **times)
    return rebuild("slow", [Row(number, number * HOUR, one) for number, one in enumerate([first, *data[1:]], 1)])


def test_a_table_that_is_read_again_has_the_same_clocks() -> None:
    table = timed(phases()["turn"], total=DAY, increment=60)
    spent = [DAY - one.left for one in table.clocks.seats]
    made = [sum(entry.seat == seat for entry in table.log) for seat in range(3)]
    used = [count * (HOUR - 60) for count in made]
    assert spent == pytest.approx(used)
    again = timed(phases()["turn"], total=DAY, increment=60)
    assert again.clocks == table.clocks
    resting = timed([*phases()["turn"], events.Rested(1, on=True)], clock=DAY, vacation=3)
    assert resting.clocks.resting(1, resting.touched + HOUR)
    assert resting.due() == resting.touched + 3 * DAY + 23 * HOUR
    assert timed([*phases()["old"], events.Rested(1, on=True)], clock=DAY, vacation=3).status == "old"


@pytest.mark.parametrize(
    "wrong",
    [
        {"clock": 100, "total": 100},
        {"total": 1},
        {"total": 100 * DAY},
        {"increment": 5},
        {"total": 600, "increment": -1},
        {"vacation": 2},
        {"clock": 60, "vacation": 31},
        {"clock": 60, "vacation": -1},
    ],
)
async def test_times_out_of_bounds_are_refused(start: Start, sqlite: str, wrong: Any) -> None:
    base = start(sqlite).base
    status, failure = await http(base, "/api/tables", {"game": "dam-it", "seats": PAIR, **wrong})
    assert (status, failure["code"]) == (400, "bad_clock")


async def test_a_match_over_days(start: Start, database: str, days: Days) -> None:
    """A day a move and two days off, over restarts, while nobody is connected and no table is in memory."""
    first = start(database, clocks=0.05)
    base = first.base
    made = await new_table(base, PAIR, start=True, clock=DAY, vacation=2)
    store = Store(database)
    async with Player(base, made.table, tokens(made)) as both:
        assert (both.table.clock, both.table.vacation) == (DAY, 2)
        mover = both.turn()
        assert mover is not None
        assert [one.runs for one in both.update.clocks] == [seat == mover for seat in (0, 1)]
        days.ahead += 20 * HOUR
        await both.play()
        assert both.update.clocks[mover].left == pytest.approx(DAY, abs=60)
        resting = both.turn()
        assert resting is not None
        await both.say(p.Vacation(seat=resting, on=True))
        await both.until(p.Update)
        assert both.update.clocks[resting].away
        assert not both.update.clocks[resting].runs
        assert (await http(base, f"/api/tables/{made.table}"))[1]["pending"] == [resting]
    # The server stops, and days go by: two off, then the one for the move.
    first.server.should_exit = True
    again = start(database, clocks=0.05)
    days.ahead += 2 * DAY + 23 * HOUR
    async with Player(again.base, made.table, tokens(made)) as both:
        welcome = both.welcome
        assert welcome.update is not None
        assert welcome.update.number == 1
        assert welcome.update.clocks[resting].left == pytest.approx(HOUR, abs=120)
        assert welcome.update.clocks[resting].vacation == 0
        failure = await both.fails(p.Vacation(seat=resting, on=True))
        assert failure.code == "not_now"
    days.ahead += 2 * HOUR
    last = (await moves(store, made.table, 2))[1]
    assert last == events.Moved(resting, last.move, time_up=True)
    # It is told when somebody comes: the step says so, from whatever position was seen.
    async with Player(again.base, made.table, tokens(made), seen=1) as both:
        welcome = both.welcome
        assert welcome.update is not None
        # What is stored but not yet told to anybody comes right after the welcome.
        steps = welcome.update.steps or (await both.until(p.Update)).steps
        assert [step.time_up for step in steps][:1] == [True]
    await store.close()


async def test_a_total_runs_out_while_nobody_is_there(start: Start, sqlite: str, days: Days) -> None:
    running, store = start(sqlite, clocks=0.05, idle=0.0), Store(sqlite)
    made = await new_table(running.base, PAIR, start=True, total=2 * DAY, increment=HOUR)
    async with Player(running.base, made.table, tokens(made)) as both:
        assert (both.table.total, both.table.increment) == (2 * DAY, HOUR)
        days.ahead += DAY
        await both.play()
    hub, loop = running.hub, running.hub.store._task.get_loop()
    loop.call_soon_threadsafe(hub.upkeep.evict)
    # The first look finds that there is still time, and notes when it will be over.
    days.ahead += DAY + 2 * HOUR
    days.ahead += DAY
    found = await moves(store, made.table, 2)
    assert [one.time_up for one in found][:2] == [False, True]
    await store.close()


async def test_a_rematch_has_the_same_clock(start: Start, sqlite: str) -> None:
    base = start(sqlite).base
    made = await new_table(base, PAIR)
    async with Player(base, made.table, tokens(made)) as both:
        await both.say(p.SetOptions(options=[], total=600, increment=10, vacation=2))
        await both.table_is(lambda table: table.total)
        assert (both.table.clock, both.table.total, both.table.increment, both.table.vacation) == (None, 600, 10, 2)
        table = rebuild("x", await _rows(sqlite, made.table))
        assert table.clocks.rule == TimeRule(None, 600, 10, 2)


async def _rows(database: str, table: str) -> list[Row]:
    store = Store(database)
    found = await store.rows(table)
    await store.close()
    return found


def test_refused_says_what_is_possible() -> None:
    from lodge.server.limits import check_times

    with pytest.raises(Refused, match="30 days off"):
        check_times(p.SetOptions(options=[], clock=60, vacation=99))
