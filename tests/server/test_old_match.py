"""Matches that were begun with other rules: shown as they are, never replayed, and nobody is kept from going on."""

from __future__ import annotations

import asyncio
import time

from lodge.games import game
from lodge.record import load
from lodge.server.storage import retention
from lodge.server.storage.store import Store
from lodge.server.storage.writers import Play, PlayedBy
from lodge.server.tables import events
from lodge.server.tables.events import decode, encode
from lodge.server.tables.tokens import owner_of
from lodge.server.ws import protocol as p

from .conftest import Start
from .phases import ADA, HOST, built, phases, put, store_of
from .player import Player, http
from .test_campaigns import ADA as SECRET
from .test_campaigns import begin, played, progress


def test_a_start_that_names_no_rules_is_of_the_first() -> None:
    """Before rules had changed, nobody wrote their version down."""
    started = decode('{"row":"started","seed":"a seed","seats":[0]}')
    assert isinstance(started, events.Started)
    assert started.rules == 1
    assert decode(encode(events.Started("a seed", [0], 2))) == events.Started("a seed", [0], 2)


def test_moves_of_other_rules_are_kept_as_they_are_written() -> None:
    """Also those that no rule allows now; what was taken back is not among them."""
    opened = events.Opened("donnant", "host", [events.SeatData("human", "Ada"), events.SeatData("human", "Bo")])
    data: list[events.AnyEvent] = [
        opened,
        events.Started("a seed", [0, 1], rules=game("donnant").rules.VERSION - 1),
        events.Moved(0, "put back 1"),
        events.Moved(1, "fly to the moon"),
        events.Moved(0, "lay out 2 at c3"),
        events.Undone(0),
        events.Moved(0, "lay out 3 at c3"),
        events.Undone(1, 2),
        events.Replaced(1, "random"),
        events.Spoke(0, "Ada", "hello"),
    ]
    table = built("old", data)
    assert table.old is not None
    assert (table.status, table.match, table.pending) == ("old", None, [])
    assert table.old.moves == [(0, "put back 1"), (0, "lay out 3 at c3")]
    assert [line.text for line in table.chat] == ["hello"]


async def test_an_old_table_is_shown_and_played_anew(start: Start, sqlite: str) -> None:
    """Who played, every move as a text, the chat, the record for the Lodge that made it; and a match by these rules."""
    async with store_of(sqlite) as store:
        await put(store, "old", phases()["old"], time.time())
        base = start(sqlite).base
        status, found = await http(base, "/api/tables/old")
        assert (status, found["status"], found["pending"]) == (200, "old", [])
        async with Player(base, "old", [HOST, ADA], rules=True) as ada:
            welcome = ada.welcome
            assert welcome.update is None
            told = welcome.table
            assert (told.status, [seat.name for seat in told.seats]) == ("old", ["Ada", "Bo", "Cy"])
            assert told.old is not None
            moves = [one for one in phases()["old"] if isinstance(one, events.Moved)]
            assert [(move.seat, move.text) for move in told.old.moves] == [(one.seat, one.move) for one in moves]
            assert (told.old.rules, told.result) == (0, None)
            assert (await ada.fails(p.Play(seat=0, number=0, move={"do": "take", "place": 1}))).code == "other_rules"
            await ada.say(p.Chat(text="well then", seat=0))
            await ada.until(p.Said)
            await ada.say(p.Rematch(lobby=True))
            await ada.table_is(lambda table: table.next)
            async with Player(base, str(ada.table.next), [HOST, ADA]) as again:
                assert again.welcome.table.status == "lobby"
        status, record = await http(base, "/api/tables/old/record.json")
        assert (status, record["rules"], "seed" in record) == (200, 0, False)
        assert len(load(record).chain) == len(moves)


async def test_moves_that_a_server_of_other_rules_writes_are_followed(start: Start, sqlite: str) -> None:
    """While one is replaced by another, both may run on one database."""
    data = phases()["old"]
    async with store_of(sqlite) as store:
        await put(store, "old", data[:3], time.time())
        async with Player(start(sqlite).base, "old", [ADA]) as ada:
            await store.append("old", 3, data[3:5], time.time())
            await ada.table_is(lambda table: table.old is not None and len(table.old.moves) == 3)


async def test_a_level_or_a_campaign_of_other_rules_begins_anew(start: Start, sqlite: str) -> None:
    """A match that counts and can never end would lock its level for ever."""
    base = start(sqlite).base
    async with store_of(sqlite) as store:
        for level in range(1, 8):
            await played(store, level, 3)
        await played(store, 1, 5, run=1)
        for name, run in (("old7", None), ("old2", 1)):
            await _left(store, name, 7 if run is None else 2, run)
        found = await progress(base)
        assert found.levels[6].running
        assert (found.campaign.level, found.campaign.running) == (2, True)
        first = await begin(base, level=7)
        second = await begin(base)
        assert first.table != "old7"
        assert second.table != "old2"
        async with Player(base, second.table, [one.token for one in second.seats]) as ada:
            table = ada.welcome.table
            assert (table.status, table.level, table.campaign) == ("playing", 2, True)
        assert (await begin(base)).table == second.table  # and stays the one
        assert [one.points for one in await store.plays(owner_of(SECRET), "donnant") if one.run] == [
            LEVEL_1_POINTS,
            None,
        ]


LEVEL_1_POINTS = game("donnant").campaign.LEVELS[0].need + 5  # type: ignore[union-attr]


async def _left(store: Store, name: str, level: int, run: int | None) -> None:
    """A match that counts, of other rules, which nobody has ended."""
    seats = [events.SeatData("human", "Ada", owner="a", host=True)] + [events.SeatData()] * 3
    opened = events.Opened("donnant", "host", seats, level=level, need=25, campaign=run is not None)
    started = events.Started("a seed", [0], rules=0)
    note = Play(name, owner_of(SECRET), "donnant", level, run, 25)
    await put(store, name, [opened, started], time.time(), [note])


async def test_old_tables_expire_as_finished_ones(start: Start, sqlite: str) -> None:
    del start
    from lodge.server.settings import Settings
    from lodge.server.tables.hub import Hub

    hub = Hub(Settings(database=sqlite, native=False, playing_days=1, lobby_days=1, over_days=30))
    await hub.store.open()
    try:
        for name, days in (("young", 20), ("aged", 40)):
            await put(hub.store, name, phases()["old"], time.time() - days * 86400)
        await hub.upkeep.expire()
        assert [head.table_id for head in await retention.removed(hub.store)] == ["aged"]
    finally:
        await hub.store.close()
        await asyncio.sleep(0)


async def test_a_lobby_from_before_an_upgrade_begins_with_the_rules_of_now(start: Start, database: str) -> None:
    """The line of the table names the rules that its match is played by."""
    async with store_of(database) as store:
        await put(store, "lobby", phases()["lobby"], time.time())
        await store.note(PlayedBy("lobby", 0))
        async with Player(start(database).base, "lobby", [HOST, ADA]) as ada:
            await ada.say(p.Start())
            await ada.table_is(lambda table: table.status == "playing")
        head = await retention.head(store, "lobby")
        assert head is not None
        assert (head.status, head.rules, head.format) == ("playing", game("dam-it").rules.VERSION, events.FORMAT)
