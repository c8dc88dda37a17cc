"""Amik: sets of hexes as two words, and what can be done with all their hexes at once."""

from lodge.games.amik.rules.arrays import BOARD_HIGH, BOARD_LOW, ROW, SPLIT, WORD
from lodge.kernel import rule

PAIRS = 0x5555555555555555
FOURS = 0x3333333333333333
EIGHTS = 0x0F0F0F0F0F0F0F0F


@rule
def later(low: int, high: int, by: int) -> tuple[int, int]:
    """Every hex moved by some places towards the end."""
    return (low << by) & WORD, (high << by | low >> (SPLIT - by)) & WORD


@rule
def sooner(low: int, high: int, by: int) -> tuple[int, int]:
    """Every hex moved by some places towards the beginning."""
    return (low >> by | high << (SPLIT - by)) & WORD, high >> by


@rule
def near(low: int, high: int) -> tuple[int, int]:
    """The neighbours of a set's hexes; its own hexes only where they are neighbours of each other."""
    a = low << 1 | low << (ROW - 1) | low << ROW | low >> 1 | low >> (ROW - 1) | low >> ROW
    b = high << 1 | high << (ROW - 1) | high << ROW | high >> 1 | high >> (ROW - 1) | high >> ROW
    a |= high << (SPLIT - 1) | high << (SPLIT - ROW + 1) | high << (SPLIT - ROW)
    b |= low >> (SPLIT - 1) | low >> (SPLIT - ROW + 1) | low >> (SPLIT - ROW)
    return a & BOARD_LOW, b & BOARD_HIGH


@rule
def counted(a: int, b: int, c: int, d: int, e: int, f: int) -> tuple[int, int, int]:
    """At each bit, how many of six words have it: the ones, twos and fours of that number."""
    left, right = a ^ b ^ c, d ^ e ^ f
    carried = left & right
    both = a & b | a & c | b & c
    pairs = d & e | d & f | e & f
    return left ^ right, both ^ pairs ^ carried, both & pairs | both & carried | pairs & carried


@rule
def crowd(low: int, high: int) -> tuple[int, int, int, int, int, int]:
    """At each hex, how many neighbours are in the set: the ones, twos and fours of that number, low and high word."""
    right, right_high = sooner(low, high, 1)
    down, down_high = sooner(low, high, ROW)
    aside, aside_high = sooner(low, high, ROW - 1)
    left, left_high = later(low, high, 1)
    above, above_high = later(low, high, ROW)
    aslant, aslant_high = later(low, high, ROW - 1)
    ones, twos, fours = counted(right, down, aside, left, above, aslant)
    ones_high, twos_high, fours_high = counted(right_high, down_high, aside_high, left_high, above_high, aslant_high)
    return ones, ones_high, twos, twos_high, fours, fours_high


@rule
def group(low: int, high: int, in_low: int, in_high: int) -> tuple[int, int]:
    """All that is connected with some hexes through hexes of another set, those hexes included."""
    while True:
        a, b = near(low, high)
        a = (a & in_low) | low
        b = (b & in_high) | high
        if a == low and b == high:
            return low, high
        low = a
        high = b


@rule
def size(low: int, high: int) -> int:
    """How many hexes a set has."""
    low = low - (low >> 1 & PAIRS)
    high = high - (high >> 1 & PAIRS)
    low = (low & FOURS) + (low >> 2 & FOURS) + (high & FOURS) + (high >> 2 & FOURS)  # at most 8 in each four bits
    low = (low & EIGHTS) + (low >> 4 & EIGHTS)
    low += low >> 32
    low += low >> 16
    return (low + (low >> 8)) & 0xFF


@rule
def first_of(low: int, high: int) -> tuple[int, int]:
    """The first hex of a set that is not empty, as a set."""
    if low != 0:
        return low & -low, 0
    return 0, high & -high


@rule
def bit_at(low: int, high: int) -> int:
    """The place of a single hex."""
    return size(low - 1, 0) if low != 0 else SPLIT + size(high - 1, 0)
