"""A game's rules with a place to work in: positions go in and come out as bytes, in a few microseconds a call.

What a match calls after every move is called here, for one thread at a time.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Any

import numpy as np

from lodge.games import Game
from lodge.games.compiled import (
    FREE,
    LUCKS,
    STEP,
    compiled,
    compiled_contract,
    compiled_known,
    compiled_step,
    signatures,
)
from lodge.kernel import Out, dtype_of
from lodge.kernel.backend import Compiled, how_many_native
from lodge.kernel.view import blanks

EYES = 2  # who looks on, and who sees everything


class Stepped:
    """What a move led to: the position, the seats that may act, what the one that may act alone may do."""

    __slots__ = ("free", "legal", "state", "waiting")

    def __init__(self, state: bytes, waiting: int, legal: list[int] | None, free: bool) -> None:
        self.state: bytes = state
        self.waiting: int = waiting
        self.legal: list[int] | None = legal
        self.free: bool = free  # whether it may be taken back


class Bound:
    """The rules of a game for one thread."""

    def __init__(self, game: Game) -> None:
        contract, rules, most = game.moves.CONTRACT, game.rules, game.seats[1] + EYES
        step = compiled_step(game)
        room = self._room = step.workspace()
        state, view, event = dtype_of(rules.State), dtype_of(contract.View), dtype_of(contract.Event)
        self._size, self._view_size, self._event_size = state.itemsize, view.itemsize, event.itemsize
        self._states, self._afters, self._known = (room.zeros(count, state) for count in (1, 1, most))
        self._lucks, self._out = room.zeros(1, LUCKS.dtype), room.zeros(rules.ACTIONS, np.int16)
        self._eyes, self._views = room.zeros(most, np.int64), room.zeros(most, view)
        self._events = room.zeros(contract.most_events, event)
        self._state, self._after, self._luck = map(_memory, (self._states, self._afters, self._lucks))
        self._blank_views = blanks(contract.View, most).tobytes()
        self._blank_events = blanks(contract.Event, contract.most_events).tobytes()
        self._view, self._event, self._knows = map(_memory, (self._views, self._events, self._known))
        self._step = step.bound(room, self._states, None, None, self._lucks, self._out)
        self._seen = room.zeros(rules.OBSERVATION, np.int16)
        rule, state_, luck = partial(_rule, game), self._states[0], self._lucks[0]
        self._deal = rule("deal").bound(room, state_, None, None, luck)
        self._pending = rule("pending").bound(room, state_)
        self._legal = rule("legal").bound(room, state_, None, self._out)
        self._observe = rule("observe").bound(room, state_, None, self._seen)
        shows = compiled_contract(game)
        look, happened = shows.look_all, shows.all_happened
        assert isinstance(look, Compiled)  # noqa: S101
        assert isinstance(happened, Compiled)  # noqa: S101
        self._happened = happened.bound(room, self._states, None, None, self._afters, None, self._events)
        self._look: Callable[[int], Callable[[], Any]] = cache(
            lambda count: look.bound(room, self._states, self._eyes[:count], self._views[:count])
        )
        known = compiled_known(game)
        self._know: Callable[[int], Callable[[], Any]] = cache(
            lambda count: known.bound(room, self._states, self._eyes[:count], self._lucks, self._known[:count])
        )

    def deal(self, seats: int, options: int, luck: bytes) -> bytes:
        """The position that a game begins in."""
        self._state[:] = bytes(self._size)
        self._luck[:] = luck
        self._deal(seats, options)
        return bytes(self._state)

    def pending(self, state: bytes) -> int:
        """The seats that may act, as a bit mask."""
        self._state[:] = state
        return int(self._pending())

    def legal(self, state: bytes, seat: int) -> list[int]:
        """What one of them may do."""
        self._state[:] = state
        listed: list[int] = self._out[: self._legal(seat)].tolist()
        return listed

    def play(self, state: bytes, seat: int, action: int, luck: bytes) -> Stepped:
        """Play a legal action."""
        self._state[:] = state
        self._luck[:] = luck
        free, told = divmod(self._step(seat, action), FREE)
        waiting, count = divmod(told, STEP)
        return Stepped(bytes(self._state), waiting, self._out[:count].tolist() if count else None, free == 1)

    def observe(self, state: bytes, seat: int) -> Out:
        """What a seat knows, as numbers."""
        self._state[:] = state
        self._observe(seat)
        seen: Out = self._seen.copy()
        return seen

    def views(self, state: bytes, eyes: Sequence[int]) -> list[bytes]:
        """What each of some seats may see, as `View`."""
        count, size = len(eyes), self._view_size
        self._state[:] = state
        self._eyes[:count] = eyes
        self._view[: count * size] = self._blank_views[: count * size]
        self._look(count)()
        return [bytes(self._view[at : at + size]) for at in range(0, count * size, size)]

    def events(self, before: bytes, seat: int, action: int, after: bytes, viewer: int) -> bytes:
        """What a viewer saw happen, as a row of `Event`."""
        self._state[:] = before
        self._after[:] = after
        self._event[:] = self._blank_events
        return bytes(self._event[: self._happened(seat, action, viewer) * self._event_size])

    def known(self, state: bytes, eyes: Sequence[int]) -> list[bytes]:
        """What each of some seats knows, as a position in which all that is hidden from it is made up."""
        count, size = len(eyes), self._size
        self._state[:] = state
        self._eyes[:count] = eyes
        self._know(count)()
        return [bytes(self._knows[at : at + size]) for at in range(0, count * size, size)]


def _rule(game: Game, name: str) -> Compiled:
    return compiled(game, name, getattr(game.rules, name), *signatures(game)[name])


def _memory(array: Any) -> memoryview:
    return memoryview(array.view(np.uint8)).cast("B")


_mine = threading.local()


def bound(game: Game) -> Bound:
    """This thread's."""
    kept: dict[Any, Bound] = _mine.__dict__
    which = game.package, game.backend, how_many_native()  # native code may be ready since it was made
    try:
        return kept[which]
    except KeyError:
        return kept.setdefault(which, Bound(game))
