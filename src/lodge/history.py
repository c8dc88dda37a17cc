"""What a match remembers: the moves that were played, what has been worked out about the position, and who plays."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Any, NamedTuple, TypeAlias

import msgspec
import numpy as np

from lodge.errors import IllegalMove, LodgeError
from lodge.games import Game

AnyMove: TypeAlias = "str | int | dict[str, Any] | msgspec.Struct"


class Played(NamedTuple):
    """A move of the list, the state that it led to, and whether it may be taken back."""

    seat: int
    action: int
    state: bytes
    free: bool


class Known:
    """What has been worked out about a position, kept for the next caller."""

    def __init__(self, data: bytes, dtype: Any, waiting: int) -> None:
        self.data = data
        self._dtype = dtype
        self.pending: tuple[int, ...] = seats_in(waiting)
        self.legal: dict[int, list[int]] = {}
        self.views: dict[int, dict[str, Any]] = {}

    @cached_property
    def state(self) -> Any:
        """The position itself: not to be changed, not to be given away."""
        return state_of(self.data, self._dtype)


@lru_cache(256)
def seats_in(waiting: int) -> tuple[int, ...]:
    """The seats in a bit mask."""
    return tuple(seat for seat in range(waiting.bit_length()) if waiting >> seat & 1)


def state_of(data: bytes, dtype: Any) -> Any:
    """A state that lies in these bytes."""
    return np.frombuffer(bytearray(data), dtype)[0]


@lru_cache(8192)
def parsed(game: Game, text: str) -> int:
    """The action that a text stands for."""
    return game.moves.parse(text)


def names_for(names: Sequence[str] | None, seats: int) -> list[str]:
    """The players' names, or plain ones."""
    if names is None:
        return [f"Player {seat + 1}" for seat in range(seats)]
    if len(names) != seats:
        raise LodgeError(f"There are {len(names)} names for {seats} seats: give one for each seat.")
    return list(names)


def action_of(game: Game, move: AnyMove) -> int:
    """The action number of a move in any of its forms."""
    moves = game.moves
    if isinstance(move, str):
        return parsed(game, move)
    if isinstance(move, int | np.integer):
        return moves.to_action(moves.to_move(int(move)))
    try:
        return moves.to_action(msgspec.convert(msgspec.to_builtins(move), moves.Move))
    except (msgspec.ValidationError, TypeError) as error:
        raise IllegalMove(f"This is not a move: {error}.") from None
