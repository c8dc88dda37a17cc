"""A budget of time as numbers of play-outs: by the length of the record and the game, never by the clock.

So the same record and the same budget give the same analysis on every machine, busy or idle, and no match takes much
longer than its budget: a long one gets fewer play-outs for each move, down to LEAST.
"""

from __future__ import annotations

from lodge.analysis.field import apart
from lodge.games.compiled import is_interpreted
from lodge.match import Match

LEAST, MOST = 16, 2000  # play-outs of a move
FEWEST = 4  # in a first picture, which is to be there soon
SEARCHED = 4  # times as many are what `master` looks for good moves with
SETS = 12  # sets of play-outs that a position takes, about: how it stands, search, the best moves, the one played
INTERPRETED = 300  # times longer takes a move where rules are neither compiled nor in a module


def playouts_for(match: Match, seconds: float, least: int = LEAST) -> int:
    """How many play-outs every position gets, of a match that takes about so long in all."""
    left = (match.number + 1) / 2  # moves of a play-out, on average
    if apart(match.game, match.state_at(0)):
        left /= match.seats  # only the mover's own game is played on
    each = match.game.tuning.microseconds * left / 1e6
    each *= INTERPRETED if is_interpreted(match.game) else 1
    return max(least, min(MOST, int(seconds / max(1, match.number) / SETS / each)))
