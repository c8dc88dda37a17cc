"""N1-N41: positions laid out by hand, for what random games seldom meet, and for every rule once by its number."""

from __future__ import annotations

from typing import Any

import pytest

from lodge import Match
from lodge.errors import IllegalMove
from lodge.games.donnant_donnant.rules.facts import CAMPAIGN_BOAST, LEVELS
from tests.games.terminal import printed

COLOURS = ["yellow", "orange", "green", "blue", "purple"]
EVALUATION: list[str | None] = ["e20", "e21", "e22", "e23"]
BONUS: list[str | None] = ["b17", "b18", "b19", "b20"]


def card(name: str, at: str, *written: int) -> dict[str, Any]:
    return {"card": name, "at": at, "written": list(written)}


def stall(*cards: dict[str, Any], **circles: int) -> dict[str, Any]:
    """A player; circles by the first word of the bonus: `plus=2`."""
    names = {"plus": "plus-or-minus-one", "other": "other-colour", "second": "second-die", "less": "one-die-less"}
    return {"cards": list(cards), "circles": {names[kind]: left for kind, left in circles.items()}}


PLUS = card("b1", "c3", 1, 6)
OTHER = card("b5", "c3", 2, 5)
SECOND = card("b9", "c3", 2, 3)
LESS = card("b13", "c3", 3, 6, 6)


def match(*players: dict[str, Any], options: tuple[str, ...] = (), **position: Any) -> Match:
    values = {"players": list(players), "evaluation": EVALUATION, "bonus": BONUS, **position}
    return Match.from_position("donnant", values, seed=1, options=options)


def moves(game: Match, seat: int = 0, word: str = "") -> set[str]:
    return {text for action in game.legal_actions(seat) if (text := game.game.moves.text(action)).startswith(word)}


def new(seats: int, seed: int = 1, options: tuple[str, ...] = ()) -> Match:
    return Match.new("donnant", seats, seed=seed, options=options)


def lay_out(game: Match, seat: int) -> None:
    """Put the last card back, lay the others side by side."""
    game.play(seat, "put back 4")
    for number, at in ((1, "c3"), (2, "d3"), (3, "d4")):
        game.play(seat, f"lay out {number} at {at}")


# --- setting up -------------------------------------------------------------------------------------------


def test_n1_the_market_has_four_cards_of_each_pile() -> None:
    """N1."""
    view = new(2).view(0)
    assert all(name.startswith("e") for name in view["market"]["evaluation"])
    assert all(name.startswith("b") for name in view["market"]["bonus"])
    assert view["piles"] == {"evaluation": 29 - 4 - 4, "bonus": 20 - 4 - 4}


def test_n2_one_of_four_goes_back_under_its_pile_in_seat_order() -> None:
    """N2: whoever is done first."""
    game = new(3)
    backs = [game.view(seat)["players"][seat]["hand"][3]["card"] for seat in range(3)]
    with pytest.raises(IllegalMove, match="put one of your four cards back"):
        game.play(0, "lay out 1 at c3")
    for seat in (2, 0, 1):
        lay_out(game, seat)
    under = game.position()["under"]
    assert [(entry["card"], entry["known"]) for entry in under] == [(back, [seat]) for seat, back in enumerate(backs)]


def test_n3_cards_touch_and_stay_within_three_columns_and_rows() -> None:
    """N3: by an edge or a corner; in any direction until the square is fixed."""
    game = match(stall(card("e1", "c3")), phase="lay", held="e2")
    assert moves(game) == {f"lay at {column}{row}" for column in "bcd" for row in "234"} - {"lay at c3"}
    game = match(stall(card("e1", "c3"), card("e2", "d4"), card("e3", "e4")), phase="lay", held="e4")
    assert moves(game) == {f"lay at {spot}" for spot in ["c2", "d2", "d3", "e3", "c4", "c5", "d5", "e5"]}
    with pytest.raises(IllegalMove, match="leaves a stall of three columns"):
        game.play(0, "lay at b3")


def test_n4_everybody_sets_up_at_once() -> None:
    """N4: then the starting player, drawn by lot, has rolled."""
    game = new(4)
    assert game.pending == [0, 1, 2, 3]
    for seat in (3, 1, 0, 2):
        lay_out(game, seat)
    assert game.pending == [game.view()["starter"]]
    assert all(die["number"] for die in game.view()["dice"])
    assert {new(4, seed).view()["starter"] for seed in range(40)} == {0, 1, 2, 3}


