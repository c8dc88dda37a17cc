"""Donnant Donnant: how many points a stall comes to, on average: where `master` ends its play-outs.

What the stall promises is taken apart, and every part counts as much as it was found to tell, for each number of rounds
to come, in games that the same player played to the end (tools/donnant_tuning.py): alone of the points, with others of
the lead over each of them, so that there only differences mean something.
"""

import numpy as np
import numpy.typing as npt

from lodge.games.donnant_donnant.players.appraisal import (
    ALL,
    bonus_promise,
    chances_of,
    evaluation_promise,
    filling,
    free_spots,
)
from lodge.games.donnant_donnant.players.goals import missing_cells, rounds_later
from lodge.games.donnant_donnant.players.weights import Weights
from lodge.games.donnant_donnant.rules.deck import EVALUATION_COUNT
from lodge.games.donnant_donnant.rules.facts import EVALUATIONS, STALL
from lodge.games.donnant_donnant.rules.state import CIRCLED, State, laid
from lodge.games.donnant_donnant.rules.tables import KIND
from lodge.kernel import rule

Tells = npt.NDArray[np.int64]  # by rounds to come and part: what it counts, in thousandths

SURELY = 0  # what every stall comes to
EVALUATION = 1  # by kind: what cards of the kind promise
BONUS = EVALUATION + len(EVALUATIONS)  # by kind: what cards of the kind promise that are not completed
CIRCLE = BONUS + CIRCLED + 1  # by kind: circles to tick
SPOT = CIRCLE + CIRCLED  # free spots,
FILLED = SPOT + 1  # and how likely they are filled
EMPTY = FILLED + 1  # by empty cells, up to six: cards that are not completed
MOST_EMPTY = 6
CELL = EMPTY + MOST_EMPTY  # empty cells beyond those
PARTS = CELL + 1


@rule
def prospect(state: State, seat: int, weights: Weights, tells: Tells) -> int:
    """The points that a seat is expected to make, in hundredths."""
    later = rounds_later(state)
    chances = chances_of(state, seat, later, weights)
    room = STALL - int(state.cards[seat])
    free = free_spots(laid(state, seat)) if room else 0
    filled = filling(room, later, weights)
    total = ALL * int(tells[later, SURELY]) + ALL * room * int(tells[later, SPOT])
    total += room * filled * int(tells[later, FILLED])
    unfinished = int(state.unfinished[seat])
    for which in range(int(state.cards[seat])):
        card = int(state.card[seat, which])
        kind = int(KIND[card])
        if card < EVALUATION_COUNT:
            part = evaluation_promise(state, seat, which, chances, free, filled, weights)
            total += part * int(tells[later, EVALUATION + kind])
        else:
            part = bonus_promise(state, seat, which, chances, later, weights)
            total += part * int(tells[later, BONUS + kind])
        if unfinished >> which & 1:
            missing = missing_cells(state, seat, which)
            total += ALL * int(tells[later, EMPTY + min(missing, MOST_EMPTY) - 1])
            total += ALL * max(0, missing - MOST_EMPTY) * int(tells[later, CELL])
    for kind in range(CIRCLED):
        total += ALL * int(state.circles[seat, kind]) * int(tells[later, CIRCLE + kind])
    return total // 1000
