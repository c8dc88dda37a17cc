"""Where Amik's master lays: its judgement is that of the sheet that follows, and it overlooks no pair of places."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from lodge.games.amik.players.master.laying import ROOM, best_lay, laid_worth, list_lays
from lodge.games.amik.players.master.value import LEARNED, LODGES, POINT, outlook, weigh
from lodge.games.amik.rules import candidates, play
from lodge.games.amik.rules.lodges import points_of_lodges
from lodge.games.amik.rules.sets import size
from lodge.games.amik.rules.state import LAY, LAY_FIRST, NONE, NOT_WON, POND_ROUND, blank
from lodge.kernel import copy, lucky

from .alone import AMIK, alone_until

EVERY = 1 << 30  # no guess falls so far behind


def before_laying(number: int, filled: int) -> Any:
    """Greedy alone, before it lays with so many hexes filled."""
    left = 81 - filled
    return alone_until(lambda state: int(state.step[0]) == LAY_FIRST and size(*blank(state, 0)) <= left, 5, number)


def actions(state: Any) -> list[int]:
    out = np.zeros(AMIK.rules.MOST_CANDIDATES, np.int16)
    return [int(action) for action in out[: candidates(state, 0, out)]]


def played_on(state: Any, action: int) -> Any:
    after = copy(state)
    play(after, 0, action, lucky(0))
    return after


def judged(state: Any) -> int:
    """A sheet with the points and the lodges that it has."""
    habitats = (state.wetland, state.river, state.dam, state.pond, state.forest, state.cut)
    sheet: Any = [int(one[0, word]) for one in habitats for word in range(2)]
    sheet += [int(state.animal[0]), int(int(state.pond_roll[0]) == NOT_WON), LEARNED]
    worth = outlook(*sheet)
    return (
        worth
        + POINT * points_of_lodges(state, 0)
        + weigh(LEARNED, LODGES, int(state.lodges[0]), size(*blank(state, 0)))
    )


@pytest.mark.parametrize("filled", [13, 30])
def test_a_pair_is_judged_by_the_sheet_that_follows(filled: int) -> None:
    """A4, A5: a pond roll with its lodges, and a river roll."""
    state = before_laying(0, filled)
    pond = int(state.round) == POND_ROUND
    assert pond == (filled == 13)
    for first in [action for action in actions(state) if action >= LAY][::60]:
        laid = played_on(state, first)
        for second in actions(laid)[::20]:
            after = played_on(laid, second)
            had = judged(after) - laid_worth(state, 0, first - LAY, second - LAY, pond, LEARNED)
            blanks = size(*blank(after, 0))
            assert had == POINT * points_of_lodges(state, 0) + weigh(LEARNED, LODGES, int(state.lodges[0]), blanks)


def test_no_pair_is_overlooked() -> None:
    state = before_laying(1, 70)
    one, two = int(state.dice[0, 0]) - 1, int(state.dice[0, 1]) - 1
    worths: dict[int, int] = {}
    pairs = 0
    for first in [action for action in actions(state) if action >= LAY]:
        seconds = actions(played_on(state, first))
        pairs += len(seconds)
        worths[first] = max(laid_worth(state, 0, first - LAY, second - LAY, 0, LEARNED) for second in seconds)
    assert len(worths) > 3
    assert pairs < ROOM
    assert best_lay(state, 0, one, two, NONE, 0, LEARNED, EVERY)[0] == max(worths.values())
    out = np.zeros(AMIK.rules.ACTIONS, np.int16)
    listed = out[: list_lays(state, 0, LEARNED, EVERY, 3, out, 0)].tolist()
    assert [worths[action] for action in listed] == sorted(worths.values(), reverse=True)[:3]
