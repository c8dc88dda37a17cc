"""Exact answers: where nothing is hidden and nothing is left to chance, everything is tried to the end.

Rules draw luck only where there is more than one outcome, so a position is certain for as long as nothing is drawn.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from lodge.games import Game
from lodge.games.native import native_rules
from lodge.games.playout import first_seat
from lodge.kernel import copy, lucky
from lodge.kernel.compile import native

MOST_TRIED = 4000  # moves, some ten milliseconds: then it is left to search


class Uncertain(Exception):
    """Luck was drawn, or there is too much to try."""


def solve(game: Game, state: Any, seat: int, most: int = MOST_TRIED) -> int | None:
    """The action that is best for the seat if everybody does what is best for them; None where that is not certain."""
    luck = lucky(0)
    known = copy(state)
    native_rules(game).imagine(known, seat, luck)
    if int(luck.drawn):
        return None
    game.greedy.alone(known, seat)
    try:
        return _Solver(game, most).best(known)[1]
    except Uncertain:
        return None


@cache
def _worth(game: Game) -> Any:
    return native(game.greedy.worth, game.folder)


class _Solver:
    """Everything that can come of a position, each position once."""

    def __init__(self, game: Game, most: int) -> None:
        self.game = game
        self.rules = native_rules(game)
        self.left = most
        self.found: dict[bytes, tuple[tuple[int, ...], int]] = {}

    def best(self, state: Any) -> tuple[tuple[int, ...], int]:
        """What the position is worth to each seat, and the mover's best action (the first of equals)."""
        waiting = self.rules.pending(state)
        if not waiting or self.game.greedy.resting(state):
            worth = _worth(self.game)
            return tuple(int(worth(state, seat)) for seat in range(int(state.seats))), 0
        key = state.tobytes()
        if key not in self.found:
            seat = first_seat(waiting)
            self.found[key] = max(self._after(state, seat), key=lambda one: one[0][seat])
        return self.found[key]

    def _after(self, state: Any, seat: int) -> list[tuple[tuple[int, ...], int]]:
        out = np.zeros(self.rules.MOST_CANDIDATES, np.int16)
        count = self.rules.candidates(state, seat, out)
        self.left -= count
        if self.left < 0:
            raise Uncertain
        values = []
        for action in map(int, out[:count]):
            after, luck = copy(state), lucky(0)
            self.rules.play(after, seat, action, luck)
            if int(luck.drawn):
                raise Uncertain
            values.append((self.best(after)[0], action))
        return values
