"""A table of very many events: it loads in a time that grows with their number, and has only so many."""

from __future__ import annotations

from typing import Any

import pytest

from lodge.server.tables import events
from lodge.server.tables.events import AnyEvent, Row
from lodge.server.tables.table import Entry, Table, rebuild
from lodge.server.tables.tokens import owner_of
from lodge.server.ws import protocol as p

from .conftest import Start
from .phases import ADA, BO, HOST, human
from .player import Player, http, new_table, play_out, tokens

UNDOS = 1000


def taken_back(game: str, times: int) -> list[AnyEvent]:
    """A table where somebody plays a move and takes it back, again and again; where several may act, between others."""
    seats = [human("Ada", ADA, host=True), human("Bo", BO), *[events.SeatData()] * 2]
    data: list[AnyEvent] = [events.Opened(game, owner_of(HOST), seats), events.Started("a seed", [0, 1])]
    table = rebuild("undos", [Row(number, 0.0, one) for number, one in enumerate(data, 1)])

    def add(event: AnyEvent) -> None:
        data.append(event)
        table.apply(Row(len(data), 0.0, event))

    def move(seat: int, at: int) -> None:
        legal = table.legal(seat)
        add(events.Moved(seat, table.game.moves.text(legal[at % len(legal)])))

    while not any(table.playing.can_undo(seat) for seat in (0, 1)):
        move(table.pending[0], table.position * 7)
    mover = next(seat for seat in (0, 1) if table.playing.can_undo(seat))
    other = 1 - mover
    if other in table.pending and mover in table.pending:  # an earlier move is taken back then
        move(other, 3)
    for _ in range(times):
        add(events.Undone(mover, table.playing.undoable(mover)))
        add(events.Moved(mover, table.log[-1].text))
    return data


def rows(data: list[AnyEvent]) -> list[Row]:
    return [Row(number, 0.0, one) for number, one in enumerate(data, 1)]


@pytest.mark.parametrize("game", ["dam-it", "amik"])
def test_an_undo_touches_only_the_moves_after_it(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    data = taken_back(game, UNDOS)
    renumbered: list[Entry] = []
    replace = Entry._replace

    def counted(entry: Entry, **more: Any) -> Entry:
        renumbered.append(entry)
        return replace(entry, **more)

    monkeypatch.setattr(Entry, "_replace", counted)
    table = rebuild("undos", rows(data))
    assert len(renumbered) <= 2 * UNDOS  # it was the whole log at each of them: half a million
    stands = [entry for entry in table.log if _stands(table, entry)]
    assert [(entry.seat, entry.text) for entry in stands] == table.playing.history
    assert [entry.move for entry in stands] == list(range(1, table.playing.number + 1))


def _stands(table: Table, entry: Entry) -> bool:
    """Whether this is a move that was not taken back since."""
    return not entry.undo and entry in table.missed(0)


async def test_a_full_table_says_so_and_is_played_to_its_end(start: Start, sqlite: str) -> None:
    base = start(sqlite, table_rows=30).base
    made = await new_table(base, [{"kind": "mine", "name": "Ada"}, {"kind": "mine", "name": "Bo"}], start=True)
    async with Player(base, made.table, tokens(made)) as both:
        for number in range(28):
            await both.say(p.Chat(text=f"line {number}", seat=0))
            await both.until(p.Said)
        for message in (p.Chat(text="one more", seat=0), p.TakeBack(seat=0)):
            failure = await both.fails(message)
            assert failure.code == "table_full"
            assert "to its end" in failure.message
        await both.say(p.Leave(seat=1))
        await both.table_is(lambda table: table.seats[1].stand_in)
        assert (await both.fails(p.TakeBack(seat=1))).code == "table_full"
        await play_out(both)
    assert (await http(base, f"/api/tables/{made.table}"))[1]["status"] == "over"
