"""Amik: the score line by line (A16, A20)."""

from lodge.games.amik.rules.facts import PENALTY
from lodge.games.amik.rules.lodges import points_of_lodges
from lodge.games.amik.rules.scoring import earlier_score, penalties, river_length
from lodge.games.amik.rules.sets import size
from lodge.games.amik.rules.state import State, blank
from lodge.kernel import Out, rule

LINES = ("lodges", "river", "blank", "dead_ends", "earlier")
MORE_IS_BETTER = True


@rule
def lines(state: State, seat: int, out: Out) -> None:
    """A16: lodges, the bonus river, blank hexes, rivers that lead nowhere; A20: the landscapes before."""
    low, high = blank(state, seat)
    blanks = size(low, high)
    out[0] = points_of_lodges(state, seat)
    out[1] = river_length(state, seat)
    out[2] = -PENALTY * blanks
    out[3] = -PENALTY * (penalties(state, seat) - blanks)
    out[4] = earlier_score(state, seat)
