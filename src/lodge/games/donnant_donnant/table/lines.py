"""Donnant Donnant: the score line by line (N26)."""

from lodge.games.donnant_donnant.rules.facts import EVALUATIONS
from lodge.games.donnant_donnant.rules.scoring import best_way, score_of
from lodge.games.donnant_donnant.rules.state import State
from lodge.kernel import Out, rule

LINES = EVALUATIONS
MORE_IS_BETTER = True


@rule
def lines(state: State, seat: int, out: Out) -> None:
    """N26: the completed cards of each kind."""
    way = best_way(state, seat)
    for kind in range(len(LINES)):
        out[kind] = score_of(state, seat, 1 << kind, way)
