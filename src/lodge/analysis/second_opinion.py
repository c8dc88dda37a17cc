"""A second opinion: what `master`'s own search makes of two moves, each searched as deep as the other.

Play-outs say what a hasty player makes of a move. Where one has to plan (the last turns of Dam It!), that may mislead:
so where `master` grows a tree, a move is called a mistake only if that tree, grown below the move played and below the
better one on the same luck, says so as well.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lodge.analysis.numbers import noise_of
from lodge.bots.playouts import Numbers
from lodge.bots.search import Master, own_player
from lodge.bots.tree import Tree
from lodge.games import Game
from lodge.games.api import Adviser
from lodge.games.worth import UNIT

BATCHES = 16  # of the play-outs: how these differ tells the noise
MATTERS = 0.02  # of a win, as search counts: blunders cost 0.04 and more there, what only play-outs object to, 0.01


def confirms(game: Game, known: Any, seat: int, better: int, played: int, *, seed: int, playouts: int) -> bool | None:
    """Whether search, too, finds one move better than another for a seat, by as much as matters and beyond its noise.

    None: it cannot say, because `master` grows no tree in this game.
    """
    searcher = Master(playouts=playouts + BATCHES, milliseconds=None)
    one, other = (
        _worths(searcher, game, known, seat, action, seed, playouts // BATCHES) for action in (better, played)
    )
    if one is None or other is None:
        return None
    gaps = one - other
    return float(gaps.mean()) + _opinion(game, known, seat, better, played) > max(MATTERS, float(noise_of(gaps)))


def _worths(searcher: Master, game: Game, known: Any, seat: int, action: int, seed: int, each: int) -> Numbers | None:
    """What a tree below an action finds it worth, batch by batch; None: this game's master grows none."""
    tree = searcher.tree(game, known, seat, seed, 0, ())
    if not isinstance(tree, Tree):
        return None
    notes, nodes = tree.memory.notes, tree.memory.nodes
    notes.few[0], notes.listed = action, 1  # nothing else is looked at, as if it had been tried once
    nodes[1].action, nodes[1].seat = action, seat
    nodes[0].child = nodes[0].visits = nodes[1].visits = nodes[1].chances = 1
    notes.used, found = 2, []
    for _ in range(BATCHES):
        before = int(nodes[1].value)
        tree.run(tree.memory, *tree.who, max(1, each))
        found.append((int(nodes[1].value) - before) / max(1, each) / UNIT)
    return np.array(found)


def _opinion(game: Game, known: Any, seat: int, better: int, played: int) -> float:
    """How much more the game's own player thinks of a move before anything is searched."""
    own = own_player(game, int(known.seats))
    if not isinstance(own, Adviser):
        return 0.0
    opinions: Any = np.zeros(game.rules.ACTIONS + 1, np.int32)
    own.advise(known, seat, opinions)
    return (int(opinions[better]) - int(opinions[played])) / UNIT
