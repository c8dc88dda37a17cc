"""What holds in every game of Dam It!, whoever plays: checked over random play, against the slow rules of `book`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chisquare

from lodge.games.api import SPECTATOR
from lodge.games.dam_it import rules
from lodge.games.dam_it.rules import payments
from lodge.games.dam_it.rules import state as state_module
from lodge.kernel import copy, lucky, same

from . import book, walks
from .walks import DAM_IT, FAST, STYLES, Plan, actions, states

SURE = 1e-4


class Moved(NamedTuple):
    """A move of a random game, between two whole positions."""

    seat: int
    before: book.Position
    move: str
    after: book.Position


plans = st.builds(
    Plan,
    st.sampled_from((2, 3, 4)),
    st.integers(0, 2**32 - 1),
    st.sampled_from(STYLES),
    st.sampled_from(((), ("open-hands",))),
)


def few(examples: int) -> settings:
    """So many games; each is some 70 moves long."""
    return settings(max_examples=examples, deadline=None)


def walk(plan: Plan) -> Iterator[Moved]:
    """A random game, move by move."""
    for step in walks.walk(plan):
        yield Moved(step.seat, whole(step.before), step.move, whole(step.after))


def whole(state: Any) -> book.Position:
    return {"top": None, "to_move": 0, "discard": {}, **DAM_IT.moves.to_position(state)}


# --- nothing is lost ------------------------------------------------------------------------------------


def all_cards(position: book.Position) -> Counter[str]:
    found = Counter(card["card"] for card in position["river"])
    found.update([position["top"]] if position["top"] else [])
    found.update(position["pile"])
    found.update(position["discard"])
    for player in position["players"]:
        found.update(player["hand"])
        found["garbage"] += player["garbage"]
    return found


def all_cubes(position: book.Position) -> int:
    return int(sum(place["cubes"] for place in (*position["river"], *position["players"])))


@few(15)
@given(plans)
def test_cards_cubes_and_dams_are_kept(plan: Plan) -> None:
    """D1, D2, D3: 66 cards, 4 cubes a player and 15 dams, none below zero, in every position."""
    for state in states(plan):
        position = whole(state)
        assert all_cards(position) == Counter(book.COPIES)
        assert all_cubes(position) == 4 * plan.seats
        built = Counter(dam for player in position["players"] for dam in player["dams"])
        piles = DAM_IT.moves.view(state, SPECTATOR)["dams"]
        assert built + Counter(f"{p['cost']}/{points}" for p in piles for points in p["points"]) == Counter(
            book.ALL_DAMS
        )


@few(10)
@given(plans)
def test_no_number_is_ever_negative(plan: Plan) -> None:
    for state in states(plan):
        for name in ("stones", "pile", "cubes", "hand", "garbage", "built", "dams"):
            assert (getattr(state, name) >= 0).all(), name
        for kind in range(9):
            assert state_module.discarded(state, kind) >= 0
        assert not state.hand[plan.seats :].any()
        assert not state.cubes[plan.seats :].any()


@few(10)
@given(plans)
def test_cubes_never_grow_more_from_place_to_place_d7_d9(plan: Plan) -> None:
    """D7, D9: who skips a card skips all before it, so no card has more cubes than the one before it."""
    for state in states(plan):
        assert list(state.stones) == sorted(state.stones, reverse=True)


@few(10)
@given(plans)
def test_garbage_is_only_discarded_with_a_disposal_card_d11(plan: Plan) -> None:
    """D11."""
    for state in states(plan):
        assert state_module.discarded(state, 8) <= state_module.discarded(state, 7)


# --- every move is the book's ---------------------------------------------------------------------------


@few(30)
@given(plans)
def test_every_move_does_what_the_book_says(plan: Plan) -> None:
    """D7-D15: the program and the slow rules agree on every position of a game, and on its end."""
    for step in walk(plan):
        assert book.after(step.before, step.move, step.after["top"]) == step.after
        assert not book.over(step.before)
    assert book.over(step.after)


@few(25)
@given(plans)
def test_legal_moves_are_the_books(plan: Plan) -> None:
    """D6, D7, D11, D12: legal moves and candidates, by trying every choice of cards."""
    for state in states(plan):
        if not FAST.over(state):
            assert_moves_are_the_books(state)


@settings(max_examples=60, deadline=None)
@given(st.fixed_dictionaries({card: st.integers(0, 3) for card in book.VALUES}), st.integers(0, 8))
def test_legal_moves_of_any_hand_are_the_books(hand: dict[str, int], cubes: int) -> None:
    """D12: hands that random play seldom sees."""
    match = book.match({"hand": hand, "cubes": cubes}, {"cubes": 8 - cubes}, cards="garbage pine garbage oak")
    assert_moves_are_the_books(match.state)


def assert_moves_are_the_books(state: Any) -> None:
    position, seat = whole(state), int(state.to_move)
    assert set(walks.texts(state, seat)) == book.moves(position)
    assert {walks.TEXTS[action] for action in actions(state, seat, "candidates")} == book.offered(position)


def test_most_candidates_is_reached_by_no_hand_too_many() -> None:
    """The bound holds for a full hand, and the table of payments fits its number type."""
    match = book.match({"hand": dict.fromkeys(book.VALUES, 1)}, {}, cards=" ".join(["garbage"] * 4), top="garbage")
    assert len(actions(match.state, 0, "candidates")) == rules.MOST_CANDIDATES
    assert payments.THRIFTY_START[-1] == len(payments.THRIFTY)
    assert (np.diff(payments.THRIFTY_START) >= 0).all()


@few(15)
@given(plans)
def test_taking_changes_no_dam_and_building_no_river(plan: Plan) -> None:
    """D13."""
    for step in walk(plan):
        others = [seat for seat in range(plan.seats) if seat != step.seat]
        assert [step.before["players"][s] for s in others] == [step.after["players"][s] for s in others]
        mine, then = step.before["players"][step.seat], step.after["players"][step.seat]
        if step.move.startswith("take"):
            assert mine["dams"] == then["dams"]
        else:
            for key in ("river", "top", "pile"):
                assert step.before[key] == step.after[key]
            assert (mine["cubes"], mine["garbage"]) == (then["cubes"], then["garbage"])
            assert len(then["dams"]) == len(mine["dams"]) + 1


@few(10)
@given(plans)
def test_no_game_is_longer_than_most_moves_and_takes_are_62_at_most_d14(plan: Plan) -> None:
    """D14, D15."""
    moves = [step.move for step in walk(plan)]
    takes = sum(move.startswith("take") for move in moves)
    assert takes == 62 or len(moves) - takes == 15
    assert takes <= 62
    assert len(moves) <= rules.MOST_MOVES


@few(15)
@given(plans)
def test_score_and_place_are_the_books(plan: Plan) -> None:
    """D16, D17."""
    for state in states(plan):
        position, seats = whole(state), range(plan.seats)
        assert [FAST.score(state, seat) for seat in seats] == [book.score(p) for p in position["players"]]
        assert [FAST.place(state, seat) for seat in seats] == book.places(position)


@few(10)
@given(plans)
def test_the_turn_goes_round_d5(plan: Plan) -> None:
    """D5."""
    for step in walk(plan):
        assert step.after["to_move"] == (step.seat + 1) % plan.seats


@few(6)
@given(plans)
def test_a_move_that_draws_no_luck_is_one_that_shows_nothing(plan: Plan) -> None:
    """Dams draw no luck; a take draws some unless all cards left are known."""
    luck = lucky(plan.seed, 1)
    for state in states(plan):
        if FAST.over(state):
            break
        seat = int(state.to_move)
        for action in actions(state, seat, "candidates"):
            then, drawn = copy(state), int(luck.drawn)
            FAST.play(then, seat, action, luck)
            assert DAM_IT.moves.reveals(state, seat, action) == (action < state_module.BUILD)
            if action >= state_module.BUILD or state_module.pile_size(state) <= 1:
                assert int(luck.drawn) == drawn


# --- what a seat knows ----------------------------------------------------------------------------------


@few(6)
@given(plans)
def test_nothing_is_imagined_where_nothing_is_hidden(plan: Plan) -> None:
    """Option open-hands, and after the end."""
    for state in states(plan):
        if plan.options or FAST.over(state):
            other, luck = copy(state), lucky(plan.seed)
            FAST.imagine(other, 0, luck)
            assert same(state, other)
            assert luck.drawn == 0


def test_imagined_dams_lie_in_any_dam_pile_where_there_is_room() -> None:
    """Two other piles of 2 and 1 cards hold two dams and one garbage: every way is equally likely."""
    match = book.match({}, {"dams": ["11/17"], "garbage": 1}, {"dams": ["9/14"]})
    found: Counter[tuple[str, ...]] = Counter()
    for index in range(1500):
        other = match.state
        FAST.imagine(other, 0, lucky(9, index))
        players = DAM_IT.moves.to_position(other)["players"]
        assert [len(p["dams"]) + p["garbage"] for p in players] == [0, 2, 1]
        assert players[0]["dams"] == []
        found[tuple(players[2]["dams"])] += 1
    assert set(found) == {("11/17",), ("9/14",), ()}
    assert chisquare(list(found.values())).pvalue > SURE


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_many_games_end_with_the_books_score(seats: int) -> None:
    """D14-D17 over many more games of builders: the river runs out, or the last dam is built."""
    ends = Counter[str]()
    for seed in range(100):
        *_, state = states(Plan(seats, seed, "builder"), every=1000)
        position = whole(state)
        assert book.over(position)
        assert [FAST.score(state, seat) for seat in range(seats)] == [book.score(p) for p in position["players"]]
        assert [FAST.place(state, seat) for seat in range(seats)] == book.places(position)
        ends["river" if position["top"] is None else "dams"] += 1
    assert ends["river"] > 0
    if seats == 2:  # with more players the last dam is seldom reached this way
        assert ends["dams"] > 0
