"""Donnant Donnant: what a seat imagines is uniform over all it cannot tell apart, and keeps what it knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import permutations
from typing import Any

import pytest
from scipy import stats

from lodge.kernel import copy, lucky

from .test_rules import card, match, new, stall
from .walks import DONNANT, FAST, Plan, states

CERTAIN = 1e-6
FEW = ["e1", "e2", "e3", "e4", "e5"]  # all that is left of the evaluation cards
GONE = [f"e{number}" for number in range(6, 30) if number not in (10, 11)]


def position(**values: Any) -> Any:
    """Five evaluation cards are unseen or under the pile."""
    players = [stall(card("e10", "c3")), stall(card("e11", "c3"))]
    return match(*players, evaluation=[None] * 4, gone=GONE, rolls=3, **values)


def imagined(game: Any, seat: int, times: int = 6000) -> Counter[tuple[str, ...]]:
    """How often each way was imagined: the cards under the pile, and the card in hand."""
    found: Counter[tuple[str, ...]] = Counter()
    for number in range(times):
        state = copy(game.state)
        FAST.imagine(state, seat, lucky(number, 3))
        values = DONNANT.moves.to_position(state)
        found[(*(entry["card"] for entry in values["under"]), values.get("held") or "")] += 1
    return found


def assert_uniform(found: Counter[tuple[str, ...]], ways: Sequence[tuple[str, ...]]) -> None:
    assert set(found) == set(ways)
    assert stats.chisquare([found[way] for way in ways]).pvalue > CERTAIN


UNDER = [{"card": "e1", "known": [0]}, {"card": "e2", "known": [1]}, {"card": "e3", "known": [0, 1]}]


@pytest.mark.parametrize("seat", [0, 1, -1])
def test_cards_under_a_pile_are_known_to_those_who_put_them_there(seat: int) -> None:
    """N2, N10: seat 0 knows the first and the last, seat 1 the second and the last, a spectator none."""
    places = [0, 1, 2] if seat < 0 else [1] if seat == 0 else [0]
    known = {0: "e1", 1: "e2", 2: "e3"}
    unseen = [name for name in FEW if name not in {known[place] for place in known if place not in places}]
    ways = []
    for chosen in permutations(unseen, len(places)):
        way = dict(known) | dict(zip(places, chosen, strict=True))
        ways.append((way[0], way[1], way[2], ""))
    assert_uniform(imagined(position(under=UNDER), seat), ways)


def test_a_card_taken_unseen_is_any_other_to_those_who_do_not_know_it() -> None:
    """N10: the card in hand and those under the pile are dealt anew together."""
    game = position(phase="blind", held="e4", held_known=[0], under=UNDER[:1])
    ways = [(first, second) for first, second in permutations(FEW, 2)]
    assert_uniform(imagined(game, 1), ways)
    assert set(imagined(game, 0, 50)) == {("e1", "e4")}


def test_a_known_card_that_comes_up_again_stays_known() -> None:
    """N10: seat 0 put e1 away; when seat 1 takes it unseen and puts it away again, both know it."""
    rest = [name for name in FEW if name != "e1"]
    game = match(
        stall(card("e10", "c3")),
        stall(card("e11", "c3")),
        evaluation=[None] * 4,
        gone=[*GONE, *rest],
        rolls=3,
        active=1,
        under=UNDER[:1],
    )
    game.play(1, "joker evaluation")
    assert game.position()["held_known"] == [0, 1]
    assert game.view(0)["held"]["card"] == "e1"
    assert game.view()["held"]["card"] is None


def test_hands_are_hidden_but_for_their_backs() -> None:
    """N2: of others' cards a seat knows the pile only; what it imagines keeps that."""
    game = new(2)
    seen: set[str] = set()
    for number in range(300):
        state = copy(game.state)
        FAST.imagine(state, 0, lucky(number))
        values = DONNANT.moves.to_position(state)
        assert values["players"][0] == game.position()["players"][0]
        assert [name[0] for name in values["players"][1]["hand"]] == ["e", "e", "b", "b"]
        seen.update(values["players"][1]["hand"])
    mine = set(game.position()["players"][0]["hand"])
    market = {name for row in game.view()["market"].values() for name in row}
    assert len(seen) == 49 - 8 - 4
    assert not seen & (mine | market)


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_no_card_is_lost(seats: int) -> None:
    """Imagining moves hidden cards, it makes none."""
    for state in states(Plan(seats, seats, "mixed"), every=9):
        for seat in range(-1, seats):
            other = copy(state)
            FAST.imagine(other, seat, lucky(1))
            before, after = DONNANT.moves.to_position(state), DONNANT.moves.to_position(other)
            assert before.get("gone") == after.get("gone")
            assert int(state.rest).bit_count() == int(other.rest).bit_count()
