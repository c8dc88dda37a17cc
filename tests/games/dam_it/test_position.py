"""Dam It! positions as people write them: what they mean, and which ones cannot be."""

from __future__ import annotations

from copy import deepcopy
from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lodge import Match
from lodge.games.dam_it.table.position import from_position, to_position
from lodge.kernel import differences, same
from tests.games.scrambling import overwrite, play_or_refuse, refused_in

from . import book
from .walks import Plan, states

PLAIN: book.Position = {
    "players": [{}, {}],
    "river": [{"card": "birch"}, {"card": "willow"}, {"card": "pine"}, {"card": "alder"}],
    "top": "oak",
}


refused = partial(refused_in, "dam-it")


def changed(**changes: Any) -> book.Position:
    return {**deepcopy(PLAIN), **changes}


def player(**values: Any) -> book.Position:
    """The plain position with one player changed."""
    return changed(players=[values, {}])


# --- what is left out -----------------------------------------------------------------------------------


def test_what_is_left_out_is_as_in_the_beginning() -> None:
    match = Match.from_position("dam-it", PLAIN)
    assert match.position() == {
        "players": [{"cubes": 4, "hand": {}, "dams": [], "garbage": 0}] * 2,
        "river": [{"card": name, "cubes": 0} for name in ("birch", "willow", "pine", "alder")],
        "top": "oak",
        "pile": {
            "birch": 5,
            "willow": 5,
            "pine": 5,
            "alder": 5,
            "maple": 6,
            "oak": 5,
            "acacia": 6,
            "disposal": 12,
            "garbage": 12,
        },
    }
    assert match.pending == [0]


def test_without_a_pile_all_cards_that_lie_nowhere_else_are_in_it() -> None:
    position = changed(
        players=[{"hand": {"oak": 2}, "garbage": 3}, {"hand": {"disposal": 1}}], discard={"maple": 6, "oak": 1}
    )
    pile = Match.from_position("dam-it", position).position()["pile"]
    assert pile == {
        "birch": 5,
        "willow": 5,
        "pine": 5,
        "alder": 5,
        "oak": 2,
        "acacia": 6,
        "disposal": 11,
        "garbage": 9,
    }


def test_a_pile_may_be_given_if_it_is_right() -> None:
    pile = book.everything_else(PLAIN)
    given_one = Match.from_position("dam-it", changed(pile=pile)).position()
    assert given_one == Match.from_position("dam-it", PLAIN).position()


def test_counts_of_zero_may_be_written() -> None:
    position = changed(players=[{"hand": {"oak": 0}}, {}], discard={"maple": 0})
    assert Match.from_position("dam-it", position).position() == Match.from_position("dam-it", PLAIN).position()


def test_the_same_dam_name_twice_is_two_cards_where_two_exist() -> None:
    position = changed(players=[{"dams": ["3/5", "3/4", "3/4"]}, {"dams": ["5/7", "5/6"]}, {"dams": ["5/6"]}])
    match = Match.from_position("dam-it", position)
    assert match.scores == [5 + 4 + 4 + 2, 7 + 6 + 2, 6 + 2]
    assert match.view()["dams"][3:] == [{"cost": 5, "points": [5]}, {"cost": 3, "points": [3, 3]}]


def test_the_order_of_dams_does_not_matter() -> None:
    one = Match.from_position("dam-it", player(dams=["3/4", "9/14", "3/5"]))
    two = Match.from_position("dam-it", player(dams=["9/14", "3/5", "3/4"]))
    assert one.position() == two.position()


def test_options_are_not_in_a_position_but_given_with_it() -> None:
    match = Match.from_position("dam-it", PLAIN, options=["open-hands"])
    assert match.state.open_hands == 1
    assert Match.from_position("dam-it", PLAIN).state.open_hands == 0


def test_positions_that_could_not_come_about_but_can_be_played_are_taken() -> None:
    """For puzzles and tests: dams without payments, cubes behind an empty card, garbage thrown away alone."""
    position = changed(
        players=[{"cubes": 0, "dams": ["11/17"]}, {"cubes": 4}],
        river=book.river("birch willow pine alder", (0, 4, 0, 0)),
        discard={"garbage": 1},
    )
    Match.from_position("dam-it", position).play(0, "take 1")


# --- there and back -------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("options", [(), ("open-hands",)])
def test_every_position_of_a_game_comes_back(seats: int, options: tuple[str, ...]) -> None:
    """But dam cards of the same cost and points are alike: which of them a seat has is all the same."""
    for state in states(Plan(seats, 5, "any", options), every=5):
        again = from_position(to_position(state), len(options))
        assert all("dams" in name for name in differences(again, state))
        assert same(from_position(to_position(again), len(options)), again)


# --- what cannot be -------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [0, 1, 5, 9])
def test_too_few_or_too_many_players_d1(seats: int) -> None:
    """D1."""
    reason = refused(changed(players=[{} for _ in range(seats)]))
    assert reason == f"Dam It! is for 2 to 4 players, the position has {seats}."


