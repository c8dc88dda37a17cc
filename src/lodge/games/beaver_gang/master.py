"""Beaver Gang: what the bot `master` searches with.

For two players it has learned habits, which say how good an action seems, and by which its play-outs are played: those
of a player who knows how searching bots play, and for the others those of such a bot. What search finds out and what
habits say count the same, and hidden cards are imagined as they were found to lie. With more players it is the
hand-written player.
"""

from pathlib import Path
from typing import Any

import numpy as np

from lodge.games.beaver_gang import greedy
from lodge.games.beaver_gang.beliefs import believe as believe_two
from lodge.games.beaver_gang.facts import FEWEST_SEATS
from lodge.games.beaver_gang.greedy import PLANS, alone, resting, shortlist, worth
from lodge.games.beaver_gang.habits import decide, seems_worth
from lodge.games.beaver_gang.state import State
from lodge.kernel import Luck, Out, rule

__all__ = [
    "PLANS",
    "SEATS",
    "alone",
    "believe",
    "certain",
    "choose",
    "hasty",
    "opinion",
    "prepare",
    "resting",
    "rival",
    "shortlist",
    "worth",
]

SEATS = (2, 2)
OURS, THEIRS = np.load(Path(__file__).with_name("habits.npy"))
by_hand, believe_by_hand = greedy.hasty, greedy.believe
OF_ONE = 10  # habits are weighed in hundred-thousandths, worths in ten-thousandths


@rule
def choose(state: State, seat: int, out: Out, luck: Luck) -> int:  # noqa: ARG001
    """As `hasty`: it is quick enough."""
    return hasty(state, seat, luck)


@rule
def hasty(state: State, seat: int, luck: Luck) -> int:
    """By habit."""
    return decide(state, seat, OURS) if int(state.seats) == FEWEST_SEATS else by_hand(state, seat, luck)


@rule
def rival(state: State, seat: int, luck: Luck) -> int:
    """As another player is expected to play: by the habits of the bot `search`."""
    return decide(state, seat, THEIRS) if int(state.seats) == FEWEST_SEATS else by_hand(state, seat, luck)


@rule
def opinion(state: State, seat: int, action: int) -> int:
    """What habits say of an action."""
    return seems_worth(state, seat, action, OURS) // OF_ONE if int(state.seats) == FEWEST_SEATS else 0


@rule
def believe(state: State, seat: int, luck: Luck) -> None:
    """Imagine what others' play suggests."""
    if int(state.seats) == FEWEST_SEATS:
        believe_two(state, seat, luck)
    else:
        believe_by_hand(state, seat, luck)


def certain(state: Any, seat: int) -> int | None:  # noqa: ARG001
    """Nothing is certain before all cards are turned up."""
    return None


def prepare() -> None:
    """There is nothing to compile for `certain`."""
