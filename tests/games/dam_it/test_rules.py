"""Dam It! rule by rule, D1 to D18, in positions laid out by hand."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import numpy as np
import pytest
from scipy.stats import chisquare

from lodge import Match
from lodge.errors import IllegalMove, LodgeError
from lodge.games import game
from lodge.kernel import lucky, new

from . import book

DAM_IT = game("dam-it")
SURE = 1e-4  # the seeds are fixed, so a test of chance fails always or never


def play(match: Match, *moves: str) -> None:
    """The moves of those whose turn it is."""
    for move in moves:
        match.play(match.pending[0], move)


def texts(match: Match) -> list[str]:
    """All legal moves of the player to move."""
    return [DAM_IT.moves.text(action) for action in match.legal_actions(match.pending[0])]


def offered(match: Match) -> list[str]:
    """The moves that search chooses from."""
    out = np.zeros(DAM_IT.rules.ACTIONS, np.int16)
    count = DAM_IT.rules.candidates(match.state, match.pending[0], out)
    return [DAM_IT.moves.text(int(action)) for action in out[:count]]


def over(match: Match) -> bool:
    """A function, so that the type checker does not think that it stays as it was."""
    return match.over


def stones(match: Match) -> list[int]:
    return [card["cubes"] for card in match.position()["river"]]


def cards(match: Match) -> list[str]:
    return [card["card"] for card in match.position()["river"]]


def player(match: Match, seat: int) -> dict[str, Any]:
    values: dict[str, Any] = match.position()["players"][seat]
    return values


def deals(seats: int, number: int) -> list[Any]:
    states = []
    for index in range(number):
        state = new(DAM_IT.rules.State)
        DAM_IT.rules.deal(state, seats, 0, lucky(20, index))
        states.append(state)
    return states


# --- set-up ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_d1_everybody_has_four_cubes_and_the_rest_stays_in_the_box(seats: int) -> None:
    """D1."""
    match = Match.new("dam-it", seats, seed=1)
    assert [p["cubes"] for p in match.position()["players"]] == [4] * seats
    assert stones(match) == [0, 0, 0, 0]
    assert list(match.state.cubes) == [4] * seats + [0] * (4 - seats)


@pytest.mark.parametrize("seats", [-1, 0, 1, 5])
def test_d1_only_two_to_four_play(seats: int) -> None:
    """D1."""
    with pytest.raises(LodgeError, match="2 to 4 players"):
        Match.new("dam-it", seats)


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_d2_all_points_of_all_dam_piles_are_seen_highest_first(viewer: int | None) -> None:
    """D2."""
    match = Match.new("dam-it", 3, seed=1)
    assert match.view(viewer)["dams"] == [
        {"cost": 11, "points": [17]},
        {"cost": 9, "points": [14, 12]},
        {"cost": 7, "points": [11, 10, 8]},
        {"cost": 5, "points": [7, 6, 6, 5]},
        {"cost": 3, "points": [5, 4, 4, 3, 3]},
    ]


def test_d2_the_top_dam_goes_first_then_the_next() -> None:
    """D2."""
    hand = {"oak": 3, "willow": 2}
    match = book.match({"hand": hand}, {"hand": hand}, top="maple")
    play(match, "build 3 with oak", "build 3 with oak", "build 3 with oak")
    assert player(match, 0)["dams"] == ["3/5", "3/4"]
    assert player(match, 1)["dams"] == ["3/4"]
    assert match.view()["dams"][4] == {"cost": 3, "points": [3, 3]}


def test_d3_all_66_cards_are_in_the_game() -> None:
    """D3."""
    match = Match.new("dam-it", 2, seed=5)
    position = match.position()
    assert sum(position["pile"].values()) == 66 - 5
    there = Counter(position["pile"]) + Counter([*cards(match), position["top"]])
    assert there == Counter(book.COPIES)


def test_d3_everybody_sees_the_top_of_the_pile() -> None:
    """D3."""
    match = book.match({}, {}, {}, top="acacia")
    assert [match.view(viewer)["top"] for viewer in (None, 0, 1, 2)] == ["acacia"] * 4


def test_d3_any_card_is_as_likely_on_any_place() -> None:
    """D3."""
    dealt = deals(2, 1500)
    for place in range(5):
        seen = Counter(int(state.river[place]) for state in dealt)
        expected = [1500 * copies / 66 for copies in book.COPIES.values()]
        assert chisquare([seen[kind] for kind in range(9)], expected).pvalue > SURE


def test_d3_the_next_card_is_any_of_those_left() -> None:
    """D3."""
    start = book.match({}, {}, pile={"oak": 1, "garbage": 3}).state
    seen: Counter[int] = Counter()
    for index in range(800):
        state = start.copy()
        DAM_IT.rules.play(state, 0, 0, lucky(3, index))
        seen[int(state.river[4])] += 1
    oak, garbage = 5, 8
    assert set(seen) == {oak, garbage}
    assert chisquare([seen[oak], seen[garbage]], [200, 600]).pvalue > SURE


def test_d4_four_cards_lie_in_the_river_and_the_first_is_the_farthest_from_the_pile() -> None:
    """D4."""
    match = book.match({}, {}, cards="birch willow pine alder", top="oak")
    assert len(match.view()["river"]) == 4
    play(match, "take 1")
    assert player(match, 0)["hand"] == {"birch": 1}
    assert cards(match) == ["willow", "pine", "alder", "oak"]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_d5_the_starting_player_is_drawn_uniformly(seats: int) -> None:
    """D5."""
    seen = Counter(int(state.to_move) for state in deals(seats, 1500))
    assert set(seen) == set(range(seats))
    assert chisquare(list(seen.values())).pvalue > SURE


def test_d5_the_starting_player_has_nothing_to_do_with_the_top_card() -> None:
    """D5."""
    seen = Counter((int(state.to_move), int(state.river[4]) >= 7) for state in deals(2, 1500))
    wild, tree = 750 * 24 / 66, 750 * 42 / 66
    found = [seen[0, True], seen[0, False], seen[1, True], seen[1, False]]
    assert chisquare(found, [wild, tree, wild, tree]).pvalue > SURE


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_d5_a_new_match_begins_with_any_seat(seats: int) -> None:
    """D5."""
    begins = {tuple(Match.new("dam-it", seats, seed=seed).pending) for seed in range(40)}
    assert begins == {(seat,) for seat in range(seats)}


@pytest.mark.parametrize(("seats", "first"), [(seats, first) for seats in (2, 3, 4) for first in range(seats)])
def test_d5_play_goes_clockwise(seats: int, first: int) -> None:
    """D5."""
    match = book.match(*({} for _ in range(seats)), to_move=first)
    order = []
    for _ in range(2 * seats + 1):
        order.append(match.pending)
        play(match, "take 1")
    assert order == [[(first + turn) % seats] for turn in range(2 * seats + 1)]


def test_d5_building_passes_the_turn_on_as_taking_does() -> None:
    """D5."""
    match = book.match(*({"hand": {"oak": 1}} for _ in range(3)), to_move=1)
    play(match, "build 3 with oak")
    assert match.pending == [2]
    play(match, "build 3 with oak")
    assert match.pending == [0]


# --- a turn ---------------------------------------------------------------------------------------------


def test_d6_without_cubes_and_cards_there_is_one_move() -> None:
    """D6."""
    match = book.match({"cubes": 0}, {"cubes": 4}, cubes=(2, 1, 1, 0))
    assert texts(match) == offered(match) == ["take 1"]


def test_d6_garbage_must_be_taken_where_nothing_else_can_be() -> None:
    """D6."""
    match = book.match({"cubes": 0}, {"cubes": 4}, cards="garbage oak oak oak", cubes=(4, 0, 0, 0))
    assert texts(match) == ["take 1"]
    play(match, "take 1")
    assert player(match, 0) == {"cubes": 4, "hand": {}, "dams": [], "garbage": 1}


def test_d6_nobody_may_pass() -> None:
    """D6."""
    match = book.match({}, {})
    for word in ("pass", "skip", ""):
        with pytest.raises(IllegalMove):
            match.play(0, word)


@pytest.mark.parametrize("held", range(9))
def test_d7_as_many_cards_as_cubes_can_be_skipped_and_four_at_most(held: int) -> None:
    """D7."""
    match = book.match({"cubes": held}, {"cubes": 8 - held})
    assert texts(match) == ["take 1", "take 2", "take 3", "take 4", "take pile"][: held + 1]


@pytest.mark.parametrize("place", [1, 2, 3, 4])
def test_d7_one_cube_goes_on_each_card_before_the_taken_one(place: int) -> None:
    """D7."""
    match = book.match({}, {})
    play(match, f"take {place}")
    assert stones(match) == [1] * (place - 1) + [0] * (5 - place)
    assert player(match, 0)["cubes"] == 4 - (place - 1)
    assert player(match, 1)["cubes"] == 4


def test_d7_the_books_example_two_cubes_for_the_third_card() -> None:
    """D7."""
    match = book.match({}, {}, cards="birch garbage maple oak")
    play(match, "take 3")
    assert player(match, 0) == {"cubes": 2, "hand": {"maple": 1}, "dams": [], "garbage": 0}
    assert stones(match) == [1, 1, 0, 0]


def test_d7_cubes_are_paid_also_where_cubes_lie_already() -> None:
    """D7."""
    match = book.match({"cubes": 3}, {"cubes": 0}, cubes=(2, 2, 1, 0))
    play(match, "take 4")
    assert player(match, 0)["cubes"] == 0
    assert stones(match) == [3, 3, 2, 0]


def test_d7_cubes_on_the_card_wanted_do_not_help_to_reach_it() -> None:
    """D7."""
    match = book.match({"cubes": 0}, {"cubes": 4}, cubes=(2, 2, 0, 0))
    with pytest.raises(IllegalMove, match=r"takes 1 cubes, you have 0 \(D7\)"):
        match.play(0, "take 2")


@pytest.mark.parametrize(("held", "move"), [(0, "take 2"), (1, "take 3"), (2, "take 4"), (3, "take pile")])
def test_d7_one_cube_too_few_is_not_enough(held: int, move: str) -> None:
    """D7."""
    match = book.match({"cubes": held}, {"cubes": 8 - held})
    with pytest.raises(IllegalMove, match=f"takes {held + 1} cubes, you have {held}"):
        match.play(0, move)


def test_d7_four_cubes_take_the_top_of_the_pile() -> None:
    """D7."""
    match = book.match({}, {}, top="acacia")
    play(match, "take pile")
    assert player(match, 0) == {"cubes": 0, "hand": {"acacia": 1}, "dams": [], "garbage": 0}
    assert stones(match) == [1, 1, 1, 1]


def test_d7_with_more_than_four_cubes_the_top_still_costs_four() -> None:
    """D7."""
    match = book.match({"cubes": 7}, {"cubes": 0}, cubes=(1, 0, 0, 0))
    play(match, "take pile")
    assert player(match, 0)["cubes"] == 3
    assert stones(match) == [2, 1, 1, 1]


def test_d7_garbage_on_top_of_the_pile_can_be_taken_too() -> None:
    """D7."""
    match = book.match({"hand": {"disposal": 1}}, {}, top="garbage")
    assert texts(match) == ["take 1", "take 2", "take 3", "take 4", "take pile", "take pile dispose"]
    play(match, "take pile dispose")
    assert player(match, 0) == {"cubes": 0, "hand": {}, "dams": [], "garbage": 0}
    assert stones(match) == [1, 1, 1, 1]


def test_d8_the_books_example_two_cubes_lie_on_the_first_card() -> None:
    """D8."""
    match = book.match({"cubes": 3}, {"cubes": 3}, cubes=(2, 0, 0, 0))
    play(match, "take 1")
    assert player(match, 0)["cubes"] == 5
    assert stones(match) == [0, 0, 0, 0]


def test_d8_it_does_not_matter_who_put_the_cubes_there() -> None:
    """D8."""
    match = book.match({}, {}, {})
    play(match, "take 3", "take 2", "take 1")
    # Seat 0 left cubes on birch and willow, seat 1 one more on birch and took willow, seat 2 took birch.
    assert player(match, 0) == {"cubes": 2, "hand": {"pine": 1}, "dams": [], "garbage": 0}
    assert player(match, 1) == {"cubes": 4, "hand": {"willow": 1}, "dams": [], "garbage": 0}
    assert player(match, 2) == {"cubes": 6, "hand": {"birch": 1}, "dams": [], "garbage": 0}


def test_d8_only_the_cubes_on_the_taken_card_are_yours() -> None:
    """D8."""
    match = book.match({"cubes": 2}, {"cubes": 0}, cubes=(3, 2, 1, 0))
    play(match, "take 2")
    assert player(match, 0)["cubes"] == 2 - 1 + 2
    assert stones(match) == [4, 1, 0, 0]


def test_d8_your_own_cubes_come_back_to_you() -> None:
    """D8."""
    match = book.match({}, {})
    play(match, "take 2")
    assert player(match, 0)["cubes"] == 3
    play(match, "take pile", "take 1")
    assert player(match, 0)["cubes"] == 3 + 2
    assert player(match, 1)["cubes"] == 0


@pytest.mark.parametrize(
    ("move", "river", "left"),
    [
        ("take 1", ["willow", "pine", "alder", "oak"], [3, 2, 1, 0]),
        ("take 2", ["birch", "pine", "alder", "oak"], [5, 2, 1, 0]),
        ("take 3", ["birch", "willow", "alder", "oak"], [5, 4, 1, 0]),
        ("take 4", ["birch", "willow", "pine", "oak"], [5, 4, 3, 0]),
    ],
)
def test_d9_cards_behind_move_up_with_their_cubes(move: str, river: list[str], left: list[int]) -> None:
    """D9."""
    match = book.match({"cubes": 4}, {"cubes": 0}, {"cubes": 0}, {"cubes": 2}, cubes=(4, 3, 2, 1))
    play(match, move)
    assert cards(match) == river
    assert stones(match) == left


def test_d9_the_top_of_the_pile_fills_the_river_and_the_next_is_uncovered() -> None:
    """D9."""
    match = book.match({}, {}, top="oak", pile={"maple": 1, "garbage": 0})
    play(match, "take 2")
    assert cards(match) == ["birch", "pine", "alder", "oak"]
    assert match.position()["top"] == "maple"
    assert match.position()["pile"] == {}


def test_d9_taking_the_top_of_the_pile_moves_nothing() -> None:
    """D9."""
    match = book.match({"cubes": 4}, {"cubes": 1}, cubes=(2, 1, 0, 0), top="oak", pile={"maple": 1})
    play(match, "take pile")
    assert cards(match) == ["birch", "willow", "pine", "alder"]
    assert stones(match) == [3, 2, 1, 1]
    assert match.position()["top"] == "maple"


def test_d9_no_cube_lies_on_the_card_that_comes_into_the_river() -> None:
    """D9."""
    match = book.match({"cubes": 3}, {"cubes": 1}, cubes=(1, 1, 1, 1))
    play(match, "take 4")
    assert stones(match) == [2, 2, 2, 0]
    assert player(match, 0)["cubes"] == 3 - 3 + 1


@pytest.mark.parametrize("card", [*book.TREES, "disposal"])
@pytest.mark.parametrize("move", ["take 1", "take 2", "take pile"])
def test_d10_trees_and_disposal_cards_go_to_the_hand(card: str, move: str) -> None:
    """D10."""
    match = book.match({"hand": {card: 1}}, {}, cards=f"{card} {card} garbage garbage", top=card)
    play(match, move)
    assert player(match, 0)["hand"] == {card: 2}
    assert player(match, 0)["garbage"] == 0
    assert match.view()["discard"] == 0


def test_d11_without_a_disposal_card_garbage_is_kept() -> None:
    """D11."""
    match = book.match({"hand": {"oak": 1}}, {"hand": {"disposal": 1}}, cards="garbage pine pine pine")
    assert "take 1 dispose" not in texts(match)
    with pytest.raises(IllegalMove, match="You hold no disposal card"):
        match.play(0, "take 1 dispose")
    play(match, "take 1")
    assert player(match, 0) == {"cubes": 4, "hand": {"oak": 1}, "dams": [], "garbage": 1}


def test_d11_with_a_disposal_card_both_go_to_the_discard_pile() -> None:
    """D11."""
    match = book.match({"hand": {"disposal": 2, "oak": 1}}, {}, cards="garbage pine pine pine")
    play(match, "take 1 dispose")
    assert player(match, 0) == {"cubes": 4, "hand": {"oak": 1, "disposal": 1}, "dams": [], "garbage": 0}
    assert match.position()["discard"] == {"disposal": 1, "garbage": 1}


def test_d11_garbage_may_be_kept_although_it_could_be_disposed_of() -> None:
    """D11."""
    match = book.match({"hand": {"disposal": 1}}, {}, cards="garbage pine pine pine")
    assert {"take 1", "take 1 dispose"} <= set(texts(match)) & set(offered(match))
    play(match, "take 1")
    assert player(match, 0) == {"cubes": 4, "hand": {"disposal": 1}, "dams": [], "garbage": 1}
    assert "discard" not in match.position()


@pytest.mark.parametrize(("move", "garbage"), [("take 2", 1), ("take 2 dispose", 0)])
def test_d11_the_cubes_on_the_garbage_are_yours_in_both_cases(move: str, garbage: int) -> None:
    """D11."""
    match = book.match(
        {"cubes": 1, "hand": {"disposal": 1}}, {"cubes": 0}, cards="oak garbage oak oak", cubes=(4, 3, 0, 0)
    )
    play(match, move)
    assert player(match, 0)["cubes"] == 3
    assert player(match, 0)["garbage"] == garbage
    assert stones(match) == [5, 0, 0, 0]


def test_d11_garbage_kept_can_never_be_removed() -> None:
    """D11."""
    match = book.match({"hand": {"disposal": 1}, "garbage": 2}, {}, cards="disposal pine pine pine")
    assert not any("dispose" in text for text in texts(match))
    play(match, "take 1")
    assert player(match, 0)["garbage"] == 2


@pytest.mark.parametrize("card", ["oak", "disposal"])
def test_d11_only_garbage_can_be_disposed_of(card: str) -> None:
    """D11."""
    match = book.match({"hand": {"disposal": 1}}, {}, cards=f"{card} garbage pine pine")
    with pytest.raises(IllegalMove, match="Only garbage"):
        match.play(0, "take 1 dispose")


def test_d11_a_disposal_card_just_taken_serves_only_later_garbage() -> None:
    """D11."""
    match = book.match({}, {}, cards="disposal pine garbage garbage")
    play(match, "take 1", "take 1", "take 1 dispose")
    assert player(match, 0) == {"cubes": 4, "hand": {}, "dams": [], "garbage": 0}


def test_d11_one_disposal_card_is_enough_for_one_garbage_only() -> None:
    """D11."""
    match = book.match({"hand": {"disposal": 1}}, {}, cards="garbage pine garbage garbage")
    play(match, "take 1 dispose", "take 1")
    assert texts(match)[:2] == ["take 1", "take 2"]


def test_d12_the_books_example_five_branches_for_a_dam_of_5() -> None:
    """D12."""
    match = book.match({"hand": {"oak": 1, "pine": 1}}, {})
    play(match, "build 5 with oak+pine")
    assert player(match, 0) == {"cubes": 4, "hand": {}, "dams": ["5/7"], "garbage": 0}
    assert match.scores[0] == 7 + 2
    assert match.position()["discard"] == {"pine": 1, "oak": 1}


def test_d12_every_payment_that_is_enough_is_legal() -> None:
    """D12."""
    match = book.match({"hand": {"oak": 2, "acacia": 1, "birch": 1}}, {})
    assert texts(match)[5:] == sorted(
        [
            "build 7 with birch+oak+acacia",
            "build 5 with birch+oak+acacia",
            "build 5 with oak+acacia",
            "build 3 with birch+oak+acacia",
            "build 3 with oak+acacia",
            "build 3 with birch+acacia",
            "build 3 with birch+oak",
            "build 3 with acacia",
            "build 3 with oak",
        ],
        key=texts(match).index,
    )
    assert len(texts(match)) == 5 + 9


def test_d12_candidates_hold_no_superfluous_card() -> None:
    """D12."""
    match = book.match({"hand": {"oak": 2, "acacia": 1, "birch": 1}}, {})
    assert sorted(offered(match)[5:]) == [
        "build 3 with acacia",
        "build 3 with oak",
        "build 5 with oak+acacia",
        "build 7 with birch+oak+acacia",
    ]


def test_d12_superfluous_cards_may_be_played_and_are_gone() -> None:
    """D12."""
    hand = {"birch": 1, "willow": 1, "pine": 1, "alder": 1, "maple": 1, "oak": 1, "acacia": 1, "disposal": 1}
    match = book.match({"hand": hand}, {})
    play(match, "build 3 with birch+willow+pine+alder+maple+oak+acacia+disposal")
    assert player(match, 0) == {"cubes": 4, "hand": {}, "dams": ["3/5"], "garbage": 0}
    assert match.position()["discard"] == hand


def test_d12_paying_too_much_is_allowed_also_where_no_card_is_superfluous() -> None:
    """D12."""
    match = book.match({"hand": {"oak": 1, "acacia": 1}}, {})
    assert "build 5 with oak+acacia" in offered(match)
    play(match, "build 5 with oak+acacia")
    assert player(match, 0)["dams"] == ["5/7"]


def test_d12_too_little_is_not_enough() -> None:
    """D12."""
    match = book.match({"hand": {"pine": 1, "alder": 1, "maple": 1, "oak": 1}}, {})
    play(match, "build 9 with pine+alder+maple+oak")
    assert player(match, 0)["dams"] == ["9/14"]
    match = book.match({"hand": {"pine": 1, "alder": 1, "maple": 1, "willow": 1, "birch": 1}}, {})
    with pytest.raises(IllegalMove, match="worth 8, the dam costs 9"):
        match.play(0, "build 9 with birch+willow+pine+alder+maple")


def test_d12_no_kind_twice_in_one_dam() -> None:
    """D12."""
    match = book.match({"hand": {"pine": 3}}, {})
    assert not any(text.startswith("build") for text in texts(match))
    with pytest.raises(IllegalMove, match="each kind only once"):
        match.play(0, "build 3 with pine+pine")


def test_d12_different_kinds_of_one_value_go_together() -> None:
    """D12."""
    match = book.match({"hand": {"pine": 1, "alder": 1, "maple": 1}}, {})
    assert "build 5 with pine+alder+maple" in texts(match)


def test_d12_one_disposal_card_at_most_in_a_dam() -> None:
    """D12."""
    match = book.match({"hand": {"disposal": 5, "birch": 1}}, {})
    assert [text for text in texts(match) if text.startswith("build")] == ["build 3 with birch+disposal"]
    with pytest.raises(IllegalMove, match="each kind only once"):
        match.play(0, "build 3 with disposal+disposal")
    play(match, "build 3 with birch+disposal")
    assert player(match, 0) == {"cubes": 4, "hand": {"disposal": 4}, "dams": ["3/5"], "garbage": 0}


def test_d12_a_disposal_card_counts_two_beside_trees_of_two() -> None:
    """D12."""
    match = book.match({"hand": {"disposal": 1, "pine": 1, "alder": 1, "maple": 1, "oak": 1}}, {})
    assert "build 11 with pine+alder+maple+oak+disposal" in offered(match)


def test_d12_a_disposal_card_alone_builds_nothing() -> None:
    """D12."""
    match = book.match({"hand": {"disposal": 12}}, {}, cards="oak oak oak oak")
    assert not any(text.startswith("build") for text in texts(match))


def test_d12_the_dearest_dam_needs_eleven() -> None:
    """D12."""
    match = book.match({"hand": {"oak": 1, "acacia": 1, "pine": 1, "alder": 1, "birch": 1}}, {})
    play(match, "build 11 with oak+acacia+pine+alder+birch")
    assert player(match, 0)["dams"] == ["11/17"]


def test_d12_cards_that_are_not_in_hand_cannot_pay() -> None:
    """D12."""
    match = book.match({"hand": {"oak": 1}}, {"hand": {"acacia": 1}})
    with pytest.raises(IllegalMove, match="You hold no acacia"):
        match.play(0, "build 5 with oak+acacia")


def test_d12_an_empty_dam_pile_gives_nothing() -> None:
    """D12."""
    match = book.match({"hand": {"oak": 1, "acacia": 1, "pine": 1, "alder": 1, "birch": 1}}, {"dams": ["11/17"]})
    assert not any(text.startswith("build 11") for text in texts(match) + offered(match))
    with pytest.raises(IllegalMove, match="No dam that costs 11 is left"):
        match.play(0, "build 11 with oak+acacia+pine+alder+birch")


def test_d12_building_needs_no_cubes() -> None:
    """D12."""
    match = book.match({"cubes": 0, "hand": {"oak": 1}}, {"cubes": 8})
    play(match, "build 3 with oak")
    assert player(match, 0) == {"cubes": 0, "hand": {}, "dams": ["3/5"], "garbage": 0}


def test_d12_all_payments_of_a_full_hand_match_the_slow_count() -> None:
    """D12."""
    hand = dict.fromkeys(book.VALUES, 2)
    match = book.match({"hand": hand}, {})
    assert sorted(texts(match)) == sorted(book.moves(book.whole(match)))
    assert sorted(offered(match)) == sorted(book.offered(book.whole(match)))


def test_d13_building_means_taking_no_card() -> None:
    """D13."""
    match = book.match({"cubes": 2, "hand": {"oak": 1}}, {"cubes": 3}, cubes=(2, 1, 0, 0))
    before = match.position()
    play(match, "build 3 with oak")
    now = match.position()
    assert (now["river"], now["top"], now["pile"]) == (before["river"], before["top"], before["pile"])
    assert [p["cubes"] for p in now["players"]] == [2, 3]
    with pytest.raises(IllegalMove, match="not the turn of seat 0"):
        match.play(0, "take 1")


def test_d13_one_card_a_turn() -> None:
    """D13."""
    match = book.match({}, {})
    play(match, "take 1")
    with pytest.raises(IllegalMove, match="not the turn of seat 0"):
        match.play(0, "take 1")


def test_d13_one_dam_a_turn() -> None:
    """D13."""
    match = book.match({"hand": {"oak": 2}}, {})
    play(match, "build 3 with oak")
    with pytest.raises(IllegalMove, match="not the turn of seat 0"):
        match.play(0, "build 3 with oak")


# --- end ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_d14_the_game_ends_after_exactly_62_takes(seats: int) -> None:
    """D14."""
    match = Match.new("dam-it", seats, seed=14)
    for _ in range(61):
        play(match, "take 1")
        assert not over(match)
    assert match.position()["pile"] == {}
    play(match, "take 1")
    assert over(match)
    assert match.pending == []
    assert len(match.view()["river"]) == 4
    assert (match.view()["top"], match.view()["pile"]) == (None, 0)


def test_d14_dams_between_do_not_count_as_takes() -> None:
    """D14."""
    match = Match.new("dam-it", 2, seed=14)
    takes = 0
    while not match.over:
        moves = texts(match)
        dams = [text for text in moves if text.startswith("build")]
        play(match, dams[-1] if dams else moves[0])
        takes += not dams
    assert match.view()["dams"][0]["points"], "the dams should outlast the river in this test"
    assert takes == 62
    assert match.number > 62


@pytest.mark.parametrize("move", ["take 1", "take 2", "take 3", "take 4", "take pile"])
def test_d14_the_end_comes_at_once_whichever_card_is_last(move: str) -> None:
    """D14."""
    match = book.match({}, {}, {}, top="oak", pile={})
    assert not over(match)
    play(match, move)
    assert over(match)
    assert match.pending == []
    assert len(cards(match)) == 4
    for seat in range(3):
        assert match.legal_actions(seat) == []
        with pytest.raises(IllegalMove, match="The game is over"):
            match.play(seat, "take 1")


def test_d14_with_six_cards_there_is_one_more_take() -> None:
    """D14."""
    match = book.match({}, {}, top="oak", pile={"pine": 1})
    play(match, "take pile")
    assert not over(match)
    play(match, "take 1")
    assert over(match)


def test_d14_building_with_five_cards_out_does_not_end_the_game() -> None:
    """D14."""
    match = book.match({"hand": {"oak": 1}}, {}, top="oak", pile={})
    play(match, "build 3 with oak")
    assert not over(match)
    assert match.pending == [1]


def test_d14_the_last_card_taken_still_counts() -> None:
    """D14."""
    match = book.match({"garbage": 1}, {}, cards="garbage oak oak oak", pile={})
    play(match, "take 1")
    assert over(match)
    assert match.scores == [2 - 4, 2]


def test_d14_cubes_left_in_the_river_count_for_nobody() -> None:
    """D14."""
    match = book.match({}, {}, pile={})
    play(match, "take pile")
    assert over(match)
    assert match.scores == [0, 2]


def test_d15_the_last_dam_ends_the_game_with_cards_left() -> None:
    """D15."""
    match = book.match({"hand": {"oak": 1}}, {"dams": book.all_dams_but("3/3")}, {})
    assert not over(match)
    play(match, "build 3 with oak")
    assert over(match)
    assert match.pending == []
    assert match.view()["top"] == "oak"
    assert match.view()["pile"] == 66 - 5 - 1
    assert all(not pile["points"] for pile in match.view()["dams"])
    with pytest.raises(IllegalMove, match="The game is over"):
        match.play(1, "take 1")


@pytest.mark.parametrize(
    ("last", "payment"), [("11/17", "oak+acacia+pine+maple+birch"), ("9/12", "oak+acacia+pine+birch")]
)
def test_d15_whichever_pile_holds_the_last_dam(last: str, payment: str) -> None:
    """D15."""
    hand = dict.fromkeys(payment.split("+"), 1)
    match = book.match({}, {"hand": hand, "dams": book.all_dams_but(last)}, to_move=1)
    play(match, f"build {last.partition('/')[0]} with {payment}")
    assert over(match)
    assert match.scores[1] == sum(sum(pile) for pile in book.DAMS.values()) + 2


def test_d15_an_empty_pile_alone_does_not_end_the_game() -> None:
    """D15."""
    hand = {"oak": 2, "acacia": 1, "pine": 1, "maple": 1, "birch": 1}
    match = book.match({"hand": hand}, {"dams": book.all_dams_but("11/17", "3/3")})
    play(match, "build 11 with oak+acacia+pine+maple+birch")
    assert not over(match)
    play(match, "take 1", "build 3 with oak")
    assert over(match)


def test_d15_the_last_dam_with_the_last_five_cards_out() -> None:
    """D15."""
    match = book.match({"hand": {"oak": 1}}, {"dams": book.all_dams_but("3/3")}, pile={})
    play(match, "build 3 with oak")
    assert over(match)
    assert match.view()["top"] == "oak"


# --- score ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("garbage", "loss"), [(0, 0), (1, 1), (2, 4), (3, 9), (4, 16), (5, 25), (6, 25), (7, 25), (12, 25)]
)
def test_d16_garbage_costs_points(garbage: int, loss: int) -> None:
    """D16."""
    match = book.match({"garbage": garbage}, {"dams": ["11/17"]})
    assert match.scores == [2 - loss, 17 + 2]


@pytest.mark.parametrize("cubes", range(13))
def test_d16_two_cubes_are_one_point_rounded_down(cubes: int) -> None:
    """D16."""
    match = book.match({"cubes": cubes}, {"cubes": 12 - cubes}, {"cubes": 0})
    assert match.scores == [cubes // 2, (12 - cubes) // 2, 0]


def test_d16_cubes_in_the_river_are_nobodys() -> None:
    """D16."""
    match = book.match({"cubes": 1}, {"cubes": 0}, cubes=(4, 2, 1, 0))
    assert match.scores == [0, 0]


def test_d16_every_dam_counts_its_points() -> None:
    """D16."""
    for name in ("11/17", "9/14", "7/11", "5/7", "3/5"):
        assert book.match({"dams": [name]}, {}).scores == [int(name.split("/")[1]) + 2, 2]
    assert book.match({"dams": book.ALL_DAMS}, {}).scores == [115 + 2, 2]


def test_d16_cards_in_hand_are_worth_nothing() -> None:
    """D16."""
    match = book.match({"hand": {"oak": 5, "acacia": 6, "disposal": 12}}, {})
    assert match.scores == [2, 2]


def test_d16_a_score_can_be_negative_and_still_win() -> None:
    """D16."""
    match = book.ended({"garbage": 3}, {"garbage": 5})
    assert match.scores == [-9, -25]
    assert match.winners == [0]


def test_d17_most_points_wins() -> None:
    """D17."""
    match = book.ended({"dams": ["3/5"]}, {"dams": ["9/14"]}, {"dams": ["5/7"]})
    assert over(match)
    assert match.scores == [5, 14, 7]
    assert match.places == [3, 1, 2]
    assert match.winners == [1]


def test_d17_a_tie_is_broken_by_the_wood_in_hand() -> None:
    """D17."""
    match = book.ended({"hand": {"oak": 1}}, {"hand": {"birch": 2, "willow": 2}}, {"hand": {"pine": 1}})
    assert match.scores == [0, 0, 0]
    assert match.places == [2, 1, 3]
    assert match.winners == [1]


def test_d17_wood_means_values_not_cards() -> None:
    """D17."""
    match = book.ended({"hand": {"birch": 2}}, {"hand": {"acacia": 1}})
    assert match.winners == [1]


def test_d17_the_same_kind_counts_as_often_as_it_is_held() -> None:
    """D17."""
    match = book.ended({"hand": {"oak": 5}}, {"hand": {"oak": 1, "acacia": 3, "pine": 1}})
    assert match.places == [1, 2]


def test_d17_disposal_cards_do_not_break_a_tie() -> None:
    """D17."""
    match = book.ended({"hand": {"birch": 1}}, {"hand": {"disposal": 12}})
    assert match.places == [1, 2]
    match = book.ended({"hand": {"birch": 1}}, {"hand": {"willow": 1, "disposal": 3}})
    assert match.places == [1, 1]
    assert match.winners == [0, 1]


def test_d17_wood_counts_in_a_tie_only() -> None:
    """D17."""
    match = book.ended({"hand": {"oak": 5, "acacia": 6}}, {"cubes": 2})
    assert match.scores == [0, 1]
    assert match.winners == [1]


def test_d17_half_a_point_does_not_break_a_tie() -> None:
    """D17."""
    match = book.ended({"cubes": 3}, {"cubes": 2})
    assert match.places == [1, 1]


@pytest.mark.parametrize(
    ("garbage", "places"),
    [
        ([2, 1], [2, 1]),
        ([1, 1], [1, 1]),
        ([0, 1, 2], [1, 2, 3]),
        ([0, 0, 2], [1, 1, 3]),
        ([1, 0, 1], [2, 1, 2]),
        ([3, 3, 3], [1, 1, 1]),
        ([3, 3, 3, 3], [1, 1, 1, 1]),
        ([0, 1, 1, 2], [1, 2, 2, 4]),
        ([4, 0, 0, 4], [3, 1, 1, 3]),
        ([2, 2, 2, 0], [2, 2, 2, 1]),
        ([1, 2, 1, 1], [1, 4, 1, 1]),
        ([5, 6], [1, 1]),
    ],
)
def test_d17_equals_share_a_place_and_the_next_is_left_out(garbage: list[int], places: list[int]) -> None:
    """D17."""
    match = book.ended(*({"garbage": number, "hand": {"oak": 1}} for number in garbage))
    assert match.places == places
    assert match.winners == [seat for seat, rank in enumerate(places) if rank == 1]


def test_d17_the_tie_break_orders_lower_places_too() -> None:
    """D17."""
    match = book.ended({"dams": ["3/5"]}, {"hand": {"birch": 1}}, {"hand": {"oak": 1}}, {"hand": {"willow": 1}})
    assert match.places == [1, 3, 2, 3]


def test_d17_nobody_has_won_before_the_end() -> None:
    """D17."""
    match = book.match({"dams": ["11/17"]}, {})
    assert match.places == [1, 2]
    assert match.winners == []


def test_d18_the_books_example() -> None:
    """D18: five dams of 43 points, 3 cubes, 3 garbage: 43 + 1 - 9 = 35."""
    bert = {"cubes": 3, "garbage": 3, "dams": ["9/14", "7/11", "5/7", "5/6", "3/5"]}
    match = book.ended(bert, {"cubes": 4})
    assert sum(int(re.sub(r".*/", "", name)) for name in player(match, 0)["dams"]) == 43
    assert match.scores == [35, 2]
    assert match.view(1)["players"][0]["score"] == 35
