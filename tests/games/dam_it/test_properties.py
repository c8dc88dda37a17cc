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

from lodge import Match
from lodge.games import game
from lodge.games.compiled import compiled_rules
from lodge.games.dam_it import rules
from lodge.games.dam_it.rules import payments
from lodge.games.dam_it.rules import state as state_module
from lodge.kernel import Luck, below, copy, lucky, new, same

from . import book

DAM_IT = game("dam-it")
SPECTATOR = -1
SURE = 1e-4


class Step(NamedTuple):
    """A move of a random game, and the match around it."""

    match: Match
    seat: int
    before: book.Position
    move: str
    after: book.Position


class Plan(NamedTuple):
    """A random game: who plays it, and how."""

    seats: int
    options: tuple[str, ...]
    seed: int
    style: str


plans = st.builds(
    Plan,
    st.sampled_from((2, 3, 4)),
    st.sampled_from(((), ("open-hands",))),
    st.integers(0, 2**32 - 1),
    st.sampled_from(("any", "thrifty", "builder", "far")),
)


def few(examples: int) -> settings:
    """So many games; each is some 70 moves long."""
    return settings(max_examples=examples, deadline=None)


def actions(state: Any, seat: int, function: str = "legal") -> list[int]:
    out = np.full(rules.ACTIONS, -1, np.int16)
    count = getattr(DAM_IT.rules, function)(state, seat, out)
    return [int(action) for action in out[:count]]


def choose(state: Any, seat: int, style: str, luck: Luck) -> int:
    """`any` legal action, one of the candidates, a dam where possible, or a take that spends many cubes."""
    found = actions(state, seat, "legal" if style == "any" else "candidates")
    if style == "builder" and found[-1] >= state_module.BUILD:
        found = [action for action in found if action >= state_module.BUILD]
    if style == "far":
        found = [action for action in found if action < state_module.BUILD][-2:] + found[-1:]
    return found[below(luck, len(found))]


def walk(plan: Plan) -> Iterator[Step]:
    """A random game, move by move."""
    match = Match.new("dam-it", plan.seats, seed=plan.seed, options=plan.options)
    luck = lucky(plan.seed)
    before = book.whole(match)
    while match.pending:
        (seat,) = match.pending
        action = choose(match.state, seat, plan.style, luck)
        match.play(seat, action)
        after = book.whole(match)
        yield Step(match, seat, before, DAM_IT.moves.text(action), after)
        before = after


def states(plan: Plan) -> Iterator[Any]:
    """The states of a random game, quicker."""
    bits = DAM_IT.option_bits(plan.options)
    luck = lucky(plan.seed)
    state = new(rules.State)
    DAM_IT.rules.deal(state, plan.seats, bits, luck)
    yield copy(state)
    while not DAM_IT.rules.over(state):
        seat = int(state.to_move)
        DAM_IT.rules.play(state, seat, choose(state, seat, plan.style, luck), luck)
        yield copy(state)


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
    for step in walk(plan):
        assert all_cards(step.after) == Counter(book.COPIES)
        assert all_cubes(step.after) == 4 * plan.seats
        built = Counter(dam for player in step.after["players"] for dam in player["dams"])
        left = Counter(f"{p['cost']}/{points}" for p in step.match.view()["dams"] for points in p["points"])
        assert built + left == Counter(book.ALL_DAMS)


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
        assert book.over(step.after) == step.match.over


@few(25)
@given(plans)
def test_legal_moves_are_the_books(plan: Plan) -> None:
    """D6, D7, D11, D12: legal moves and candidates, by trying every choice of cards."""
    match = Match.new("dam-it", plan.seats, seed=plan.seed, options=plan.options)
    luck = lucky(plan.seed)
    while match.pending:
        (seat,) = match.pending
        position = book.whole(match)
        legal = [DAM_IT.moves.text(action) for action in match.legal_actions(seat)]
        offered = [DAM_IT.moves.text(action) for action in actions(match.state, seat, "candidates")]
        assert len(legal) == len(set(legal))
        assert set(legal) == book.moves(position)
        assert len(offered) == len(set(offered))
        assert set(offered) == book.offered(position)
        match.play(seat, choose(match.state, seat, plan.style, luck))


