"""A table in every phase that it goes through, made of rows: no server is needed."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from lodge.server import rows
from lodge.server.rows import owner_of
from lodge.server.table import Table, rebuild

ADA, BO, CY, HOST, NEW, ELSEWHERE = (f"{name:-<24}" for name in ("ada", "bo", "cy", "host", "new", "elsewhere"))


def human(name: str, token: str, *, host: bool = False) -> rows.SeatData:
    return rows.SeatData("human", name, owner=owner_of(token), host=host)


def built(name: str, data: list[rows.AnyRow]) -> Table:
    return rebuild(name, [rows.Row(number, 0.0, row) for number, row in enumerate(data, 1)])


def played(name: str, data: list[rows.AnyRow], enough: Callable[[Table], object]) -> list[rows.AnyRow]:
    """The rows of a table that was played at until it is as wanted."""
    table = built(name, data)
    while not enough(table):
        seat = table.pending[0]
        legal = table.legal(seat)
        action = legal[table.position * 7 % len(legal)]
        data = [*data, rows.Moved(seat, table.game.moves.text(action))]
        table.apply(rows.Row(len(data), 0.0, data[-1]))
    return data


@cache
def phases() -> dict[str, list[rows.AnyRow]]:
    """The rows of a table in every phase; the phase is the table's name."""
    people = [human("Ada", ADA, host=True), human("Bo", BO), human("Cy", CY), rows.SeatData()]
    lobby: list[rows.AnyRow] = [rows.Opened("dam-it", owner_of(HOST), people)]
    started = [*lobby, rows.Started("a seed", [0, 1, 2])]
    turn = played("turn", started, lambda table: table.pending == [1] and table.position > 5)
    solo = [human("Bo", BO, host=True)] + [rows.SeatData()] * 3

    def level(*, campaign: bool) -> list[rows.AnyRow]:
        opened = rows.Opened("donnant", owner_of(HOST), solo, level=1, need=25, campaign=campaign)
        return [opened, rows.Started("a seed", [0])]

    return {
        "lobby": lobby,
        "turn": turn,
        "away": turn,
        "replaced": [*turn, rows.Replaced(1, "random")],
        "others": played("others", started, lambda table: table.pending != [1] and table.playing.can_undo(1)),
        "over": played("over", started, lambda table: table.status == "over"),
        "level": level(campaign=False),
        "campaign": level(campaign=True),
        "passed": played("passed", level(campaign=False), lambda table: table.status == "over"),
    }


@cache
def table_in(phase: str) -> Table:
    return built(phase, phases()[phase])