@pytest.mark.parametrize("turn", [2, 3, 66])
def test_the_turn_of_nobody(turn: int) -> None:
    assert refused(changed(to_move=turn)) == f"to_move is {turn}, the seats are 0 to 1."


@pytest.mark.parametrize("length", [0, 3, 5])
def test_a_river_too_short_or_too_long_d4(length: int) -> None:
    """D4."""
    reason = refused(changed(river=[{"card": "birch"}] * length))
    assert reason == f"The river has {length} cards, it must have 4 (D4)."


@pytest.mark.parametrize(
    ("position", "number"),
    [
        (player(cubes=5), 9),
        (player(cubes=3), 7),
        (player(cubes=66), 70),
        (changed(river=book.river("oak oak oak oak", (1, 0, 0, 0)), top="birch"), 9),
    ],
)
def test_cubes_too_many_or_too_few_d1(position: book.Position, number: int) -> None:
    """D1."""
    assert refused(position) == f"There are {number} cubes in all, 2 players have 8 (D1)."


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        (player(hand={"oak": 6}), "There are 7 oak cards in the position, only 6 exist."),
        (player(hand={"disposal": 13}), "There are 13 disposal cards in the position, only 12 exist."),
        (player(garbage=13), "There are 13 garbage cards in the position, only 12 exist."),
        (player(garbage=66), "There are 66 garbage cards in the position, only 12 exist."),
        (changed(discard={"maple": 7}), "There are 7 maple cards in the position, only 6 exist."),
        (changed(discard={"oak": 66}), "There are 67 oak cards in the position, only 6 exist."),
        (
            changed(players=[{"hand": {"oak": 66}}, {"hand": {"oak": 66}}]),
            "There are 133 oak cards in the position, only 6 exist.",
        ),
        (
            changed(players=[{"garbage": 66} for _ in range(4)]),
            "There are 264 garbage cards in the position, only 12 exist.",
        ),
        (
            changed(players=[{"garbage": 6}, {"garbage": 6}], top="garbage"),
            "There are 13 garbage cards in the position, only 12 exist.",
        ),
        (
            changed(players=[{"hand": {"birch": 3}}, {"hand": {"birch": 1}}], discard={"birch": 2}),
            "There are 7 birch cards in the position, only 6 exist.",
        ),
    ],
)
def test_a_card_counted_too_often_d3(position: book.Position, reason: str) -> None:
    """D3."""
    assert refused(position) == reason


@pytest.mark.parametrize(
    ("card", "change", "there", "copies"),
    [("maple", -1, 5, 6), ("maple", 1, 7, 6), ("garbage", -12, 0, 12), ("oak", 50, 56, 6)],
)
def test_a_pile_that_is_not_what_is_left_d3(card: str, change: int, there: int, copies: int) -> None:
    """D3."""
    pile = book.everything_else(PLAIN)
    pile[card] += change
    assert refused(changed(pile=pile)) == f"There are {there} {card} cards in the position, it must be {copies}."


def test_cards_left_but_no_top_card_d3() -> None:
    """D3."""
    assert refused(changed(top=None)) == "62 cards are left for the draw pile, but it has no top card (D3)."
    position = changed(top=None, discard=book.everything_else(changed(top=None)))
    position["discard"]["oak"] -= 1
    assert refused(position) == "1 cards are left for the draw pile, but it has no top card (D3)."


def test_no_top_card_and_no_cards_left_is_the_end_d14() -> None:
    """D14."""
    position = changed(top=None, discard=book.everything_else(changed(top=None)))
    assert Match.from_position("dam-it", position).over


def test_garbage_in_a_hand_d11() -> None:
    """D11."""
    reason = refused(player(hand={"garbage": 1}))
    assert reason == "Seat 0 holds garbage in hand: garbage goes to the dam pile (D11)."


@pytest.mark.parametrize(
    ("players", "reason"),
    [
        ([{"dams": ["11/17"]}, {"dams": ["11/17"]}], "The dam 11/17 is counted twice, at seats 0 and 1."),
        ([{"dams": ["11/17", "11/17"]}, {}], "The dam 11/17 is counted twice, at seats 0 and 0."),
        (
            [{"dams": ["3/5", "3/4"]}, {"dams": ["3/4"]}, {"dams": ["3/4"]}],
            "The dam 3/4 is counted twice, at seats 0 and 2.",
        ),
    ],
)
def test_a_dam_at_two_places(players: list[Any], reason: str) -> None:
    assert refused(changed(players=players)) == reason


@pytest.mark.parametrize(
    ("dams", "missing"),
    [(["9/12"], "9/14"), (["7/8"], "7/11"), (["7/11", "7/8"], "7/10"), (["3/5", "3/3"], "3/4"), (["5/6"], "5/7")],
)
def test_a_dam_built_before_the_one_above_it_d2(dams: list[str], missing: str) -> None:
    """D2."""
    reason = refused(player(dams=dams))
    assert reason == f"The dam {missing} must be built before the ones below it in its pile (D2)."


