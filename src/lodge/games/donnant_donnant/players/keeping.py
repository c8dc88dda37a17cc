"""Donnant Donnant: which dice to keep (N5), for the hand-written player: quick guesses, goal by goal."""

import numpy as np

from lodge.games.donnant_donnant.rules.deck import EQUAL, SUM
from lodge.games.donnant_donnant.rules.facts import DICE, FACES, MOST_CELLS
from lodge.games.donnant_donnant.rules.objectives import allowed, ones, open_cells
from lodge.games.donnant_donnant.rules.tables import BITS, FAMILY, TINT
from lodge.kernel import rule

FIT = np.array((38, 62, 45, 75), np.int8)  # by family: how likely two rolls bring a die that is missing, in per cent
HIGH = 5  # a die that shows this is kept for a sum


@rule
def useful_dice(card: int, written: int, dice: int) -> int:
    """Dice that can be written together on the way to complete a card, as bits: those worth keeping for it."""
    family = int(FAMILY[card])
    best = 0
    for first in range(1, FACES + 1 if family == EQUAL else 2):
        found = fill(card, written, dice, first if family == EQUAL else 0)
        if ones(found) > ones(best):
            best = found
    return best


@rule
def fill(card: int, written: int, dice: int, first: int) -> int:
    """Write dice greedily, those that show `first` before the others, then from low to high; which were written."""
    family = int(FAMILY[card])
    used = 0
    for step in range(FACES + 1):
        number = first if step == 0 else step
        for die in range(DICE):
            if used >> die & 1 or dice >> BITS * die & 7 != number or (family == SUM and number < HIGH):
                continue
            at = cell_for(card, written, die, number)
            if at < MOST_CELLS:
                written |= number << BITS * at
                used |= 1 << die
    return used


@rule
def cell_for(card: int, written: int, die: int, number: int) -> int:
    """The cell that a die would best go to, one of its colour first; MOST_CELLS if none takes it."""
    opened = open_cells(card, written)
    found = MOST_CELLS
    for at in range(MOST_CELLS):
        if opened >> BITS * at & 1 and allowed(card, written, at) >> number & 1:
            tint = int(TINT[card, at])
            if tint == die + 1:
                return at
            if tint == 0 and found == MOST_CELLS:
                found = at
    return found


@rule
def likelihood(family: int, missing: int, rolls: int) -> int:
    """How likely so many missing dice come in one or two rolls, in ten thousandths."""
    chance = 10_000
    for _ in range(missing):
        chance = chance * int(FIT[family]) // (100 if rolls > 1 else 160)
    return chance


@rule
def most_alike(dice: int) -> int:
    """The largest set of dice that show the same number."""
    best = 0
    for number in range(1, FACES + 1):
        same = 0
        for die in range(DICE):
            same |= (1 if dice >> BITS * die & 7 == number else 0) << die
        if ones(same) >= ones(best):
            best = same
    return best
