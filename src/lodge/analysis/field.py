"""A field of play-outs: a position, and every move in it, played on many times on the same luck.

Where nobody can do anything to the others (Amik), a move changes only its maker's game. So only that is played anew for
each move; the others' games are played once, and stay as they are until luck falls again. Where quick bots draw no luck
of their own, that says the same, to the bit, as playing for everybody each time, and costs a fraction of it.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from lodge.bots.playouts import Endings, play_outs
from lodge.games import Game
from lodge.games.protocol import EVERYTHING
from lodge.kernel import copy, same


class Field:
    """`count` play-outs of a position, and of moves in it; what the seat `eye` cannot know is imagined anew."""

    def __init__(self, game: Game, state: Any, count: int, seed: int, eye: int = EVERYTHING) -> None:
        self.game = game
        self.state = state
        self.count = count
        self.seed = seed
        self.eye = eye
        self._after: dict[tuple[int, int], Endings] = {}

    @cached_property
    def everybody(self) -> Endings:
        """How it ends if everybody plays on as a quick bot."""
        return play_outs(self.game, self.state, self.count, self.seed, eye=self.eye)

    def after(self, seat: int, action: int) -> Endings:
        """How it ends after an action of a seat."""
        if (seat, action) not in self._after:
            own = without_others(self.game, self.state, seat)
            found = play_outs(self.game, own, self.count, self.seed, eye=self.eye, seat=seat, action=action)
            self._after[seat, action] = found if same(own, self.state) else self._joined(seat, found)
        return self._after[seat, action]

    def moved(self, state: Any, endings: Endings) -> Field:
        """The field of the next position, where seats are apart and the move between drew no luck: all is known."""
        field = Field(self.game, state, self.count, self.seed, self.eye)
        field.everybody = endings
        return field

    def _joined(self, seat: int, own: Endings) -> Endings:
        """The seat's own game beside those of the others: who has most points wins."""
        scores, lines = self.everybody.scores.copy(), self.everybody.lines.copy()
        scores[:, seat], lines[seat] = own.scores[:, seat], own.lines[seat]
        best = scores.max(1, keepdims=True) if self.game.lines.MORE_IS_BETTER else scores.min(1, keepdims=True)
        won = (scores == best).astype(np.float64)
        return Endings(won / won.sum(1, keepdims=True), scores, lines)


def without_others(game: Game, state: Any, seat: int) -> Any:
    """The position without the others, where they cannot matter to the seat; elsewhere, the position."""
    own = copy(state)
    game.greedy.alone(own, seat)
    return own


def apart(game: Game, state: Any) -> bool:
    """Whether, from this position on, nobody can do anything to the others, and all is open."""
    return not game.rules.SECRETS and not same(without_others(game, state, 0), state)
