"""Donnant Donnant: what a stall promises to be worth at the end, in hundredths of a point, for the player of `master`.

Nearly all cards are completed in the end, so what counts is which cards lie beside each other. Every evaluation card is
worth its points as often as it is thought to count: each laid card is thought to be completed with a chance that
depends on its empty cells and the rounds to come, each free spot to be filled with a chance that depends on how many
there are.
"""

import numpy as np
import numpy.typing as npt

from lodge.games.donnant_donnant.players.common import missing_cells, rounds_later
from lodge.games.donnant_donnant.players.master.weights import (
    ANY_KIND,
    BESIDE_COLOUR,
    CHANCES,
    CHOSEN,
    CIRCLES_WORTH,
    FILLED,
    FUTURE,
    OF_COLOUR,
    ONE_COLOUR,
    TIMES,
    TO_FIVE,
    Weights,
)
from lodge.games.donnant_donnant.rules.arrays import AIM, BESIDE, COLOUR, GRID, KIND, LINES, POINTS, WINDOWS
from lodge.games.donnant_donnant.rules.deck import EVALUATION_COUNT
from lodge.games.donnant_donnant.rules.facts import BONUSES, CHOICE, CIRCLES, COLOURS, EVALUATIONS, SIDE, STALL
from lodge.games.donnant_donnant.rules.objectives import ones, open_cells
from lodge.games.donnant_donnant.rules.scoring import (
    COMPLETED_LINES,
    FIVE_COLOURS,
    NEXT_TO_COLOUR,
    NEXT_TO_COMPLETED,
    ONE_COLOUR_LINES,
    PER_COLOUR,
)
from lodge.games.donnant_donnant.rules.state import CIRCLED, State, laid
from lodge.kernel import rule

ALL = 100  # per cent
SHORT = 7  # bits for a number up to ALL
PART = (1 << SHORT) - 1


@rule
def promise(state: State, seat: int, weights: Weights) -> int:
    """What a seat's stall promises."""
    later = rounds_later(state)
    chances = chances_of(state, seat, later, weights)
    room = STALL - int(state.cards[seat])
    free = free_spots(laid(state, seat)) if room else 0
    filled = filling(room, later, weights)
    total = room * filled * int(weights[FUTURE]) // ALL
    for which in range(int(state.cards[seat])):
        if int(state.card[seat, which]) < EVALUATION_COUNT:
            total += evaluation_promise(state, seat, which, chances, free, filled, weights)
        else:
            total += bonus_promise(state, seat, which, chances, later, weights)
    for kind in range(CIRCLED):
        total += int(state.circles[seat, kind]) * circle_worth(kind, later, weights)
    return total


@rule
def evaluation_promise(
    state: State, seat: int, which: int, chances: int, free: int, filled: int, weights: Weights
) -> int:
    """What an evaluation card promises: its points, as often as they will count, if it is completed."""
    card = int(state.card[seat, which])
    kind = int(KIND[card])
    beside = int(BESIDE[state.spot[seat, which]])
    spots = ones(free)
    shared = (STALL - int(state.cards[seat])) * filled // spots if spots else 0  # of one free spot
    if kind == NEXT_TO_COMPLETED:
        times = ones(free & beside) * shared + chances_at(state, seat, chances, beside)
    elif kind == COMPLETED_LINES:
        times = completed_lines(state, seat, chances, filled)
    elif kind <= NEXT_TO_COLOUR:
        times = coloured(state, seat, chances, card, beside, free, shared, weights)
    elif kind == FIVE_COLOURS:
        times = five_colours(state, seat, filled, weights)
    elif kind == ONE_COLOUR_LINES:
        times = one_colour_lines(state, seat, free, filled, weights)
    else:
        times = bonus_kinds(state, seat, chances, filled, weights)
    return (chances >> SHORT * which & PART) * int(POINTS[card]) * times // ALL


@rule
def bonus_promise(state: State, seat: int, which: int, chances: int, later: int, weights: Weights) -> int:
    """What a bonus card promises that is not completed: its circles."""
    kind, chance = int(KIND[state.card[seat, which]]), chances >> SHORT * which & PART
    return chance * CIRCLES * circle_worth(kind, later, weights) // ALL if kind < CIRCLED and chance < ALL else 0


