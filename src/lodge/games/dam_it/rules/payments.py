"""Dam It!: which sets of cards pay for which dam (D12), worked out once.

A payment is a bit set over the kinds a hand can hold. Two lists for each dam pile and each set of kinds held:
every payment that is enough, and the thrifty ones, from which no card could be left out.
"""

import numpy as np
import numpy.typing as npt

from lodge.games.dam_it.rules.facts import COSTS, HAND_KINDS, PILES, VALUES

SETS = 1 << HAND_KINDS


def worth(payment: int) -> int:
    """The sum of the values in a payment."""
    return sum(VALUES[kind] for kind in range(HAND_KINDS) if payment >> kind & 1)


def pays(payment: int, pile: int) -> bool:
    """Whether a payment is enough for the top dam of a pile."""
    return worth(payment) >= COSTS[pile]


def thrifty(payment: int, pile: int) -> bool:
    """Whether a payment is enough and no card in it superfluous."""
    kinds = [kind for kind in range(HAND_KINDS) if payment >> kind & 1]
    return pays(payment, pile) and not any(pays(payment & ~(1 << kind), pile) for kind in kinds)


def _list(payments: list[list[int]]) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int16]]:
    """Rows of (pile, held) one after another: where each starts, and the payments within `held`."""
    starts = [0]
    rows: list[int] = []
    for pile in range(PILES):
        for held in range(SETS):
            rows += [payment for payment in payments[pile] if payment & held == payment]
            starts.append(len(rows))
    return np.array(starts, np.int16), np.array(rows, np.int16)


_thrifty = [[p for p in range(SETS) if thrifty(p, pile)] for pile in range(PILES)]

THRIFTY_START, THRIFTY = _list(_thrifty)
WORTH = np.array([worth(p) for p in range(SETS)], np.int16)
MOST_THRIFTY = sum(len(row) for row in _thrifty)
