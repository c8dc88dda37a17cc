"""Beaver Gang: what the bot `master` searches with.

A net that has seen how searching bots play says what it thinks of every action (`net.py`). Play-outs add what is
true of just these cards. With two players they are played by learned policies, that of a player who knows such
bots, and for the other one that of such a bot, and hidden cards are imagined as they were found to lie; with more, as
the hand-written player does it all.
"""

from pathlib import Path
from typing import Any

import numpy as np

from lodge.games.api import Advice
from lodge.games.beaver_gang.players import greedy
from lodge.games.beaver_gang.players.greedy import PLANS, alone, resting, worth
from lodge.games.beaver_gang.players.master import beliefs, slots
from lodge.games.beaver_gang.players.master.net import FOR_MORE, FOR_TWO, advise
from lodge.games.beaver_gang.players.master.policy import decide
from lodge.games.beaver_gang.rules.facts import FEWEST_SEATS, MOST_SEATS
from lodge.games.beaver_gang.rules.state import State
from lodge.kernel import Luck, Out, rule

__all__ = ["PLANS", "advise", "alone", "resting", "worth"]  # offered as they are

SEATS = (FEWEST_SEATS, MOST_SEATS)
ADVICE = (
    Advice((FEWEST_SEATS, FEWEST_SEATS), FOR_TWO.file.name, FOR_TWO.features),
    Advice((FEWEST_SEATS + 1, MOST_SEATS), FOR_MORE.file.name, FOR_MORE.features),
)
OURS, THEIRS = np.load(Path(__file__).with_name("policy.npy"))


@rule
def choose(state: State, seat: int, out: Out, luck: Luck) -> int:  # noqa: ARG001
    """As `hasty`: it is quick enough."""
    return hasty(state, seat, luck)


@rule
def hasty(state: State, seat: int, luck: Luck) -> int:
    """By the policy."""
    return decide(state, seat, OURS) if is_for_two(state) else greedy.hasty(state, seat, luck)


@rule
def rival(state: State, seat: int, luck: Luck) -> int:
    """As another player is expected to play: by the policy of the bot `search`."""
    return decide(state, seat, THEIRS) if is_for_two(state) else greedy.hasty(state, seat, luck)


@rule
def is_for_two(state: State) -> bool:
    """Whether there is a policy."""
    return int(state.seats) == FEWEST_SEATS


@rule
def believe(state: State, seat: int, luck: Luck) -> None:
    """Imagine what is hidden, as others' play suggests it."""
    if is_for_two(state):
        beliefs.believe(state, seat, luck)
    else:
        greedy.believe(state, seat, luck)


@rule
def shortlist(state: State, seat: int, out: Out) -> int:
    """Of many exchanges only those that seem best."""
    return slots.listed(state, seat, out) if is_for_two(state) else slots.slotted(state, seat, out)


def certain(state: Any, seat: int) -> int | None:  # noqa: ARG001
    """Nothing is certain before all cards are turned up."""
    return None
