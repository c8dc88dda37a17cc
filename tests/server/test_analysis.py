"""Analysis over the wire: for everybody at a finished match, made once, and never for one that goes on."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Generator
from typing import Any

import pytest
from sqlalchemy import update

from lodge.analysis import Analysis, analysing
from lodge.server.storage import retention
from lodge.server.storage.analyses import AnalysisStore
from lodge.server.storage.schema import table_analyses
from lodge.server.ws import protocol as p

from .conftest import Start
from .phases import store_of
from .player import ADA, BO, Player, http, new_table, play_out, tokens


async def test_only_when_the_match_is_over_then_for_everybody_and_once(
    start: Start, sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = start(sqlite)
    made: list[Any] = []

    def counted(*arguments: Any, **more: Any) -> Any:
        made.append(arguments)
        return analysing(*arguments, **more)

    monkeypatch.setattr("lodge.server.workers.analyst.analysing", counted)
    monkeypatch.setattr("lodge.server.workers.analyst.SLICE", 0)
    table = await new_table(running.base, [ADA, BO], start=True)
    both, watcher = Player(running.base, table.table, tokens(table)), Player(running.base, table.table)
    async with both, watcher:
        for asker in (both, watcher):
            assert (await asker.fails(p.Analyse())).code == "not_now"
            assert (await asker.fails(p.PlayOn(number=0, move="take 1"))).code == "not_now"
        possible = f"/api/tables/{table.table}/possible"
        assert (await http(running.base, f"{possible}/0.json"))[1]["code"] == "not_now"
        await both.play()
        assert (await http(running.base, f"{possible}/0.json"))[1]["code"] == "not_now"
        assert (await both.fails(p.Analyse())).code == "not_now"
        assert (await both.fails(p.PlayOn(number=0, move="take 1"))).code == "not_now"
        await asyncio.gather(play_out(both), watcher.table_is(lambda table: table.status == "over"))
        for asker in (both, watcher):
            await asker.say(p.Analyse(ref=7))
        one, two = [(await asker.until(p.AnalysisDone)) for asker in (both, watcher)]
        assert one == two
        assert one.ref == 7
        told = [message for message in both.inbox if isinstance(message, p.AnalysisProgress)]
        assert [message.done for message in told] == sorted(message.done for message in told)
        assert 10 < len(told) <= 52
        assert told[-1].done == told[-1].total == len(one.analysis.moves)
        assert both.table.result is not None
        winners = [seat for seat, standing in enumerate(one.analysis.standings) if standing.result > 0]
        assert winners == both.table.result.winners
        await watcher.say(p.Analyse())
        assert (await watcher.until(p.AnalysisDone)).analysis == one.analysis
        assert len(made) == 1, "it is kept"
        async with Player(start(sqlite).base, table.table) as later:
            await later.say(p.Analyse())
            assert (await later.until(p.AnalysisDone)).analysis == one.analysis
        assert len(made) == 1, "another server finds it"
        first = next(move for move in one.analysis.moves if move.choices)
        await watcher.say(p.PlayOn(number=first.number - 1, move=first.choices[0].text, ref=8))
        answer = await watcher.until(p.PlayedOn)
        assert (answer.ref, answer.what_if.seat) == (8, first.seat)
        assert sum(outlook.chance for outlook in answer.what_if.instead) == pytest.approx(1)
        status, could = await http(running.base, f"{possible}/{first.number - 1}.json")
        assert (status, could["seat"]) == (200, first.seat)
        assert {choice.text for choice in first.choices} <= {move["text"] for move in could["moves"]}
        assert first.choices[0].move in [move["move"] for move in could["moves"]]
        await watcher.say(p.PlayOn(number=first.number - 1, move=could["moves"][-1]["text"]))
        assert (await watcher.until(p.PlayedOn)).what_if.move == could["moves"][-1]["text"]
        for number in (len(one.analysis.moves), 5000):
            status, refused = await http(running.base, f"{possible}/{number}.json")
            assert (status, refused["code"]) == (400, "bad_message")
        assert (await watcher.fails(p.PlayOn(number=0, move="build 11 with oak"))).code == "illegal_move"
        assert (await watcher.fails(p.PlayOn(number=5000, move="take 1"))).code == "illegal_move"


async def test_a_short_one_does_not_wait_for_a_long_one(
    start: Start, sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = start(sqlite)
    enough = threading.Event()

    def looked_at(match: Any, *, seconds: float) -> Generator[None, None, Analysis]:
        for _ in range(2):
            yield
        while match.seats > 2 and not enough.wait(0.01):
            yield
        return _made(match.seats)

    monkeypatch.setattr("lodge.server.workers.analyst.analysing", looked_at)
    monkeypatch.setattr("lodge.server.workers.analyst.SLICE", 0.02)
    bots = {"kind": "bot", "level": "random"}
    tables = [await new_table(running.base, [bots] * seats, start=True) for seats in (3, 2)]
    long, short = (Player(running.base, table.table) for table in tables)
    async with long, short:
        for watcher in (long, short):
            await watcher.table_is(lambda table: table.status == "over")
        await long.say(p.Analyse())
        assert (await long.until(p.AnalysisProgress)).others == 0
        await short.say(p.Analyse())
        assert (await short.until(p.AnalysisProgress)).others == 1
        assert (await short.until(p.AnalysisDone)).analysis == _made(2)
        while not (await long.until(p.AnalysisProgress)).others:  # it hears that it takes turns
            pass
        assert not any(isinstance(message, p.AnalysisDone) for message in long.inbox)
        while (await long.until(p.AnalysisProgress)).others:
            pass
        enough.set()
        assert (await long.until(p.AnalysisDone)).analysis == _made(3)


async def test_few_wait(start: Start, sqlite: str) -> None:
    running = start(sqlite, analyses=0)
    table = await new_table(running.base, [{"kind": "bot", "level": "random"}] * 2, start=True)
    async with Player(running.base, table.table) as watcher:
        await watcher.table_is(lambda table: table.status == "over")
        assert (await watcher.fails(p.Analyse())).code == "busy"


async def test_the_latest_are_kept_and_go_with_their_tables(database: str, caplog: pytest.LogCaptureFixture) -> None:
    async with store_of(database) as store:
        kept = AnalysisStore(store, 2)
        for number in (1, 2, 3):
            await kept.keep(f"t{number}", _made(number))
        await kept.keep("t2", _made(4))
        assert [await kept.find(f"t{number}") for number in (1, 2, 3)] == [None, _made(4), _made(3)]
        await retention.remove(store, "t3", 1.0, 2.0)
        assert await kept.find("t3") is None
        async with store.engine.begin() as connection:
            await connection.execute(update(table_analyses).values(data=b"torn"))
        assert await kept.find("t2") is None, "one that cannot be read is made anew"
        async with store.engine.begin() as connection:
            await connection.run_sync(table_analyses.drop)
        await kept.keep("t2", _made(5))
        assert [record.message[:14] for record in caplog.records] == ["an analysis ca", "the database c"]


def _made(playouts: int) -> Analysis:
    return Analysis(
        game="amik",
        unit="points",
        names=["Ada"],
        playouts=playouts,
        noise=1.5,
        start=[20.0],
        spread=9.0,
        moves=[],
        standings=[],
        turning=[],
    )
