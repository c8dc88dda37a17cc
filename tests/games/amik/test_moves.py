"""Amik as people see it: texts, refusals, events, positions, the picture in the terminal."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lodge import Match
from lodge.errors import BadPosition, IllegalMove
from lodge.games import game
from lodge.games.amik.rules.state import LAY
from lodge.games.amik.table.moves import Animal, Cut, Forest, Lay, Upgrade
from lodge.kernel import below, lucky
from tests.games.terminal import printed

from . import book
from .test_rules import CORNERS, match

AMIK = game("amik")


def test_moves_are_written_as_people_say_them() -> None:
    for text in ("forest 4", "animal c8", "die 1 +1", "die 2 -1", "pond roll", "stop", "done", "cut e5", "upgrade f4"):
        assert AMIK.moves.text(AMIK.moves.parse(text)) == text


def test_a_shape_s_name_and_the_order_of_its_hexes_do_not_matter() -> None:
    action = AMIK.moves.parse("lay bar e4 e5 e6 e7")
    assert AMIK.moves.parse("lay e7 e5 E6 e4") == action
    assert AMIK.moves.to_action(Lay("e6 e4 e5 e7")) == action
    assert AMIK.moves.text(action) == "lay bar e4 e5 e6 e7"
    with pytest.raises(IllegalMove, match="make a bar, not a bee"):
        AMIK.moves.parse("lay bee e4 e5 e6 e7")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("lay e4 e5 e6 e8", "not a shape"),
        ("lay e4 e5 e6 e4", "not a shape"),
        ("cut a1", "no hex"),
        ("animal e5", "not a middle hex"),
        ("forest 14", "no section 14"),
        ("forest 0", "no section 0"),
        ("die 3 +1", "is not a move"),
        ("jump", "is not a move"),
    ],
)
def test_what_is_no_move_is_told(text: str, words: str) -> None:
    with pytest.raises(IllegalMove, match=words):
        AMIK.moves.parse(text)


@pytest.mark.parametrize("move", [Animal("e5"), Forest(20), Cut("z9"), Upgrade(""), Lay(""), Lay("e4 e5 e6")])
def test_moves_that_cannot_be_are_refused(move: Any) -> None:
    with pytest.raises(IllegalMove):
        AMIK.moves.to_action(move)


def test_what_comes_at_another_time_is_told() -> None:
    one = Match.new("amik", 1, seed=1)
    for text in ("animal c8", "lay e4 e5 e6 e7", "done", "cut e5", "die 1 +1", "pond roll", "stop"):
        with pytest.raises(IllegalMove, match="Now a forest is drawn"):
            one.play(0, text)
    one = match(book.sheet(forest=CORNERS))
    with pytest.raises(IllegalMove, match="First the roll must be laid"):
        one.play(0, "cut e5")
    one.play(0, "lay e4 e5 e6 e7")
    with pytest.raises(IllegalMove, match="the other shape"):
        one.play(0, "done")
    one.play(0, "lay e4 e5 e6 e7")
    with pytest.raises(IllegalMove, match="This roll is laid"):
        one.play(0, "lay g4 g5 g6 g7")


def test_events_of_a_roll() -> None:
    one = match(book.sheet(forest=CORNERS, dam="e5", pond="e4 e3"), upgrades=1, roll=(1, 1))
    for text in ("lay g4 g5 g6 g7", "lay g6 g7 g8 g9", "upgrade e5", "done"):
        one.play(0, text)
    happened = [event["event"] for number in range(1, 5) for event in one.events(number)]
    assert happened == ["lay", "lay", "draw", "upgrade", "lodge", "done", "roll"]
    told = [AMIK.moves.tell(event) for number in range(1, 5) for event in one.events(number)]
    assert told[0] == "lays the bar on g4 g5 g6 g7"
    assert told[3] == "makes e5 a pond"
    assert told[4] == "builds a lodge worth 12", "the forest at e2 is surrounded"
    assert told[6].startswith("(the dice show")


def test_the_picture_in_the_terminal() -> None:
    one = match(book.sheet(forest=CORNERS, wetland="e5", river="e7", dam="e8", pond="g4 g5 g6"), lodges=[9], spent=1)
    one.play(0, "lay i2 i3 i4 i5")
    drawn = printed(one, 0)
    rows = [line for line in drawn.splitlines() if line.startswith("│")]
    assert len(rows) == 11 + 1
    assert "w" in rows[4]
    assert "~" in rows[4]
    assert "=" in rows[4]
    assert rows[6].count("O") == 3
    assert rows[8].count("(·)") == 4
    assert "[·]" in rows[2]
    assert "9x" in drawn
    assert "bar" in drawn
    assert "laid as a pond roll" not in drawn
    assert printed(Match.new("amik", 3, seed=1)).count("╭") == 3


GOOD: dict[str, Any] = {"roll": [1, 2], "players": [{"rows": book.sheet(forest=CORNERS), "animal": "c8"}]}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"players": []}, "1 to 8"),
        ({"roll": [1]}, "2 dice"),
        ({"roll": [1, 7]}, "not an Amik position"),
        ({"round": 3}, "1 dice"),
        ({"landscape": 2}, "three-games"),
        ({"nonsense": 1}, "not an Amik position"),
    ],
)
def test_positions_that_cannot_be(change: dict[str, Any], words: str) -> None:
    with pytest.raises(BadPosition, match=words):
        Match.from_position("amik", GOOD | change)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"rows": ["..."]}, "rows of 3, 5, 7"),
        ({"rows": ["x" + row[1:] if n == 0 else row for n, row in enumerate(book.sheet())]}, "not a habitat"),
        ({"rows": book.sheet(forest="a6")}, "1 forests"),
        ({"animal": None}, "the animal is drawn"),
        ({"animal": "e5"}, "the animal is at"),
        ({"step": "section"}, "cannot be 'section'"),
        ({"step": "second"}, "goes with"),
        ({"step": "second", "laid": "e4 e5 e6 e8"}, "not a place"),
        ({"step": "second", "laid": "a6 a7 a8 b8"}, "cannot lie there"),
        ({"step": "wait"}, "Nobody has anything to do"),
        ({"laid": "e4 e5 e6 e7"}, "goes with"),
        ({"lodges": [5]}, "hold 0 lodges"),
        ({"rows": book.sheet(forest=CORNERS, pond="e4 e5 e6"), "lodges": [4]}, "at least 5"),
        ({"spent": 1}, "has used 1 of 0"),
        ({"dice": [1]}, "own dice are two"),
        ({"earlier": [5]}, "has 0 before it"),
    ],
)
def test_players_that_cannot_be(change: dict[str, Any], words: str) -> None:
    player = {key: value for key, value in (GOOD["players"][0] | change).items() if value is not None}
    with pytest.raises(BadPosition, match=words):
        Match.from_position("amik", GOOD | {"players": [player]})


def test_early_positions_that_cannot_be() -> None:
    player = {"rows": book.sheet(forest=CORNERS), "animal": "c8", "upgrades": 1}
    with pytest.raises(BadPosition, match="before the first river roll"):
        Match.from_position("amik", {"round": 14, "roll": [1, 2], "players": [player]})
    with pytest.raises(BadPosition, match="cannot lie there"):
        Match.from_position(
            "amik", GOOD | {"players": [GOOD["players"][0] | {"step": "second", "laid": "b5 b6 b7 b8"}]}
        )


@given(st.integers(0, 2**32), st.integers(1, 3), st.booleans())
@settings(max_examples=8, deadline=None)
def test_what_holds_in_every_game(seed: int, seats: int, three: bool) -> None:
    """Nothing filled gets blank again, lodges are as many as ponds allow, and seats leave each other alone."""
    one = Match.new("amik", seats, seed=seed, options=["three-games"] if three else [])
    luck = lucky(seed, 1)
    for _ in range(120):
        if not one.pending:
            break
        seat = one.pending[below(luck, len(one.pending))]
        legal = one.legal_actions(seat)
        lays = [action for action in legal if action >= LAY]
        before = one.position()
        one.play(seat, (lays or legal)[below(luck, len(lays or legal))])
        after = one.position()
        if before.get("round") != after.get("round") or before.get("landscape") != after.get("landscape"):
            continue
        for number, (old, new) in enumerate(zip(before["players"], after["players"], strict=True)):
            if number != seat:
                assert old == new
            old_land, new_land = book.land_of(old), book.land_of(new)
            assert all(new_land[h] != "blank" for h in book.BOARD if old_land[h] != "blank")
            assert len(new.get("lodges", [])) == book.lodge_count(new_land)
            assert new.get("lodges", [])[: len(old.get("lodges", []))] == old.get("lodges", [])
