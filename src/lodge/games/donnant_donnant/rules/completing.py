"""Donnant Donnant: whether, and how, dice can complete a card (N8, N13, N19, N20).

A write is one number: which die, counted as which number, into which cell.
"""

from lodge.games.donnant_donnant.rules.arrays import (
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
    TINT,
)
from lodge.games.donnant_donnant.rules.deck import EQUAL, EXACT, SUM
from lodge.games.donnant_donnant.rules.facts import DICE, FACES, MOST_CELLS
from lodge.games.donnant_donnant.rules.objectives import allowed, cell_of, number_in_all, ones, open_cells, sum_of
from lodge.kernel import rule, wide

NO_WRITE = -1
TRIES = DICE * FACES
ALL_DICE = (1 << DICE) - 1


@rule
def write_of(die: int, number: int, at: int) -> int:
    """The write as one number."""
    return (die * FACES + number - 1) * MOST_CELLS + at


@rule
def hopeless(card: int, written: int, dice: int, free: int, plus: int, other: int) -> bool:
    """Quick reasons why the free dice cannot complete a card. Without circles they are all there can be."""
    if plus > 0 and int(FAMILY[card]) != SUM:
        return ones(open_cells(card, written)) > int(SUBSET_SIZE[free])
    return not finishes(card, written, dice, free, wide(ALL[card]) if other else 0, plus)


@rule
def next_try(tried: int, tint: int, fits: int, dice: int, free: int, plus: int, other: int, most: bool) -> int:
    """The first try from `tried` on that fits a cell, or TRIES. A try is a die, counted as a number.

    With `most` a die counts as much as the circles left allow.
    """
    while tried < TRIES:
        die = tried // FACES
        number = tried - die * FACES + 1
        shown = dice >> BITS * die & 7
        high = min(FACES, shown + plus)
        low = high if most else max(1, shown - plus)
        if not free >> die & 1 or wrong_colour(tint, die) > other or number > high:
            tried = (die + 1) * FACES
        elif number < low:
            tried += low - number
        elif fits >> number & 1:
            return tried
        else:
            tried += 1
    return TRIES


@rule
def wrong_colour(tint: int, die: int) -> int:
    """N13, N20: 1 if a die has another colour than a coloured cell."""
    return 1 if tint and tint != die + 1 else 0


@rule
def find_write(card: int, written: int, dice: int, free: int, plus: int, other: int) -> int:
    """N8: the first write of a way to complete a card with the free dice, or NO_WRITE.

    `plus` and `other` are the circles of N19 and N20 to tick. All ways are tried, cell by cell from the left,
    die by die, number by number; for a sum a die takes as many circles as there are, for only the total counts.
    """
    if hopeless(card, written, dice, free, plus, other):
        return NO_WRITE
    most = int(FAMILY[card]) == SUM
    depth = 0
    tried = 0  # the next try in the cell in hand
    path = 0  # the tries made, five bits each, the last lowest
    cells = 0  # and their cells
    at = cell_of(open_cells(card, written))
    while True:
        tint = int(TINT[card, at])
        tried = next_try(tried, tint, allowed(card, written, at), dice, free, plus, other, most)
        if tried < TRIES:
            written |= (tried % FACES + 1) << BITS * at
            path = path << 5 | tried
            cells = cells << BITS | at
            opened = open_cells(card, written)
            if opened == 0:
                return (path >> 5 * depth) * MOST_CELLS + (cells >> BITS * depth)
            sign = -1  # circles and dice are taken
        elif depth == 0:
            return NO_WRITE
        else:
            depth -= 1
            tried = path & 31
            at = cells & 7
            path >>= 5
            cells >>= BITS
            written &= ~(7 << BITS * at)
            tint = int(TINT[card, at])
            opened = 1 << BITS * at
            sign = 1  # and given back
        die = tried // FACES
        free ^= 1 << die
        plus += sign * abs(tried % FACES + 1 - (dice >> BITS * die & 7))
        other += sign * wrong_colour(tint, die)
        depth += 1 if sign < 0 else 0
        tried = 0 if sign < 0 else tried + 1
        at = cell_of(opened)


@rule
def completable(card: int, written: int, dice: int, free: int, plus: int, other: int) -> bool:
    """N8: whether the free dice can complete a card, or it is complete."""
    return open_cells(card, written) == 0 or find_write(card, written, dice, free, plus, other) != NO_WRITE


@rule
def plain_write(card: int, written: int, dice: int, free: int) -> int:
    """The first write of a way to complete a card without circles, as `find_write` has it, or NO_WRITE."""
    if not finishes(card, written, dice, free, 0, 0):
        return NO_WRITE
    at = cell_of(open_cells(card, written))
    takes = allowed(card, written, at)
    for die in range(DICE):
        number = dice >> BITS * die & 7
        if free >> die & takes >> number & 1 and not wrong_colour(int(TINT[card, at]), die):
            then = written | number << BITS * at
            if finishes(card, then, dice, free & ~(1 << die), 0, 0):
                return write_of(die, number, at)
    return NO_WRITE


@rule
def cheapest_write(card: int, written: int, dice: int, free: int, plus: int, other: int) -> int:
    """The first write of a way that ticks the fewest circles."""
    found = plain_write(card, written, dice, free)
    if found != NO_WRITE or plus + other == 0 or find_write(card, written, dice, free, plus, other) == NO_WRITE:
        return found
    ticks, tints = min(1, plus), 1 - min(1, plus)
    while True:
        found = find_write(card, written, dice, free, ticks, tints)
        if found != NO_WRITE:
            return found
        if ticks > 0 and tints < other:
            ticks -= 1
            tints += 1
        else:  # one circle more, as many of N19 as there are
            circles = ticks + tints + 1
            ticks = min(plus, circles)
            tints = circles - ticks


# --- as the dice lie, without circles (N8, N13) ---------------------------------------------------------


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
