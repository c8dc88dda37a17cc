"""Exact answers where a last turn of dice is left: a game's own player may know what comes of every roll."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

import numpy as np

from lodge.games import Game
from lodge.games.api import Master
from lodge.games.compiled import is_interpreted
from lodge.kernel import Luck, Out, array, lucky

ANY_ACTION = -1
KEPT = 256  # positions whose last turn is known

_last: dict[tuple[str, bytes, int, int], dict[int, tuple[float, ...]]] = {}


@runtime_checkable
class Reckoner(Master, Protocol):
    """A master that knows exactly what the last turn comes to, whatever is rolled in it."""

    @property
    def ROWS(self) -> int:  # noqa: N802 - a constant of a module
        """How many positions it needs room for; the first is the one that is asked about."""

    @property
    def PARTS(self) -> int:  # noqa: N802 - the same
        """In how many parts of a point, or of the win, it tells that."""

    def last_worths(self, states: Any, seat: int, only: int, luck: Luck, actions: Out, worths: Any) -> int:
        """Write the candidates, or only one action, and what each brings each seat; how many, 0 where it cannot say."""


def last_worths(game: Game, state: Any, seat: int, only: int = ANY_ACTION) -> dict[int, tuple[float, ...]]:
    """What each candidate, or only one action, brings each seat by all rolls to come: points, or shares of the win.

    Empty where that cannot be said: before the last turn, or in a game whose player does not know.
    """
    own = game.master
    if not isinstance(own, Reckoner) or is_interpreted(game):
        return {}
    key = game.id, state.tobytes(), seat, only
    found = _last.get(key)
    if found is None:
        if len(_last) > KEPT:  # another thread may be clearing it, too: nothing is read from it that was written
            _last.clear()
        states, seats = array(game.rules.State, own.ROWS), game.seats[1]
        actions = np.zeros(game.rules.ACTIONS, np.int16)
        worths = np.zeros(game.rules.MOST_CANDIDATES * seats, np.int64)
        states[0] = state
        count = own.last_worths(states, seat, only, lucky(0), actions, worths)
        rows = (worths.reshape(-1, seats)[:count, : int(state.seats)] / own.PARTS).tolist()
        found = _last[key] = dict(zip(actions[:count].tolist(), map(tuple, rows), strict=True))
    return found
