"""Donnant Donnant: which dice can pay for which card (N9, N19, N22)."""

from lodge.games.donnant_donnant.rules.arrays import BITS, PRICE, SUBSET_SIZE
from lodge.games.donnant_donnant.rules.facts import COLUMNS, DICE, FACES, PRICES, STALL
from lodge.games.donnant_donnant.rules.state import BUY, LESS, NONE, PLUS, State
from lodge.kernel import Out, rule, wide

CHEAPEST, DEAREST = min(PRICES), max(PRICES)


@rule
def ticks_to_equal(dice: int, which: int) -> int:
    """N19: how often some dice must be changed by one until all are equal, at the least."""
    best = DICE * FACES
    for number in range(1, FACES + 1):
        total = 0
        for die in range(DICE):
            if which >> die & 1:
                total += abs((dice >> BITS * die & 7) - number)
        best = min(best, total)
    return best


@rule
def three_alike(dice: int, free: int) -> bool:
    """Whether three free dice show the same number."""
    count = 0
    for die in range(DICE):
        if free >> die & 1:
            count += 1 << BITS * (dice >> BITS * die & 7)
    return (count >> 2 | count >> 1 & count) & 0o11111111 != 0


@rule
def purchases(state: State, seat: int, out: Out, count: int, few: int) -> int:
    """N9, N22: every card with every set of free dice that can pay; few: of sets of a size only the cheapest."""
    if int(state.cards[seat]) == STALL:
        return count
    plus, less = wide(state.circles[seat, PLUS]), wide(state.circles[seat, LESS])
    dice, free = wide(state.dice), wide(state.free)
    if plus + less == 0 and not three_alike(dice, free):
        return count
    sizes = 0  # bit mask of the numbers of dice for which a set was found
    for ticks in range(plus + 1 if few else 1):
        for which in range(1 << DICE):
            size = int(SUBSET_SIZE[which])
            if which & ~free or size + less < CHEAPEST or size > DEAREST or (few and sizes >> size & 1):
                continue
            if ticks_to_equal(dice, which) > (ticks if few else plus):
                continue
            sizes |= 1 << size
            for place in range(2 * COLUMNS):
                row, column = place // COLUMNS, place % COLUMNS
                short = int(PRICE[column]) - size
                if int(state.market[row, column]) != NONE and 0 <= short <= less:
                    out[count] = BUY + place * (1 << DICE) + which
                    count += 1
    return count
