"""Ways to go on after a move: a seat that nobody can disturb makes more of it before luck falls.

Alone, and where nobody can do anything to the others, a roll is used up in several moves. What one of them is worth
depends on those that follow: the hasty player of the play-outs, who plays on at once otherwise, may leave points lying
that a strong player would not. So a move is also tried as `master` would go on, and the one that was made as it was
gone on with in the match; of all these ways the best one counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np

from lodge.analysis.field import undisturbed
from lodge.bots import Bot
from lodge.games import Game
from lodge.games.compiled import FREE, compiled_step
from lodge.kernel import Luck, array, copy, lucky, same

GOING_ON = 1 << 41  # the stream of luck that it is searched with: no play-out has it


class Way(NamedTuple):
    """A position to which a seat has gone on, and its next move, with which luck falls or the play-outs begin."""

    state: Any
    action: int


def ways(
    game: Game, state: Any, seat: int, action: int, *, searcher: Bot, seed: int, later: Iterable[int]
) -> list[Way]:
    """The different ways to go on after an action: hastily at once, as the searcher does, and by moves made `later`.

    Where others could answer, only the first.
    """
    own = undisturbed(game, state, seat)
    if own is None:
        return [Way(state, action)]
    found = [Way(own, action)]
    made = iter(later)

    def think(then: Any) -> int:
        return searcher.choose(game, then, seat, lucky(seed, GOING_ON))

    def remember(_then: Any) -> int | None:
        return next(made, None)

    for choose in (think, remember):
        way = go_on(game, own, seat, action, choose)
        if not any(way.action == one.action and same(way.state, one.state) for one in found):
            found.append(way)
    return found


def go_on(game: Game, state: Any, seat: int, action: int, choose: Callable[[Any], int | None]) -> Way:
    """Go on alone after an action until luck falls, something is shown, or `choose` knows no more.

    Where a game's own player has worked out how best to end, nobody goes on: the hasty player of the play-outs comes
    there from other moves, too, and what they come to could not be compared.
    """
    states, lucks, out = array(game.rules.State, 1), array(Luck, 1), np.zeros(game.rules.ACTIONS, np.int16)
    way = Way(state, action)
    while True:
        states[0], lucks[0] = way.state, lucky(0)
        free = compiled_step(game)(states, seat, way.action, lucks, out) >= FREE
        if not free or (game.master is not None and game.master.certain(states[0], seat) is not None):
            return way
        then = copy(states[0])
        chosen = choose(then)
        if chosen is None:
            return way
        way = Way(then, chosen)
