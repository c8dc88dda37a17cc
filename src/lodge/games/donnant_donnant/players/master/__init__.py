"""Donnant Donnant: the player that `master` has.

It is one that looks at what its stall promises (`value`, `policy`), with weights tuned by games alone and by games of
two. Alone it makes about as many points as search with the hand-written player does, in a fraction of the time. With
others it lays its ninth card, which brings the end, when that serves it better than the best of them.
"""

from typing import Any

from lodge.games.donnant_donnant.players.common import GOOD_REROLLS, list_but_rerolls, may_reroll
from lodge.games.donnant_donnant.players.ending import PARTS, ROWS, last_worths
from lodge.games.donnant_donnant.players.greedy import HALF_WON, PLANS, SOLO_POINT, alone, believe, resting
from lodge.games.donnant_donnant.players.greedy import worth as worth_at_the_end
from lodge.games.donnant_donnant.players.master.policy import act, best_on_market, completed_brings
from lodge.games.donnant_donnant.players.master.tuned import TELLS, WEIGHTS
from lodge.games.donnant_donnant.players.master.value import promise, prospect
from lodge.games.donnant_donnant.players.master.weights import EARLY
from lodge.games.donnant_donnant.players.rerolls import FOUR, THREE, gains_room, weigh_goals
from lodge.games.donnant_donnant.rules.facts import STALL
from lodge.games.donnant_donnant.rules.state import SEATS, State, over
from lodge.games.worth import UNIT, lead_worth
from lodge.kernel import INT, NUMBERS, Luck, One, Out, dtype_of, heavy, rule

__all__ = ["PARTS", "PLANS", "ROWS", "SEATS", "alone", "believe", "last_worths", "resting"]  # offered as they are

ALONE, WITH_OTHERS = range(2)  # which of the tuned numbers
DEEP = (1, 1)  # to the end, the luck of several hides what a move is worth
HORIZON = 2  # rounds that a play-out goes on for, alone;
TURNS = 4  # with others turns
REST = 100  # what a last roll is worth that brings nothing


@rule
def choose(state: State, seat: int, out: Out, luck: Luck) -> int:  # noqa: ARG001 - others need room
    """The action that seems best."""
    return act(state, seat, WEIGHTS[company(state)])


@rule
def hasty(state: State, seat: int, luck: Luck) -> int:  # noqa: ARG001
    """The same."""
    return act(state, seat, WEIGHTS[company(state)])


@rule
def company(state: State) -> int:
    """Which of the tuned numbers serve."""
    return ALONE if int(state.level) > 0 else WITH_OTHERS


@rule
def far(start: State, state: State) -> bool:
    """Whether a play-out is judged now by what stalls promise; with others not once the end has come (N25)."""
    if int(state.level) > 0:
        return int(state.round) >= int(start.round) + HORIZON
    return turns(state) >= turns(start) + TURNS and int(state.ending) == 0


@rule
def turns(state: State) -> int:
    """How many turns have been played."""
    seats = int(state.seats)
    return int(state.round) * seats + (int(state.active) - int(state.starter)) % seats


@rule
def worth(state: State, seat: int) -> int:
    """As the hand-written player has it; before the end, by what stalls are expected to come to."""
    if over(state):
        return worth_at_the_end(state, seat)
    mine = expected(state, seat)
    if int(state.level) > 0:
        return min(UNIT, max(0, SOLO_POINT * mine // 100))
    best = -(1 << 30)
    for other in range(int(state.seats)):
        if other != seat:
            best = max(best, expected(state, other))
    return lead_worth(mine - best, 50 * HALF_WON)  # hundredths, not halves


@rule
def expected(state: State, seat: int) -> int:
    """The points that a seat is expected to make, in hundredths; with others only their differences mean something."""
    return prospect(state, seat, WEIGHTS[company(state)], TELLS[company(state)])


@rule
def shortlist(state: State, seat: int, out: Out) -> int:
    """Of all rerolls those that promise most."""
    others = list_but_rerolls(state, seat, out)
    if not may_reroll(state):
        return others
    good_rerolls(state, seat, out, others)
    return others + GOOD_REROLLS


@heavy(One(dtype_of(State)), INT, NUMBERS, INT)
def good_rerolls(state: State, seat: int, out: Out, count: int) -> None:
    """Write the best rerolls behind `count` other actions."""
    gains = gains_room()
    weights = WEIGHTS[company(state)]
    now = promise(state, seat, weights)
    for which in range(STALL):
        gains[which] = 0
        if int(state.unfinished[seat]) >> which & 1:
            gains[which] = completed_brings(state, seat, which, weights) - now
    for goal, price in ((THREE, 3), (FOUR, 4)):
        gains[goal] = best_on_market(state, seat, price, weights) - now if int(state.cards[seat]) < STALL else 0
    weigh_goals(state, seat, gains, REST, int(weights[EARLY]), out, count, GOOD_REROLLS)


def certain(state: Any, seat: int) -> int | None:  # noqa: ARG001
    """Nothing beyond what can be tried out."""
    return None
