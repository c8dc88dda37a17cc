"""Fair endings: what is offered and answered at a table, and what the log and the record say of it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from typer.testing import CliRunner

from lodge.cli import app
from lodge.record import load
from lodge.replaying import replay, verify
from lodge.server.storage.reports import reports
from lodge.server.tables import events
from lodge.server.tables.table import Table, rebuild
from lodge.server.ws import protocol as p

from .conftest import Start
from .phases import built, phases, store_of
from .player import ADA, BO, CY, Player, http, new_table


async def record_of(base: str, table: str) -> Any:
    status, told = await http(base, f"/api/tables/{table}/record.json")
    assert status == 200
    return load(told)


class Company:
    """People at one table, each with a connection of their own."""

    def __init__(self, base: str, *names: dict[str, Any]) -> None:
        self.base, self.names = base, names

    async def __aenter__(self) -> list[Player]:
        made = await new_table(self.base, list(self.names), start=True)
        while (await http(self.base, f"/api/tables/{made.table}"))[1]["pending"] != [0]:  # luck says who begins
            made = await new_table(self.base, list(self.names), start=True)
        self.players = [Player(self.base, made.table, [seat.token]) for seat in made.seats]
        for player in self.players:
            await player.__aenter__()
        return self.players

    async def __aexit__(self, *_: object) -> None:
        for player in self.players:
            await player.__aexit__(None, None, None)


async def test_a_draw_needs_everybody_and_is_in_the_record(base: str) -> None:
    async with Company(base, ADA, BO, CY) as (ada, bo, cy):
        await ada.play()
        await bo.settle()
        await ada.say(p.Offer(what="draw", seat=0))
        await bo.table_is(lambda table: table.offer)
        assert bo.table.offer == p.OfferInfo(what="draw", seat=0, yes=[0], waits=[1, 2], moves=0)
        await bo.say(p.Answer(yes=True))
        await cy.table_is(lambda table: table.offer and table.offer.yes == [0, 1])
        await cy.say(p.Answer(yes=True))
        for player in (ada, bo, cy):
            await player.table_is(lambda table: table.status == "over")
            assert player.update.over
        result = ada.table.result
        assert result is not None
        assert (result.ending, result.winners, result.places, result.scores) == ("drawn", [0, 1, 2], [1, 1, 1], [])
        assert [(one.kind, one.what) for one in ada.table.happenings] == [("offered", "draw"), ("drawn", None)]
        record = await record_of(base, ada.table.id)
        assert (record.lodge, record.ending, record.scores, record.winners) == (3, "drawn", None, [0, 1, 2])
        assert "draw that all agreed to" in str(verify(record))
        assert (await ada.fails(p.Analyse())).code == "not_now"
        assert (await http(base, f"/api/tables/{ada.table.id}/replay.json"))[0] == 200


async def test_one_who_refuses_or_plays_on_ends_an_offer(base: str) -> None:
    async with Company(base, ADA, BO) as (ada, bo):
        await ada.play()
        await ada.say(p.Offer(what="stop", seat=0))
        await bo.table_is(lambda table: table.offer)
        await bo.say(p.Answer(yes=False))
        await ada.table_is(lambda table: not table.offer and table.happenings)
        assert [one.kind for one in ada.table.happenings] == ["offered", "refused"]
        assert (await ada.fails(p.Offer(what="stop", seat=0))).code == "not_now"  # not again at once
        await ada.say(p.Offer(what="draw", seat=0))
        await bo.table_is(lambda table: table.offer and table.offer.what == "draw")
        await bo.settle()
        await bo.play()
        await ada.table_is(lambda table: not table.offer and len(table.happenings) == 4)
        assert ada.table.happenings[-1] == p.Happening(number=1, kind="refused", seat=1, what="draw")
        await ada.say(p.Offer(what="stop", seat=0))
        await bo.table_is(lambda table: table.offer and table.offer.what == "stop")
        await bo.say(p.Offer(what="stop", seat=1))  # both want it: that is an answer
        await ada.table_is(lambda table: table.status == "over")
        assert (await record_of(base, ada.table.id)).ending == "stopped"
        assert ada.table.result is not None
        assert ada.table.result.places == []


async def test_a_move_is_taken_back_if_the_others_allow_it(base: str) -> None:
    async with Company(base, ADA, BO) as (ada, bo):
        before = ada.sight(0).view
        await ada.play()
        await bo.settle()
        await bo.play()
        assert (await ada.fails(p.Undo(seat=0, number=2))).code == "cannot_undo"
        await ada.say(p.Offer(what="undo", seat=0))
        await bo.table_is(lambda table: table.offer)
        assert bo.table.offer is not None
        assert bo.table.offer.moves == 2
        await bo.say(p.Answer(yes=True))
        while ada.update.number < 4:
            await ada.until(p.Update)
        assert ada.sight(0).view == before
        assert [(step.undo, step.seat) for step in ada.update.steps] == [(True, 1), (True, 0)]
        await ada.play(1)
        record = await record_of(base, ada.table.id)
        assert [(one.kind, one.after, one.seat, len(one.moves)) for one in record.incidents] == [("undone", 0, 0, 2)]
        assert len(record.moves) == 1
        async with Player(base, ada.table.id, seen=0) as watcher:
            told = watcher.welcome.update
            assert told is not None
            assert [step.undo for step in told.steps] == [False]


async def test_resigning_ends_a_match_of_two_and_leaves_a_bot_to_three(base: str) -> None:
    async with Company(base, ADA, BO) as (ada, bo):
        await ada.play()
        await ada.say(p.Resign(seat=0))
        await bo.table_is(lambda table: table.status == "over")
        assert bo.table.result is not None
        assert (bo.table.result.ending, bo.table.result.winners, bo.table.result.places) == ("resigned", [1], [2, 1])
        record = await record_of(base, ada.table.id)
        assert replay(record).winners == [1]
        await bo.say(p.Rematch())
        await ada.say(p.Rematch())
        await bo.table_is(lambda table: table.next)
    async with Company(base, ADA, BO, CY) as (ada, bo, cy):
        await ada.say(p.Resign(seat=0))
        await bo.table_is(lambda table: table.seats[0].resigned and table.seats[0].stand_in)
        assert (await ada.fails(p.TakeBack(seat=0))).code == "not_now"
        await cy.settle()
        await cy.say(p.Leave(seat=2))
        await bo.table_is(lambda table: table.seats[2].stand_in)
        await cy.say(p.TakeBack(seat=2))
        await bo.table_is(lambda table: not table.seats[2].stand_in)
        kinds = [one.kind for one in (await record_of(base, bo.table.id)).incidents]
        assert kinds == ["resigned", "left", "returned"]


async def test_a_match_is_aborted_before_ones_first_move(base: str) -> None:
    async with Company(base, ADA, BO) as (ada, bo):
        await ada.play()
        assert (await ada.fails(p.Abort(seat=0))).code == "not_now"
        await bo.settle()
        await bo.say(p.Abort(seat=1))
        await ada.table_is(lambda table: table.status == "over")
        record = await record_of(base, ada.table.id)
        assert (record.ending, record.winners) == ("aborted", [])


async def test_alone_nobody_is_asked_but_bots_agree_to_no_draw(base: str) -> None:
    made = await new_table(base, [ADA, {"kind": "bot", "level": "random"}], start=True)
    async with Player(base, made.table, [made.seats[0].token]) as ada:
        assert (await ada.fails(p.Offer(what="draw", seat=0))).code == "not_now"
        await ada.say(p.Offer(what="stop", seat=0))
        await ada.table_is(lambda table: table.status == "over")
        assert ada.table.result is not None
        assert ada.table.result.ending == "stopped"


def test_votes_of_older_servers_are_read() -> None:
    data = [*phases()["turn"], events.Voted(1, [0])]
    table = built("votes", data)
    assert table.offer is not None
    assert (table.offer.what, table.offer.seat, table.offer.yes) == ("bot", 1, {0})
    replaced = built("votes", [*data, events.Replaced(1, "random")])
    assert replaced.offer is None
    assert replaced.playing.incidents == []


def test_an_offer_lapses_when_what_it_is_about_is_gone() -> None:
    data = phases()["others"]
    seat = 1

    def after(*more: events.AnyEvent) -> Table:
        rows = [events.Row(number, 0.0, one) for number, one in enumerate([*data, *more], 1)]
        return rebuild("lapse", rows)

    offered = events.Offered("undo", seat, [seat], after().playing.last_of(seat))
    assert after(offered).offer is not None
    assert after(offered, events.Undone(seat)).offer is None
    assert after(offered, events.Replaced(2, "random", "left")).offer is None
    assert after(offered, events.Answered([seat], yes=False)).offer is None


@pytest.mark.parametrize("phase", ["drawn", "resigned"])
def test_an_old_match_keeps_its_moves(phase: str) -> None:
    data = [
        events.Started("a seed", [0, 1, 2], rules=0) if isinstance(one, events.Started) else one
        for one in phases()[phase]
    ]
    assert built("old", data).status == "old"


async def test_rematches_are_a_series(base: str) -> None:
    async with Company(base, ADA, BO) as (ada, bo):
        first = ada.table.id
        await ada.play()
        await ada.say(p.Resign(seat=0))
        await bo.table_is(lambda table: table.status == "over")
        assert bo.table.series == []
        for player in (ada, bo):
            await player.say(p.Rematch())
        await bo.table_is(lambda table: table.next)
        again, secrets = str(bo.table.next), [ada.hello.tokens, bo.hello.tokens]
    async with Player(base, again, secrets[0]) as ada, Player(base, again, secrets[1]) as bo:
        assert ada.table.series == [first]
        assert [(seat.name, seat.wins) for seat in ada.table.seats] == [("Bo", 1), ("Ada", 0)]  # another begins
        await bo.say(p.Abort(seat=0))
        await ada.table_is(lambda table: table.status == "over")
        await ada.say(p.Rematch(lobby=True))
        await ada.table_is(lambda table: table.next)
        lobby = str(ada.table.next)
    async with Player(base, lobby, secrets[1]) as bo:
        assert bo.table.series == [first], "what was aborted does not count"
        await bo.say(p.Leave(seat=bo.table.mine[0]))
        await bo.table_is(lambda table: not table.mine)
        assert bo.table.series == []
        assert all(seat.wins == 0 for seat in bo.table.seats)


async def test_reactions_are_seen_by_all_and_reports_by_nobody(start: Start, sqlite: str) -> None:
    base = start(sqlite, chat_per_second=0.001, chat_burst=5).base
    async with Company(base, ADA, BO) as (ada, bo):
        await ada.say(p.React(seat=0, what="bravo"))
        assert await bo.until(p.Reacted) == p.Reacted(seat=0, what="bravo")
        await bo.say(p.Chat(text="how rude of you", seat=1))
        line = (await ada.until(p.Said)).line.id
        await bo.settle()
        bo.inbox.clear()
        for _ in range(2):  # once is enough
            await ada.say(p.Report(line=line))
        await ada.settle()
        await bo.settle()
        assert [type(one) for one in bo.inbox] == [p.Pong]
        await ada.say(p.React(seat=0, what="wow"))
        assert (await ada.fails(p.React(seat=0, what="wow"))).code == "too_fast"
    async with store_of(sqlite) as store:
        found = await reports(store)
    assert [(one.table, one.report.name, one.report.text, one.report.by) for one in found] == [
        (ada.table.id, "Bo", "how rude of you", "Ada")
    ]
    path = sqlite.removeprefix("sqlite+aiosqlite:///")
    assert "Bo: how rude of you  (reported by Ada)" in await asyncio.to_thread(_reports_of, path)


def _reports_of(path: str) -> str:
    return CliRunner().invoke(app, ["tables", "reports", "--database", path]).output


@pytest.mark.parametrize("game", ["dam-it", "beaver-gang"])
async def test_what_happened_in_an_absence_is_shown_as_the_seat_saw_it(base: str, game: str) -> None:
    made = await new_table(base, [ADA, BO], start=True, game=game)
    one, two = (seat.token for seat in made.seats)
    ada, bo, watcher = (Player(base, made.table, tokens) for tokens in ([one], [two], []))
    async with ada, bo, watcher:
        seen: dict[int, Any] = {}
        eyes = bo if game == "dam-it" else watcher  # where one is to remember, nobody is reminded
        for _ in range(6):
            for player in (ada, bo, watcher):
                await player.settle()
            seen[eyes.update.number] = eyes.update.sights[0].view
            mover = ada if ada.turn() is not None else bo
            await mover.play()
        await bo.say(p.Review(seat=1, since=2))
        frames = (await bo.until(p.Reviewed)).frames
        assert [frame.number for frame in frames] == [2, 3, 4, 5, 6]
        assert frames[0].events == []
        assert all(frame.view == seen[frame.number] for frame in frames if frame.number in seen)
        assert len(seen) == 6
        await bo.say(p.Review(seat=1, since=6))
        assert (await bo.until(p.Reviewed)).frames == []
