"""A table in every phase that it goes through, made of events: no server is needed."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import cache

from lodge.fairness import seal
from lodge.games import game
from lodge.server.storage.store import Store
from lodge.server.storage.writers import Head, Note
from lodge.server.tables import events
from lodge.server.tables.table import Table, rebuild
from lodge.server.tables.tokens import owner_of
from lodge.server.ws.protocol import Hints

ADA, BO, CY, HOST, NEW, ELSEWHERE = (f"{name:-<24}" for name in ("ada", "bo", "cy", "host", "new", "elsewhere"))

NONCE = "a" * 64


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
    starting = [
        *lobby,
        events.Sealed(1, seal(NONCE)),
        events.Sealed(2, seal(NONCE)),
        events.Committed("seed", [0, 1, 2]),
    ]
    started = [*lobby, events.Started("a seed", [0, 1, 2])]
    turn = played("turn", started, lambda table: table.pending == [1] and table.position > 5)
    old = [*lobby, events.Started("a seed", [0, 1, 2], rules=0), *turn[2:]]
    solo = [human("Bo", BO, host=True)] + [events.SeatData()] * 3

    def hints(allowed: Hints) -> list[events.AnyEvent]:
        return [*lobby, events.Allowed(allowed), *turn[1:]]

    def level(*, campaign: bool) -> list[events.AnyEvent]:
        opened = events.Opened("donnant", owner_of(HOST), solo, level=1, need=25, campaign=campaign)
        return [opened, events.Started("a seed", [0], game("donnant").rules.VERSION)]

    return {
        "lobby": lobby,
        "starting": starting,
        "turn": turn,
        "away": turn,
        "replaced": [*turn, events.Replaced(1, "random")],
        "others": played("others", started, lambda table: table.pending != [1] and table.playing.can_undo(1)),
        "fresh": started,
        "offered": [*turn, events.Offered("draw", 0, [0])],
        "resigned": [*turn, events.Replaced(1, "random", "resigned")],
        "drawn": [*turn, events.Ended("drawn", 0)],
        "over": played("over", started, lambda table: table.status == "over"),
        "old": old,
        "off": hints("off"),
        "open": [*hints("open"), events.Hinted(1)],
        "everybody": hints("everybody"),
        "level": level(campaign=False),
        "campaign": level(campaign=True),
        "passed": played("passed", level(campaign=False), lambda table: table.status == "over"),
    }


@cache
def table_in(phase: str) -> Table:
    return built(phase, phases()[phase])


async def put(store: Store, name: str, data: Sequence[events.AnyEvent], at: float, notes: Sequence[Note] = ()) -> None:
    """Write a table into a database; it expires at once, as far as the database knows."""
    opened = data[0]
    assert isinstance(opened, events.Opened)
    started = any(isinstance(one, events.Started) for one in data)
    rules = game(opened.game).rules.VERSION
    head = Head(name, opened.game, rules, events.FORMAT, "playing" if started else "lobby", at, at)
    await store.append(name, 0, data, at, [head, *notes])


@asynccontextmanager
async def store_of(database: str) -> AsyncIterator[Store]:
    store = Store(database)
    await store.open()
    try:
        yield store
    finally:
        await store.close()
