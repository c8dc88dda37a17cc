"""Puzzles: those that are shipped are what they say, and new ones can be found."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from lodge.analysis import puzzle_maker
from lodge.analysis.puzzle_maker import find, graded, in_match
from lodge.analysis.puzzles import FILE, Puzzle, load, save
from lodge.bots.search import Master
from lodge.cli import app
from lodge.games import Game, game, games
from lodge.kernel import lucky

MANY = 100


@pytest.mark.parametrize("which", games(), ids=lambda one: one.id)
def test_there_are_a_hundred_in_three_grades(which: Game) -> None:
    found = load(which)
    assert len(found) >= MANY
    grades = [one.grade for one in found]
    assert grades == sorted(grades)
    assert all(grades.count(grade) * 4 >= len(found) for grade in (1, 2, 3))
    assert len({one.state for one in found}) == len(found)
    assert (which.folder / FILE).stat().st_size < 12_000


@pytest.mark.parametrize("which", games(), ids=lambda one: one.id)
def test_each_has_one_best_move_that_a_strong_player_finds(which: Game) -> None:
    """Every move that is told is legal; and `master`, with other luck than it was found with, mostly agrees."""
    rules, out = which.rules, np.zeros(which.rules.ACTIONS, np.int16)
    agreed, asked = 0, load(which)[::20]
    for one in asked:
        state = one.position(which)
        legal = out[: rules.legal(state, one.seat, out)].tolist()
        assert set(one.costs) <= set(legal)
        costs = list(one.costs.values())
        assert costs == sorted(costs)
        assert costs[0] == 0 < costs[1]
        agreed += Master(playouts=400, milliseconds=None).best(which, state, one.seat, lucky(9)) == one.best
    assert agreed >= len(asked) - 2


def test_what_is_saved_is_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    which = game("dam-it")
    some = load(which)[:7]
    save(which, some, tmp_path / FILE)
    monkeypatch.setitem(which.__dict__, "folder", tmp_path)
    assert load(which) == some
    monkeypatch.setattr(which.rules, "VERSION", which.rules.VERSION + 1)
    assert load(which) == [], "made for other rules"
    (tmp_path / FILE).unlink()
    assert load(which) == []


def test_grades_are_thirds_by_effort() -> None:
    some = [
        Puzzle(state=bytes([n]), seat=0, grade=effort, costs={1: 0.0, 2: 0.5}) for n, effort in enumerate([9, 3, 6])
    ]
    assert [(one.state[0], one.grade) for one in graded(some)] == [(1, 1), (2, 2), (0, 3)]


def test_a_puzzle_is_found_in_a_match() -> None:
    """The same seed gives the same ones; none is the move of the hand-written player, or as good as another."""
    which = game("dam-it")
    found = next(some for number in range(20) if (some := in_match(which, 64, 0, number)))
    assert all(min(list(one.costs.values())[1:]) > 0 for one in found)
    assert find(which, count=1, playouts=64) == find(which, count=1, playouts=64, processes=2) == graded(found[:1])


def test_where_a_move_may_be_as_good_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzle_maker, "CLEAR", 10.0)
    assert not any(in_match(game("dam-it"), 16, 0, number) for number in range(2))


def test_the_command(tmp_path: Path) -> None:
    to = tmp_path / FILE
    asked = ["puzzles", "dam-it", "--count", "2", "--playouts", "32", "--processes", "1", "--to", str(to)]
    result = CliRunner().invoke(app, asked)
    assert result.exit_code == 0, result.output
    assert "2 puzzles of Dam It!" in result.output.replace("\n", " ")
    assert to.stat().st_size > 0
