"""What the numbers of observations mean is true in every position, and features lose nothing of it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from lodge import LodgeError, Match, observations
from lodge.bots import bot, decide
from lodge.games import Game, games
from lodge.kernel import lucky
from lodge.observations import Encoder, Field, described, encoder, fields_of

ALL = [pytest.param(game, id=game.id) for game in games()]


@pytest.mark.parametrize("game", ALL)
def test_every_number_is_what_it_is_said_to_be(game: Game) -> None:
    fields = fields_of(game.id)
    assert len({field.name for field in fields}) == len(fields) == game.rules.OBSERVATION
    low, high = (np.array([getattr(field, end) for field in fields]) for end in ("low", "high"))
    for seats, player in ((game.seats[0], "greedy"), (game.seats[1], "random")):
        match = Match.new(game.id, seats, seed=1)
        while match.pending and match.number < 250:
            seat = match.pending[0]
            match.play(seat, decide(bot(player), game, match.state, seat, lucky(match.number)))
            for eye in {0, seat}:
                seen = match.observe(eye)
                wrong = np.flatnonzero((seen < low) | (seen > high))
                assert not len(wrong), [(fields[at], seen[at]) for at in wrong]


@pytest.mark.parametrize("game", ALL)
def test_features_tell_positions_apart(game: Game) -> None:
    match, known = Match.new(game.id, max(2, game.seats[0]), seed=2), set()
    kept, made = set(), encoder(game.id)
    assert len(made.names) == made.size == len(set(made.names))
    rows = []
    while match.pending and match.number < 60:
        seat = match.pending[0]
        match.play(seat, decide(bot("random"), game, match.state, seat, lucky(match.number)))
        seen = match.observe(0)
        features = made.encode(seen)
        assert features.shape == (made.size,)
        assert features.min() >= 0
        assert features.max() <= 1
        known.add(seen.tobytes())
        kept.add(features.tobytes())
        rows.append(seen)
    assert len(known) == len(kept)
    many = made.encode(np.array(rows))
    assert np.array_equal(many[-1], made.encode(rows[-1]))
    room = np.ones_like(many)
    assert made.encode(np.array(rows), room) is not None
    assert np.array_equal(room, many)


def test_an_encoder_by_hand() -> None:
    fields = [
        Field("count", "number", 0, 4),
        Field("secret", "number", -1, 3, hidden=-1),
        Field("card", "choice", -1, 1, ("none", "oak", "pine")),
        Field("dice", "bits", 0, 7),
    ]
    made = Encoder(fields)
    assert made.encode(np.array([2, 3, 1, 5])).tolist() == [0.5, 1, 0, 0, 0, 1, 1, 0, 1]
    assert made.encode(np.array([4, -1, -1, 0])).tolist() == [1, 0, 1, 1, 0, 0, 0, 0, 0]
    assert made.names[:5] == ("count", "secret", "secret hidden", "card = none", "card = oak")
    assert made.names[-1] == "dice bit 2"


def test_hidden_numbers_have_no_value() -> None:
    match = Match.new("dam-it", 2, seed=2)
    told = described("dam-it", match.observe(0))
    assert told["player 1 hand oak"] == 0
    assert told["player 2 hand oak"] is None
    assert told["seats"] == 2


def test_a_game_without_a_description_has_plain_numbers(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(observations, "FILE", "rules/none.json")
    fields = fields_of.__wrapped__("dam-it")
    assert fields[80].name == "number 80"
    (tmp_path / "short.json").write_text('[{"name": "one", "kind": "number", "low": 0, "high": 1}]')
    monkeypatch.setattr(observations, "FILE", str(tmp_path / "short.json"))
    with pytest.raises(LodgeError, match="describes 1 numbers, but `observe` writes 81"):
        fields_of.__wrapped__("dam-it")