@rule
def circle_worth(kind: int, later: int, weights: Weights) -> int:
    """N19-N22: what a circle to tick is worth."""
    return int(weights[CIRCLES_WORTH + kind * TIMES + later])


@rule
def chance_of(missing: int, later: int, weights: Weights) -> int:
    """How likely a card with so many empty cells is completed in the end, in per cent."""
    return int(weights[CHANCES + missing * TIMES + later])


@rule
def filling(room: int, later: int, weights: Weights) -> int:
    """How likely one of so many free spots gets a card that is completed in the end, in per cent."""
    return int(weights[FILLED + room * TIMES + later])


@rule
def chances_of(state: State, seat: int, later: int, weights: Weights) -> int:
    """How likely each card is completed in the end, seven bits each."""
    chances = 0
    unfinished = int(state.unfinished[seat])
    for which in range(int(state.cards[seat])):
        chance = ALL
        if unfinished >> which & 1:
            opened = open_cells(int(state.card[seat, which]), int(state.written[seat, which]))
            chance = chance_of(ones(opened), later, weights)
        chances |= chance << SHORT * which
    return chances


@rule
def chances_at(state: State, seat: int, chances: int, spots: int) -> int:
    """How many cards on some spots will be completed, in hundredths."""
    total = 0
    spot = state.spot
    for which in range(int(state.cards[seat])):
        total += (chances >> SHORT * which & PART) * (spots >> int(spot[seat, which]) & 1)
    return total


@rule
def free_spots(mask: int) -> int:
    """N3: the spots that may still get a card."""
    room = 0
    for window in range(len(WINDOWS)):
        square = int(WINDOWS[window])
        if mask & ~square == 0:
            room |= square
    return room & ~mask