# --- the active turn --------------------------------------------------------------------------------------


def test_n5_two_rerolls_of_any_dice() -> None:
    """N5: at least one die; dice set aside may be rolled the second time; none a third time."""
    game = match(stall(card("e19", "c3")), dice=[1, 2, 3, 4, 6])
    assert len(moves(game, word="reroll")) == 31
    game.play(0, "reroll yellow")
    assert [die["number"] for die in game.view()["dice"]][1:] == [2, 3, 4, 6]
    game.play(0, "done") if game.view()["phase"] == "passive" else None
    assert "reroll purple" in moves(game)
    game.play(0, "reroll purple orange")
    with pytest.raises(IllegalMove, match="rolled three times"):
        game.play(0, "reroll purple")


def test_n6_stopping_early_needs_a_card() -> None:
    """N6: also with all cards completed; a purchase without dice counts."""
    full = stall(LESS, card("e10", "d3", 6, 6), less=3)
    game = match(full, stall(card("e1", "c3")), dice=[1, 2, 3, 4, 6])
    with pytest.raises(IllegalMove, match="Before the third roll"):
        game.play(0, "done")
    game.play(0, "buy bonus 4 with nothing")
    game.play(0, "lay at c4")
    assert "done" in moves(game)
    assert not moves(game, word="reroll")


def test_n7_each_die_once_as_often_as_they_allow() -> None:
    """N7: complete, then buy with the rest."""
    game = match(stall(card("e10", "c3")), dice=[6, 6, 2, 2, 2])
    game.play(0, "write yellow as 6 on card 1 cell 1")
    game.play(0, "write orange as 6 on card 1 cell 2")
    assert moves(game, word="buy") == {
        f"buy {row} {c} with green blue purple" for row in ("evaluation", "bonus") for c in (3, 4)
    }
    game.play(0, "buy bonus 3 with green blue purple")
    game.play(0, "lay at b3")
    assert moves(game) == {"done"}


def test_n8_only_what_completes_a_card_may_be_written() -> None:
    """N8: a begun card must be finished before anything else; one that cannot be is not begun."""
    game = match(stall(card("e11", "c3"), card("e10", "d3")), dice=[6, 5, 3, 1, 6])
    assert moves(game, word="write orange") == {"write orange as 5 on card 1 cell 3"}
    game.play(0, "write green as 3 on card 1 cell 2")
    assert moves(game) == {"write blue as 1 on card 1 cell 1", "write orange as 5 on card 1 cell 3"}
    with pytest.raises(IllegalMove, match="First complete card 1"):
        game.play(0, "write yellow as 6 on card 2 cell 1")
    hopeless = match(stall(card("e11", "c3")), dice=[5, 1, 3, 1, 6])
    assert not moves(hopeless, word="write")
    with pytest.raises(IllegalMove, match="cannot complete card 1"):
        hopeless.play(0, "write green as 3 on card 1 cell 2")


def test_n9_prices_by_column_and_no_tenth_card() -> None:
    """N9: the card is laid at once, its place stays empty until the turn ends."""
    game = match(stall(card("e1", "c3")), dice=[2, 2, 2, 2, 5])
    assert "buy evaluation 1 with yellow orange green blue" in moves(game)
    assert "buy evaluation 1 with yellow orange green" not in moves(game)
    assert len(moves(game, word="buy evaluation 3")) == 4
    game.play(0, "buy evaluation 3 with yellow orange blue")
    assert moves(game) == moves(game, word="lay at")
    game.play(0, "lay at c4")
    assert game.view()["market"]["evaluation"] == ["e20", "e21", None, "e23"]
    square = [f"{column}{row}" for column in "bcd" for row in (3, 2, 4)]
    square.sort(key=lambda at: at != "c3")
    nine = stall(*(card(f"e{number}", at) for number, at in enumerate(square, 1)))
    assert not moves(match(nine, dice=[2, 2, 2, 2, 5]), word="buy")


def test_n10_the_joker_comes_after_the_third_roll_instead_of_all_else() -> None:
    """N10: two dice like a passive player; at least one."""
    player = stall(card("e19", "c3"), card("e10", "d3"))
    assert not moves(match(player, dice=[6, 1, 1, 2, 6], rolls=2), word="joker")
    game = match(player, dice=[6, 1, 1, 2, 6], rolls=3)
    assert moves(game, word="joker") == {"joker dice", "joker evaluation", "joker bonus"}
    game.play(0, "joker dice")
    assert "done" not in moves(game)
    game.play(0, "write orange as 1 on card 1 cell 1")
    assert "done" in moves(game)
    assert not moves(game, word="write orange")
    game.play(0, "write yellow as 6 on card 2 cell 1")
    assert game.view()["phase"] == "solo"