@pytest.mark.parametrize("name", ["11/16", "4/5", "17", "", "11/17 ", "oak", "11-17"])
def test_a_dam_that_does_not_exist(name: str) -> None:
    reason = refused(player(dams=[name]))
    known = "11/17, 9/14, 9/12, 7/11, 7/10, 7/8, 5/7, 5/6, 5/5, 3/5, 3/4, 3/3"
    assert reason == f"There is no dam {name!r}; the dams are {known}."


@pytest.mark.parametrize(
    "position",
    [
        changed(top="elm"),
        changed(river=[{"card": "elm"}, {"card": "oak"}, {"card": "oak"}, {"card": "oak"}]),
        changed(discard={"elm": 1}),
        changed(pile={"elm": 1}),
        player(hand={"elm": 1}),
        player(hand={"elm": 0}),
    ],
)
def test_a_card_that_does_not_exist(position: book.Position) -> None:
    known = "birch, willow, pine, alder, maple, oak, acacia, disposal, garbage"
    assert refused(position) == f"There is no card 'elm'; the cards are {known}."


HUGE = 10**5000  # Python does not even write it in decimals


@pytest.mark.parametrize(
    "number",
    [-1, -128, 67, 127, 128, 255, 256, 300, 2**31, 2**63, 2**64, HUGE, -HUGE],
    ids=lambda number: str(number) if abs(number) < HUGE else "huge",
)
@pytest.mark.parametrize(
    "where",
    ["cubes", "garbage", "hand", "river", "discard", "pile", "to_move"],
)
def test_numbers_that_nothing_can_be_are_refused_and_crash_nothing(where: str, number: int) -> None:
    position = {
        "cubes": player(cubes=number),
        "garbage": player(garbage=number),
        "hand": player(hand={"oak": number}),
        "river": changed(river=[{"card": "birch", "cubes": number}, *PLAIN["river"][1:]]),
        "discard": changed(discard={"oak": number}),
        "pile": changed(pile={**book.everything_else(PLAIN), "oak": number}),
        "to_move": changed(to_move=number),
    }[where]
    reason = refused(position)
    assert "Expected `int` " in reason
    assert where in reason


def test_negative_numbers_that_add_up_are_refused_too() -> None:
    """The sum of all garbage is right, and so is that of all cubes."""
    refused(changed(players=[{"garbage": -1}, {"garbage": 1}]))
    refused(changed(players=[{"cubes": -1}, {"cubes": 9}]))
    refused(changed(players=[{"hand": {"oak": -1}}, {"hand": {"oak": 1}}]))
    refused(changed(river=book.river("birch willow pine alder", (1, -1, 0, 0))))


@pytest.mark.parametrize("value", [True, False, 1.0, 1.5, float("nan"), "1", None, [1], {"n": 1}])
def test_what_is_no_whole_number_is_refused(value: Any) -> None:
    refused(player(cubes=value))
    refused(player(garbage=value))
    refused(player(hand={"oak": value}))
    refused(changed(to_move=value))
    refused(changed(discard={"oak": value}))
    refused(changed(river=[{"card": "birch", "cubes": value}, *PLAIN["river"][1:]]))


@pytest.mark.parametrize(
    "position",
    [
        None,
        3,
        "position",
        [],
        {},
        {1: 2},
        {"players": [{}, {}]},
        {"river": PLAIN["river"]},
        changed(players=None),
        changed(players={}),
        changed(players="ab"),
        changed(players=[None, None]),
        changed(river=None),
        changed(river=["birch", "willow", "pine", "alder"]),
        changed(top=5),
        changed(seats=2),
        changed(dams=[]),
        player(name="Ann"),
        player(dams="11/17"),
        player(dams=[17]),
        player(hand=["oak"]),
        player(hand={1: 1}),
        changed(river=[{"card": "birch", "stones": 1}, *PLAIN["river"][1:]]),
        changed(river=[{"cubes": 0}, *PLAIN["river"][1:]]),
    ],
)
def test_what_is_no_position_at_all_is_refused(position: Any) -> None:
    assert refused(position).startswith("This is not a Dam It! position: ")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.sampled_from(["oak", "garbage", "3/5"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["oak", "cubes", "x"]), inner),
    max_leaves=6,
)


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_any_change_gives_a_position_that_can_be_played_or_the_reason_why_not(data: st.DataObject) -> None:
    """Hypothesis overwrites a few values of a position with anything; nothing but BadPosition may come of it."""
    position: Any = book.whole(book.match({"hand": {"oak": 1}, "garbage": 1}, {"dams": ["3/5"]}, pile={"pine": 2}))
    for _ in range(data.draw(st.integers(1, 2))):
        overwrite(data, position, JSON | st.integers(-1, 13) | st.sampled_from([*book.COPIES, *book.ALL_DAMS]))
    play_or_refuse("dam-it", position)
