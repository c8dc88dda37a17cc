"""A field of play-outs: a position, and every move in it, played on many times on the same luck.

Where nobody can do anything to the others (Amik), a move changes only its maker's game. So only that is played anew for
each move; the others' games are played once, and stay as they are until luck falls again. Where quick bots draw no luck
of their own, that says the same, to the bit, as playing for everybody each time, and costs a fraction of it.

Where nothing is left to chance, and the game's own player has worked out what a seat can still get (Amik's last
upgrades), that is what it gets: quick bots would leave points lying.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from lodge.bots.playouts import Endings, play_outs
from lodge.games import Game
from lodge.games.api import EVERYTHING
from lodge.games.compiled import compiled_rules
from lodge.kernel import copy, lucky, same


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
        """How it ends if everybody plays on as a quick bot, but for what is worked out."""
        found = play_outs(self.game, self.state, self.count, self.seed, eye=self.eye)
        for seat in range(int(self.state.seats)):
            if (own := certain_lines(self.game, self.state, seat)) is not None:
                found = _with(self.game, found, seat, own.sum(), own)
        return found

    def after(self, seat: int, action: int) -> Endings:
        """How it ends after an action of a seat."""
        if (seat, action) not in self._after:
            own = without_others(self.game, self.state, seat)
            known = certain_lines(self.game, self.state, seat, action)
            if known is not None:
                found = _with(self.game, self.everybody, seat, known.sum(), known)
            else:
                found = play_outs(self.game, own, self.count, self.seed, eye=self.eye, seat=seat, action=action)
                if not same(own, self.state):
                    found = _with(self.game, self.everybody, seat, found.scores[:, seat], found.lines[seat])
            self._after[seat, action] = found
        return self._after[seat, action]

    def moved(self, state: Any, endings: Endings) -> Field:
        """The field of the next position, where seats are apart and the move between drew no luck: all is known."""
        field = Field(self.game, state, self.count, self.seed, self.eye)
        field.everybody = endings
        return field


def _with(game: Game, endings: Endings, seat: int, points: Any, own: Any) -> Endings:
    """A seat's own game beside those of the others: who has most points wins."""
    scores, lines = endings.scores.copy(), endings.lines.copy()
    scores[:, seat], lines[seat] = points, own
    best = scores.max(1, keepdims=True) if game.lines.MORE_IS_BETTER else scores.min(1, keepdims=True)
    won = (scores == best).astype(np.float64)
    return Endings(won / won.sum(1, keepdims=True), scores, lines)


def certain_lines(game: Game, state: Any, seat: int, action: int | None = None) -> Any:
    """What a seat gets, line by line, where its own player has worked out all that it does (after an action)."""
    own, rules = without_others(game, state, seat), compiled_rules(game)
    if game.master is None or not rules.pending(own) or (same(own, state) and int(state.seats) > 1):
        return None
    luck = lucky(0)
    while rules.pending(own):
        action = game.master.certain(own, seat) if action is None else action
        if action is None:
            return None
        rules.play(own, seat, action, luck)
        action = None
        if not same(luck, lucky(0)):
            return None
    lines = np.zeros(len(game.lines.LINES), np.int16)
    game.lines.lines(own, seat, lines)
    return lines


def without_others(game: Game, state: Any, seat: int) -> Any:
    """The position without the others, where they cannot matter to the seat; elsewhere, the position."""
    own = copy(state)
    game.greedy.alone(own, seat)
    return own


def apart(game: Game, state: Any) -> bool:
    """Whether, from this position on, nobody can do anything to the others, and all is open."""
    return not game.rules.SECRETS and not same(without_others(game, state, 0), state)
