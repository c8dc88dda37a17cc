"""Dam It!: a hand-written player.

What it knows of the game: a card that drifts by is gone, a dam waits. So it takes while the river brings something
worth its cubes, and builds when it does not, or when the end is near. Building is also the way to leave garbage
to the next player. The numbers, in hundredths of a point, were tuned by play against earlier versions of itself,
with two and with four players.
"""

from itertools import pairwise

import numpy as np

from lodge.games.dam_it.players.beliefs import believe_even
from lodge.games.dam_it.rules import candidates, facts, held_kinds
from lodge.games.dam_it.rules.arrays import COSTS, DAM_POINTS, GARBAGE_LOSS, PILE_SIZES, PILE_STARTS, VALUES
from lodge.games.dam_it.rules.facts import COUNTS, DISPOSAL, GARBAGE, HAND_KINDS, PILES
from lodge.games.dam_it.rules.payments import SETS, THRIFTY, THRIFTY_START, WORTH
from lodge.games.dam_it.rules.state import BUILD, DISPOSE, NONE, PLACES, State, over, pile_size, place, score
from lodge.games.worth import lead_worth
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
PLANS = True
HALF_WON = 30  # points of lead that count as half of all there is to win

UNTHINKABLE = 10_000


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
def shortlist(state: State, seat: int, out: Out) -> int:
    """All candidates are few enough."""
    return candidates(state, seat, out)


@rule
def alone(state: State, seat: int) -> None:
    """Everybody matters to everybody."""


@rule
def believe(state: State, seat: int, luck: Luck) -> None:
    """Everything that fits may be, the likelier the closer the others are to each other."""
    believe_even(state, seat, luck)


@rule
def resting(state: State) -> bool:
    """Nothing is decided before the end."""
    return over(state)


@rule
def worth(state: State, seat: int) -> int:
    """The lead over the best other, and half a point for the winner."""
    rival = NONE
    for other in range(int(state.seats)):
        if other != seat and (rival == NONE or score(state, other) > score(state, rival)):
            rival = other
    lead = 2 * (score(state, seat) - score(state, rival))
    return lead_worth(lead + (1 if place(state, seat) == 1 else -1), HALF_WON)


@rule
def card_worth(kind: int, held: int, turns: int) -> int:
    """One more card of a kind, when `held` of it are in hand and `turns` remain."""
    worth = WILD if kind == DISPOSAL else BRANCH * int(VALUES[kind]) + TREE
    for _ in range(held):
        worth = worth * AGAIN // 100
    return worth * min(turns, LATE) // LATE


@rule
def take_worth(state: State, seat: int, action: int, turns: int) -> int:
    """A take: the card, the cubes it brings, the cubes it costs."""
    place = action % PLACES
    kind = int(state.river[place])
    worth = (int(state.stones[place]) - place) * CUBE
    if kind != GARBAGE:
        return worth + card_worth(kind, int(state.hand[seat, kind]), turns)
    if action >= DISPOSE:
        return worth - card_worth(DISPOSAL, int(state.hand[seat, DISPOSAL]) - 1, turns)
    now = min(int(state.garbage[seat]), len(GARBAGE_LOSS) - 1)
    then = min(now + 1, len(GARBAGE_LOSS) - 1)
    return worth - (int(GARBAGE_LOSS[then]) - int(GARBAGE_LOSS[now])) * POINT * GARBAGE_COUNTS // 100


@rule
def build_worth(state: State, seat: int, action: int, turns: int) -> int:
    """A dam: its points without the cards that pay for it, most of it put off while there is time."""
    pile = (action - BUILD) // SETS
    payment = (action - BUILD) % SETS
    worth = int(DAM_POINTS[int(PILE_STARTS[pile]) + int(state.built[pile])]) * POINT
    for kind in range(HAND_KINDS):
        if payment >> kind & 1:
            worth -= card_worth(kind, int(state.hand[seat, kind]) - 1, turns)
    return worth // (1 + (PATIENCE - 1) * min(turns, LATE) // LATE)


# --- the same, by tables ----------------------------------------------------------------------------------

# By turns left, cards of the kind held, kind.
_CARD_WORTH = np.array(
    [
        [[card_worth(kind, held, turns) for kind in range(HAND_KINDS)] for held in range(max(COUNTS) + 1)]
        for turns in range(LATE + 1)
    ],
    np.int16,
)
_LOSSES = (*facts.GARBAGE_LOSS, facts.GARBAGE_LOSS[-1])
_GARBAGE_WORTH = np.array([(more - less) * GARBAGE_COUNTS for less, more in pairwise(_LOSSES)], np.int16)
# What a payment takes out of a hand that holds one of each, early in the game; and for each pile and set of kinds
# held (`pile * SETS + held`), the thrifty payment that takes least.
_PAYMENT_WORTH = np.array(
    [sum(card_worth(kind, 0, LATE) for kind in range(HAND_KINDS) if payment >> kind & 1) for payment in range(SETS)],
    np.int16,
)
_CHEAPEST = np.array(
    [
        min(THRIFTY[start:end], key=lambda payment: int(_PAYMENT_WORTH[payment]), default=0)
        for start, end in pairwise(THRIFTY_START)
    ],
    np.int16,
)


@rule
def hasty(state: State, seat: int, luck: Luck) -> int:  # noqa: ARG001 - others may need luck
    """As strong as `choose` in a fraction of the time, for play-outs: it does not count doubles when it pays."""
    turns = min((pile_size(state) + 1) // int(state.seats), LATE)
    best = 0
    most = -UNTHINKABLE
    for at in range(min(PLACES, int(state.cubes[seat]) + 1)):
        kind = int(state.river[at])
        worth = (int(state.stones[at]) - at) * CUBE
        action = at
        if kind != GARBAGE:
            worth += int(_CARD_WORTH[turns, int(state.hand[seat, kind]), kind])
        elif int(state.hand[seat, DISPOSAL]) > 0:
            worth -= int(_CARD_WORTH[turns, int(state.hand[seat, DISPOSAL]) - 1, DISPOSAL])
            action = DISPOSE + at
        else:
            worth -= int(_GARBAGE_WORTH[min(int(state.garbage[seat]), len(_GARBAGE_WORTH) - 1)])
        if worth > most:
            most = worth
            best = action
    return hasty_dam(state, seat, turns, best, most * (1 + (PATIENCE - 1) * turns // LATE))


@rule
def hasty_dam(state: State, seat: int, turns: int, best: int, most: int) -> int:
    """The dam that brings more than `most`, all of it counted at once; if there is none, `best`."""
    held = held_kinds(state, seat)
    means = int(WORTH[held])
    for pile in range(PILES):
        if means >= int(COSTS[pile]) and int(state.built[pile]) < int(PILE_SIZES[pile]):
            payment = int(_CHEAPEST[pile * SETS + held])
            points = int(DAM_POINTS[int(PILE_STARTS[pile]) + int(state.built[pile])])
            worth = points * POINT - int(_PAYMENT_WORTH[payment]) * turns // LATE
            if worth > most:
                most = worth
                best = BUILD + pile * SETS + payment
    return best
