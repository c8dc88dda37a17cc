"""What a match remembers: the moves that were played, and what has been worked out about the position."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from lodge.games import Game


class Played(NamedTuple):
    """A move of the list, the state that it led to, and whether it may be taken back."""

    seat: int
    action: int
    state: Any
    free: bool


class Known:
    """What has been worked out about a position, kept for the next caller."""

    __slots__ = ("legal", "pending", "state", "views")

    def __init__(self, state: Any, waiting: int) -> None:
        self.state = state
        self.pending = [seat for seat in range(waiting.bit_length()) if waiting >> seat & 1]
        self.legal: dict[int, list[int]] = {}
        self.views: dict[int, dict[str, Any]] = {}


@lru_cache(8192)
def parsed(game: Game, text: str) -> int:
    """The action that a text stands for."""
    return game.moves.parse(text)
