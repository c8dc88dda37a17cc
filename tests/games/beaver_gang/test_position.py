"""Beaver Gang positions as people write them: what they mean, and which ones cannot be."""

from __future__ import annotations

from copy import deepcopy
from functools import partial
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lodge
from lodge import Match
from lodge.games.beaver_gang.table.position import from_position, to_position
from lodge.kernel import differences, same
from tests.games.scrambling import overwrite, play_or_refuse, refused_in

from . import book
from .book import row
from .walks import STYLES, Plan, states

Position = dict[str, Any]

PLAIN: Position = {"players": [{"cards": [{"card": name} for name in "0123"]} for _ in range(2)], "top": "5"}
FIRST = "A card is the first of two only while it is held and a draw-twice card is in use (B9)."
KNOWN = "0, 1, 2, 3, 4, 5, 6, 7, 8, 9, swap, peek, twice"


refused = partial(refused_in, "beaver-gang")


def changed(**changes: Any) -> Position:
    return {**deepcopy(PLAIN), **changes}


def first_card(**values: Any) -> Position:
    """The plain position with something else about seat 0's first card."""
    position = deepcopy(PLAIN)
    position["players"][0]["cards"][0] |= values
    return position


def rows(*cards: str, pads: tuple[tuple[int, ...], ...] | None = None, **position: Any) -> Position:
    players = [row(each, pad=pads[seat] if pads else ()) for seat, each in enumerate(cards)]
    return {"players": players, "top": "5", **position}


# --- what is left out -------------------------------------------------------------------------------------


def test_what_is_left_out_is_as_at_the_first_turn() -> None:
    match = Match.from_position("beaver-gang", PLAIN)
    assert match.position() == {**PLAIN, "discard": {"5": 1}}
    assert match.pending == [1]  # seat 0 has dealt
    view = match.view()
    assert (view["round"], view["phase"], view["stack"], view["discard"]) == (1, "turn", 57, 1)


def test_without_a_discard_pile_all_cards_but_the_top_are_in_the_stack() -> None:
    assert Match.from_position("beaver-gang", PLAIN).view()["stack"] == 66 - 8 - 1
    given_one = changed(discard={"5": 2, "9": 9, "swap": 0})
    match = Match.from_position("beaver-gang", given_one)
    assert match.position()["discard"] == {"5": 2, "9": 9}
    assert match.view()["stack"] == 66 - 8 - 11


@pytest.mark.parametrize(("dealer", "turns", "mover"), [(0, 0, 1), (1, 0, 0), (1, 1, 1), (0, 5, 0)])
def test_dealer_and_turns_say_who_is_to_move_b4(dealer: int, turns: int, mover: int) -> None:
    """B4."""
    assert Match.from_position("beaver-gang", changed(dealer=dealer, turns=turns)).pending == [mover]


def test_options_are_not_in_a_position_but_given_with_it() -> None:
    assert Match.from_position("beaver-gang", PLAIN, options=["memory-aid"]).state.memory_aid == 1
    assert Match.from_position("beaver-gang", PLAIN).state.memory_aid == 0


def test_who_looks_at_a_card_knows_it_b3_b8() -> None:
    """B3, B8."""
    match = Match.from_position("beaver-gang", changed(phase="look", looking=[1]))
    cards = [player["cards"] for player in match.position()["players"]]
    assert [card.get("known") for card in cards[1]] == [[1], None, None, [1]]
    assert [card.get("known") for card in cards[0]] == [None] * 4
    match = Match.from_position("beaver-gang", changed(phase="peek", peeked=3))
    assert match.position()["players"][1]["cards"][2]["known"] == [1]


def test_everybody_knows_what_is_turned_up_b13() -> None:
    """B13."""
    position = rows("0 1 2 3", "4 4 4 5", pads=((6,), (17,)), phase="turned-up", knocker=1)
    match = Match.from_position("beaver-gang", position)
    assert all(card["public"] for player in match.position()["players"] for card in player["cards"])


# --- there and back ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("options", [(), ("memory-aid",)])
def test_every_position_of_a_game_comes_back(seats: int, options: tuple[str, ...]) -> None:
    """Byte by byte."""
    for number, style in enumerate(STYLES):
        for state in states(Plan(seats, number, style, options), every=5):
            again = from_position(msgspec.json.decode(msgspec.json.encode(to_position(state))), len(options))
            assert same(again, state), list(differences(again, state))


