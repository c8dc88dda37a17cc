"""Levels: what seems good is taken mostly, what seems bad never."""

from __future__ import annotations

from collections import Counter

import pytest

from lodge import Match
from lodge.bots import BOTS, bot, decide
from lodge.bots.levels import LEVELS, Level
from lodge.bots.search import Search, Weight
from lodge.games import Game, games
from lodge.kernel import lucky
from lodge.lab.arena import arena


def test_the_less_a_move_seems_to_cost_the_likelier_it_is_taken() -> None:
    level = Level(Search(playouts=10), slack=0.1)
    weights = [Weight(7, 50, 0.6), Weight(3, 30, 0.65), Weight(5, 20, 0.5), Weight(9, 10, 0.34)]
    luck = lucky(1)
    taken = Counter(level._pick(weights, luck) for _ in range(4000))
    assert taken[3] > taken[7] > taken[5] > 200
    assert taken[9] == 0  # it would cost more than three times the slack
    assert taken[3] / taken[7] == pytest.approx(1.65, abs=0.2)  # e to the half


def test_levels_are_bots_by_name() -> None:
    for name, level in LEVELS.items():
        assert bot(name) is level
        assert name in BOTS


def test_levels_keep_to_their_time() -> None:
    most = {"gentle": 200, "steady": 500, "sharp": 1000, "master": 3000}
    for name, level in LEVELS.items():
        search = level.search if isinstance(level, Level) else level
        assert search.milliseconds is not None
        assert search.milliseconds < most[name]
        assert search.threads <= 2


@pytest.mark.parametrize("which", games(), ids=lambda which: which.id)
def test_master_plays_every_game(which: Game) -> None:
    match = Match.new(which.id, which.seats[0], seed=5)
    for number in range(4):
        seat = match.pending[0]
        match.play(seat, decide(bot("master:3"), which, match.state, seat, lucky(number)))


def test_each_level_beats_the_one_below() -> None:
    for upper, lower in (("steady", "gentle"), ("gentle", "random")):
        assert arena("dam-it", [upper, lower], games=10).bots[0].wins >= 8
