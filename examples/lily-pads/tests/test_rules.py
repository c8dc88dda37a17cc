"""Lily Pads: the rules, one test an id."""

import numpy as np
from lily_pads.rules import ACTIONS, SIZE, State, deal, left, legal, play, score

from lodge.kernel import lucky, new


def dealt() -> State:
    state = new(State)
    deal(state, 2, 0, lucky(1))
    return state


def pads(state: State) -> list[int]:
    out = np.zeros(ACTIONS, np.int16)
    return [int(pad) for pad in out[: legal(state, 0, out)]]


def test_l1_flies_are_on_every_pad() -> None:
    assert set(np.unique(dealt().flies)) <= {1, 2, 3, 4}


def test_l3_the_row_of_the_die_or_any_where_that_is_empty() -> None:
    state = dealt()
    state.die = 2
    assert pads(state) == [8, 9, 10, 11]
    state.flies[2, 1] = 0
    assert pads(state) == [8, 10, 11]
    for column in range(SIZE):
        state.flies[2, column] = 0
    assert len(pads(state)) == 12


def test_l3_l5_flies_are_caught_and_count() -> None:
    state = dealt()
    before, here = left(state), int(state.flies[0, 3])
    play(state, 1, 3, lucky(1))
    assert (score(state, 1), left(state)) == (here, before - here)
    assert state.to_move == 0