@settings(max_examples=60, deadline=None)
@given(st.fixed_dictionaries({card: st.integers(0, 3) for card in book.VALUES}), st.integers(0, 8))
def test_legal_moves_of_any_hand_are_the_books(hand: dict[str, int], cubes: int) -> None:
    """D12: hands that random play seldom sees."""
    match = book.match({"hand": hand, "cubes": cubes}, {"cubes": 8 - cubes}, cards="garbage pine garbage oak")
    position = book.whole(match)
    assert {DAM_IT.moves.text(action) for action in match.legal_actions(0)} == book.moves(position)
    assert {DAM_IT.moves.text(a) for a in actions(match.state, 0, "candidates")} == book.offered(position)


@few(15)
@given(plans)
def test_there_is_always_a_move_and_candidates_are_legal(plan: Plan) -> None:
    """D6."""
    for state in states(plan):
        seat = int(state.to_move)
        if DAM_IT.rules.over(state):
            assert DAM_IT.rules.pending(state) == 0
            continue
        assert DAM_IT.rules.pending(state) == 1 << seat
        legal, offered = actions(state, seat), actions(state, seat, "candidates")
        assert offered
        assert 0 in offered
        assert set(offered) <= set(legal) <= set(range(rules.ACTIONS))
        assert len(offered) <= rules.MOST_CANDIDATES
        assert [a for a in offered if a < state_module.BUILD] == [a for a in legal if a < state_module.BUILD]


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
        position = DAM_IT.moves.to_position(state)
        seats = range(plan.seats)
        assert [DAM_IT.rules.score(state, seat) for seat in seats] == [book.score(p) for p in position["players"]]
        assert [DAM_IT.rules.place(state, seat) for seat in seats] == book.places(position)


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
        if DAM_IT.rules.over(state):
            break
        seat = int(state.to_move)
        for action in actions(state, seat, "candidates"):
            then, drawn = copy(state), int(luck.drawn)
            DAM_IT.rules.play(then, seat, action, luck)
            assert DAM_IT.moves.reveals(state, seat, action) == (action < state_module.BUILD)
            if action >= state_module.BUILD or state_module.pile_size(state) <= 1:
                assert int(luck.drawn) == drawn


# --- what a seat knows ----------------------------------------------------------------------------------


def seen(state: Any, seat: int) -> list[int]:
    out = np.full(rules.OBSERVATION, -99, np.int16)
    DAM_IT.rules.observe(state, seat, out)
    return [int(number) for number in out]


@few(6)
@given(plans)
def test_what_is_imagined_looks_the_same_to_the_seat(plan: Plan) -> None:
    """View, moves, the numbers for learners and the greedy player's choice hang on the seat's knowledge alone."""
    for number, state in enumerate(states(plan)):
        if number % 5:
            continue
        for seat in range(SPECTATOR, plan.seats):
            other = copy(state)
            DAM_IT.rules.imagine(other, seat, lucky(plan.seed, number))
            assert DAM_IT.moves.view(other, seat) == DAM_IT.moves.view(state, seat)
            assert all_cards({"discard": {}, "top": None, **DAM_IT.moves.to_position(other)}) == Counter(book.COPIES)
            if seat == SPECTATOR:
                continue
            assert seen(other, seat) == seen(state, seat)
            if seat == int(state.to_move) and not DAM_IT.rules.over(state):
                assert actions(other, seat) == actions(state, seat)
                out = np.zeros(rules.ACTIONS, np.int16)
                chosen = [DAM_IT.greedy.choose(s, seat, out, lucky(1, number)) for s in (state, other)]
                hasty = [DAM_IT.greedy.hasty(s, seat, lucky(1, number)) for s in (state, other)]
                assert chosen[0] == chosen[1] in actions(state, seat, "candidates")
                assert hasty[0] == hasty[1] in actions(state, seat, "candidates")


