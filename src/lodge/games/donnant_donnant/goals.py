"""Donnant Donnant: what cards seem worth to the hand-written player, and how near they are. In points / 100."""

import numpy as np

from lodge.games.donnant_donnant.completing import ALL_DICE, write_of
from lodge.games.donnant_donnant.deck import EQUAL, EVALUATION_COUNT, EXACT, RISING, SUM
from lodge.games.donnant_donnant.facts import DICE, FACES, MOST_CELLS
from lodge.games.donnant_donnant.objectives import allowed, ones, open_cells
from lodge.games.donnant_donnant.scoring import (
    FIVE_COLOURS,
    NEXT_TO_COLOUR,
    ONE_COLOUR_LINES,
    PER_COLOUR,
    spots_of_colour,
)
from lodge.games.donnant_donnant.state import DONE, JOKER, OTHER, PASSIVE, PLUS, WRITE, WRITES_EACH, State
from lodge.games.donnant_donnant.tables import AIM, BITS, CELLS, COLOUR, FAMILY, KIND, POINTS, TINT
from lodge.kernel import rule

TIMES = np.array(
    (240, 250, 130, 250, 75, 25, 220), np.int16
)  # how often an evaluation is thought to count, in per cent
BONUS_WORTH = np.array((800, 450, 700, 600, 350), np.int16)
COLOURED = 60  # for each card of the colour that a card counts
MISSING = np.array((100, 55, 30, 16, 9, 5, 3, 2, 1), np.int8)  # what is left of a worth with so many cells to fill
FIT = np.array((38, 62, 45, 75), np.int8)  # by family: how likely two rolls bring a die that is missing, in per cent
HIGH = 5  # a die that shows this is kept for a sum


@rule
def card_worth(state: State, seat: int, card: int) -> int:
    """What a card seems to bring when it is completed."""
    kind = int(KIND[card])
    if card >= EVALUATION_COUNT:
        return int(BONUS_WORTH[kind])
    worth = int(POINTS[card]) * int(TIMES[kind])
    if kind == PER_COLOUR or kind == NEXT_TO_COLOUR:  # noqa: PLR1714, SIM109 - a tuple's `in` is not for the GPU
        worth += int(POINTS[card]) * COLOURED * ones(spots_of_colour(state, seat, int(AIM[card]), 0)) // 2
    return worth


@rule
def colour_worth(state: State, seat: int, card: int) -> int:
    """What a card's colour brings, by the cards that lie already."""
    colour = int(COLOUR[card])
    worth = 0
    for which in range(int(state.cards[seat])):
        other = int(state.card[seat, which])
        if other < EVALUATION_COUNT:
            kind = int(KIND[other])
            if int(AIM[other]) == colour:
                worth += COLOURED * int(POINTS[other])
            elif kind == FIVE_COLOURS and spots_of_colour(state, seat, colour, 0) == 0:
                worth += 20 * int(POINTS[other])
            elif kind == ONE_COLOUR_LINES:
                worth += 10 * int(POINTS[other])
    return worth


@rule
def wanted(state: State, seat: int, card: int) -> int:
    """What an empty card seems worth to have: the more cells, the less."""
    return card_worth(state, seat, card) * int(MISSING[min(int(CELLS[card]), 8)]) // 20 + colour_worth(
        state, seat, card
    )


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
def write_worth(state: State, seat: int, which: int, number: int, at: int) -> int:
    """What a number written passively seems to bring: the nearer the card is to its end, the more."""
    card, written = int(state.card[seat, which]), int(state.written[seat, which])
    left = ones(open_cells(card, written))
    nearer = int(MISSING[left - 1]) - int(MISSING[left])
    worth = card_worth(state, seat, card) * nearer // 100
    family = int(FAMILY[card])
    if family == SUM:
        worth = worth * (number - 2) // 3
    elif family == RISING:
        worth = worth * (8 - 2 * abs(number * (int(CELLS[card]) + 1) - (at + 1) * (FACES + 1)) // FACES) // 8
    elif family == EXACT:
        worth = worth * 11 // 10
    return worth + 1 if int(TINT[card, at]) == 0 else worth * 5 // 4


@rule
def write_or_pass(state: State, seat: int) -> int:
    """The write that seems to bring most, without circles but to complete a card; DONE if none does."""
    phase = int(state.phase)
    dice = int(state.rolled) & ~int(state.wrote[seat]) if phase == PASSIVE else int(state.free)
    plus, other = int(state.circles[seat, PLUS]), int(state.circles[seat, OTHER])
    found = DONE
    most = 0 if phase != JOKER or dice != ALL_DICE else -100_000
    for which in range(int(state.cards[seat])):
        card, written = int(state.card[seat, which]), int(state.written[seat, which])
        opened = open_cells(card, written)
        last = opened & opened - 1 == 0
        for at in range(MOST_CELLS):
            if not opened >> BITS * at & 1:
                continue
            fits = allowed(card, written, at)
            tint = int(TINT[card, at])
            for die in range(DICE):
                shown = int(state.dice) >> BITS * die & 7
                spare = plus if last or (found == DONE and most < 0) else 0
                fitting = tint == 0 or tint == die + 1 or (other > 0 and (last or most < 0))
                if not dice >> die & 1 or not fitting:
                    continue
                for number in range(max(1, shown - spare), min(FACES, shown + spare) + 1):
                    if fits >> number & 1:
                        brings = write_worth(state, seat, which, number, at) - 60 * abs(number - shown)
                        if brings > most:
                            most = brings
                            found = WRITE + which * WRITES_EACH + write_of(die, number, at)
    return found