def test_n10_a_blind_card_is_laid_or_put_away() -> None:
    """N10: nobody else sees a card that is put away; not with a full stall, not from an empty pile."""
    game = match(stall(card("e1", "c3")), stall(card("e2", "c3")), rolls=3)
    game.play(0, "joker bonus")
    held = game.view(0)["held"]["card"]
    assert held is not None
    assert game.view(1)["held"] == {"seat": 0, "row": "bonus", "card": None, "worths": None}
    game.play(0, "put away")
    assert game.position()["under"] == [{"card": held, "known": [0]}]
    assert game.view()["active"] == 1
    gone = [f"b{number}" for number in range(1, 17)]
    empty = match(stall(card("e1", "c3")), rolls=3, gone=gone)
    assert "joker bonus" not in moves(empty)
    with pytest.raises(IllegalMove, match="bonus pile is empty"):
        empty.play(0, "joker bonus")


def test_n11_using_nothing_is_allowed_after_the_third_roll() -> None:
    """N11."""
    game = match(stall(card("e10", "c3")), stall(card("e2", "c3")), dice=[6, 6, 1, 1, 1], rolls=3)
    game.play(0, "done")
    assert game.view()["active"] == 1


# --- objectives -------------------------------------------------------------------------------------------


def fitting(name: str, cell: int, *written: int) -> set[int]:
    """The numbers that a cell takes of a white die, as a passive player."""
    found = set()
    for number in range(1, 7):
        game = match(
            stall(card(name, "c3", *written)),
            stall(card("e2" if name != "e2" else "e3", "c3")),
            active=1,
            phase="passive",
            waiting=[0],
            dice=[number] * 5,
            evaluation=[None] * 4,
        )
        if any(text.endswith(f"cell {cell}") for text in moves(game, word="write")):
            found.add(number)
    return found


def test_n12_the_four_families() -> None:
    """N12."""
    assert fitting("e11", 1) == {1}  # exact
    assert fitting("e8", 2, 4, 0, 0, 0, 0) == {4}  # equal
    assert fitting("e8", 3, 4, 0, 0, 0, 0) == {1, 2, 3, 4, 5, 6}  # another group may be the same
    assert fitting("e1", 2, 0, 0, 4, 0) == {2, 3}  # rising
    assert fitting("e20", 3, 6, 6, 0) == {3, 4, 5, 6}  # a sum of 15


def test_n13_a_coloured_cell_takes_only_its_die() -> None:
    """N13: in any order."""
    game = match(stall(card("e5", "c3")), dice=[4, 4, 4, 1, 2])
    assert moves(game, word="write yellow") == {"write yellow as 4 on card 1 cell 1"}
    game.play(0, "write green as 4 on card 1 cell 3")
    game.play(0, "write yellow as 4 on card 1 cell 1")
    game.play(0, "write orange as 4 on card 1 cell 2")
    assert game.view()["players"][0]["cards"][0]["completed"]


def test_n14_a_card_stays_completable() -> None:
    """N14: the examples of the page."""
    for cell, numbers in enumerate(({1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 6}), 1):
        assert fitting("e13", cell, 0, 0, 0, 0, 0) == numbers
    assert 1 in fitting("e26", 1, *[0] * 8)
    assert fitting("e26", 2, 1, *[0] * 7) == {3, 4, 5, 6}  # seven cells must still reach 39


def test_n15_n24_a_completed_bonus_works_at_once() -> None:
    """N15, N24: the circles of a card just completed may be ticked in the same turn."""
    game = match(stall(card("b1", "c3"), card("e10", "d3", 6, 0)), dice=[6, 5, 1, 3, 3])
    assert not moves(game, word="write orange as 6")
    game.play(0, "write yellow as 6 on card 1 cell 2")
    game.play(0, "write green as 1 on card 1 cell 1")
    assert game.view()["players"][0]["circles"]["plus-or-minus-one"] == 3
    game.play(0, "write orange as 6 on card 2 cell 2")
    assert game.view()["players"][0]["circles"]["plus-or-minus-one"] == 2


# --- passive players --------------------------------------------------------------------------------------


