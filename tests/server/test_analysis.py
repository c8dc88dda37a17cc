"""Analysis over the wire: for everybody at a finished match, made once, and never for one that goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from lodge.analysis import analyse
from lodge.server import protocol as p

from .player import Player, new_table, play_out, tokens

MINE = {"kind": "mine", "name": "Ada"}
BO = {"kind": "mine", "name": "Bo"}


async def test_only_when_the_match_is_over_then_for_everybody_and_once(
    start: Callable[..., Any], sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = start(sqlite)
    made: list[Any] = []

    def counted(*arguments: Any, **more: Any) -> Any:
        made.append(arguments)
        return analyse(*arguments, **more)

    monkeypatch.setattr("lodge.server.analysing.analyse", counted)
    table = await new_table(running.base, [MINE, BO], start=True)
    both, watcher = Player(running.base, table.table, tokens(table)), Player(running.base, table.table)
    async with both, watcher:
        await both.until(p.Welcome)
        await watcher.until(p.Welcome)
        for asker in (both, watcher):
            assert (await asker.fails(p.Analyse())).code == "not_now"
            assert (await asker.fails(p.PlayOn(number=0, move="take 1"))).code == "not_now"
        await both.play()
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
        first = next(move for move in one.analysis.moves if move.choices)
        await watcher.say(p.PlayOn(number=first.number - 1, move=first.choices[0].text, ref=8))
        answer = await watcher.until(p.PlayedOn)
        assert (answer.ref, answer.what_if.seat) == (8, first.seat)
        assert sum(outlook.chance for outlook in answer.what_if.instead) == pytest.approx(1)
        assert (await watcher.fails(p.PlayOn(number=0, move="build 11 with oak"))).code == "illegal_move"
        assert (await watcher.fails(p.PlayOn(number=5000, move="take 1"))).code == "illegal_move"


async def test_few_wait_and_the_oldest_are_forgotten(
    start: Callable[..., Any], sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = start(sqlite, analyses_kept=1)
    bots = [{"kind": "bot", "level": "random"}] * 2
    tables = [(await new_table(running.base, bots, start=True)).table for _ in range(2)]
    analyst = running.hub.analyst
    for table in tables:
        async with Player(running.base, table) as watcher:
            await watcher.table_is(lambda table: table.status == "over")
            await watcher.say(p.Analyse())
            await watcher.until(p.AnalysisDone)
    assert list(analyst._kept) == tables[1:]
    monkeypatch.setattr(analyst.desk, "most", 0)
    async with Player(running.base, tables[0]) as watcher:
        await watcher.until(p.Welcome)
        assert (await watcher.fails(p.Analyse())).code == "busy"