@rule
def completed_lines(state: State, seat: int, chances: int, filled: int) -> int:
    """N26: how many rows and columns of completed cards there will be, in hundredths."""
    full = ALL | ALL << SHORT | ALL << 2 * SHORT | ALL << 3 * SHORT | ALL << 4 * SHORT
    rows, columns, cards = full, full, 0
    spot = state.spot
    for which in range(int(state.cards[seat])):
        chance = chances >> SHORT * which & PART
        at = int(spot[seat, which])
        row = at // GRID
        column = at - GRID * row
        before = rows >> SHORT * row & PART
        rows += (before * chance // ALL - before) << SHORT * row
        before = columns >> SHORT * column & PART
        columns += (before * chance // ALL - before) << SHORT * column
        cards += 1 << 2 * row | 1 << 2 * (GRID + column)
    two = filled * filled // ALL
    three = two * filled // ALL
    total = 2 * SIDE * three
    for line in range(GRID):
        total += line_chance(rows >> SHORT * line & PART, cards >> 2 * line & 3, filled, two, three)
        total += line_chance(columns >> SHORT * line & PART, cards >> 2 * (GRID + line) & 3, filled, two, three)
    return total


@rule
def line_chance(chance: int, cards: int, one: int, two: int, three: int) -> int:
    """How much likelier than one without any card a row or column of so many cards is completed."""
    if cards == 0:
        return 0
    return chance * (ALL if cards == SIDE else one if cards == SIDE - 1 else two) // ALL - three


@rule
def coloured(
    state: State, seat: int, chances: int, card: int, beside: int, free: int, shared: int, weights: Weights
) -> int:
    """N26: how often per-colour and next-to-colour will count, in hundredths."""
    aim = int(AIM[card])
    everywhere = int(KIND[card]) == PER_COLOUR
    total = 0
    for which in range(int(state.cards[seat])):
        if everywhere or beside >> int(state.spot[seat, which]) & 1:
            other = int(state.card[seat, which])
            if int(COLOUR[other]) == aim:
                total += ALL
            elif int(COLOUR[other]) < 0:
                total += (chances >> SHORT * which & PART) * int(weights[CHOSEN]) // ALL
    spots = ones(free if everywhere else free & beside)
    return total + spots * shared * int(weights[OF_COLOUR if everywhere else BESIDE_COLOUR]) // ALL


@rule
def five_colours(state: State, seat: int, filled: int, weights: Weights) -> int:
    """N26: how likely all colours will be there, in per cent."""
    there = 0
    chosen = 0
    for which in range(int(state.cards[seat])):
        colour = int(COLOUR[state.card[seat, which]])
        there |= 1 << colour if colour >= 0 else 0
        chosen += 1 if colour < 0 else 0
    lacking = max(0, len(COLOURS) - ones(there) - chosen)
    if lacking > STALL - int(state.cards[seat]):
        return 0
    return int(weights[TO_FIVE + lacking]) * filled // ALL if lacking else ALL


@rule
def one_colour_lines(state: State, seat: int, free: int, filled: int, weights: Weights) -> int:
    """N26: how many rows and columns of one colour there will be, in hundredths."""
    total = 0
    for colour in range(len(COLOURS)):
        spots = 0
        for which in range(int(state.cards[seat])):
            its = int(COLOUR[state.card[seat, which]])
            spots |= (1 if its == colour or its < 0 else 0) << int(state.spot[seat, which])
        if spots:
            for line in range(len(LINES)):
                same = ones(spots & int(LINES[line]))
                if same == SIDE:
                    total += ALL
                elif same == SIDE - 1 and free & int(LINES[line]):
                    total += int(weights[ONE_COLOUR]) * filled // ALL
    return total


@rule
def bonus_kinds(state: State, seat: int, chances: int, filled: int, weights: Weights) -> int:
    """N26: how many kinds of bonus will be completed, in hundredths."""
    best = 0
    lacking = len(BONUSES)
    for which in range(int(state.cards[seat])):
        card = int(state.card[seat, which])
        if card >= EVALUATION_COUNT:
            shift = SHORT * int(KIND[card])
            chance, before = chances >> SHORT * which & PART, best >> shift & PART
            lacking -= 1 if before == 0 else 0
            best += (max(chance, before) - before) << shift
    total = 0
    for kind in range(CHOICE + 1):
        total += best >> SHORT * kind & PART
    return total + min(lacking, STALL - int(state.cards[seat])) * filled * int(weights[ANY_KIND]) // ALL


# --- points on average ----------------------------------------------------------------------------------
#
# How many points a stall comes to, on average: where `master` ends its play-outs. What the stall promises is taken
# apart, and every part counts as much as it was found to tell, for each number of rounds to come, in games that the
# same player played to the end (tools/donnant_tuning.py): alone of the points, with others of the lead over each of
# them, so that there only differences mean something.

Tells = npt.NDArray[np.int64]  # by rounds to come and part: what it counts, in thousandths

SURELY = 0  # what every stall comes to
EVALUATION = 1  # by kind: what cards of the kind promise
BONUS = EVALUATION + len(EVALUATIONS)  # by kind: what cards of the kind promise that are not completed
CIRCLE = BONUS + CIRCLED + 1  # by kind: circles to tick
SPOT = CIRCLE + CIRCLED  # free spots,
SPOT_FILLED = SPOT + 1  # and how likely they are filled
EMPTY = SPOT_FILLED + 1  # by empty cells, up to six: cards that are not completed
MOST_EMPTY = 6
CELL = EMPTY + MOST_EMPTY  # empty cells beyond those
PARTS = CELL + 1


@rule
def prospect(state: State, seat: int, weights: Weights, tells: Tells) -> int:
    """The points that a seat is expected to make, in hundredths."""
    later = rounds_later(state)
    chances = chances_of(state, seat, later, weights)
    room = STALL - int(state.cards[seat])
    free = free_spots(laid(state, seat)) if room else 0
    filled = filling(room, later, weights)
    total = ALL * int(tells[later, SURELY]) + ALL * room * int(tells[later, SPOT])
    total += room * filled * int(tells[later, SPOT_FILLED])
    unfinished = int(state.unfinished[seat])
    for which in range(int(state.cards[seat])):
        card = int(state.card[seat, which])
        kind = int(KIND[card])
        if card < EVALUATION_COUNT:
            part = evaluation_promise(state, seat, which, chances, free, filled, weights)
            total += part * int(tells[later, EVALUATION + kind])
        else:
            part = bonus_promise(state, seat, which, chances, later, weights)
            total += part * int(tells[later, BONUS + kind])
        if unfinished >> which & 1:
            missing = missing_cells(state, seat, which)
            total += ALL * int(tells[later, EMPTY + min(missing, MOST_EMPTY) - 1])
            total += ALL * max(0, missing - MOST_EMPTY) * int(tells[later, CELL])
    for kind in range(CIRCLED):
        total += ALL * int(state.circles[seat, kind]) * int(tells[later, CIRCLE + kind])
    return total // 1000
