"""Donnant Donnant as people see it: offers, events, reasons, positions, the terminal."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from lodge.errors import BadPosition, IllegalMove
from lodge.games.api import EVERYTHING
from lodge.games.donnant_donnant.rules.completing import NO_WRITE, cheapest_write, find_write
from lodge.games.donnant_donnant.rules.objectives import allowed

from . import book
from .test_rules import LESS, PLUS, card, match, moves, new, passive, stall
from .walks import DONNANT, Plan, states

NAMES = [*book.FACES]


def test_an_offer_is_a_whole_way_to_complete_a_card() -> None:
    """N8: played one after the other, its writes complete the card; it ticks no more circles than needed."""
    game = match(stall(PLUS, card("e11", "d3"), card("e10", "d4"), plus=3), dice=[6, 4, 3, 1, 6])
    offers = game.view()["offers"]
    assert [offer["card"] for offer in offers] == [2, 3]
    for write in offers[0]["writes"]:
        game.play(0, {"do": "write", "card": 2, **write})
    assert game.view()["players"][0]["cards"][1]["completed"]
    assert game.view()["players"][0]["circles"]["plus-or-minus-one"] == 2
    assert game.events(3)[1:] == [{"event": "complete", "seat": 0, "card": "e11"}]


def test_circles_are_ticked_on_the_card_that_was_laid_first() -> None:
    """N19: they are counted for all cards of a kind together; of six, two are left."""
    both = [card("b1", "c3", 1, 6), card("b2", "d3", 1, 2, 3), card("b5", "e3"), card("e10", "c4", 6, 6)]
    cards = match(stall(*both, plus=2)).view()["players"][0]["cards"]
    assert [card["ticked"] for card in cards] == [3, 1, 0, 0]


def test_what_happened_is_told_in_order() -> None:
    """N16, N25, N26: buying, the end of a turn, the end of the game."""
    game = match(stall(card("e1", "c3")), stall(card("e2", "c3")), dice=[2, 2, 2, 5, 6], ending=2, active=1, rolls=3)
    game.play(1, "buy bonus 4 with yellow orange green")
    assert game.events(1) == [
        {"event": "buy", "seat": 1, "card": "b20", "column": 4, "dice": ["yellow", "orange", "green"]}
    ]
    game.play(1, "lay at c4")
    game.play(1, "done")
    assert [event["event"] for event in game.events(3)] == ["done", "market", "score", "score"]
    assert game.over


def test_put_back_and_put_away_are_told_without_the_card() -> None:
    """N2, N10: others hear the pile only."""
    game = new(2)
    game.play(0, "put back 1")
    assert game.events(1, 0)[0]["card"] == game.position()["players"][0]["back"]
    assert game.events(1, 1)[0]["card"] is None
    assert game.events(1)[0]["row"] == "evaluation"


@pytest.mark.parametrize(
    ("game", "move", "reason"),
    [
        (lambda: match(stall(card("e1", "c3"))), "write yellow as 1 on card 2 cell 1", "You have no card 2"),
        (lambda: match(stall(card("e10", "c3", 6, 0))), "write blue as 6 on card 1 cell 1", "no empty cell 1"),
        (lambda: passive(stall(card("e1", "c3"))), "write blue as 1 on card 1 cell 1", "was set aside"),
        (lambda: passive(stall(card("e1", "c3"))), "write orange as 2 on card 1 cell 1", "lack circles"),
        (lambda: passive(stall(card("e5", "c3"))), "write orange as 1 on card 1 cell 1", "only the yellow die"),
        (lambda: passive(stall(card("e1", "c3"))), "write orange as 1 on card 1 cell 3", "does not fit"),
        (lambda: passive(stall(card("e1", "c3"))), "reroll yellow", "Write one of the dice"),
        (lambda: match(stall(card("e1", "c3"))), "joker dice", "after the third roll"),
        (lambda: match(stall(card("e1", "c3"))), "lay at c4", "Complete or buy cards"),
        (lambda: match(stall(card("e1", "c3")), dice=[1, 2, 3, 4, 5]), "buy bonus 1 with yellow", "costs 4 equal dice"),
        (
            lambda: match(stall(card("e1", "c3")), bonus=[None] * 4),
            "buy bonus 1 with yellow",
            "no bonus card in column 1",
        ),
        (lambda: match(stall(LESS, less=3), did=True), "reroll yellow", "used this roll"),
        (lambda: match(stall(card("e10", "c3", 6, 6)), rolls=3), "joker dice", "No die fits"),
        (lambda: new(1), "lay out 1 at c3", "put one of your four"),
        (lambda: match(stall(card("e1", "c3")), phase="lay", held="e2"), "done", "Lay the card that you bought"),
    ],
)
def test_reasons(game: Any, move: str, reason: str) -> None:
    with pytest.raises(IllegalMove, match=reason):
        game().play(0, move)


def test_who_lays_an_evaluation_sees_what_it_would_be_worth_where() -> None:
    """N26: e10 counts yellow cards beside it; the one card that lies there is yellow. Others are not told."""
    game = match(stall(card("e1", "c3")), stall(card("e2", "c3")), phase="lay", held="e10")
    beside = dict.fromkeys(["c2", "b3", "d3", "c4"], 4)
    assert game.view(0)["held"]["worths"] == dict.fromkeys(["b2", "d2", "b4", "d4"], 0) | beside
    assert game.view(1)["held"]["worths"] is None
    bonus = match(stall(card("e1", "c3")), phase="lay", held="b1")
    assert bonus.view(0)["held"]["worths"] is None


ONE = {"cards": [{"card": "e1", "at": "c3"}]}


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"players": []}, "1 to 4 players"),
        ({"players": [ONE], "phase": "lunch"}, "no phase 'lunch'"),
        ({"players": [ONE], "evaluation": ["e1", None, None, None]}, "lies in two places"),
        ({"players": [ONE], "evaluation": ["b1", None, None, None]}, "wrong row"),
        ({"players": [{"cards": [{"card": "x1", "at": "c3"}]}]}, "no card 'x1'"),
        ({"players": [{"cards": [{"card": "e1", "at": "c4"}]}]}, "cannot have been laid at c4"),
        ({"players": [{"cards": [{"card": "e1", "at": "c3", "written": [1]}]}]}, "has 4 cells"),
        ({"players": [{"cards": [{"card": "e1", "at": "c3", "written": [5, 0, 0, 0]}]}]}, "cannot stand in cell 1"),
        ({"players": [{**ONE, "circles": {"second-die": 1}}]}, "can have 0 circles"),
        ({"players": [{**ONE, "circles": {"luck": 1}}]}, "no bonus 'luck'"),
        ({"players": [{**ONE, "hand": ["e2"]}]}, "cards in hand"),
        ({"players": [ONE], "phase": "setup"}, "needs four cards"),
        ({"players": [ONE], "dice": [0, 1, 1, 1, 1]}, "The dice show 1 to 6"),
        ({"players": [ONE], "held": "e2"}, "A card is held while one is bought"),
        ({"players": [ONE], "phase": "blind", "held": "e2"}, "knows the card"),
        ({"players": [ONE], "phase": "passive"}, "no passive players"),
        ({"players": [ONE, {}], "phase": "solo"}, "for the solo game"),
        ({"players": [ONE, {}], "waiting": [1]}, "`waiting` names the seats still to write"),
        ({"players": [ONE], "working": 1}, "cannot be completed"),
        ({"players": [ONE], "phase": "count"}, "market is empty"),
        ({"players": [ONE], "active": 3}, "no seat 3"),
        ({"players": [ONE], "free": ["pink"]}, "no 'pink' die"),
        ({"players": [ONE], "colour": 1}, "not a Donnant Donnant position"),
    ],
)
def test_positions_that_cannot_be_are_refused(values: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        DONNANT.moves.from_position(values, 0)


def test_the_terminal_shows_every_card() -> None:
    for seats in (1, 3):
        for state in states(Plan(seats, 5, "mixed"), every=25):
            console = Console(record=True, width=160, file=None, force_terminal=False)
            view = DONNANT.moves.view(state, EVERYTHING)
            with console.capture() as printed:
                console.print(DONNANT.moves.show(view, 0, ["Ann", "Bob", "Cid"][:seats]))
            for player in view["players"]:
                for laid in player["cards"]:
                    assert laid["card"] in printed.get()


# --- properties -------------------------------------------------------------------------------------------

some_cards = st.sampled_from(range(len(NAMES)))
some_dice = st.lists(st.integers(1, 6), min_size=5, max_size=5)


def prepared(number: int, random: Any) -> tuple[int, ...]:
    """A card on which some numbers stand, each of them allowed."""
    objective = book.FACES[NAMES[number]].objective
    cells = [0] * len(objective.colours)
    for at in random.sample(range(len(cells)), random.randint(0, len(cells) - 1)):
        fits = [n for n in range(1, 7) if book.can_be(objective, (*cells[:at], n, *cells[at + 1 :]))]
        cells[at] = random.choice(fits)
    return tuple(cells)


@settings(max_examples=400, deadline=None)
@given(some_cards, some_dice, st.integers(0, 31), st.integers(0, 3), st.integers(0, 3), st.randoms())
def test_completing_is_found_exactly_if_it_is_possible(
    number: int, dice: list[int], free: int, plus: int, other: int, random: Any
) -> None:
    """N8, N19, N20: against every way to place the dice."""
    cells = prepared(number, random)
    written = sum(value << 3 * at for at, value in enumerate(cells))
    packed = sum(value << 3 * die for die, value in enumerate(dice))
    left = tuple((book.COLOURS[die], dice[die]) for die in range(5) if free >> die & 1)
    objective = book.FACES[NAMES[number]].objective
    possible = book.can_complete(objective, cells, left, plus, other)
    assert (find_write(number, written, packed, free, plus, other) != NO_WRITE) == possible
    assert (cheapest_write(number, written, packed, free, plus, other) != NO_WRITE) == possible


@settings(max_examples=300, deadline=None)
@given(some_cards, st.randoms())
def test_what_may_be_written_leaves_the_card_completable(number: int, random: Any) -> None:
    """N14: against the slow rules."""
    cells = prepared(number, random)
    objective = book.FACES[NAMES[number]].objective
    for at, value in enumerate(cells):
        if value == 0:
            fits = {n for n in range(1, 7) if book.can_be(objective, (*cells[:at], n, *cells[at + 1 :]))}
            mask = allowed(number, sum(v << 3 * i for i, v in enumerate(cells)), at)
            assert {n for n in range(1, 7) if mask >> n & 1} == fits
            assert fits, "a card never gets stuck"


def test_moves_are_offered_by_name() -> None:
    assert "done" in moves(match(stall(card("e1", "c3")), rolls=3))
