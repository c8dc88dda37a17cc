"""Beaver Gang: a hand-written player."""

from lodge.games.beaver_gang.rules import candidates
from lodge.games.beaver_gang.state import (
    CLOSE,
    DEAL,
    DISCARD,
    DRAW,
    HOLD,
    KNOCK,
    KNOCKS,
    TURN,
    TURNED_UP,
    State,
)
from lodge.kernel import Luck, Out, below, rule


@rule
def choose(state: State, seat: int, out: Out, luck: Luck) -> int:
    """Any candidate."""
    return int(out[below(luck, candidates(state, seat, out))])


@rule
def hasty(state: State, seat: int, luck: Luck) -> int:  # noqa: ARG001
    """The dullest action."""
    phase = int(state.phase)
    if phase == TURN:
        return DRAW
    if phase == HOLD:
        return DISCARD
    if phase == KNOCK:
        return KNOCKS
    return DEAL if phase == TURNED_UP else CLOSE
