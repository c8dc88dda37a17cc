"""Two people who act at once, each on a sheet of their own: moves cross, and each takes back its own."""

from __future__ import annotations

import asyncio

from lodge.server.tables import events
from lodge.server.tables.table import rebuild
from lodge.server.ws import protocol as p

from .player import Player
from .test_play import started, two_players


async def hear_all(*players: Player) -> None:
    """Wait until what anybody has said is done, and everybody has heard of it."""
    for _ in range(2):
        await asyncio.gather(*(player.settle() for player in players))


async def say(player: Player, move: dict[str, object], number: int | None = None) -> None:
    """A move in the position that the player shows, or in an earlier one."""
    shown = player.update.number if number is None else number
    await player.say(p.Play(seat=player.table.mine[0], number=shown, move=move))


async def test_each_takes_back_its_own_move_though_the_other_has_moved(base: str) -> None:
    ada, bo, made, _ = await two_players(base, game="amik")
    async with ada, bo, Player(base, made.table) as watcher:
        await started(ada, bo)
        for section in range(1, 13):
            await say(ada, {"do": "forest", "section": section})
            await say(bo, {"do": "forest", "section": section}, number=2 * section - 2)
            await hear_all(ada, bo)
        await say(ada, {"do": "forest", "section": 13})
        await hear_all(ada, bo)
        seen = ada.update.number
        before = ada.sight(0).view["players"]
        await say(bo, {"do": "forest", "section": 13})  # the last one: no die falls for the animal
        await hear_all(ada, bo, watcher)
        assert ada.sight(0).can_undo
        assert bo.sight(1).can_undo
        await ada.say(p.Undo(seat=0, number=seen))  # in the position before Bo's move
        update = await ada.until(p.Update)
        assert [(step.undo, step.seat, step.text) for step in update.steps] == [(True, 0, "forest 13")]
        await hear_all(bo)
        players = bo.sight(1).view["players"]
        assert players[0]["hexes"] != before[0]["hexes"], "Ada's last forest is gone"
        assert players[1]["hexes"].count("f") == 13, "Bo's stands"
        assert bo.update.pending == [0]
        async with Player(base, made.table, seen=seen - 1) as back:
            welcome = back.welcome
            assert welcome.update
            assert [step.text for step in welcome.update.steps] == ["forest 13"]
            assert welcome.update.steps[0].seat == 1
            assert welcome.update.steps[0].seen[0].events[0]["seat"] == 1
        assert (await ada.fails(p.Undo(seat=0, number=seen + 2))).code == "cannot_undo", "before it dice have fallen"
        await say(ada, {"do": "forest", "section": 13})
        await hear_all(ada, bo)
        await say(bo, {"do": "animal", "hex": "c8"})
        await hear_all(ada, bo)
        failure = await ada.fails(p.Undo(seat=0, number=seen + 4))
        assert failure.code == "cannot_undo", "Bo has gone on from it"
        await say(ada, {"do": "animal", "hex": "g2"})
        await hear_all(ada, bo)
        assert not ada.sight(0).can_undo
        assert ada.sight(0).view["phase"] == "pond roll"


async def test_a_table_with_crossed_undos_is_the_same_after_a_restart() -> None:
    """What the events make is what was played; an undo of an older server, which names no move, means the last one."""
    opened = events.Opened("amik", "host", [events.SeatData("human", "Ada"), events.SeatData("human", "Bo")])
    data: list[events.AnyEvent] = [
        opened,
        events.Started("a seed", [0, 1]),
        events.Moved(0, "forest 1"),
        events.Undone(0),
        events.Moved(0, "forest 2"),
        events.Moved(1, "forest 3"),
        events.Moved(0, "forest 4"),
        events.Undone(0, 3),
    ]
    kept = [events.Row(number, 0.0, events.decode(events.encode(one))) for number, one in enumerate(data, 1)]
    table = rebuild("table", kept)
    assert table.playing.history == [(0, "forest 2"), (1, "forest 3")]
    assert [entry.text for entry in table.missed(0)] == ["forest 2", "forest 3"]
    assert [entry.move for entry in table.missed(0)] == [1, 2]
