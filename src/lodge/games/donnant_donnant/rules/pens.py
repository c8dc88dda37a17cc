"""Donnant Donnant: what writing does (N7, N10, N15, N17, N19-N21, N24, N31)."""

from lodge.games.donnant_donnant.rules.deck import EVALUATION_COUNT
from lodge.games.donnant_donnant.rules.facts import (
    CIRCLES,
    FACES,
    MOST_CELLS,
)
from lodge.games.donnant_donnant.rules.objectives import completed
from lodge.games.donnant_donnant.rules.state import (
    CIRCLED,
    COUNT,
    JOKER,
    NONE,
    OTHER,
    PASSIVE,
    PLUS,
    SECOND,
    TURN,
    State,
)
from lodge.games.donnant_donnant.rules.tables import (
    BITS,
    KIND,
    TINT,
)
from lodge.kernel import rule, wide

# What follows an action.
WAITS = 0  # nothing more happens before the next action
TURN_ENDS = 1  # the active turn is over
ROUND_ENDS = 2  # solo: a card was put onto the round counter
BEGINS = 3  # a turn begins


@rule
def write(state: State, seat: int, which: int, code: int) -> int:
    """N7, N17: write a die into a cell; what that means depends on whose turn it is."""
    die = code // (FACES * MOST_CELLS)
    finished = put(state, seat, which, die, code // MOST_CELLS % FACES + 1, code % MOST_CELLS)
    phase = int(state.phase)
    if phase == PASSIVE:
        return write_passive(state, seat, die)
    state.free = int(state.free) & ~(1 << die)
    if phase == TURN:
        state.working = NONE if finished else which
        state.did = 1 if finished else int(state.did)
        return WAITS
    if phase == JOKER:
        state.left = int(state.left) - 1
        return WAITS if int(state.left) else TURN_ENDS
    if int(state.left):
        state.left = int(state.left) - 1
    else:
        state.circles[seat, SECOND] = int(state.circles[seat, SECOND]) - 1
    return WAITS if int(state.left) or wide(state.circles[seat, SECOND]) else solo_written(state)


@rule
def put(state: State, seat: int, which: int, die: int, number: int, at: int) -> bool:
    """N12, N19, N20: write a number, tick the circles that it takes; N15: whether the card is completed by it."""
    circles = state.circles
    card = wide(state.card[seat, which])
    tint = int(TINT[card, at])
    shown = wide(state.dice) >> BITS * die & 7
    circles[seat, PLUS] = int(circles[seat, PLUS]) - abs(number - shown)
    circles[seat, OTHER] = int(circles[seat, OTHER]) - (1 if tint and tint != die + 1 else 0)
    written = wide(state.written[seat, which]) | number << BITS * at
    state.written[seat, which] = written
    finished = completed(card, written)
    state.unfinished[seat] = int(state.unfinished[seat]) & ~((1 if finished else 0) << which)
    if finished and card >= EVALUATION_COUNT and int(KIND[card]) < CIRCLED:
        circles[seat, int(KIND[card])] = int(circles[seat, int(KIND[card])]) + CIRCLES
    return finished


@rule
def write_passive(state: State, seat: int, die: int) -> int:
    """N17: one die for each reroll; N21: one more for each circle, never the same twice."""
    wrote = int(state.wrote[seat])
    if wrote:
        state.circles[seat, SECOND] = int(state.circles[seat, SECOND]) - 1
    wrote |= 1 << die
    state.wrote[seat] = wrote
    if wide(state.circles[seat, SECOND]) == 0 or wrote == int(state.rolled):
        return chosen(state, seat)
    return WAITS


@rule
def chosen(state: State, seat: int) -> int:
    """N17: a passive player is done; when all are, the active player goes on."""
    state.waiting = int(state.waiting) & ~(1 << seat)
    if int(state.waiting) == 0:
        for other in range(int(state.seats)):
            state.wrote[other] = 0
        state.phase = TURN
    return WAITS


@rule
def solo_written(state: State) -> int:
    """N31: the passive turn's dice are used."""
    state.phase = COUNT
    state.left = 0
    return WAITS
