"""Donnant Donnant: what the hand-written player buys (N9, N19, N22)."""

from lodge.games.donnant_donnant.players.goals import wanted
from lodge.games.donnant_donnant.rules.buying import three_alike, ticks_to_equal
from lodge.games.donnant_donnant.rules.facts import COLUMNS, DICE, FACES, STALL
from lodge.games.donnant_donnant.rules.state import BUY, LESS, NONE, PLUS, State
from lodge.games.donnant_donnant.rules.tables import PRICE, SUBSET_SIZE
from lodge.kernel import rule, wide

TICK = 100  # what a circle is worth
USED = 10  # what a die is worth that could be used otherwise
MOST = 100 * FACES


@rule
def best_purchase(state: State, seat: int, later: int) -> tuple[int, int]:
    """The purchase that seems to bring most, what it costs aside, or NONE; and what it brings."""
    plus, less = wide(state.circles[seat, PLUS]), wide(state.circles[seat, LESS])
    dice, free = wide(state.dice), wide(state.free)
    found = NONE
    most = 0
    if int(state.cards[seat]) == STALL or (plus + less == 0 and not three_alike(dice, free)):
        return found, most
    for column in range(COLUMNS):
        which, cost = cheapest_dice(dice, free, int(PRICE[column]), plus, less)
        for row in range(2 if cost < MOST else 0):
            card = int(state.market[row, column])
            if card != NONE:
                brings = wanted(state, seat, card, later) - cost
                if brings > most:
                    most = brings
                    found = BUY + ((row * COLUMNS + column) << DICE) + which
    return found, most


@rule
def cheapest_dice(dice: int, free: int, price: int, plus: int, less: int) -> tuple[int, int]:
    """The free dice that pay a price with the fewest circles, and what that costs; MOST if they cannot."""
    found = 0
    least = MOST
    for which in range(1 << DICE):
        short = price - int(SUBSET_SIZE[which])
        if which & ~free == 0 and 0 <= short <= less:
            ticks = ticks_to_equal(dice, which)
            cost = TICK * (ticks + short) + USED * int(SUBSET_SIZE[which])
            if ticks <= plus and cost < least:
                least = cost
                found = which
    return found, least
