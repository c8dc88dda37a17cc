"""Donnant Donnant: the deck and the stall's geometry as arrays of numbers, for the rules."""

import numpy as np

from lodge.games.donnant_donnant.rules.deck import DECK, EQUAL, EVALUATION_COUNT, EXACT, RISING, SUM, WHITE, Card
from lodge.games.donnant_donnant.rules.facts import DICE, FACES, LEVELS, MOST_CELLS, PRICES, SIDE

# A card's cells lie in one number, three bits a cell, the leftmost cell lowest.
BITS = 3
FAMILY = np.array([card.family for card in DECK], np.int8)
CELLS = np.array([len(card.cells) for card in DECK], np.int8)
NEED = np.array([card.need for card in DECK], np.int8)
COLOUR = np.array([card.colour for card in DECK], np.int8)
KIND = np.array([card.kind for card in DECK], np.int8)
AIM = np.array([card.aim for card in DECK], np.int8)
POINTS = np.array([card.points for card in DECK], np.int8)
TINT = np.array([[cell.colour for cell in card.cells] + [0] * (MOST_CELLS - len(card.cells)) for card in DECK], np.int8)
ALL = np.array([sum(1 << BITS * at for at in range(len(card.cells))) for card in DECK], np.int32)  # a one in each cell

TINTED = np.array(  # by card and die: a one in each cell of the die's colour
    [
        [sum(1 << BITS * at for at, cell in enumerate(card.cells) if cell.colour == die + 1) for die in range(DICE)]
        for card in DECK
    ],
    np.int32,
)

FORCED = max(sum(cell.colour != WHITE for cell in card.cells) for card in DECK)  # coloured cells of a card, at most


def _forced(card: Card, nth: int) -> tuple[int, int]:
    """The coloured cell number `nth` of a card, as a one in it, and the die that it takes; without one, nothing."""
    cells = [(1 << BITS * at, cell.colour - 1) for at, cell in enumerate(card.cells) if cell.colour != WHITE]
    return cells[nth] if nth < len(cells) else (0, 0)


FORCED_CELL = np.array([[_forced(card, nth)[0] for nth in range(FORCED)] for card in DECK], np.int32)
FORCED_DIE = np.array([[_forced(card, nth)[1] for nth in range(FORCED)] for card in DECK], np.int8)
NUMBERS = np.array(  # of an exact card's cells
    [sum(cell.number << BITS * at for at, cell in enumerate(card.cells)) for card in DECK], np.int32
)
SHOWING = np.array(  # by card and number: a one in each cell of an exact card that shows it
    [
        [sum(1 << BITS * at for at, cell in enumerate(card.cells) if cell.number == number) for number in range(8)]
        for card in DECK
    ],
    np.int32,
)


def _runs(card: Card) -> list[int]:
    """For each group of equal cells, a one in each of its cells; all other cards are one group."""
    runs: list[int] = []
    for at, cell in enumerate(card.cells):
        if card.family == EQUAL and not cell.joined:
            runs.append(0)
        runs = runs or [0]
        runs[-1] |= 1 << BITS * at
    return runs


RUNS = max(len(_runs(card)) for card in DECK)
RUN = np.array([(_runs(card) + [0] * RUNS)[:RUNS] for card in DECK], np.int32)

# Where every cell needs room for all numbers, as bits, it has eight bits.
WIDE = 8
ONES_WIDE = 0x0101010101010101


def _wide(cells: int) -> int:
    """A one in each cell, moved to where cells have eight bits."""
    return sum(1 << WIDE * at for at in range(MOST_CELLS) if cells >> BITS * at & 1)


def _first_fits(card: Card) -> int:
    """N12, N14: the numbers that each cell of an empty card takes, as bits."""
    cells = card.cells
    fits = 0
    for at, cell in enumerate(cells):
        low, high = 1, FACES
        if card.family == EXACT:
            low = high = cell.number
        elif card.family == RISING:
            low, high = at + 1, FACES - (len(cells) - 1 - at)
        elif card.family == SUM:
            low = max(1, card.need - FACES * (len(cells) - 1))
        fits |= ((2 << high) - (1 << low)) << WIDE * at
    return fits


def _alike(card: Card, at: int) -> int:
    """White cells of which it does not matter which takes a die: those that are alike with one; else the cell alone."""
    cells = card.cells
    group = next((run for run in _runs(card) if run >> BITS * at & 1), 0)
    return sum(
        1 << WIDE * other
        for other in range(len(cells))
        if other == at
        or (
            group >> BITS * other & 1
            and card.family != RISING
            and cells[other] == cells[at]._replace(joined=cells[other].joined)
            and cells[at].colour == WHITE
        )
    )


FIRST_FITS = np.array([_first_fits(card) for card in DECK], np.int64)
ALIKE = np.array([[_alike(card, at) for at in range(MOST_CELLS)] for card in DECK], np.int64)
RUN_WIDE = np.array([[_wide(run) for run in runs] for runs in RUN.tolist()], np.int64)
WHITE_WIDE = np.array(
    [sum(1 << WIDE * at for at, cell in enumerate(card.cells) if cell.colour == WHITE) for card in DECK], np.int64
)
TINTED_WIDE = np.array([[_wide(cells) for cells in dice] for dice in TINTED.tolist()], np.int64)
PILE = ((1 << EVALUATION_COUNT) - 1, ((1 << len(DECK)) - 1) ^ ((1 << EVALUATION_COUNT) - 1))
EVALUATION_PILE, BONUS_PILE = PILE
PRICE = np.array(PRICES, np.int8)
ROUNDS = np.array([0] + [level.rounds for level in LEVELS], np.int8)  # by level, from 1
LEVEL_POINTS = np.array([0] + [level.points for level in LEVELS], np.int16)

# --- the stall: a card lies on one of 5 x 5 spots, the first in the middle, so no 3 x 3 stall leaves them -------

GRID = 2 * SIDE - 1
SPOTS = GRID * GRID
MIDDLE = SPOTS // 2


def _near(spot: int, *, corners: bool) -> int:
    """The spots that touch one by an edge, or by a corner too."""
    row, column = divmod(spot, GRID)
    found = 0
    for other in range(SPOTS):
        down, right = abs(other // GRID - row), abs(other % GRID - column)
        if (max(down, right) == 1) if corners else (down + right == 1):
            found |= 1 << other
    return found


TOUCHING = np.array([_near(spot, corners=True) for spot in range(SPOTS)], np.int32)
BESIDE = np.array([_near(spot, corners=False) for spot in range(SPOTS)], np.int32)
WINDOWS = np.array(  # the nine squares of 3 x 3 that a stall may come to fill
    [
        sum(1 << (top + row) * GRID + left + column for row in range(SIDE) for column in range(SIDE))
        for top in range(SIDE)
        for left in range(SIDE)
    ],
    np.int32,
)
LINES = np.array(
    [sum(1 << row * GRID + column for column in range(GRID)) for row in range(GRID)]
    + [sum(1 << row * GRID + column for row in range(GRID)) for column in range(GRID)],
    np.int32,
)
SUBSET_SIZE = np.array([mask.bit_count() for mask in range(1 << DICE)], np.int8)
