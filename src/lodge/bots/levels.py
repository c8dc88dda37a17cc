"""Levels: bots for people to play against, from `gentle` to `master`.

A weaker level is the same search with less to go by and an easier mind: it looks at a position for a moment, and of the
moves that seem good it may take one that seems a little less so, the likelier the less it seems to cost. So it plays
like somebody who has understood the game and overlooks something now and then; it never throws a game away.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from lodge.bots.search import Master, Search, Weight
from lodge.games import Game
from lodge.games.native import native_rules
from lodge.kernel import Luck, below

FAR = 3.0  # a move that seems to cost more than this many times the slack is not taken
LOTS = 1 << 20


@dataclass(frozen=True)
class Level:
    """A search that is content with what seems to cost little; `slack` is in parts of all there is to win."""

    search: Search
    slack: float

    def choose(self, game: Game, state: Any, seat: int, luck: Luck) -> int:
        """One of the moves that seem good."""
        out = np.zeros(game.rules.MOST_CANDIDATES, np.int16)
        if native_rules(game).candidates(state, seat, out) == 1:
            return int(out[0])
        return self._pick(self.search.weigh(game, state, seat, luck), luck)

    def _pick(self, weights: list[Weight], luck: Luck) -> int:
        best = max(weight.value for weight in weights)
        near = [weight for weight in weights if best - weight.value <= FAR * self.slack]
        chances = [math.exp((weight.value - best) / self.slack) for weight in near]
        lot = below(luck, LOTS) / LOTS * sum(chances)
        for weight, chance in zip(near, chances, strict=True):
            lot -= chance
            if lot < 0:
                return weight.action
        return near[-1].action


LEVELS: dict[str, Level | Search] = {
    "gentle": Level(Search(playouts=100, milliseconds=60), slack=0.04),
    "steady": Level(Search(playouts=400, milliseconds=150), slack=0.015),
    "sharp": Search(playouts=None, milliseconds=900),
    "master": Master(milliseconds=2700, threads=2),
}