def test_n16_rows_drift_to_the_right_and_are_filled_from_the_left() -> None:
    """N16: an empty pile fills nothing; the first card drawn lies farthest along."""
    gone = [f"b{number}" for number in (*range(1, 13), 14, 15, 16)]
    game = match(stall(LESS, less=3), stall(card("e2", "c3")), gone=gone, rolls=3, bonus=["b17", "b18", "b19", "b20"])
    game.play(0, "buy bonus 3 with nothing")
    game.play(0, "lay at c4")
    game.play(0, "done")
    assert game.view()["market"]["bonus"] == [None, "b17", "b18", "b20"]
    under: list[dict[str, Any]] = [{"card": name, "known": []} for name in ("e5", "e6", "e7")]
    hidden = [f"e{number}" for number in range(1, 30) if number not in (2, 5, 6, 7, 20, 23)]
    sold = match(
        stall(LESS), stall(card("e2", "c3")), rolls=3, under=under, gone=hidden, evaluation=[None, "e20", None, "e23"]
    )
    sold.play(0, "done")
    assert sold.view()["market"]["evaluation"] == ["e6", "e5", "e20", "e23"]


def passive(player: dict[str, Any], **position: Any) -> Match:
    """Seat 0 is passive, seat 1 has rolled orange and green again."""
    values: dict[str, Any] = {
        "active": 1,
        "phase": "passive",
        "waiting": [0],
        "rolled": ["orange", "green"],
        "rolls": 2,
    }
    return match(player, stall(card("e2", "c3")), **{**values, **position})


def test_n17_one_of_the_dice_just_rerolled() -> None:
    """N17: never one set aside; completing or not; or nothing."""
    game = passive(stall(card("e19", "c3")), dice=[1, 1, 2, 2, 3])
    writes = moves(game, word="write")
    assert {text.split()[1] for text in writes} == {"orange", "green"}
    assert "done" in moves(game)
    game.play(0, "write orange as 1 on card 1 cell 2")
    assert game.pending == [1]


def test_n17_all_choose_at_once_and_may_take_the_same_die() -> None:
    """N17: the active player goes on when all have chosen."""
    others = [stall(card(name, "c3")) for name in ("e19", "e16", "e3")]
    game = match(*others, active=1, phase="passive", waiting=[0, 2], rolled=["blue"], dice=[1, 1, 1, 2, 1], rolls=2)
    assert game.pending == [0, 2]
    game.play(2, "write blue as 2 on card 1 cell 1")
    assert game.pending == [0]
    game.play(0, "write blue as 2 on card 1 cell 3")
    assert game.pending == [1]


def test_n18_without_a_reroll_there_is_nothing_for_the_others() -> None:
    """N18."""
    game = match(stall(card("e10", "c3")), stall(card("e2", "c3")), dice=[6, 6, 1, 2, 3])
    game.play(0, "write yellow as 6 on card 1 cell 1")
    game.play(0, "write orange as 6 on card 1 cell 2")
    game.play(0, "done")
    assert game.pending == [1]
    assert game.view()["phase"] == "turn"


# --- bonuses ----------------------------------------------------------------------------------------------


def test_n19_plus_or_minus_one() -> None:
    """N19: several on one die, never around; for buying too; uses that change nothing are not offered (N24)."""
    game = match(stall(PLUS, card("e10", "d3", 6, 0), plus=3), dice=[1, 3, 3, 5, 1])
    assert moves(game, word="write") == {
        "write orange as 6 on card 2 cell 2",
        "write green as 6 on card 2 cell 2",
        "write blue as 6 on card 2 cell 2",
    }
    assert "buy bonus 4 with orange green blue" in moves(game)
    assert "buy bonus 4 with yellow orange blue" not in moves(game)  # four steps
    game.play(0, "buy bonus 4 with orange green blue")
    assert game.view()["players"][0]["circles"]["plus-or-minus-one"] == 1


def test_n20_other_colour() -> None:
    """N20: a die counts as the cell's colour; a white cell never ticks."""
    game = match(stall(OTHER, card("e5", "d3"), other=1), dice=[1, 4, 4, 4, 2])
    assert "write orange as 4 on card 2 cell 1" in moves(game)
    game.play(0, "write orange as 4 on card 2 cell 2")
    assert game.view()["players"][0]["circles"]["other-colour"] == 1
    game.play(0, "write blue as 4 on card 2 cell 1")
    assert game.view()["players"][0]["circles"]["other-colour"] == 0


