"""Levels: bots for people to play against, from `gentle` to `master`.

A weaker level is the same search with less to go by and an easier mind: it looks at a position for a moment, and of the
moves that seem good it may take one that seems a little less so, the likelier the less it seems to cost. So it plays
like somebody who has understood the game and overlooks something now and then; it never throws a game away. Weakness
comes from few play-outs rather than from much slack: moves are compared with the same luck, so that even few of them
show a loss that is sure, while what is a matter of luck is misjudged, as people misjudge it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from lodge.bots.halving import Halving
from lodge.bots.search import Master, Search, Weight, weights
from lodge.bots.tree import Tree
from lodge.games import Game
from lodge.games.compiled import compiled_rules
from lodge.games.tuning import LevelSettings
from lodge.games.worth import UNIT
from lodge.kernel import Luck, below

LEAST = 1e-4  # where all play-outs end the same, differences are none
LOTS = 1 << 20


@dataclass(frozen=True)
class Level:
    """A search that accepts any move that seems to cost at most `slack`.

    `slack` is a fraction of how much play-outs differ by luck, because a point weighs differently in every game.
    """

    search: Search
    slack: float

    def choose(self, game: Game, state: Any, seat: int, luck: Luck) -> int:
        """One of the moves that seem good."""
        out = np.zeros(game.rules.MOST_CANDIDATES, np.int16)
        if compiled_rules(game).candidates(state, seat, out) == 1:
            return int(out[0])
        trees = self.search.grown(game, state, seat, luck, settle=True)  # a lead in visits is one in value, or nearly
        return self._pick(weights(trees), max(LEAST, spread(trees)), luck)

    def _pick(self, found: list[Weight], spread: float, luck: Luck) -> int:
        """What was looked at little seems worse than it did: it may only have been lucky."""
        seems = [weight.value - spread / math.sqrt(weight.visits) for weight in found]
        best, slack = max(seems), self.slack * spread
        near = [i for i in range(len(found)) if best - seems[i] <= slack]
        chances = [math.exp((seems[i] - best) / slack) for i in near]
        lot = below(luck, LOTS) / LOTS * sum(chances)
        for i, chance in zip(near, chances, strict=True):
            lot -= chance
            if lot < 0:
                return found[i].action
        return found[near[-1]].action


def spread(trees: Sequence[Tree | Halving]) -> float:
    """The standard deviation of what play-outs were worth to who searches."""
    moments = [tree.moments() for tree in trees if isinstance(tree, Tree)]
    count, total, squares = (sum(column) for column in zip(*moments, strict=True))
    return math.sqrt(max(0.0, squares / count - (total / count) ** 2)) / UNIT


@dataclass(frozen=True)
class Tuned:
    """A level that a game may tune (`lodge.games.tuning`): never its time, which people wait.

    With play-outs of its own it takes exactly these, however long they take: then the same luck gives the same moves on
    every machine.
    """

    name: str
    usual: Level
    playouts: int | None = None

    def of(self, game: Game) -> Level | Master:
        """The level as it is in a game."""
        search = self.usual.search
        settings = game.tuning.levels.get(self.name) or LevelSettings(search.playouts, self.usual.slack)
        playouts, milliseconds = settings.playouts, search.milliseconds
        if self.playouts is not None:
            playouts, milliseconds = self.playouts, None
        if settings.slack is None:
            return Master(playouts, milliseconds)
        return Level(Search(playouts, milliseconds), settings.slack)

    def choose(self, game: Game, state: Any, seat: int, luck: Luck) -> int:
        """As the level does in this game."""
        return self.of(game).choose(game, state, seat, luck)


# Alone and with two, neighbours are 100 points of rating apart and more, or about that (docs/strength.md); with more at
# the table luck levels them further.
LEVELS: dict[str, Tuned | Master] = {
    "gentle": Tuned("gentle", Level(Search(playouts=60, milliseconds=150), slack=0.3)),
    "steady": Tuned("steady", Level(Search(playouts=400, milliseconds=450), slack=0.1)),
    "sharp": Tuned("sharp", Level(Search(playouts=None, milliseconds=900), slack=0.01)),
    "master": Master(milliseconds=2700, threads=2),
}
