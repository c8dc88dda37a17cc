"""Donnant Donnant: what may be written on a card (N12-N15).

What is written on a card is one number, three bits a cell, 0 where the cell is empty.
"""

from lodge.games.donnant_donnant.deck import EQUAL, EXACT, SUM
from lodge.games.donnant_donnant.facts import FACES
from lodge.games.donnant_donnant.tables import ALL, BITS, CELLS, FAMILY, GROUP, NEED, NUMBER
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
def allowed(card: int, written: int, at: int) -> int:
    """N12, N14: the numbers that may be written into an empty cell, as bits, colours aside."""
    family = int(FAMILY[card])
    if family == EXACT:
        return 1 << int(NUMBER[card, at])
    if family == EQUAL:
        group = written & int(GROUP[card, at])
        return 1 << first_number(group) if group else ANY
    if family == SUM:
        missing = int(NEED[card]) - sum_of(written) - FACES * (ones(open_cells(card, written)) - 1)
        return ANY & (-1 << max(1, missing))
    return rising(int(CELLS[card]), written, at)


@rule
def first_number(written: int) -> int:
    """The leftmost number written."""
    while not written & 7:
        written >>= BITS
    return written & 7


@rule
def rising(cells: int, written: int, at: int) -> int:
    """N12, N14: greater than all to the left, less than all to the right, with room for the cells between."""
    low = at + 1
    for before in range(at):
        number = written >> BITS * before & 7
        if number:
            low = number + at - before
    high = FACES - (cells - 1 - at)
    for behind in range(cells - 1, at, -1):
        number = written >> BITS * behind & 7
        if number:
            high = number - (behind - at)
    return (2 << high) - (1 << low) if low <= high else 0
