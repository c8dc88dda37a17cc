"""The last upgrades of Amik's master: no worse than the hand-written player's, the very last one the best there is."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from lodge.bots import bot, decide
from lodge.games.amik.rules.state import BUILD_LAST
from lodge.games.compiled import compiled_rules
from lodge.kernel import copy, lucky, new

from .alone import AMIK, alone_until


@cache
def out_of_the_game(number: int) -> Any:
    """Greedy alone, when it can lay no more."""
    return alone_until(lambda state: int(state.step[0]) == BUILD_LAST, 3, number)


def played_on(state: Any, action: int) -> Any:
    after = copy(state)
    compiled_rules(AMIK).play(after, 0, action, lucky(0))
    return after


def actions(state: Any) -> list[int]:
    out = np.zeros(AMIK.rules.MOST_CANDIDATES, np.int16)
    return [int(action) for action in out[: compiled_rules(AMIK).candidates(state, 0, out)]]


def line(state: Any) -> list[Any]:
    """The positions that the master goes through, the last one over."""
    assert AMIK.master is not None
    states = [state]
    while int(states[-1].step[0]) == BUILD_LAST:
        action = AMIK.master.certain(states[-1], 0)
        assert action in actions(states[-1])
        states.append(played_on(states[-1], action))
    return states


@pytest.mark.parametrize("number", range(3))
def test_more_than_greedy_and_no_last_upgrade_is_missed(number: int) -> None:
    rules, start = compiled_rules(AMIK), copy(out_of_the_game(number))
    states = line(start)
    found = rules.score(states[-1], 0)
    while rules.pending(start):
        rules.play(start, 0, decide(bot("greedy"), AMIK, start, 0, lucky(0)), lucky(0))
    assert found >= rules.score(start, 0)
    one_left = [state for state in states if int(state.upgrades[0]) == 1][-1]
    assert found == max(rules.score(played_on(one_left, action), 0) for action in actions(one_left))


def test_only_there_it_is_certain() -> None:
    state = new(AMIK.rules.State)
    AMIK.rules.deal(state, 1, 0, lucky(1))
    assert AMIK.master is not None
    assert AMIK.master.certain(state, 0) is None


def test_three_landscapes() -> None:
    """What comes after this landscape does not matter to it."""
    state = copy(out_of_the_game(0))
    assert AMIK.master is not None
    action = AMIK.master.certain(state, 0)
    state.three_games = 1
    assert AMIK.master.certain(state, 0) == action