@few(6)
@given(plans)
def test_imagining_hangs_on_knowledge_and_luck_alone(plan: Plan) -> None:
    """Two states that a seat cannot tell apart become the same one with the same luck."""
    for number, state in enumerate(states(plan)):
        if number % 7:
            continue
        for seat in range(SPECTATOR, plan.seats):
            twin = copy(state)
            DAM_IT.rules.imagine(twin, seat, lucky(plan.seed, number))
            one, two = copy(state), copy(twin)
            DAM_IT.rules.imagine(one, seat, lucky(7, number))
            DAM_IT.rules.imagine(two, seat, lucky(7, number))
            assert same(one, two)


@few(6)
@given(plans)
def test_nothing_is_imagined_where_nothing_is_hidden(plan: Plan) -> None:
    """Option open-hands, and after the end."""
    for state in states(plan):
        if plan.options or DAM_IT.rules.over(state):
            other = copy(state)
            DAM_IT.rules.imagine(other, 0, lucky(plan.seed))
            assert same(state, other)


def test_imagined_cards_are_uniform() -> None:
    """The one card in the other hand may be any that is not seen, in proportion, but no garbage (D11)."""
    match = book.match({"hand": {"acacia": 6}}, {"hand": {"oak": 1}}, cards="birch birch birch birch", pile={})
    state = match.state
    hidden = Counter(oak=1)  # what else is unseen lies in the discard pile
    hidden.update(match.position()["discard"])
    del hidden["garbage"]
    kinds = list(hidden)
    found: Counter[str] = Counter()
    imagine = compiled_rules(DAM_IT).imagine
    for index in range(2000):
        other = copy(state)
        imagine(other, 0, lucky(9, index))
        (card,) = DAM_IT.moves.to_position(other)["players"][1]["hand"]
        found[card] += 1
    expected = [2000 * hidden[kind] / hidden.total() for kind in kinds]
    assert set(found) == set(kinds)
    assert chisquare([found[kind] for kind in kinds], expected).pvalue > SURE


def test_imagined_dams_lie_in_any_dam_pile_where_there_is_room() -> None:
    """Two other piles of 2 and 1 cards hold two dams and one garbage: every way is equally likely."""
    match = book.match({}, {"dams": ["11/17"], "garbage": 1}, {"dams": ["9/14"]})
    found: Counter[tuple[str, ...]] = Counter()
    imagine = compiled_rules(DAM_IT).imagine
    for index in range(1500):
        other = match.state
        imagine(other, 0, lucky(9, index))
        players = DAM_IT.moves.to_position(other)["players"]
        assert [len(p["dams"]) + p["garbage"] for p in players] == [0, 2, 1]
        assert players[0]["dams"] == []
        found[tuple(players[2]["dams"])] += 1
    assert set(found) == {("11/17",), ("9/14",), ()}
    assert chisquare(list(found.values())).pvalue > SURE


# --- the same compiled ----------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_many_compiled_games_keep_every_number(seats: int) -> None:
    """D14-D17 over many more games, at random and compiled; the end is the book's."""
    native = compiled_rules(DAM_IT)
    luck = lucky(4, seats)
    out = np.zeros(rules.ACTIONS, np.int16)
    ends = Counter[str]()
    for _ in range(100):
        state = new(rules.State)
        native.deal(state, seats, 0, luck)
        moves = 0
        while native.pending(state):
            seat = int(state.to_move)
            count = native.candidates(state, seat, out)
            late = [int(action) for action in out[:count] if action >= state_module.BUILD] or [
                int(a) for a in out[:count]
            ]
            native.play(state, seat, late[below(luck, len(late))], luck)
            moves += 1
        position = {"top": None, "discard": {}, **DAM_IT.moves.to_position(state)}
        assert book.over(position)
        assert all_cards(position) == Counter(book.COPIES)
        assert all_cubes(position) == 4 * seats
        assert moves <= rules.MOST_MOVES
        assert [native.score(state, seat) for seat in range(seats)] == [book.score(p) for p in position["players"]]
        assert [native.place(state, seat) for seat in range(seats)] == book.places(position)
        ends["river" if position["top"] is None else "dams"] += 1
    assert ends["river"] > 0
    if seats == 2:  # with more players the last dam is seldom reached this way
        assert ends["dams"] > 0
