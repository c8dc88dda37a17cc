"""The natural logarithm of a whole number, the same to the bit in every world.

A machine's own logarithm may differ from another's in the last bit. This one adds, multiplies and looks up, which is
exact everywhere: a number is a power of two, times one of 128 fractions, times nearly 1.
"""

from decimal import Decimal

import numpy as np

from lodge.kernel.rule import rule

STEPS = 7  # bits of a number that choose a fraction
LN2 = float(Decimal(2).ln())
_FRACTIONS = [Decimal(1) + Decimal(step) / (1 << STEPS) for step in range(1 << STEPS)]
LOGS = np.array([float(fraction.ln()) for fraction in _FRACTIONS])
INVERSES = np.array([float(1 / fraction) for fraction in _FRACTIONS])
HALVES = np.array([0.5**power for power in range(64)])


@rule
def logarithm(number: int) -> float:
    """The natural logarithm of a number from 1 to 2**53."""
    power = 0
    rest = number
    for shift in (32, 16, 8, 4, 2, 1):
        if rest >> shift:
            rest >>= shift
            power += shift
    step = (number << STEPS >> power) & ((1 << STEPS) - 1)
    r = float(number) * float(HALVES[power]) * float(INVERSES[step]) - 1.0
    series = r * (1.0 + r * (-1 / 2 + r * (1 / 3 + r * (-1 / 4 + r * (1 / 5 + r * (-1 / 6 + r * (1 / 7)))))))
    return power * LN2 + float(LOGS[step]) + series
