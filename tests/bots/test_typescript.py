"""What the page's engine knows of a game is made from the game, and says all of it."""

from __future__ import annotations

from itertools import chain, repeat
from pathlib import Path

import msgspec
import pytest

from lodge.games import Game, games
from lodge.games.movelist import move_list, written

PAGE = Path(__file__).parents[2] / "web/src/games"
ALL = pytest.mark.parametrize("game", [pytest.param(game, id=game.id) for game in games()])


@ALL
def test_every_action_can_be_read_from_the_list(game: Game) -> None:
    moves = move_list(game)
    columns = {
        kind: iter(zip(*fields.values(), strict=True) if fields else repeat(()))
        for kind, fields in moves["columns"].items()
    }
    patterns = list(chain.from_iterable([moves["patterns"][at]] * count for at, count in moves["runs"]))
    assert len(patterns) == game.rules.ACTIONS
    for action, (kind, pattern, between) in enumerate(patterns):
        move = dict(zip(moves["columns"][kind], next(columns[kind]), strict=True))
        assert written(pattern, between, move) == game.moves.text(action)
        told = msgspec.convert({moves["tag"]: kind} | move, game.moves.Move)
        assert game.moves.to_action(told) == action
