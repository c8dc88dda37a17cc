"""Exact answers, against everything tried by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from lodge.bots.exact import solve
from lodge.bots.search import Master
from lodge.games import game
from lodge.kernel import copy, lucky
from tests.bots.test_search import Players, last_cards, late

DAM_IT = game("dam-it")
HANDS: list[tuple[dict[str, int], dict[str, int]]] = [
    ({"oak": 1, "birch": 1}, {"oak": 1, "maple": 1}),
    ({"disposal": 1, "pine": 1, "alder": 1}, {"willow": 1, "acacia": 1}),
    ({"oak": 2}, {"disposal": 1, "birch": 2, "maple": 1}),
]


def end(hands: tuple[dict[str, int], dict[str, int]], cubes: int) -> Any:
    """Two players, the last card on top, all hands open."""
    players: Players = [{"cubes": cubes, "hand": hands[0], "garbage": 1}, {"cubes": 3, "hand": hands[1]}]
    state = last_cards(players, ["garbage", "oak", "garbage", "birch"], "garbage")
    state.open_hands = 1
    return state


def outcome(state: Any, seat: int, action: int) -> Any:
    after = copy(state)
    DAM_IT.rules.play(after, seat, action, lucky(0))
    return after


def actions(state: Any, seat: int) -> list[int]:
    out = np.zeros(DAM_IT.rules.ACTIONS, np.int16)
    return [int(action) for action in out[: DAM_IT.rules.candidates(state, seat, out)]]


def by_hand(state: Any, seat: int) -> int:
    """What is the best that the seat can get, its opponent wanting the worst for it."""
    if not DAM_IT.rules.pending(state):
        return DAM_IT.greedy.worth(state, seat)
    mover = int(state.to_move)
    values = [by_hand(outcome(state, mover, action), seat) for action in actions(state, mover)]
    return max(values) if mover == seat else min(values)


@pytest.mark.parametrize("hands", HANDS)
@pytest.mark.parametrize("cubes", [0, 2])
def test_the_last_moves_of_dam_it_are_the_best(hands: tuple[dict[str, int], dict[str, int]], cubes: int) -> None:
    state = end(hands, cubes)
    action = solve(DAM_IT, state, 0)
    assert action is not None
    assert by_hand(outcome(state, 0, action), 0) == by_hand(state, 0)
    assert Master(playouts=1, milliseconds=None).choose(DAM_IT, state, 0, lucky(1)) == action


def test_where_something_is_hidden_or_luck_is_left_nothing_is_certain() -> None:
    hidden = end(HANDS[0], 2)
    hidden.open_hands = 0
    assert solve(DAM_IT, hidden, 0) is None
    state = late()
    state.open_hands = 1
    assert solve(DAM_IT, state, 0) is None


def test_what_is_too_much_is_left_to_search() -> None:
    assert solve(DAM_IT, end(HANDS[0], 2), 0, most=3) is None