def test_a_match_from_a_position_can_be_replayed() -> None:
    match = book.match(row("9 9 9 9", known={1: [0]}), row("1 2! 3+ 4"), seed=5)
    for move in ("draw", "discard", "draw", "discard"):
        match.play(match.pending[0], move)
    again = lodge.replay(match.record(secret=True))
    assert again.position() == match.position()
    assert again.history == match.history


def test_turns_after_a_late_knock_go_beyond_the_sixtieth_b11() -> None:
    """B11: every position of such a round comes back."""
    players = [row("1 2 3 4") for _ in range(4)] + [row("6 7 8 9") for _ in range(2)]
    match = book.match(*players, dealer=5, turns=358)
    moves = ["draw", "discard", "knock", *["draw", "discard"] * 5]
    for move in moves:
        match.play(match.pending[0], move)
        assert same(from_position(match.position(), 0), match.state)
    assert match.view()["phase"] == "turned-up"
    assert match.position()["turns"] == 364


# --- what cannot be ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [0, 1, 7])
def test_too_few_or_too_many_players_b1(seats: int) -> None:
    """B1."""
    reason = refused(changed(players=[{"cards": []} for _ in range(seats)]))
    assert reason == f"Beaver Gang is for 2 to 6 players, the position has {seats}."


@pytest.mark.parametrize("cards", [0, 3, 5])
def test_a_row_too_short_or_too_long_b1(cards: int) -> None:
    """B1."""
    position = changed(players=[PLAIN["players"][0], {"cards": [{"card": "9"}] * cards}])
    assert refused(position) == f"Seat 1 has {cards} cards, everybody has 4 (B1)."


@pytest.mark.parametrize(
    "position",
    [
        changed(dealer=2),
        changed(knocker=2, turns=9),
        changed(phase="look", looking=[0, 2]),
        first_card(known=[2]),
    ],
)
def test_a_seat_that_is_not_there(position: Position) -> None:
    assert refused(position) == "There is no seat 2: the seats are 0 to 1."


def test_a_phase_that_does_not_exist() -> None:
    reason = refused(changed(phase="sleep"))
    assert reason == "There is no phase 'sleep'; the phases are look, turn, hold, peek, knock, turned-up."


@pytest.mark.parametrize(
    "position",
    [
        changed(top="10"),
        changed(phase="hold", held="10"),
        changed(discard={"5": 1, "10": 1}),
        first_card(card="10"),
        rows("0 1 2 3", "4 4 4 5", pads=((6,), (17,)), phase="turned-up", knocker=1, replacements=["10"]),
    ],
)
def test_a_card_that_does_not_exist(position: Position) -> None:
    assert refused(position) == f"There is no card '10'; the cards are {KNOWN}."


@pytest.mark.parametrize("special", ["swap", "peek", "twice"])
def test_a_special_card_cannot_have_been_kept_b6(special: str) -> None:
    """B6."""
    reason = refused(first_card(card=special, kept=True))
    assert reason == f"Card 1 of seat 0 is {special}: only numbers can be kept (B6)."


def test_a_card_from_a_stack_that_was_not_there_yet_b10() -> None:
    """B10."""
    assert refused(first_card(filling=1)) == "Card 1 of seat 0 has filling 1, but the stack only 0."
    assert refused(first_card(filling=3) | {"filling": 2}) == "Card 1 of seat 0 has filling 3, but the stack only 2."
    Match.from_position("beaver-gang", first_card(filling=2) | {"filling": 2})


def test_a_round_after_the_last_b15() -> None:
    """B15."""
    assert refused(changed(round=5)) == "This is round 5, the game has 4 (B15)."
    three = changed(players=[PLAIN["players"][0]] * 3, round=4)
    assert refused(three) == "This is round 4, the game has 3 (B15)."


def test_a_score_pad_too_short_or_too_long_b14() -> None:
    """B14."""
    assert refused(changed(round=2)) == "The pad of seat 0 has 0 sums, 1 rounds are finished."
    position = rows("0 1 2 3", "0 1 2 3", pads=((6,), ()), round=2)
    assert refused(position) == "The pad of seat 1 has 0 sums, 1 rounds are finished."
    assert refused(rows("0 1 2 3", "0 1 2 3", pads=((6,), (6,)))) == (
        "The pad of seat 0 has 1 sums, 0 rounds are finished."
    )


