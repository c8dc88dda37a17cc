"""The quick match is the match."""

from __future__ import annotations

import random

import msgspec
import numpy as np
import pytest

from lodge import fairness
from lodge.errors import IllegalMove, LodgeError
from lodge.games import games
from lodge.kernel import same
from lodge.match import Match
from lodge.server.tables import quick as module
from lodge.server.tables.quick import DRAWN, LUCK, QuickMatch

encode = msgspec.json.encode


@pytest.mark.parametrize("seed", [1])
@pytest.mark.parametrize("name", [game.id for game in games()])
def test_whole_games_are_the_same(name: str, seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311
    fewest, most = next(game for game in games() if game.id == name).seats
    seats = rng.randint(fewest, min(most, 4))
    names = [f"P{seat}" for seat in range(seats)]
    match = Match.new(name, seats, seed=f"seed {seed}", names=names, compiled=True)
    quick = QuickMatch.begin(name, seed=f"seed {seed}", options=[], names=names)
    eyes = [None, *range(seats)]
    while not match.over:
        assert quick.pending == match.pending
        assert encode(quick.views(eyes)) == encode([match.view(eye) for eye in eyes])
        seat = rng.choice(match.pending)
        assert quick.legal_actions(seat) == match.legal_actions(seat)
        action = rng.choice(match.legal_actions(seat))
        text = match.game.moves.text(action)
        match.play(seat, text)
        quick.play(seat, text if rng.random() < 0.5 else action)
        assert same(quick.state, match.state)
        assert quick.can_undo(seat) == match.can_undo(seat)
        for eye in eyes:
            assert quick.events(match.number, eye) == match.events(match.number, eye)
        if match.can_undo(seat) and rng.random() < 0.5:
            match.undo(seat)
            quick.undo(seat)
            assert encode(quick.view(seat)) == encode(match.view(seat))
    assert quick.over
    assert quick.pending == []
    assert quick.events(1) == match.events(1)
    assert encode(quick.record()) == encode(match.record())


def test_a_plain_copy_reads_like_the_record() -> None:
    match = QuickMatch.begin("dam-it", seed="x", options=[], names=["a", "b"])
    copy = module.reader(match.dtype)(match.state)
    for name in match.dtype.names or ():
        value = match.state[name]
        assert (getattr(copy, name).tolist() if value.shape else getattr(copy, name)) == value.tolist()
    assert copy.hand[1].tolist() == match.state.hand[1].tolist()
    assert copy.hand[1, 2] == match.state.hand[1, 2]


def test_luck_is_the_same() -> None:
    assert LUCK.fields is not None
    assert LUCK.fields["drawn"][1] == DRAWN
    for seed in ("x", fairness.new_seed(), "long" * 50):
        quick = QuickMatch.begin("dam-it", seed=seed, options=[], names=["a", "b"])
        for number in range(50):
            assert same(np.frombuffer(quick.luck(number), LUCK)[0], fairness.luck_for(seed, number))


def test_it_says_what_is_wrong() -> None:
    quick = QuickMatch.begin("dam-it", seed="x", options=[], names=["a", "b"])
    seat = quick.pending[0]
    with pytest.raises(IllegalMove, match="not the turn"):
        quick.play(1 - seat, "take 1")
    with pytest.raises(IllegalMove, match="is not possible"):
        quick.play(seat, "take 1 dispose")
    with pytest.raises(IllegalMove, match="is not a move"):
        quick.play(seat, "dance")
    with pytest.raises(LodgeError):
        quick.play(7, "take 1")
    assert quick.number == 0
