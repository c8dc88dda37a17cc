"""A table in every phase that it goes through, made of events: no server is needed."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from lodge.server.tables import events
from lodge.server.tables.table import Table, rebuild
from lodge.server.tables.tokens import owner_of

ADA, BO, CY, HOST, NEW, ELSEWHERE = (f"{name:-<24}" for name in ("ada", "bo", "cy", "host", "new", "elsewhere"))


def human(name: str, token: str, *, host: bool = False) -> events.SeatData:
    return events.SeatData("human", name, owner=owner_of(token), host=host)


def built(name: str, data: list[events.AnyEvent]) -> Table:
    return rebuild(name, [events.Row(number, 0.0, one) for number, one in enumerate(data, 1)])


def played(name: str, data: list[events.AnyEvent], enough: Callable[[Table], object]) -> list[events.AnyEvent]:
    """The events of a table that was played at until it is as wanted."""
    table = built(name, data)
    while not enough(table):
        seat = table.pending[0]
        legal = table.legal(seat)
        action = legal[table.position * 7 % len(legal)]
        data = [*data, events.Moved(seat, table.game.moves.text(action))]
        table.apply(events.Row(len(data), 0.0, data[-1]))
    return data


@cache
def phases() -> dict[str, list[events.AnyEvent]]:
    """The events of a table in every phase; the phase is the table's name."""
    people = [human("Ada", ADA, host=True), human("Bo", BO), human("Cy", CY), events.SeatData()]
    lobby: list[events.AnyEvent] = [events.Opened("dam-it", owner_of(HOST), people)]
    started = [*lobby, events.Started("a seed", [0, 1, 2])]
    turn = played("turn", started, lambda table: table.pending == [1] and table.position > 5)
    solo = [human("Bo", BO, host=True)] + [events.SeatData()] * 3

    def level(*, campaign: bool) -> list[events.AnyEvent]:
        opened = events.Opened("donnant", owner_of(HOST), solo, level=1, need=25, campaign=campaign)
        return [opened, events.Started("a seed", [0])]

    return {
        "lobby": lobby,
        "turn": turn,
        "away": turn,
        "replaced": [*turn, events.Replaced(1, "random")],
        "others": played("others", started, lambda table: table.pending != [1] and table.playing.can_undo(1)),
        "over": played("over", started, lambda table: table.status == "over"),
        "level": level(campaign=False),
        "campaign": level(campaign=True),
        "passed": played("passed", level(campaign=False), lambda table: table.status == "over"),
    }


@cache
def table_in(phase: str) -> Table:
    return built(phase, phases()[phase])
