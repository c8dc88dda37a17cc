"""Donnant Donnant: which dice to keep for a card (N5), as `keeping` has it, but in a fraction of the time."""

from lodge.games.donnant_donnant.players.keeping import HIGH
from lodge.games.donnant_donnant.rules.deck import EQUAL, SUM
from lodge.games.donnant_donnant.rules.facts import DICE, FACES
from lodge.games.donnant_donnant.rules.objectives import fits, ones
from lodge.games.donnant_donnant.rules.tables import BITS, FAMILY, TINTED_WIDE, WHITE_WIDE
from lodge.games.donnant_donnant.rules.writing import first_wide
from lodge.kernel import rule


@rule
def useful_dice(card: int, written: int, dice: int) -> int:
    """Dice that can be written together on the way to complete a card, as bits."""
    if int(FAMILY[card]) != EQUAL:
        return fill(card, written, dice, 0, HIGH if int(FAMILY[card]) == SUM else 1)
    best = 0
    tried = 0
    for die in range(DICE):
        first = dice >> BITS * die & 7
        if not tried >> first & 1:
            tried |= 1 << first
            found = fill(card, written, dice, first, 1)
            best = found if ones(found) > ones(best) else best
    return best


@rule
def fill(card: int, written: int, dice: int, first: int, least: int) -> int:
    """Write dice greedily, those that show `first` before the others, then from low to high; which were written."""
    used = 0
    takes = fits(card, written)
    for step in range(least if first == 0 else 0, FACES + 1):
        number = step or first
        for die in range(DICE):
            if dice >> BITS * die & 7 == number and not used >> die & 1:
                cells = takes >> number & int(TINTED_WIDE[card, die])
                cells = cells or takes >> number & int(WHITE_WIDE[card])
                if cells:
                    written |= number << BITS * first_wide(cells)
                    used |= 1 << die
                    takes = fits(card, written)
    return used
