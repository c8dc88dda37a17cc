"""What the adapters share: matches one after another, and what a learner is given of them."""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt
from rich.console import Console

from lodge import fairness
from lodge.errors import LodgeError
from lodge.games import Game, game
from lodge.games.api import SPECTATOR, Rules
from lodge.kernel import Out
from lodge.match import Match

Mask = npt.NDArray[np.int8]
RENDER_MODES = ["ansi", "rgb_array"]
WIDTH = 100  # columns of a rendered table
DOTS = 640  # and how wide it is as a picture


class MissingPeer(LodgeError, ImportError):
    """A package that an adapter is for is not installed."""


def missing(peer: str) -> MissingPeer:
    """The error for a peer that is not there."""
    return MissingPeer(f"This adapter needs {peer}: pip install 'lodge-games[adapters]'.")


class Matches:
    """Matches of one kind, one after another: what an environment is reset to.

    The match of seed 7 is `Match.new(..., seed=7)`; those that follow without a seed of their own are "7 1", "7 2", ...
    Without any seed each match has a secret one.
    """

    def __init__(self, name: str, seats: int, options: Iterable[str], seed: int | None) -> None:
        self.game: Game = game(name)
        self.game.check_seats(seats)
        self.seats = seats
        self.options: tuple[str, ...] = tuple(options)
        self.game.option_bits(self.options)
        self.seed: str = ""  # of the latest match
        self._family = seed
        self._number = 0

    def begin(self, seed: int | None = None) -> Match:
        """The next match; with a seed, the first of that seed's."""
        if seed is not None:
            self._family, self._number = seed, 0
        if self._family is None:
            self.seed = fairness.new_seed()
        else:
            self.seed = f"{self._family} {self._number}" if self._number else str(self._family)
        self._number += 1
        return Match.new(self.game.id, self.seats, seed=self.seed, options=self.options)


def observation(rules: Rules, state: Any, seat: int) -> Out:
    """What a seat knows, as numbers."""
    numbers = np.zeros(rules.OBSERVATION, np.int16)
    rules.observe(state, seat, numbers)
    return numbers


def mask(legal: list[int], size: int) -> Mask:
    """Ones for the legal actions."""
    marks = bytearray(size)
    for action in legal:  # they are few: this is quicker than NumPy's way
        marks[action] = 1
    return np.frombuffer(marks, np.int8)


def payoffs(rules: Rules, state: Any) -> list[float]:
    """What a finished game was worth to each seat.

    Of the others, the part that it beat less the part that beat it: from 1 for the winner to -1 for the last, in sum 0.
    To one alone, the points.
    """
    seats = int(state.seats)
    if seats == 1:
        return [float(rules.score(state, 0))]
    places = [int(rules.place(state, seat)) for seat in range(seats)]
    return [sum((mine < other) - (mine > other) for other in places) / (seats - 1) for mine in places]


def rendered(match: Match, seat: int, render_mode: str | None) -> Any:
    """What a seat (or a spectator) sees: as text for a terminal, as dots, or not at all."""
    if render_mode == "rgb_array":
        from lodge.paper import drawn
        from lodge.paper.raster import to_array

        return to_array(drawn(match.game, match.game.moves.view(match.state, seat), seat, match.names), DOTS)
    return picture(match, seat) if render_mode == "ansi" else None


def picture(match: Match, seat: int = SPECTATOR) -> str:
    """What a seat (or a spectator) sees, as text with colours for a terminal."""
    console = Console(file=io.StringIO(), width=WIDTH, force_terminal=True)
    names = list(match.names)
    console.print(match.game.moves.show(match.game.moves.view(match.state, seat), seat, names))
    text: str = console.file.getvalue()  # type: ignore[attr-defined]
    return text


def check_render_mode(render_mode: str | None) -> None:
    """Refuse a way of drawing that does not exist."""
    if render_mode not in {None, *RENDER_MODES}:
        raise LodgeError(f"There is no render mode {render_mode!r}; there is: {', '.join(RENDER_MODES)}.")
