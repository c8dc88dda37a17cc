"""Donnant Donnant: whether dice complete a card as they lie, without circles (N8, N13).

This is asked of every card at every roll, so nothing is tried out: coloured cells take their dice, and then each family
has an answer of its own. How often each number is shown lies in four bits of one number.
"""

from lodge.games.donnant_donnant.rules.deck import EQUAL, EXACT, SUM
from lodge.games.donnant_donnant.rules.facts import DICE, FACES
from lodge.games.donnant_donnant.rules.objectives import number_in_all, ones, open_cells, sum_of
from lodge.games.donnant_donnant.rules.tables import (
    ALL,
    BITS,
    CELLS,
    FAMILY,
    FORCED,
    FORCED_CELL,
    FORCED_DIE,
    NEED,
    NUMBERS,
    RUN,
    RUNS,
    SHOWING,
    SUBSET_SIZE,
)
from lodge.kernel import rule

HIGH = 0x88888888  # the high bit of each number's four


@rule
def finishes(card: int, written: int, dice: int, free: int, loose: int, plus: int) -> bool:
    """Whether the free dice complete a card; coloured cells that have a one in `loose` take any die.

    For a sum `plus` is what circles (N19) can add, because there it does not matter to which die.
    """
    opened = open_cells(card, written)
    if ones(opened) > int(SUBSET_SIZE[free]):
        return False
    lacking = 0
    for nth in range(FORCED):  # without branches: which card comes next cannot be foreseen
        cell = opened & int(FORCED_CELL[card, nth]) & ~loose
        die = int(FORCED_DIE[card, nth])
        taken = (1 if cell else 0) << die
        lacking |= taken & ~free
        free &= ~taken
        opened ^= cell
        written |= (dice >> BITS * die & 7) * cell
    if lacking:
        return False
    family = int(FAMILY[card])
    if family == EXACT:
        return exact_finishes(card, written, opened, dice, free)
    counts = counts_of(dice, free)
    if family == SUM:
        return sum_of(written) + best_sum(counts, ones(opened)) + plus >= int(NEED[card])
    return equal_finishes(card, written, opened, counts) if family == EQUAL else rising_finishes(card, written, counts)


@rule
def counts_of(dice: int, free: int) -> int:
    """How often the free dice show each number."""
    counts = 0
    for die in range(DICE):
        counts += (free >> die & 1) << 4 * (dice >> BITS * die & 7)
    return counts


@rule
def exact_finishes(card: int, written: int, opened: int, dice: int, free: int) -> bool:
    """What is written is right, and each open cell finds a die: of cells with the same number any may take it."""
    if (written ^ int(NUMBERS[card])) & 7 * (int(ALL[card]) & ~opened):
        return False
    for die in range(DICE):
        cells = opened & int(SHOWING[card, dice >> BITS * die & 7]) & -(free >> die & 1)
        opened ^= cells & -cells
    return opened == 0


@rule
def best_sum(counts: int, left: int) -> int:
    """The sum of the `left` highest dice."""
    total = 0
    for number in range(FACES, 0, -1):
        taken = min(left, counts >> 4 * number & 15)
        total += taken * number
        left -= taken
    return total


@rule
def rising_finishes(card: int, written: int, counts: int) -> bool:
    """From the left, each open cell takes the lowest number that is high enough."""
    there = (counts + 7 * (HIGH >> 3)) & HIGH
    last = 1
    for at in range(int(CELLS[card])):
        number = written >> BITS * at & 7
        higher = there & -(last << 1)
        now = 8 << 4 * number if number else higher & -higher
        if now <= last:
            return False
        last = now
    return True


@rule
def equal_finishes(card: int, written: int, opened: int, counts: int) -> bool:
    """Groups that have a number take theirs; then the others, the largest first, the scarcest number that is enough."""
    free = 0  # sizes of the groups without a number: how many there are of each, in four bits
    for nth in range(RUNS):
        run = int(RUN[card, nth])
        number = number_in_all(written & 7 * run)
        wanted = ones(run & opened)
        if number == 0:
            free += 1 << 4 * wanted
        else:
            if written & 7 * run != number * (run & ~opened) or counts >> 4 * number & 15 < wanted:
                return False
            counts -= wanted << 4 * number
    size = DICE
    while size > 0:
        if free >> 4 * size & 15:
            free -= 1 << 4 * size
            counts = take_scarcest(counts, size)
            if counts < 0:
                return False
        else:
            size -= 1
    return True


@rule
def take_scarcest(counts: int, size: int) -> int:
    """The counts without `size` dice of the number that has enough, but not more than needed; -1 if none has."""
    for enough in range(size, DICE + 1):
        for number in range(1, FACES + 1):
            if counts >> 4 * number & 15 == enough:
                return counts - (size << 4 * number)
    return -1