def turned_up(*cards: str, sums: tuple[int, ...], **position: Any) -> Position:
    return rows(*cards, pads=tuple((total,) for total in sums), phase="turned-up", **position)


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        (turned_up("0 1 2 3", "4 4 4 5", sums=(6, 17)), "All cards are turned up, but the knocker is missing (B12)."),
        (
            turned_up("0 1 2 3", "4 4 4 5", sums=(6, 16), knocker=0),
            "The cards of seat 1 count 17, not 16 (B14).",
        ),
        (
            turned_up("0 1 2 swap", "4 4 4 5", sums=(6, 17), knocker=0),
            "Card 4 of seat 0 is special and has no replacement (B13).",
        ),
        (
            turned_up("0 1 2 swap", "4 4 4 5", sums=(6, 17), knocker=0, replacements=["peek"]),
            "Card 4 of seat 0 is special and has no replacement (B13).",
        ),
        (
            turned_up("0 1 2 swap", "4 4 4 5", sums=(6, 17), knocker=0, replacements=["peek", "4"]),
            "The cards of seat 0 count 7, not 6 (B14).",
        ),
        (
            turned_up("0 1 2 swap", "4 4 4 5", sums=(6, 17), knocker=0, replacements=["3", "9"]),
            "1 replacements are left over: no special card needs them (B13).",
        ),
        (
            turned_up("0 1 2 swap", "4 4 peek 5", sums=(6, 17), knocker=1, replacements=["3", "4"]),
            "The cards of seat 1 count 16, not 17 (B14).",
        ),
        (
            turned_up("0 1 2 swap", "4 4 4 5", sums=(6, 17), knocker=0, replacements=["swap"] * 22),
            "There are 22 replacements, but only 21 special cards.",
        ),
        (changed(replacements=["3"]), "Special cards are replaced only when all cards are turned up (B13)."),
    ],
)
def test_sums_and_replacements_that_are_wrong(position: Position, reason: str) -> None:
    """B12-B14."""
    assert refused(position) == reason


def test_replacements_that_are_right_b13() -> None:
    """B13: the knocker's first."""
    position = turned_up("0 1 2 swap", "4 4 peek 5", sums=(6, 17), knocker=1, replacements=["4", "twice", "3"])
    match = Match.from_position("beaver-gang", position)
    assert [told["replaced"] for told in match.view()["turned_up"]] == [
        [{"at": 3, "drawn": ["4"]}],
        [{"at": 4, "drawn": ["twice", "3"]}],
    ]
    assert match.view()["stack"] == 66 - 8 - 3 - 1


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        (changed(discard={"6": 1}), "The top discard is 5, but there is none in the discard pile."),
        (changed(discard={}), "The top discard is 5, but there is none in the discard pile."),
        (changed(top=None, discard={"6": 1}), "The discard pile has cards, but no top card."),
        (first_card(card="9") | {"discard": {"5": 1, "9": 9}}, "There are 10 9 cards in the position, only 9 exist."),
        (rows("0 0 0 0", "0 1 2 3"), "There are 5 0 cards in the position, only 4 exist."),
        (rows("5 5 5 5", "0 1 2 3"), "There are 5 5 cards in the position, only 4 exist."),
        (rows("4 4 4 4", "0 1 2 3", phase="hold", held="4"), "There are 5 4 cards in the position, only 4 exist."),
        (
            rows("twice twice 1 1", "0 1 2 3", phase="hold", held="4", twice=4),
            "There are 6 twice cards in the position, only 5 exist.",
        ),
        (changed(discard={"5": 66}), "There are 66 5 cards in the position, only 4 exist."),
    ],
)
def test_cards_that_are_not_in_the_box(position: Position, reason: str) -> None:
    """B1, B2."""
    assert refused(position) == reason


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"phase": "hold"}, "In phase hold there must be a held card."),
        ({"held": "3"}, "In phase turn there must not be a held card."),
        ({"phase": "peek"}, "In phase peek there must be a peeked card."),
        ({"peeked": 2}, "In phase turn there must not be a peeked card."),
        ({"phase": "look"}, "In phase look there must be somebody looking."),
        ({"looking": [0]}, "In phase turn there must not be somebody looking."),
        ({"twice": 1}, "Draw-twice cards are in use only while a card is held or looked at (B9)."),
        ({"first": True}, FIRST),
        (
            {"phase": "peek", "peeked": 1, "first": True, "twice": 1},
            FIRST,
        ),
        (
            {"phase": "hold", "held": "3", "first": True},
            FIRST,
        ),
        (
            {"phase": "look", "looking": [0], "turns": 1},
            "Everybody looks at their outer cards before the first turn (B3).",
        ),
        ({"phase": "knock"}, "Nobody may knock now (B11)."),
        ({"phase": "knock", "turns": 3, "knocker": 1}, "Nobody may knock now (B11)."),
        ({"phase": "knock", "turns": 119}, "Nobody may knock now (B11)."),
        ({"turns": 120}, "After 60 turns a player the round is over (B11)."),
        ({"turns": 121}, "After 60 turns a player the round is over (B11)."),
        ({"turns": 120, "knocker": 0}, "After 60 turns a player the round is over (B11)."),
        (
            {"knocker": 0, "turns": 1},
            "Seat 0 cannot have knocked: not everybody has had a turn (B11, B12).",
        ),
        (
            {"knocker": 1, "turns": 1, "dealer": 1},
            "Seat 1 cannot have knocked: not everybody has had a turn (B11, B12).",
        ),
        (
            {"knocker": 1, "turns": 4},
            "Seat 1 cannot have knocked: not everybody has had a turn (B11, B12).",
        ),
    ],
)
def test_what_does_not_fit_the_phase(changes: Position, reason: str) -> None:
    """B3, B9, B11, B12."""
    assert refused(changed(**changes)) == reason


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"phase": "look", "looking": [0]},
        {"phase": "peek", "peeked": 1},
        {"phase": "knock", "turns": 2},
    ],
)
def test_no_top_discard_but_while_a_card_is_held_b10(changes: Position) -> None:
    """B10."""
    reason = refused(changed(**changes, top=None, discard={}))
    assert reason == "The discard pile is empty only while a drawn card is held (B10): name its top card."
    Match.from_position("beaver-gang", changed(top=None, discard={}, phase="hold", held="3", filling=1))


