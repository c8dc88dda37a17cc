"""How a seat that nobody can disturb goes on after a move, and that this is what the move is judged by."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from lodge.analysis import what_if
from lodge.analysis.field import Field
from lodge.analysis.ways import Way, go_on, ways
from lodge.analysis.weighing import Decision, seed_from
from lodge.bots import bot, decide
from lodge.bots.playouts import Endings, play_outs
from lodge.fairness import luck_for
from lodge.games.compiled import compiled_rules
from lodge.kernel import copy, lucky, same
from lodge.match import Match


class Told:
    """It makes the moves that it is told, and knows no others."""

    def __init__(self, *moves: int) -> None:
        self.moves = [*moves]

    def choose(self, game: Any, state: Any, seat: int, luck: Any) -> int:  # noqa: ARG002
        """The next one."""
        return self.moves.pop(0)


def greedy(match: Match) -> int:
    """What a greedy bot does next."""
    return decide(bot("greedy"), match.game, match.state, match.pending[0], lucky(match.number))


def greedily(match: Match, moves: int) -> Match:
    """Greedy bots play so many moves."""
    while match.number < moves:
        match.play(match.pending[0], greedy(match))
    return match


@pytest.fixture(scope="module")
def cutting() -> Match:
    """Amik, where a forest with water on all sides may be cut: `master` considers nothing else."""
    match = greedily(Match.new("amik", 1, seed=4), 30)
    few = np.zeros(match.game.rules.ACTIONS, np.int16)
    assert match.game.master is not None
    assert match.game.master.shortlist(match.state, 0, few) == 1
    assert match.game.moves.text(int(few[0])) == "cut e6"
    return match


def actions(match: Match, *texts: str) -> list[int]:
    """The actions that these texts stand for."""
    return [match.game.moves.parse(text) for text in texts]


def test_a_move_is_gone_on_with_as_a_strong_player_does_and_as_was_done(cutting: Match) -> None:
    game, state = cutting.game, cutting.state
    cut, one, other, done = actions(cutting, "cut e6", "upgrade b6", "upgrade c5", "done")
    found = ways(game, state, 0, cut, searcher=Told(one, done), seed=1, later=[other, done, cut])
    assert [way.action for way in found] == [cut, done, done]
    for way, upgraded in zip(found[1:], (one, other), strict=True):
        expected, rules = copy(state), compiled_rules(game)
        for action in (cut, upgraded):
            rules.play(expected, 0, action, lucky(0))
        assert same(way.state, expected), "luck falls with the next move, and not before"
    (hasty, _) = ways(game, state, 0, cut, searcher=Told(one, done), seed=1, later=[one, done])
    assert same(hasty.state, state), "what is the same is not looked at twice"


def test_the_best_way_to_go_on_is_what_a_move_is_worth(cutting: Match) -> None:
    game, state = cutting.game, cutting.state
    cut, done, *hexes = actions(cutting, "cut e6", "done", "upgrade b6", "upgrade c5", "upgrade f6")
    worths = []
    for upgraded in hexes:
        field = Field(game, state, 4, 1)
        field.ways[0, cut] = ways(game, state, 0, cut, searcher=Told(upgraded, done), seed=1, later=())[1:]
        worths.append(field.after(0, cut).scores.mean())
    assert len(set(worths)) > 1
    field = Field(game, state, 4, 1)
    field.ways[0, cut] = [
        way for one in hexes for way in ways(game, state, 0, cut, searcher=Told(one, done), seed=1, later=())[1:]
    ]
    assert field.after(0, cut).scores.mean() == max(worths)
    field.grow(8)
    assert len(field.after(0, cut).scores) == 8


def test_what_if_goes_on_as_the_analysis_does(cutting: Match) -> None:
    """The move that was made counts by the best that is made of it: hastily, as `master` would, or as it was."""
    game, state = cutting.game, cutting.state
    cut, done, *hexes = actions(cutting, "cut e6", "done", "upgrade b6", "upgrade c5", "upgrade f6")
    seed, games = seed_from(luck_for("what if 0", cutting.number)), 4

    def worth(upgraded: int) -> float:
        (_, way) = ways(game, state, 0, cut, searcher=Told(upgraded, done), seed=seed, later=())
        return float(play_outs(game, way.state, games, seed, action=way.action).scores.mean())

    worths = {one: worth(one) for one in hexes}
    best = max(hexes, key=lambda one: worths[one])
    match = cutting.copy()
    for action in (cut, best, done):
        match.play(0, action)
    while match.pending:
        match.play(0, greedy(match))
    found = what_if(match, cutting.number, "cut e6", games=games)
    hastily = Field(game, state, games, seed).after(0, cut).scores.mean()
    assert found.as_played[0].points >= max(worths[best], hastily)
    assert found.as_played[0].points >= found.instead[0].points >= hastily, "what was done later is not known there"
    assert found.gain == pytest.approx(found.instead[0].points - found.as_played[0].points)


def test_nobody_goes_on_where_how_to_end_has_been_worked_out() -> None:
    """Hasty players come to the last upgrades from other moves, too: `stop` would seem to bring all that they leave."""
    match = greedily(Match.new("amik", 1, seed=5), 30)
    action = greedy(match)
    while match.game.moves.text(action) != "stop":
        match.play(0, action)
        action = greedy(match)

    def nobody(_then: Any) -> int:
        pytest.fail("it is known how to go on")

    assert go_on(match.game, match.state, 0, action, nobody) == Way(match.state, action)


def test_where_others_can_answer_nobody_goes_on() -> None:
    match = greedily(Match.new("dam-it", 2, seed=1), 6)
    seat, state = match.pending[0], match.state
    action = match.legal_actions(seat)[0]
    (only,) = ways(match.game, state, seat, action, searcher=Told(), seed=1, later=[action])
    assert same(only.state, state)
    assert only.action == action


def test_seats_that_are_apart_go_on_by_themselves() -> None:
    """Without the others luck falls when the seat is done; the others are still where they were."""
    match = Match.new("amik", 2, seed=4)
    while "done" not in map(match.game.moves.text, match.legal_actions(match.pending[0])):
        greedily(match, match.number + 1)
    seat = match.pending[0]
    (done,) = actions(match, "done")
    (only,) = ways(match.game, match.state, seat, done, searcher=Told(), seed=1, later=[done])
    assert compiled_rules(match.game).pending(only.state) == 1 << seat


@pytest.mark.parametrize("exact", [False, True])
def test_play_outs_that_agree_are_no_exact_answer(exact: bool, cutting: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    """A difference that all of them show is a loss only if it matters, unless it has been worked out."""
    field = Field(cutting.game, cutting.state, 4, 1)
    better, worse = actions(cutting, "cut e6", "done")
    lines = np.zeros((1, len(cutting.game.lines.LINES)))
    ends = {
        one: Endings(np.ones((4, 1)), np.full((4, 1), points), lines) for one, points in ((better, 12.0), (worse, 10.0))
    }
    monkeypatch.setattr(field, "after", lambda _seat, action: ends[action])
    monkeypatch.setattr(field, "is_exact", lambda _seat: exact)
    assert Decision(field, 0, [better, worse]).weigh(worse, least=3.0).loss == (2.0 if exact else 0.0)
    assert Decision(field, 0, [better, worse]).weigh(worse, least=1.0).loss == 2.0
