"""A match on the quickest backend is the match: the same as one whose rules are interpreted."""

from __future__ import annotations

import random
from typing import Any, cast

import msgspec
import pytest

from lodge import fairness
from lodge.games import game, games
from lodge.kernel import copy, same
from lodge.match import Match

encode = msgspec.json.encode
PLAYED = {"amik": 40, "donnant": 60}  # moves that are compared, where interpreting takes long


def interpreted(match: Match, seed: str) -> Match:
    """The same match from its start, in plain Python."""
    return Match(match.game.on("python"), copy(match.state_at(0)), seed=seed, options=match.options, names=match.names)


@pytest.mark.parametrize("seed", [1])
@pytest.mark.parametrize("name", [game.id for game in games()])
def test_whole_games_are_the_same(name: str, seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311
    fewest, most = game(name).seats
    quick = Match.new(name, rng.randint(fewest, min(most, 4)), seed=f"seed {seed}")
    plain = interpreted(quick, f"seed {seed}")
    eyes = [None, *range(quick.seats)]
    while not plain.over and plain.number < PLAYED.get(name, 1000):
        assert quick.pending == plain.pending
        assert encode(quick.views(eyes)) == encode([plain.view(eye) for eye in eyes])
        seat = rng.choice(plain.pending)
        assert quick.legal_actions(seat) == plain.legal_actions(seat)
        action = rng.choice(plain.legal_actions(seat))
        text = plain.game.moves.text(action)
        plain.play(seat, text)
        quick.play(seat, text if rng.random() < 0.5 else action)
        assert same(quick.state, plain.state)
        assert quick.can_undo(seat) == plain.can_undo(seat)
        for eye in eyes:
            assert quick.events(plain.number, eye) == plain.events(plain.number, eye)
        assert quick.seen(plain.number, eyes) == [plain.events(plain.number, eye) for eye in eyes]
        if plain.can_undo(seat) and rng.random() < 0.5:
            plain.undo(seat)
            quick.undo(seat)
            assert quick.pending == plain.pending
            assert encode(quick.view(seat)) == encode(plain.view(seat))
    assert quick.over == plain.over
    assert quick.scores == plain.scores
    assert quick.places == plain.places
    assert encode(quick.record()) == encode(plain.record())


def test_what_is_given_away_can_be_changed_without_harm() -> None:
    match = Match.new("dam-it", 2, seed="x")
    [seat] = match.pending
    match.pending.clear()
    match.legal_actions(seat).clear()
    assert match.pending == [seat]
    assert match.legal_actions(seat)


def test_a_move_that_would_end_the_match_can_be_looked_at() -> None:
    match = Match.new("dam-it", 2, seed="x")
    while True:
        seat, before = match.pending[0], match.number
        action = match.legal_actions(seat)[0]
        scores = match.ending(seat, action)
        assert match.number == before
        match.play(seat, action)
        assert scores == (match.scores if match.over else [])
        if match.over:
            break


def test_luck_is_the_same() -> None:
    for seed in ("x", fairness.new_seed(), "long" * 50):
        source = fairness.LuckSource(seed)
        for number in range(50):
            assert source.of(number) == cast("Any", fairness.luck_for(seed, number)).tobytes()
