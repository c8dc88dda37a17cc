"""Ceilings: search that sees what is hidden and the luck to come, to know how well anybody could play at best.

Only arenas and ladders know such players, because only they can tell the luck beforehand; `lodge.bots` has none, so no
table can seat one. A player alone is told all the luck to come; with others, only that of the move in hand. The
bound is not strict: with more play-outs a better plan may be found.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lodge.bots import Bot, bot
from lodge.bots.growth import Kind
from lodge.bots.search import Master, Search
from lodge.games import Game
from lodge.kernel import Luck, array, copy
from lodge.kernel.compile import have_native
from lodge.lab.policy import PREFIX, Learned

NAME = "ceiling"
AHEAD = 256  # moves, the luck of which is told to a player alone,
NEAR = 1  # and with others: their moves turn luck further away into something else, and it would follow a mirage


@dataclass(frozen=True)
class Ceiling(Master):
    """The master, for whom nothing is hidden."""

    def kind(self, game: Game, seats: int) -> Kind:
        """Nothing is imagined, and it plans in every game. It is in no module: only the lab needs it."""
        which = game.on("native") if game.backend == "auto" and have_native() else game
        return super().kind(which, seats)._replace(foresees=True)

    def foresee(self, game: Game, state: Any, seat: int, luck: Luck, luck_of: Callable[[int], Luck]) -> int:
        """An action in the true state; `luck_of` is the luck of the moves to come, 0 for this one."""
        future = array(Luck, AHEAD if int(state.seats) == 1 else NEAR)
        for ahead in range(len(future)):
            future[ahead] = luck_of(ahead)
        return self.weigh(game, copy(state), seat, luck, future)[0].action


def player(spec: str) -> Bot:
    """A bot by its name, a policy from a file, or a ceiling: `ceiling`, `ceiling:500`, `ceiling:100ms`."""
    if spec.startswith(PREFIX):
        return Learned(Path(spec.removeprefix(PREFIX)))
    name, _, _ = spec.partition(":")
    if name != NAME:
        return bot(spec)
    searcher = bot("search" + spec.removeprefix(NAME))
    assert isinstance(searcher, Search)  # noqa: S101
    return Ceiling(searcher.playouts, searcher.milliseconds, searcher.threads)