def test_n21_second_die() -> None:
    """N21: one more die for each circle, not the same twice; not while active, nor with the joker."""
    game = passive(stall(SECOND, card("e19", "d3"), second=2), rolled=["orange", "green", "blue"], dice=[1, 1, 2, 3, 3])
    game.play(0, "write orange as 1 on card 2 cell 1")
    assert game.pending == [0]
    assert not moves(game, word="write orange")
    game.play(0, "write green as 2 on card 2 cell 3")
    game.play(0, "write blue as 3 on card 2 cell 5")
    assert game.pending == [1]
    assert game.view()["players"][0]["circles"]["second-die"] == 0
    joker = match(stall(SECOND, card("e19", "d3"), second=3), stall(card("e2", "c3")), dice=[1, 1, 3, 3, 4], rolls=3)
    for move in ("joker dice", "write yellow as 1 on card 2 cell 1", "write green as 3 on card 2 cell 5"):
        joker.play(0, move)
    assert joker.view()["active"] == 1


def test_n21_the_reroll_that_completes_it() -> None:
    """N21, N24: the die that completes a second-die card allows another of the same reroll."""
    game = passive(stall(card("b9", "c3", 2, 0), card("e19", "d3")), dice=[1, 3, 2, 3, 3])
    game.play(0, "write orange as 3 on card 1 cell 2")
    assert game.pending == [0]
    game.play(0, "write green as 2 on card 2 cell 3")
    assert game.view()["players"][0]["circles"]["second-die"] == 2
    assert game.pending == [1]


def test_n22_one_die_less() -> None:
    """N22: down to none."""
    game = match(stall(LESS, less=3), dice=[1, 1, 3, 5, 6])
    assert "buy evaluation 3 with yellow orange" in moves(game)
    assert "buy evaluation 1 with purple" in moves(game)
    assert "buy evaluation 4 with nothing" in moves(game)
    assert "buy evaluation 1 with nothing" not in moves(game)
    assert "buy evaluation 3 with yellow green" not in moves(game)
    game.play(0, "buy evaluation 1 with purple")
    assert game.view()["players"][0]["circles"]["one-die-less"] == 0


def test_n23_the_best_colour_is_taken() -> None:
    """N23: a completed choose-a-colour counts for whatever scores most."""
    cards = [card("e7", "c3", 1, 1, 1), card("b17", "d3", 4, 1), card("b18", "d4")]
    view = match(stall(*cards), dice=[1, 2, 3, 4, 6], bonus=[None] * 4).view()["players"][0]
    assert view["cards"][1]["colour"] == "green"
    assert view["cards"][2]["colour"] is None
    assert view["score"] == 3


# --- the end ----------------------------------------------------------------------------------------------


def eight(first: int) -> dict[str, Any]:
    spots = ["c3", "b3", "d3", "b2", "c2", "d2", "b4", "c4"]
    return stall(*(card(f"e{first + number}", at) for number, at in enumerate(spots)))


def test_n25_the_ninth_card_brings_the_last_round() -> None:
    """N25: this round to the player before the starting player, then one more."""
    game = match(eight(1), stall(card("e10", "c3")), stall(card("e11", "c3")), starter=2, rolls=3, dice=[2, 2, 2, 3, 4])
    game.play(0, "buy bonus 4 with yellow orange green")
    game.play(0, "lay at d4")
    assert game.view()["ending"] == "round"
    turns = []
    while game.pending:
        seat = game.pending[0]
        texts = moves(game, seat)
        if "done" in texts:
            if game.view()["phase"] == "turn":
                turns.append(seat)
            game.play(seat, "done")
        else:
            game.play(seat, "reroll yellow")
    assert turns == [0, 1, 2, 0, 1]
    assert game.over


def test_n25_a_blind_card_can_be_the_ninth() -> None:
    """N25."""
    game = match(eight(1), stall(card("e10", "c3")), rolls=3)
    game.play(0, "joker evaluation")
    game.play(0, "lay at d4")
    assert game.view()["ending"] == "round"


def test_n26_live_points_of_every_card() -> None:
    """N26: what a card is worth, or would be if it were completed."""
    cards = [card("e1", "c3"), card("b9", "c2", 2, 3), card("e10", "d3", 6, 6), card("e6", "c4", 1, 2, 3, 4)]
    view = match(stall(*cards), dice=[1, 1, 3, 5, 6]).view()["players"][0]
    assert [each["worth"] for each in view["cards"]] == [3 * 3, None, 4 * 1, 0]
    assert view["score"] == 4  # only completed ones count: yellow e1 lies beside e10


