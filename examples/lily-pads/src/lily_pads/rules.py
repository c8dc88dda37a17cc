"""Lily Pads: the rules, L1-L5.

L1: A pond of four by four pads; on each sit one to four flies, by chance. L2: The die says in which row the next frog
may hunt. L3: It empties a pad of that row; where the row is empty, any pad. Then the die is thrown again. L4: The game
ends when the pond is empty. L5: Whoever caught most flies wins.
"""

from lodge.kernel import Luck, Out, below, i8, rule, struct

SEATS = (1, 4)
MOST_SEATS = 4
SIZE = 4
MOST_FLIES = 4
ACTIONS = SIZE * SIZE  # the pad, row by row
MOST_MOVES = ACTIONS
OBSERVATION = ACTIONS + 1 + MOST_SEATS


@struct
class State:
    """A position."""

    seats: i8
    to_move: i8
    die: i8  # the row, from 0
    flies: i8[SIZE, SIZE]
    caught: i8[MOST_SEATS]


@rule
def deal(state: State, seats: int, options: int, luck: Luck) -> None:
    """L1, L2: flies on every pad, and the first throw."""
    state.seats = seats
    for row in range(SIZE):
        for column in range(SIZE):
            state.flies[row, column] = 1 + below(luck, MOST_FLIES)
    for seat in range(MOST_SEATS):
        state.caught[seat] = 0
    state.to_move = below(luck, seats)
    state.die = below(luck, SIZE)


@rule
def left(state: State) -> int:
    """Flies in the pond."""
    flies = 0
    for row in range(SIZE):
        flies += left_in(state, row)
    return flies


@rule
def left_in(state: State, row: int) -> int:
    """Flies in a row."""
    flies = 0
    for column in range(SIZE):
        flies += int(state.flies[row, column])
    return flies


@rule
def pending(state: State) -> int:
    """L4: one after another, until the pond is empty."""
    return 0 if left(state) == 0 else 1 << int(state.to_move)


@rule
def legal(state: State, seat: int, out: Out) -> int:
    """L3: the pads of the row that the die shows; of any row where that is empty."""
    die = int(state.die)
    count = 0
    for row in range(SIZE):
        if row == die or left_in(state, die) == 0:
            for column in range(SIZE):
                if int(state.flies[row, column]) > 0:
                    out[count] = row * SIZE + column
                    count += 1
    return count


@rule
def play(state: State, seat: int, action: int, luck: Luck) -> None:
    """L3: the flies are caught, and the die is thrown for the next."""
    row = action // SIZE
    column = action % SIZE
    state.caught[seat] = int(state.caught[seat]) + int(state.flies[row, column])
    state.flies[row, column] = 0
    state.to_move = (seat + 1) % int(state.seats)
    state.die = below(luck, SIZE)


@rule
def score(state: State, seat: int) -> int:
    """L5: a point for each fly."""
    return int(state.caught[seat])


@rule
def observe(state: State, seat: int, out: Out) -> None:
    """For learners: the pond, the die, what everybody caught, whoever looks first."""
    for pad in range(ACTIONS):
        out[pad] = state.flies[pad // SIZE, pad % SIZE]
    out[ACTIONS] = state.die
    for place in range(MOST_SEATS):
        owner = (seat + place) % int(state.seats)
        out[ACTIONS + 1 + place] = state.caught[owner] if place < int(state.seats) else 0
