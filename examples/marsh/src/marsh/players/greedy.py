"""Marsh: a hand-written player."""

from lodge.kernel import Luck, Out, rule
from marsh.rules import SIZE, State, legal, score


@rule
def choose(state: State, seat: int, out: Out, luck: Luck) -> int:
    """The hex that gains most, or takes most from somebody else."""
    best, most = 0, -1
    for at in range(legal(state, seat, out)):
        gained = 0
        for owner in range(int(state.seats)):
            gained = max(gained, gain(state, owner, int(out[at])))
        if gained > most:
            best, most = at, gained
    return int(out[best])


@rule
def gain(state: State, seat: int, at: int) -> int:
    """What a lodge there would bring."""
    free = state.marsh[at // SIZE, at % SIZE]
    before = score(state, seat)
    state.marsh[at // SIZE, at % SIZE] = seat
    after = score(state, seat)
    state.marsh[at // SIZE, at % SIZE] = free
    return after - before
