"""Exact answers: where nothing is hidden and nothing is left to chance, everything is tried to the end.

Rules draw luck only where there is more than one outcome, so a position is certain for as long as nothing is drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from lodge.games import Game
from lodge.games.compiled import compiled, compiled_rules, is_interpreted, state_of
from lodge.games.playout import first_seat
from lodge.kernel import INT, copy, lucky
from lodge.kernel.backend import Compiled

MOST_TRIED = 4000  # moves, some ten milliseconds: then it is left to search
FEW_TRIED = 40  # where rules are interpreted


class Uncertain(Exception):
    """Luck was drawn, or there is too much to try."""


def solve(game: Game, state: Any, seat: int, most: int | None = None) -> int | None:
    """The action that is best for the seat if everybody does what is best for them; None where that is not certain."""
    known = _known(game, state, seat)
    if known is None:
        return None
    _alone(game)(known, seat)
    try:
        return _Solver(game, most).best(known).action
    except Uncertain:
        return None


def foregone(game: Game, state: Any, seat: int, action: int | None = None) -> Any:
    """How the game ends (after an action of a seat) if everybody does what is best for them; None: that is not certain.

    Where seats that act at once do not affect each other, nobody waits for what another does: `certain` is for that.
    """
    known = None if game.rules.APART else _known(game, state, seat)
    if known is None:
        return None
    luck = lucky(0)
    if action is not None:
        compiled_rules(game).play(known, seat, action, luck)
    if int(luck.drawn):
        return None
    try:
        end = _Solver(game).best(known).end
    except Uncertain:
        return None
    return None if compiled_rules(game).pending(end) else end


def _known(game: Game, state: Any, seat: int) -> Any:
    """The position, if the seat knows all of it."""
    known, luck = copy(state), lucky(0)
    compiled_rules(game).imagine(known, seat, luck)
    return None if int(luck.drawn) else known


@cache
def _worth(game: Game) -> Compiled:
    return compiled(game, "greedy.worth", game.greedy.worth, state_of(game), INT)


@cache
def _alone(game: Game) -> Compiled:
    return compiled(game, "greedy.alone", game.greedy.alone, state_of(game), INT)


@cache
def _resting(game: Game) -> Compiled:
    return compiled(game, "greedy.resting", game.greedy.resting, state_of(game))


def entries(game: Game) -> Iterator[Compiled]:
    """What of it can be compiled."""
    yield from (_worth(game), _alone(game), _resting(game))


class _Found(NamedTuple):
    worths: tuple[int, ...]  # what the position is worth to each seat,
    action: int  # the mover's best action in it (the first of equals),
    end: Any  # and what it comes to


class _Solver:
    """Everything that can come of a position, each position once."""

    def __init__(self, game: Game, most: int | None = None) -> None:
        self.game = game
        self.rules = compiled_rules(game)
        self.left = most or (FEW_TRIED if is_interpreted(game) else MOST_TRIED)
        self.found: dict[bytes, _Found] = {}

    def best(self, state: Any) -> _Found:
        """What the position comes to if everybody does what is best for them."""
        waiting = self.rules.pending(state)
        if not waiting or _resting(self.game)(state):
            worth = _worth(self.game)
            return _Found(tuple(int(worth(state, seat)) for seat in range(int(state.seats))), 0, state)
        key = state.tobytes()
        if key not in self.found:
            seat = first_seat(waiting)
            self.found[key] = max(self._after(state, seat), key=lambda one: one.worths[seat])
        return self.found[key]

    def _after(self, state: Any, seat: int) -> list[_Found]:
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
            values.append(self.best(after)._replace(action=action))
        return values
