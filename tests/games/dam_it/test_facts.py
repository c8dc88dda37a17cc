"""The numbers of the box, typed in once more from the rulebook and the rules page."""

from __future__ import annotations

from collections import Counter

import pytest

from lodge.games import game
from lodge.games.dam_it import rules
from lodge.games.dam_it.rules import facts, payments, state

BOOK, PUBLIC, REBUILT = "book", "public", "rebuilt"


def test_contents_66_river_cards() -> None:
    assert facts.CARDS == sum(facts.COUNTS) == 66
    assert facts.KINDS == len(facts.NAMES) == len(facts.COUNTS) == len(facts.VALUES) == 9


def test_contents_42_trees_of_7_kinds_with_6_each() -> None:
    assert facts.NAMES[: facts.TREES] == ("birch", "willow", "pine", "alder", "maple", "oak", "acacia")
    assert facts.COUNTS[: facts.TREES] == (6,) * 7
    assert sum(facts.COUNTS[: facts.TREES]) == 42


def test_contents_12_disposal_and_12_garbage_cards() -> None:
    assert facts.NAMES[facts.DISPOSAL] == "disposal"
    assert facts.NAMES[facts.GARBAGE] == "garbage"
    assert facts.COUNTS[facts.DISPOSAL] == facts.COUNTS[facts.GARBAGE] == 12


def test_a_hand_holds_trees_and_disposal_cards_but_no_garbage_d10_d11() -> None:
    """D10, D11."""
    assert facts.NAMES[: facts.HAND_KINDS] == (*facts.NAMES[: facts.TREES], "disposal")


@pytest.mark.parametrize(
    ("name", "value"),
    [("birch", 1), ("willow", 1), ("pine", 2), ("alder", 2), ("maple", 2), ("oak", 3), ("acacia", 3)],
)
def test_tree_values(name: str, value: int) -> None:
    assert facts.VALUES[facts.NAMES.index(name)] == value


def test_trees_are_worth_1_to_3_and_a_disposal_card_2_d12() -> None:
    """D12: the printed values run from 1 to 3, a disposal card counts as a tree with 2 branches."""
    assert set(facts.VALUES[: facts.TREES]) == {1, 2, 3}
    assert facts.VALUES[facts.DISPOSAL] == 2
    assert facts.VALUES[facts.GARBAGE] == 0


def test_15_dams_in_five_piles_by_cost_d2() -> None:
    """D2."""
    assert facts.COSTS == (11, 9, 7, 5, 3)
    assert facts.PILES == len(facts.DAM_PILES) == 5
    assert facts.DAMS == len(facts.DAM_POINTS) == sum(facts.PILE_SIZES) == 15
    assert facts.PILE_SIZES == (1, 2, 3, 4, 5)
    assert facts.PILE_STARTS == (0, 1, 3, 6, 10)


@pytest.mark.parametrize(
    ("cost", "points"),
    [(11, (17,)), (9, (14, 12)), (7, (11, 10, 8)), (5, (7, 6, 6, 5)), (3, (5, 4, 4, 3, 3))],
)
def test_dam_points(cost: int, points: tuple[int, ...]) -> None:
    pile = facts.COSTS.index(cost)
    start = facts.PILE_STARTS[pile]
    assert facts.DAM_PILES[pile].cost == cost
    assert facts.DAM_PILES[pile].points == points
    assert facts.DAM_POINTS[start : start + facts.PILE_SIZES[pile]] == points


def test_dam_points_run_from_17_to_3_highest_on_top_d2() -> None:
    """D2: in each pile the highest points lie on top."""
    assert max(facts.DAM_POINTS) == 17
    assert min(facts.DAM_POINTS) == 3
    for pile in facts.DAM_PILES:
        assert list(pile.points) == sorted(pile.points, reverse=True)


def test_the_dearer_dam_is_always_worth_at_least_as_much() -> None:
    """Not a rule, but a reconstruction in which a cheap dam beat a dear one would be a strange one."""
    for dear, cheap in zip(facts.DAM_PILES, facts.DAM_PILES[1:], strict=False):
        assert dear.points[-1] >= cheap.points[0]


def test_what_is_rebuilt_is_marked() -> None:
    origin = {card.name: card.value_from for card in facts.RIVER_CARDS}
    assert origin == {**dict.fromkeys(facts.NAMES[: facts.TREES], REBUILT), "disposal": BOOK, "garbage": BOOK}
    assert [pile.points_from for pile in facts.DAM_PILES] == [
        (PUBLIC,),
        (REBUILT, REBUILT),
        (REBUILT, REBUILT, REBUILT),
        (BOOK, REBUILT, REBUILT, REBUILT),
        (REBUILT, REBUILT, REBUILT, REBUILT, PUBLIC),
    ]


def test_every_dam_has_a_mark_of_where_its_points_come_from() -> None:
    for pile in facts.DAM_PILES:
        assert len(pile.points) == len(pile.points_from)
        assert set(pile.points_from) <= {BOOK, PUBLIC, REBUILT}


def test_the_books_dam_of_5_is_worth_7() -> None:
    """The book's example of building: 5 branches for the top of the 5 pile, 7 points."""
    pile = facts.DAM_PILES[facts.COSTS.index(5)]
    assert (pile.points[0], pile.points_from[0]) == (7, BOOK)


def test_cubes_and_players_d1() -> None:
    """D1: 16 cubes in the box are 4 for each of 4 players."""
    assert facts.CUBES_EACH == 4
    assert (facts.FEWEST_SEATS, facts.MOST_SEATS) == rules.SEATS == game("dam-it").seats == (2, 4)
    assert facts.CUBES_EACH * facts.MOST_SEATS == 16


def test_river_length_d4() -> None:
    """D4."""
    assert facts.RIVER_LENGTH == 4
    assert state.PLACES == 5


def test_loss_by_garbage_and_points_for_cubes_d16() -> None:
    """D16."""
    assert facts.GARBAGE_LOSS == (0, 1, 4, 9, 16, 25)
    assert facts.CUBES_FOR_A_POINT == 2


def test_the_dams_can_all_be_paid() -> None:
    """All dams together cost less than all wood: D15 can really happen."""
    cost = sum(pile.cost * len(pile.points) for pile in facts.DAM_PILES)
    wood = sum(count * value for count, value in zip(facts.COUNTS, facts.VALUES, strict=True))
    assert (cost, wood) == (85, 108)


def test_the_dearest_dam_can_be_paid_only_with_many_kinds() -> None:
    """D12: one card of every kind is worth 16, so even the dam of 11 is within reach, also without a disposal card."""
    assert payments.worth(payments.SETS - 1) == 16
    assert sum(facts.VALUES[: facts.TREES]) == 14


def test_most_moves_d14_d15() -> None:
    """D14, D15: 62 takes and 14 dams, or 61 takes and 15 dams."""
    assert rules.MOST_MOVES == 76


def test_names_are_different() -> None:
    assert all(number == 1 for number in Counter(facts.NAMES).values())


def test_options() -> None:
    assert rules.OPTIONS == ("open-hands",)
