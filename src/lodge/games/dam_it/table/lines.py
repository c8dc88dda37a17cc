"""Dam It!: the score line by line (D16)."""

from lodge.games.dam_it.rules.state import State, dam_points, points
from lodge.kernel import Out, rule

LINES = ("dams", "cubes", "garbage")
MORE_IS_BETTER = True


@rule
def lines(state: State, seat: int, out: Out) -> None:
    """D16: dams, cubes, garbage."""
    cubes, garbage = int(state.cubes[seat]), int(state.garbage[seat])
    out[0] = dam_points(int(state.dams[seat]))
    out[1] = points(0, cubes, 0)
    out[2] = points(0, 0, garbage)
