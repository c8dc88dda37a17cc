"""Levels: what seems good is taken mostly, what seems bad never."""

from __future__ import annotations

from collections import Counter

import pytest

from lodge import Match
from lodge.bots import BOTS, bot, decide
from lodge.bots.levels import LEVELS, Level, Tuned, spread
from lodge.bots.search import Master, Search, Weight
from lodge.bots.tree import Tree
from lodge.games import Game, game, games
from lodge.games.tuning import LevelSettings, Tuning
from lodge.kernel import lucky
from lodge.lab.arena import arena


def test_the_less_a_move_seems_to_cost_the_likelier_it_is_taken() -> None:
    level = Level(Search(playouts=10), slack=0.5)
    weights = [Weight(7, 400, 0.6), Weight(3, 400, 0.65), Weight(5, 400, 0.56), Weight(9, 400, 0.54)]
    luck = lucky(1)
    taken = Counter(level._pick(weights, 0.2, luck) for _ in range(4000))
    assert taken[3] > taken[7] > taken[5] > 200
    assert taken[9] == 0  # it would cost more than the slack
    assert taken[3] / taken[7] == pytest.approx(1.65, abs=0.2)  # e to the half


def test_what_was_lucky_once_is_not_taken_for_good() -> None:
    level, luck = Level(Search(playouts=10), slack=0.1), lucky(1)
    assert {level._pick([Weight(7, 25, 0.5), Weight(3, 1, 0.6)], 0.2, luck) for _ in range(100)} == {7}


def test_the_spread_is_that_of_the_play_outs() -> None:
    match = Match.new("dam-it", 2, seed=5)
    trees = Search(playouts=200, threads=2).grown(game("dam-it"), match.state, match.pending[0], lucky(1))
    assert sum(tree.moments()[0] for tree in trees if isinstance(tree, Tree)) == 200
    assert 0.05 < spread(trees) <= 0.5


def test_levels_are_bots_by_name() -> None:
    for name, level in LEVELS.items():
        assert bot(name) is level
        assert name in BOTS


def test_levels_keep_to_their_time() -> None:
    most = {"gentle": 200, "steady": 500, "sharp": 1000, "master": 3000}
    for name, level in LEVELS.items():
        for one in [level.usual, *map(level.of, games())] if isinstance(level, Tuned) else [level]:
            search = one.search if isinstance(one, Level) else one
            assert search.milliseconds is not None
            assert search.milliseconds < most[name]
            assert search.threads <= 2


def test_games_tune_levels_that_there_are() -> None:
    tuned = [name for which in games() for name in which.tuning.levels]
    assert tuned
    assert set(tuned) <= {name for name, level in LEVELS.items() if isinstance(level, Tuned)}


def test_a_game_may_tune_a_level_but_not_its_time() -> None:
    """The usual settings, other ones, and the best move as `master` finds it."""
    level = Tuned("steady", Level(Search(playouts=8, milliseconds=7), slack=0.1))
    wanted = [
        (Tuning(), level.usual),
        (Tuning({"gentle": LevelSettings(60, 0.3)}), level.usual),
        (Tuning({"steady": LevelSettings(60, 0.3)}), Level(Search(playouts=60, milliseconds=7), slack=0.3)),
        (Tuning({"steady": LevelSettings(None, None)}), Master(playouts=None, milliseconds=7)),
    ]
    for tuning, settings in wanted:
        which = game("dam-it").on("auto")  # one of its own
        vars(which)["tuning"] = tuning
        assert level.of(which) == settings


def test_a_level_plays_as_it_is_tuned() -> None:
    """So the same luck gives the same move as those settings alone."""
    level = Tuned("gentle", Level(Search(playouts=60), slack=0.3))
    for which in (game("dam-it"), game("beaver-gang")):
        match = Match.new(which.id, 2, seed=5)
        taken = [
            [player.choose(which, match.state, match.pending[0], lucky(number)) for number in range(20)]
            for player in (level, level.of(which))
        ]
        assert taken[0] == taken[1]


@pytest.mark.parametrize("which", games(), ids=lambda which: which.id)
def test_master_plays_every_game(which: Game) -> None:
    match = Match.new(which.id, which.seats[0], seed=5)
    for number in range(4):
        seat = match.pending[0]
        match.play(seat, decide(bot("master:3"), which, match.state, seat, lucky(number)))


def test_each_level_beats_the_one_below() -> None:
    for upper, lower, least in (("steady", "gentle", 6), ("gentle", "random", 9)):  # 8 and 10, on a quiet machine
        assert arena("dam-it", [upper, lower], games=10).bots[0].wins >= least
