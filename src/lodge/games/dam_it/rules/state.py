"""Dam It!: a position, and everything that can be read from it.

What lies below the top card has no order here: a card gets its identity when it is uncovered. The discard pile is
not stored either: it is whatever lies nowhere else.
"""

import numpy as np

from lodge.games.dam_it.rules.arrays import COUNTS, DAM_POINTS, GARBAGE_LOSS, PILE_SIZES, VALUES
from lodge.games.dam_it.rules.facts import (
    CARDS,
    CUBES_FOR_A_POINT,
    DAMS,
    FEWEST_SEATS,
    GARBAGE,
    HAND_KINDS,
    KINDS,
    MOST_SEATS,
    PILES,
    RIVER_LENGTH,
    TREES,
)
from lodge.games.dam_it.rules.payments import MOST_THRIFTY, SETS
from lodge.kernel import Luck, below, i8, i16, rule, struct

VERSION = 1
SEATS = (FEWEST_SEATS, MOST_SEATS)
OPTIONS = ("open-hands",)
SECRETS = True
APART = False
OPEN_HANDS = 1 << OPTIONS.index("open-hands")

NONE = -1
TOP = RIVER_LENGTH  # the place of the draw pile's top card, just behind the river
PLACES = RIVER_LENGTH + 1

# Actions: take at each place; the same, disposing of garbage; build from each dam pile with each set of kinds.
DISPOSE = PLACES
BUILD = 2 * PLACES
ACTIONS = BUILD + PILES * SETS
MOST_CANDIDATES = BUILD + MOST_THRIFTY
MORE_THAN_WOOD = 1 + int(np.dot(COUNTS, VALUES))  # of all cards together
MOST_MOVES = CARDS - RIVER_LENGTH + DAMS - 1


@struct
class State:
    """A position."""

    dams: i16[MOST_SEATS]  # bit set of the dam cards that a seat has built
    seats: i8
    to_move: i8
    open_hands: i8
    river: i8[PLACES]  # kind at each place, first the farthest from the pile; then the pile's top card
    stones: i8[PLACES]  # cubes lying on the card at each place; never any on the pile
    pile: i8[KINDS]  # what is left below the top card
    cubes: i8[MOST_SEATS]
    hand: i8[MOST_SEATS, HAND_KINDS]
    garbage: i8[MOST_SEATS]  # garbage built into a seat's dams
    built: i8[PILES]  # dam cards gone from each pile


# --- the draw pile ---------------------------------------------------------------------------------------


@rule
def uncover(state: State, luck: Luck) -> int:
    """D3: the next card of the draw pile, gone from it; NONE when there is none."""
    left = pile_size(state)
    if left == 0:
        return NONE
    return draw(state, below(luck, left))


@rule
def draw(state: State, nth: int) -> int:
    """Take card number `nth` out of what is left in the draw pile, counted kind by kind."""
    pile = state.pile
    kind = 0
    counted = 0
    for each in range(KINDS - 1):  # no early end: a branch that nobody can predict costs more than the adding
        counted += int(pile[each])
        kind += 1 if nth >= counted else 0
    pile[kind] = int(pile[kind]) - 1
    return kind


# --- end and score --------------------------------------------------------------------------------------


@rule
def over(state: State) -> bool:
    """D14: the river with the draw pile is below five cards; D15: no dam is left."""
    if int(state.river[TOP]) == NONE:
        return True
    for pile in range(PILES):
        if int(state.built[pile]) < int(PILE_SIZES[pile]):
            return False
    return True


@rule
def score(state: State, seat: int) -> int:
    """D16: what a seat has is worth."""
    return points(int(state.dams[seat]), int(state.cubes[seat]), int(state.garbage[seat]))


@rule
def points(dams: int, cubes: int, garbage: int) -> int:
    """D16: dams, cubes, garbage."""
    bulk = min(garbage, len(GARBAGE_LOSS) - 1)
    return dam_points(dams) + cubes // CUBES_FOR_A_POINT - int(GARBAGE_LOSS[bulk])


@rule
def dam_points(dams: int) -> int:
    """The points of a set of dams."""
    total = 0
    for dam in range(DAMS):
        if dams >> dam & 1:
            total += int(DAM_POINTS[dam])
    return total


@rule
def wood(state: State, seat: int) -> int:
    """D17: the value of the tree cards left in hand, which breaks ties."""
    hand = state.hand
    value = 0
    for kind in range(TREES):
        value += int(VALUES[kind]) * int(hand[seat, kind])
    return value


@rule
def standing(state: State, seat: int, points: int) -> int:
    """D17: what ranks players: points first, then wood."""
    return MORE_THAN_WOOD * points + wood(state, seat)


@rule
def place(state: State, seat: int) -> int:
    """D17: the final rank from 1; equals share a place and the next is left out."""
    mine = standing(state, seat, score(state, seat))
    rank = 1
    for other in range(int(state.seats)):
        rank += 1 if standing(state, other, score(state, other)) > mine else 0
    return rank


# --- sizes everybody sees -------------------------------------------------------------------------------


@rule
def pile_size(state: State) -> int:
    """Cards below the top of the draw pile."""
    pile = state.pile
    size = 0
    for kind in range(KINDS):
        size += int(pile[kind])
    return size


@rule
def hand_size(state: State, seat: int) -> int:
    """Cards in a hand."""
    hand = state.hand
    size = 0
    for kind in range(HAND_KINDS):
        size += int(hand[seat, kind])
    return size


@rule
def dams_built(state: State, seat: int) -> int:
    """Dam cards that a seat has built."""
    dams = int(state.dams[seat])
    count = 0
    for dam in range(DAMS):
        count += dams >> dam & 1
    return count


@rule
def dam_pile_size(state: State, seat: int) -> int:
    """Cards in the face-down pile before a seat: its dams, and the garbage in them."""
    return dams_built(state, seat) + int(state.garbage[seat])


@rule
def discarded(state: State, kind: int) -> int:
    """How many of a kind lie in the discard pile: all that lie nowhere else."""
    count = int(COUNTS[kind]) - int(state.pile[kind])
    for place in range(PLACES):
        if int(state.river[place]) == kind:
            count -= 1
    for seat in range(int(state.seats)):
        count -= int(state.garbage[seat]) if kind == GARBAGE else int(state.hand[seat, kind])
    return count


@rule
def discard_size(state: State) -> int:
    """Cards in the discard pile."""
    size = CARDS - pile_size(state)
    for place in range(PLACES):
        size -= 0 if int(state.river[place]) == NONE else 1
    for seat in range(int(state.seats)):
        size -= hand_size(state, seat) + int(state.garbage[seat])
    return size
