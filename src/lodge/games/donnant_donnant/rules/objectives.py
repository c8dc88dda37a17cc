"""Donnant Donnant: what may be written on a card (N12-N15).

What is written on a card is one number, three bits a cell, 0 where the cell is empty. All cells are looked at together:
what holds for each of them lies side by side in one number.
"""

from lodge.games.donnant_donnant.rules.arrays import (
    ALL,
    BITS,
    CELLS,
    FAMILY,
    FIRST_FITS,
    NEED,
    RUN,
    RUN_WIDE,
    RUNS,
    WIDE,
)
from lodge.games.donnant_donnant.rules.deck import EQUAL, EXACT, SUM
from lodge.games.donnant_donnant.rules.facts import FACES
from lodge.kernel import rule

ANY = 0b1111110  # every number, as bits


@rule
def ones(bits: int) -> int:
    """How many bits of a number below 2**32 are set."""
    bits -= bits >> 1 & 0x55555555
    bits = (bits & 0x33333333) + (bits >> 2 & 0x33333333)
    bits = bits + (bits >> 4) & 0x0F0F0F0F
    return bits * 0x01010101 >> 24 & 63


@rule
def open_cells(card: int, written: int) -> int:
    """A one in each empty cell."""
    return int(ALL[card]) & ~(written | written >> 1 | written >> 2)


@rule
def completed(card: int, written: int) -> bool:
    """N15: all cells are filled."""
    return open_cells(card, written) == 0


@rule
def cell_of(opened: int) -> int:
    """The leftmost cell that has a one."""
    at = 0
    while not opened >> BITS * at & 1:
        at += 1
    return at


@rule
def sum_of(written: int) -> int:
    """All numbers written on a card, added up."""
    total = (written & 0o07070707) + (written >> BITS & 0o07070707)
    return (total * 0o01010101 >> 18) & 63


@rule
def spread(cells: int) -> int:
    """A one in each cell, moved to where cells have eight bits: four cells at a time by one multiplication."""
    low = (cells & 0o1111) * 0o102041 & 0x01010101
    return low | ((cells >> 12) * 0o102041 & 0x01010101) << 32


@rule
def fits(card: int, written: int) -> int:
    """N12, N14: the numbers that may be written into each empty cell, as bits, eight a cell; colours aside."""
    opened = spread(open_cells(card, written))
    family = int(FAMILY[card])
    if written == 0 or family == EXACT:
        return int(FIRST_FITS[card]) & ANY * opened
    if family == SUM:
        missing = int(NEED[card]) - sum_of(written) - FACES * (ones(open_cells(card, written)) - 1)
        return (ANY & (-1 << max(1, missing))) * opened
    return equal_fits(card, written) & ANY * opened if family == EQUAL else rising_fits(int(CELLS[card]), written)


@rule
def equal_fits(card: int, written: int) -> int:
    """N12: a group that has a number takes no other."""
    found = 0
    for nth in range(RUNS):
        number = number_in_all(written & 7 * int(RUN[card, nth]))
        found |= (1 << number if number else ANY) * int(RUN_WIDE[card, nth])
    return found


@rule
def number_in_all(written: int) -> int:
    """The number that stands in some cells, the same in all that are filled; 0 if none is."""
    written |= written >> 4 * BITS
    written |= written >> 2 * BITS
    return (written | written >> BITS) & 7


@rule
def rising_fits(cells: int, written: int) -> int:
    """N12, N14: greater than all to the left, less than all to the right, with room for the cells between."""
    found = 0
    high = FACES
    for at in range(cells - 1, -1, -1):
        number = written >> BITS * at & 7
        found |= (0 if number else (2 << high) - 1) << WIDE * at
        high = (number or high) - 1
    low = 1
    for at in range(cells):
        number = written >> BITS * at & 7
        found &= ~(((1 << low) - 1) << WIDE * at)
        low = (number or low) + 1
    return found


@rule
def allowed(card: int, written: int, at: int) -> int:
    """N12, N14: the numbers that may be written into an empty cell, as bits, colours aside."""
    return fits(card, written) >> WIDE * at & ANY
