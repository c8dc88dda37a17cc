"""Deals of the day: the same for everybody, and another for every game, day and version of the rules."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date

import pytest
from typer.testing import CliRunner

from lodge.bots import bot, decide
from lodge.bots.levels import Level, Tuned
from lodge.bots.search import Master, Search
from lodge.cli import app
from lodge.daily import bot_luck, daily_match, daily_seed, set_up
from lodge.errors import LodgeError
from lodge.games import Game, game, games
from lodge.replaying import verify

DAY = date(2026, 11, 18)


@pytest.mark.parametrize("which", games(), ids=lambda which: which.id)
def test_every_game_says_how_its_deal_is_played(which: Game) -> None:
    deal = set_up(which)
    which.check_seats(deal.seats)
    which.option_bits(deal.options)
    assert (deal.bots is None) == (deal.seats == 1)
    for spec in filter(None, (deal.bots, deal.master)):
        player = bot(spec)
        chosen = player.of(which) if isinstance(player, Tuned) else player
        search = chosen.search if isinstance(chosen, Level) else chosen
        assert isinstance(search, Search | Master)
        assert search.milliseconds is None  # no clock
        assert search.playouts
        # what `master` knows of one position may help it with another: as an opponent it would not be the same for all
        assert isinstance(chosen, Level) or spec == deal.master


def test_deals_differ_by_game_and_day_and_nothing_else() -> None:
    seeds = {daily_seed(which, day) for which in games() for day in (DAY, date(2026, 11, 19))}
    assert len(seeds) == 2 * len(games())
    assert daily_seed(game("dam-it"), DAY) == "3b574dfcb4cb79032517cf01c1433e0276662247b66bd7a5202ca1c89976b34c"


def test_bots_decide_the_same_for_everybody() -> None:
    which = game("dam-it")
    records = []
    for _ in range(2):
        match = daily_match(which, DAY, names=("Ada", "Steady", "Steady 2"))
        seed = daily_seed(which, DAY)
        while match.pending and match.number < 20:
            seat = match.pending[0]
            luck = bot_luck(seed, seat, match.number + 1)
            match.play(seat, decide(bot("greedy" if seat == 0 else "steady:40"), which, match.state, seat, luck))
        records.append(match.record().moves)
    assert records[0] == records[1]


def test_a_record_of_a_deal_can_be_checked() -> None:
    which = game("beaver-gang")
    match = daily_match(which, DAY)
    while match.pending:
        seat = match.pending[0]
        luck = bot_luck(daily_seed(which, DAY), seat, match.number + 1)
        match.play(seat, decide(bot("greedy"), which, match.state, seat, luck))
    assert verify(match.record()).finished
    assert match.record().seed == daily_seed(which, DAY)


def test_a_game_without_one_says_so() -> None:
    with pytest.raises(LodgeError, match="no deal of the day"):
        set_up(replace(game("amik"), daily=None))


def test_the_command_lists_them() -> None:
    told = CliRunner().invoke(app, ["daily", "2026-11-18"], env={"COLUMNS": "140"})
    assert told.exit_code == 0
    assert daily_seed(game("donnant"), DAY)[:20] in told.output
    found = json.loads(CliRunner().invoke(app, ["daily", "--json"]).output)
    assert [one["game"] for one in found] == [which.id for which in games()]
    wrong = CliRunner().invoke(app, ["daily", "tomorrow"])
    assert isinstance(wrong.exception, LodgeError)
    assert "write it like 2026-11-18" in str(wrong.exception)