HUGE = 10**5000  # Python does not even write it in decimals


@pytest.mark.parametrize("number", [-1, 367, 2**31, 2**63, HUGE], ids=lambda n: str(n) if n < HUGE else "huge")
@pytest.mark.parametrize(
    "where", ["dealer", "round", "turns", "looking", "peeked", "twice", "knocker", "filling", "pad"]
)
def test_numbers_that_nothing_can_be_are_refused_and_crash_nothing(where: str, number: int) -> None:
    position = changed(**{where: [number] if where == "looking" else number})
    if where == "pad":
        position = rows("0 1 2 3", "0 1 2 3", pads=((number,), (1,)), round=2)
    reason = refused(position)
    assert "Expected `int` " in reason
    assert where in reason


@pytest.mark.parametrize(
    "position",
    [
        None,
        3,
        "position",
        [],
        {},
        {"players": PLAIN["players"]},
        {"top": "5"},
        changed(players=None),
        changed(players=[None, None]),
        changed(top=5),
        changed(stack={"9": 9}),
        changed(seats=2),
        changed(round=0),
        changed(peeked=0),
        changed(peeked=5),
        changed(twice=6),
        changed(first=1),
        changed(turns=1.5),
        first_card(known=0),
        first_card(known=[-1]),
        first_card(known=[6]),
        first_card(public=1),
        first_card(card=3),
        first_card(face="3"),
    ],
)
def test_what_is_no_position_at_all_is_refused(position: Any) -> None:
    assert refused(position).startswith("This is not a Beaver Gang position: ")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.sampled_from(["9", "swap", "twice", "hold", "peek", "turned-up"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["9", "card", "x"]), inner),
    max_leaves=6,
)


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_any_change_gives_a_position_that_can_be_played_or_the_reason_why_not(data: st.DataObject) -> None:
    """Hypothesis overwrites a few values of a position with anything; nothing but BadPosition may come of it."""
    start = book.match(row("9 9 swap 9", known={1: [0]}), row("1 2! 3+ 4"), turns=3, phase="hold", held="3", stack="0")
    position: Any = start.position() | {"twice": 1, "knocker": None, "filling": 1, "first": False}
    position["discard"]["twice"] -= 1
    for _ in range(data.draw(st.integers(1, 3))):
        overwrite(data, position, JSON | st.integers(-1, 13) | st.sampled_from([*book.COPIES]))
    play_or_refuse("beaver-gang", position)
