"""Donnant Donnant: the player that `master` has for games alone.

It is one that looks at what its stall promises (`appraisal`, `keen`), with weights tuned by games alone. It makes about
as many points as search with the hand-written player does, in a fraction of the time. With others, who can end the game
early, it is no better than the hand-written one, so there `master` searches with that.
"""

from typing import Any

from lodge.games.donnant_donnant.appraisal import promise
from lodge.games.donnant_donnant.facts import ROLLS, STALL
from lodge.games.donnant_donnant.greedy import PLANS, SOLO_POINT, alone, believe, resting
from lodge.games.donnant_donnant.greedy import worth as worth_at_the_end
from lodge.games.donnant_donnant.keen import act, best_on_market
from lodge.games.donnant_donnant.prospects import prospect
from lodge.games.donnant_donnant.rerolls import FOUR, THREE, gains_room, weigh_goals
from lodge.games.donnant_donnant.rules import candidates
from lodge.games.donnant_donnant.state import LAYS, REROLL, TURN, State, over, unused
from lodge.games.donnant_donnant.trials import completed_brings
from lodge.games.donnant_donnant.tuned import KEEN, TELLS
from lodge.games.donnant_donnant.weights import EARLY
from lodge.games.worth import UNIT
from lodge.kernel import Luck, Out, heavy, rule

__all__ = [
    "PLANS",
    "SEATS",
    "alone",
    "believe",
    "certain",
    "choose",
    "far",
    "hasty",
    "prepare",
    "resting",
    "shortlist",
    "worth",
]

SEATS = (1, 1)
HORIZON = 2  # rounds that a play-out goes on for
GOOD_REROLLS = 6  # that search looks at
REST = 100  # what a last roll is worth that brings nothing


@rule
def choose(state: State, seat: int, out: Out, luck: Luck) -> int:  # noqa: ARG001 - others need room
    """The action that seems best."""
    return act(state, seat, KEEN)


@rule
def hasty(state: State, seat: int, luck: Luck) -> int:  # noqa: ARG001
    """The same."""
    return act(state, seat, KEEN)


@rule
def far(start: State, state: State) -> bool:
    """Whether a play-out has reached the round at which it is judged by what the stall promises."""
    return int(state.round) >= int(start.round) + HORIZON


@rule
def worth(state: State, seat: int) -> int:
    """As the hand-written player has it; before the end, by what the stall is expected to come to."""
    if over(state):
        return worth_at_the_end(state, seat)
    return min(UNIT, max(0, SOLO_POINT * prospect(state, seat, KEEN, TELLS) // 100))


@rule
def shortlist(state: State, seat: int, out: Out) -> int:
    """Of all rerolls those that promise most."""
    count = candidates(state, seat, out)
    if int(state.phase) != TURN or not unused(state) or int(state.rolls) == ROLLS:
        return count
    others = 0
    for i in range(count):
        if not REROLL < int(out[i]) < LAYS:
            out[others] = out[i]
            others += 1
    good_rerolls(state, seat, out, others)
    return others + GOOD_REROLLS


@heavy
def good_rerolls(state: State, seat: int, out: Out, count: int) -> None:
    """Write the best rerolls behind `count` other actions."""
    gains = gains_room()
    now = promise(state, seat, KEEN)
    for which in range(STALL):
        gains[which] = 0
        if int(state.unfinished[seat]) >> which & 1:
            gains[which] = completed_brings(state, seat, which, KEEN) - now
    for goal, price in ((THREE, 3), (FOUR, 4)):
        gains[goal] = best_on_market(state, seat, price, KEEN) - now if int(state.cards[seat]) < STALL else 0
    weigh_goals(state, seat, gains, REST, int(KEEN[EARLY]), out, count, GOOD_REROLLS)


def certain(state: Any, seat: int) -> int | None:  # noqa: ARG001
    """Nothing beyond what can be tried out."""
    return None


def prepare() -> None:
    """Nothing but what search needs."""
