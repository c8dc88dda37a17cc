"""Marsh: the rules, one test an id."""

import numpy as np
from marsh.rules import ACTIONS, FREE, HEXES, SIZE, State, deal, legal, pending, play, score

from lodge.kernel import lucky, new


def dealt() -> State:
    state = new(State)
    deal(state, 2, 0, lucky(1))
    return state


def build(state: State, seat: int, *hexes: tuple[int, int]) -> None:
    for row, column in hexes:
        play(state, seat, row * SIZE + column, lucky(1))


def test_m1_nineteen_hexes_in_rows_of_three_to_five() -> None:
    assert (dealt().marsh == FREE).sum(axis=1).tolist() == [3, 4, 5, 4, 3]


def test_m2_one_after_another_on_free_hexes() -> None:
    state, out = dealt(), np.zeros(ACTIONS, np.int16)
    assert legal(state, 0, out) == HEXES
    build(state, 1, (2, 2))
    assert state.to_move == 0
    assert 12 not in out[: legal(state, 0, out)].tolist()


def test_m3_it_ends_when_no_hex_is_free() -> None:
    state = dealt()
    for at in range(ACTIONS):
        assert pending(state) or not (state.marsh == FREE).any()
        if state.marsh[at // SIZE, at % SIZE] == FREE:
            play(state, 0, at, lucky(1))
    assert pending(state) == 0


def test_m4_six_neighbours_of_a_hex_in_an_even_and_in_an_odd_row() -> None:
    around = {
        (2, 2): [(2, 1), (2, 3), (1, 1), (1, 2), (3, 1), (3, 2)],
        (1, 2): [(1, 1), (1, 3), (0, 2), (0, 3), (2, 2), (2, 3)],
    }
    for middle, six in around.items():
        for other in six:
            state = dealt()
            build(state, 0, middle, other)
            assert (score(state, 0), score(state, 1)) == (1, 0)
    state = dealt()
    build(state, 0, (2, 2), (0, 1), (4, 3), (2, 0), (2, 4))
    assert score(state, 0) == 0
