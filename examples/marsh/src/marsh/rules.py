"""Marsh: the rules, M1-M4.

M1: A marsh of nineteen hexes in five rows of three, four, five, four and three. M2: One after another builds a lodge on
a free hex; who begins is drawn. M3: The game ends when no hex is free. M4: Every two of one's lodges that are side by
side are a point.
"""

from lodge.kernel import Luck, Out, below, i8, rule, struct

SEATS = (2, 3)
MOST_SEATS = 3
SIZE = 5  # rows and columns; every second row lies half a hex to the right
MARSH = 0b01110_01111_11111_01111_01110  # M1: the hexes that are there, row by row, the first in the lowest bit
HEXES = 19
ACTIONS = SIZE * SIZE
MOST_MOVES = HEXES
OBSERVATION = ACTIONS

FREE, WATER = -1, -2  # what is on a hex besides a lodge, which is a seat's number


@struct
class State:
    """A position."""

    seats: i8
    to_move: i8
    marsh: i8[SIZE, SIZE]


@rule
def deal(state: State, seats: int, options: int, luck: Luck) -> None:
    """M1, M2: an empty marsh, and who begins."""
    state.seats = seats
    for at in range(ACTIONS):
        state.marsh[at // SIZE, at % SIZE] = FREE if MARSH >> at & 1 else WATER
    state.to_move = below(luck, seats)


@rule
def legal(state: State, seat: int, out: Out) -> int:
    """M2: any free hex."""
    count = 0
    for at in range(ACTIONS):
        if int(state.marsh[at // SIZE, at % SIZE]) == FREE:
            out[count] = at
            count += 1
    return count


@rule
def pending(state: State) -> int:
    """M2, M3: one after another, while a hex is free."""
    for at in range(ACTIONS):
        if int(state.marsh[at // SIZE, at % SIZE]) == FREE:
            return 1 << int(state.to_move)
    return 0


@rule
def play(state: State, seat: int, action: int, luck: Luck) -> None:
    """M2: a lodge is built."""
    state.marsh[action // SIZE, action % SIZE] = seat
    state.to_move = (seat + 1) % int(state.seats)


@rule
def built(state: State, row: int, column: int) -> int:
    """Whose lodge stands there; FREE or WATER where none does, or where there is no hex."""
    if not (0 <= row < SIZE and 0 <= column < SIZE):
        return WATER
    return int(state.marsh[row, column])


@rule
def score(state: State, seat: int) -> int:
    """M4: each pair is counted once, from its left or upper lodge."""
    pairs = 0
    for row in range(SIZE):
        for column in range(SIZE):
            if built(state, row, column) == seat:
                left = column - 1 + row % 2  # the lower neighbours are this one and the next
                pairs += 1 if built(state, row, column + 1) == seat else 0
                pairs += 1 if built(state, row + 1, left) == seat else 0
                pairs += 1 if built(state, row + 1, left + 1) == seat else 0
    return pairs


@rule
def observe(state: State, seat: int, out: Out) -> None:
    """For learners: by hex, 1 for who looks, 2 and 3 for those who move next, 0 free, -1 no hex."""
    for at in range(ACTIONS):
        owner = int(state.marsh[at // SIZE, at % SIZE])
        if owner >= 0:
            out[at] = 1 + (owner - seat) % int(state.seats)
        else:
            out[at] = 0 if owner == FREE else -1
