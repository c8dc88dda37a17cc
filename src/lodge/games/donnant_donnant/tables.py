"""Donnant Donnant: the deck and the stall's geometry as arrays of numbers, for the rules."""

import numpy as np

from lodge.games.donnant_donnant.deck import DECK, EQUAL, EVALUATION_COUNT, EXACT, Card
from lodge.games.donnant_donnant.facts import DICE, LEVELS, MOST_CELLS, PRICES, SIDE

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
NUMBER = np.array(
    [[cell.number for cell in card.cells] + [0] * (MOST_CELLS - len(card.cells)) for card in DECK], np.int8
)
ALL = np.array([sum(1 << BITS * at for at in range(len(card.cells))) for card in DECK], np.int32)  # a one in each cell

TINTED = np.array(  # by card and die: a one in each cell of the die's colour
    [
        [sum(1 << BITS * at for at, cell in enumerate(card.cells) if cell.colour == die + 1) for die in range(DICE)]
        for card in DECK
    ],
    np.int32,
)

HIGH = 0x88888888  # the high bit of each number's four


def _demand(card: Card) -> int:
    """What `numbers_suffice` compares: how often an exact card needs each number; of equal cells the largest group."""
    if card.family == EQUAL:
        runs = [1]
        for cell in card.cells[1:]:
            runs.append(runs[-1] + 1 if cell.joined else 1)
        return (8 - max(runs)) * (HIGH >> 3)
    return sum(1 << 4 * cell.number for cell in card.cells) if card.family == EXACT else 0


DEMAND = np.array([_demand(card) for card in DECK], np.int64)


def _groups(card: Card) -> list[int]:
    """For each cell, the cells of its group: all that `=` joins, seven in each of them."""
    group: list[int] = []
    for at, cell in enumerate(card.cells):
        group.append(group[-1] if cell.joined else at)
    return [
        sum(7 << BITS * other for other in range(len(group)) if group[other] == group[at]) if at < len(group) else 0
        for at in range(MOST_CELLS)
    ]


GROUP = np.array([_groups(card) for card in DECK], np.int32)
PILE = ((1 << EVALUATION_COUNT) - 1, ((1 << len(DECK)) - 1) ^ ((1 << EVALUATION_COUNT) - 1))
EVALUATION_PILE, BONUS_PILE = PILE
PRICE = np.array(PRICES, np.int8)
ROUNDS = np.array([0] + [level.rounds for level in LEVELS], np.int8)  # by level, from 1

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
