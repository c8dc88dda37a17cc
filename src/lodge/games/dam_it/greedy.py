"""Dam It!: a hand-written player.

What it knows of the game: a card that drifts by is gone, a dam waits. So it takes while the river brings something
worth its cubes, and builds when it does not, or when the end is near. Building is also the way to leave garbage
to the next player. The numbers, in hundredths of a point, were tuned by play against earlier versions of itself,
with two and with four players.
"""

from itertools import pairwise

import numpy as np

from lodge.games.dam_it.facts import (
    COSTS,
    DAM_POINTS,
    DISPOSAL,
    GARBAGE,
    GARBAGE_LOSS,
    HAND_KINDS,
    PILE_SIZES,
    PILE_STARTS,
    PILES,
    RIVER_LENGTH,
    VALUES,
)
from lodge.games.dam_it.payments import SETS, THRIFTY, THRIFTY_START, WORTH
from lodge.games.dam_it.rules import BUILD, DISPOSE, PLACES, State, candidates, held_kinds, pile_size
from lodge.kernel import Luck, Out, below, rule

POINT = 100
BRANCH = 80  # a tree card, for each of its value
TREE = 36  # a tree card, whatever its value
WILD = 210  # a disposal card
CUBE = 84
AGAIN = 94  # per cent: each further card of a kind is worth a little less
GARBAGE_COUNTS = 72  # per cent of the points it will cost: some of it comes anyway
PATIENCE = 9  # a dam now counts only for one in nine of what it brings: it can wait
LATE = 4  # turns before the end from which cards lose their worth, and dams can wait no longer

WORTH_TAKING = 50  # below this `hasty` would rather build
UNTHINKABLE = 10_000

_VALUES = np.array(VALUES, np.int8)
_DAM_POINTS = np.array(DAM_POINTS, np.int8)
_PILE_STARTS = np.array(PILE_STARTS, np.int8)
_GARBAGE_LOSS = np.array(GARBAGE_LOSS, np.int8)
_COSTS = np.array(COSTS, np.int8)
_PILE_SIZES = np.array(PILE_SIZES, np.int8)


@rule
def choose(state: State, seat: int, out: Out, luck: Luck) -> int:
    """The candidate that seems worth most; equals by lot."""
    count = candidates(state, seat, out)
    turns = (pile_size(state) + 1) // int(state.seats)
    best = 0
    most = 0
    equals = 0
    for i in range(count):
        action = int(out[i])
        worth = take_worth(state, seat, action, turns) if action < BUILD else build_worth(state, seat, action, turns)
        if equals == 0 or worth > most:
            most = worth
            equals = 0
        if worth == most:
            equals += 1
            if below(luck, equals) == 0:
                best = action
    return best


@rule
def card_worth(kind: int, held: int, turns: int) -> int:
    """One more card of a kind, when `held` of it are in hand and `turns` remain."""
    worth = WILD if kind == DISPOSAL else BRANCH * int(_VALUES[kind]) + TREE
    for _ in range(held):
        worth = worth * AGAIN // 100
    return worth * min(turns, LATE) // LATE


@rule
def take_worth(state: State, seat: int, action: int, turns: int) -> int:
    """A take: the card, the cubes it brings, the cubes it costs."""
    place = action % PLACES
    kind = int(state.river[place])
    gained = int(state.stones[place]) if place < RIVER_LENGTH else 0
    worth = (gained - place) * CUBE
    if kind != GARBAGE:
        return worth + card_worth(kind, int(state.hand[seat, kind]), turns)
    if action >= DISPOSE:
        return worth - card_worth(DISPOSAL, int(state.hand[seat, DISPOSAL]) - 1, turns)
    now = min(int(state.garbage[seat]), len(_GARBAGE_LOSS) - 1)
    then = min(now + 1, len(_GARBAGE_LOSS) - 1)
    return worth - (int(_GARBAGE_LOSS[then]) - int(_GARBAGE_LOSS[now])) * POINT * GARBAGE_COUNTS // 100


@rule
def build_worth(state: State, seat: int, action: int, turns: int) -> int:
    """A dam: its points without the cards that pay for it, most of it put off while there is time."""
    pile = (action - BUILD) // SETS
    payment = (action - BUILD) % SETS
    worth = int(_DAM_POINTS[int(_PILE_STARTS[pile]) + int(state.built[pile])]) * POINT
    for kind in range(HAND_KINDS):
        if payment >> kind & 1:
            worth -= card_worth(kind, int(state.hand[seat, kind]) - 1, turns)
    return worth // (1 + (PATIENCE - 1) * min(turns, LATE) // LATE)


_CARD_WORTH = np.array(
    [[card_worth(kind, 0, turns) for kind in range(HAND_KINDS)] for turns in range(LATE + 1)], np.int16
)
_GARBAGE_WORTH = np.array([(b - a) * GARBAGE_COUNTS for a, b in pairwise((*GARBAGE_LOSS, GARBAGE_LOSS[-1]))], np.int16)


@rule
def hasty(state: State, seat: int, luck: Luck) -> int:
    """A fair guess at `choose` in a fraction of the time, for play-outs: the best take, or else a dear dam."""
    turns = min((pile_size(state) + 1) // int(state.seats), LATE)
    best = 0
    most = -UNTHINKABLE
    for place in range(min(PLACES, int(state.cubes[seat]) + 1)):
        kind = int(state.river[place])
        worth = (int(state.stones[place]) - place if place < RIVER_LENGTH else -place) * CUBE
        action = place
        if kind != GARBAGE:
            worth += int(_CARD_WORTH[turns, kind])
        elif int(state.hand[seat, DISPOSAL]) > 0:
            worth -= int(_CARD_WORTH[turns, DISPOSAL])
            action = DISPOSE + place
        else:
            worth -= int(_GARBAGE_WORTH[min(int(state.garbage[seat]), len(_GARBAGE_WORTH) - 1)])
        if worth > most:
            most = worth
            best = action
    if most >= WORTH_TAKING:
        return best
    held = held_kinds(state, seat)
    means = int(WORTH[held])
    for pile in range(PILES):
        if means >= int(_COSTS[pile]) and int(state.built[pile]) < int(_PILE_SIZES[pile]):
            row = pile * SETS + held
            start = int(THRIFTY_START[row])
            return BUILD + pile * SETS + int(THRIFTY[start + below(luck, int(THRIFTY_START[row + 1]) - start)])
    return best
