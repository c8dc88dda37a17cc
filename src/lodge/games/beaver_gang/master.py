"""Beaver Gang for two: what the bot `master` searches with.

A net that has seen how searching bots play says what it thinks of every action (`instinct.py`). Play-outs add what is
true of just these cards: they are played by learned habits, those of a player who knows such bots, and for the other
one those of such a bot, and hidden cards are imagined as they were found to lie. With more players `master` searches
with the hand-written player.
"""

from pathlib import Path
from typing import Any

import numpy as np

from lodge.games.beaver_gang.beliefs import believe
from lodge.games.beaver_gang.greedy import PLANS, alone, resting, worth
from lodge.games.beaver_gang.habits import decide
from lodge.games.beaver_gang.instinct import advise, prepare
from lodge.games.beaver_gang.sight import listed as shortlist
from lodge.games.beaver_gang.state import State
from lodge.kernel import Luck, Out, rule

__all__ = [
    "PLANS",
    "SEATS",
    "advise",
    "alone",
    "believe",
    "certain",
    "choose",
    "hasty",
    "prepare",
    "resting",
    "rival",
    "shortlist",
    "worth",
]

SEATS = (2, 2)
OURS, THEIRS = np.load(Path(__file__).with_name("habits.npy"))


@rule
def choose(state: State, seat: int, out: Out, luck: Luck) -> int:  # noqa: ARG001
    """As `hasty`: it is quick enough."""
    return hasty(state, seat, luck)


@rule
def hasty(state: State, seat: int, luck: Luck) -> int:  # noqa: ARG001
    """By habit."""
    return decide(state, seat, OURS)


@rule
def rival(state: State, seat: int, luck: Luck) -> int:  # noqa: ARG001
    """As another player is expected to play: by the habits of the bot `search`."""
    return decide(state, seat, THEIRS)


def certain(state: Any, seat: int) -> int | None:  # noqa: ARG001
    """Nothing is certain before all cards are turned up."""
    return None
