"""Several seats act at once: Beaver Gang begins with everybody looking at their cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lodge.server.ws import protocol as p

from .conftest import Start
from .player import ADA, BO, CY, Player, new_table, play_out, tokens

BOT = {"kind": "bot", "level": "greedy"}
GANG = {"game": "beaver-gang", "start": True}
CLOSE = {"do": "close"}


async def heard(player: Player, wanted: Callable[[p.Update], object]) -> p.Update:
    """Hear until the match is as wanted."""
    while not wanted(player.update):
        await player.hear()
    return player.update


async def test_everybody_may_close_for_the_same_position(base: str) -> None:
    made = await new_table(base, [ADA, BO, CY], **GANG)
    async with (
        Player(base, made.table, [made.seats[0].token]) as ada,
        Player(base, made.table, [made.seats[1].token]) as bo,
        Player(base, made.table, [made.seats[2].token]) as cy,
    ):
        for player in (ada, bo, cy):
            welcome = player.welcome
            assert welcome.update
            assert welcome.update.pending == [0, 1, 2]
        for seat, player in enumerate((ada, bo, cy)):
            await player.say(p.Play(seat=seat, number=0, move=CLOSE))
        for player in (ada, bo, cy):
            update = await heard(player, lambda update: update.number == 3)
            assert len(update.pending) == 1
        await ada.say(p.Play(seat=0, number=0, move=CLOSE))  # said again after a lost line: nothing happens
        await play_out(ada, bo, cy)
        assert not [one for one in ada.inbox if isinstance(one, p.Failure)]


async def test_bots_close_and_a_person_is_not_hurried(base: str) -> None:
    made = await new_table(base, [BOT, ADA, BOT, BOT, BOT, BOT], **GANG)
    async with Player(base, made.table, tokens(made)) as ada:
        update = await heard(ada, lambda update: update.pending == [1])
        assert update.number == 5
        assert ada.sight(1).legal == [CLOSE]
        await play_out(ada)


async def test_one_clock_for_all_who_act_at_once(start: Start, sqlite: str, monkeypatch: Any) -> None:
    monkeypatch.setattr("lodge.server.limits.SHORTEST_CLOCK", 1)
    running = start(sqlite)
    made = await new_table(running.base, [ADA, BO, CY], clock=4, **GANG)
    table = running.hub.rooms[made.table].table
    async with Player(running.base, made.table, tokens(made)) as all_three:
        began = table.turn_began
        await all_three.play(seat=0)
        assert table.turn_began == began, "who has acted does not give the others more time"
        bots = await heard(all_three, lambda update: update.number == 2)
        assert bots.seconds_left == 0, "when time is up, it is up for all of them"
        first = await heard(all_three, lambda update: update.number == 3)
        assert first.seconds_left
        assert table.turn_began >= began + 4, "the first turn has a clock of its own"


async def test_a_vote_and_a_resignation_while_everybody_looks(base: str) -> None:
    made = await new_table(base, [ADA, BO, CY], **GANG)
    one, two, three = (seat.token for seat in made.seats)
    async with Player(base, made.table, [one]) as ada, Player(base, made.table, [two]) as bo:
        await ada.say(p.Offer(what="bot", seat=2))
        await ada.table_is(lambda table: table.offer)
        await bo.say(p.Offer(what="bot", seat=2))
        await heard(ada, lambda update: update.pending == [0, 1])
        await bo.say(p.Leave(seat=1))
        await heard(ada, lambda update: update.pending == [0])
        async with Player(base, made.table, [three]) as cy:
            await cy.say(p.TakeBack(seat=2))
            await cy.table_is(lambda table: not table.seats[2].stand_in)
            assert cy.sight(2).view["players"][2]["cards"] == [None] * 4, "what the bot looked at is not shown again"


async def test_a_bot_without_a_choice_is_quick(start: Start, sqlite: str, monkeypatch: Any) -> None:
    monkeypatch.setattr("lodge.server.tables.hub.FORCED", 0)
    base = start(sqlite, beat=1000).base
    made = await new_table(base, [ADA, BOT, BOT], **GANG)
    async with Player(base, made.table, tokens(made)) as ada:
        await heard(ada, lambda update: update.pending == [0])