def test_n27_fewer_empty_cells_break_a_tie() -> None:
    """N27."""
    game = match(stall(card("e1", "c3", 1, 2, 0, 0)), stall(card("e2", "c3")), stall(card("e3", "c3")), phase="over")
    assert game.scores == [0, 0, 0]
    assert game.places == [1, 2, 2]


# --- solo -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rolls", "dice"), [(1, 3), (2, 2), (3, 1)])
def test_n30_n31_an_active_turn_then_a_passive_one(rolls: int, dice: int) -> None:
    """N30, N31: up to three dice, one less for each reroll."""
    game = match(stall(LESS, card("e26", "d3"), less=3), rolls=rolls, dice=[1, 2, 3, 4, 6])
    game.play(0, "buy bonus 4 with nothing")
    game.play(0, "lay at c4")
    game.play(0, "done")
    assert game.view()["phase"] == "solo"
    assert game.view()["left"] == dice


def test_n31_second_die_in_the_passive_turn() -> None:
    """N21, N31."""
    game = match(stall(SECOND, card("e19", "d3"), second=1), phase="solo", left=1, dice=[1, 1, 3, 2, 4])
    game.play(0, "write yellow as 1 on card 2 cell 1")
    game.play(0, "write orange as 1 on card 2 cell 2")
    assert game.view()["phase"] == "count"


def test_n32_the_rightmost_card_of_either_row_counts_the_round() -> None:
    """N32: then the market drifts and fills up."""
    game = match(stall(card("e1", "c3")), phase="count", bonus=[None] * 4)
    assert moves(game) == {"count evaluation"}
    with pytest.raises(IllegalMove, match="no bonus card on the market"):
        game.play(0, "count bonus")
    game.play(0, "count evaluation")
    assert "e23" in game.position()["gone"]
    assert game.view()["market"]["evaluation"][1:] == ["e20", "e21", "e22"]
    assert game.view()["round"] == 2


@pytest.mark.parametrize(("level", "rounds"), list(enumerate((14, 13, 12, 12, 11, 11, 10), 1)))
def test_n33_n34_n40_levels(level: int, rounds: int) -> None:
    """N33, N34, N40: the counter ends the game; the view says what the level needs."""
    options = (f"level-{level}",) if level > 1 else ()
    game = match(stall(card("e1", "c3")), options=options, phase="count", round=rounds)
    assert game.view()["level"] == {"number": level, "rounds": rounds, "points": LEVELS[level - 1].points}
    game.play(0, "count bonus")
    assert game.over
    before = match(stall(card("e1", "c3")), options=options, phase="count", round=rounds - 1)
    before.play(0, "count bonus")
    assert not before.over


@pytest.mark.parametrize(("number", "ends"), [(39, False), (40, True)])
def test_n41_with_several_players_the_game_ends_after_round_40(number: int, ends: bool) -> None:
    """N41: nobody has to buy a card; the players are told in the rounds before how many are left at most."""
    game = match(stall(card("e1", "c3")), stall(card("e2", "c3")), starter=0, active=1, round=number, rolls=3)
    assert game.view()["rounds_left"] == 41 - number
    assert f"{41 - number} left at most" in printed(game)
    game.play(1, "done")
    assert game.over == ends
    assert game.view()["rounds_left"] == (0 if ends else 40 - number)
    early = match(stall(card("e1", "c3")), stall(card("e2", "c3")), round=35)
    assert (early.view()["rounds_left"], "left" in printed(early).splitlines()[0]) == (6, False)


def test_n33_a_full_stall_ends_the_solo_game_after_one_more_round() -> None:
    """N33: the current round, then one more, passive turn included."""
    game = match(eight(1), rolls=3, dice=[2, 2, 2, 3, 4])
    for move in ("buy bonus 4 with yellow orange green", "lay at d4", "done", "done", "count bonus"):
        game.play(0, move)
    assert game.view()["ending"] == "last-round"
    for move in ("reroll yellow", "reroll yellow", "done", "done", "count bonus"):
        assert not game.over
        game.play(0, move)
    assert game.over


def test_n35_the_boast() -> None:
    """N35: what a campaign wants; its ledger belongs to the server."""
    assert CAMPAIGN_BOAST == 50
    assert len(LEVELS) == 7


def test_only_one_level_can_be_chosen() -> None:
    from lodge.errors import LodgeError

    with pytest.raises(LodgeError, match="only one of the options"):
        new(1, options=("level-2", "level-3"))
