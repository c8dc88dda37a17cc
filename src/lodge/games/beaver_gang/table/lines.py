"""Beaver Gang: the score line by line (B14)."""

from lodge.games.beaver_gang.rules.state import State, score
from lodge.kernel import Out, rule

LINES = ("pad",)
MORE_IS_BETTER = False


@rule
def lines(state: State, seat: int, out: Out) -> None:
    """B14: all rounds together: nothing else counts."""
    out[0] = score(state, seat)
