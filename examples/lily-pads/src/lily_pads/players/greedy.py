"""Lily Pads: a hand-written player."""

from lily_pads.rules import SIZE, State, legal
from lodge.kernel import Luck, Out, rule


@rule
def choose(state: State, seat: int, out: Out, luck: Luck) -> int:
    """The pad with most flies."""
    best = 0
    for at in range(legal(state, seat, out)):
        if flies_on(state, int(out[at])) > flies_on(state, int(out[best])):
            best = at
    return int(out[best])


@rule
def flies_on(state: State, pad: int) -> int:
    """Flies on a pad."""
    return int(state.flies[pad // SIZE, pad % SIZE])
