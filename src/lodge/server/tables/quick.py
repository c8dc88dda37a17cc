"""A match that many people look at: the same as `Match`, with compiled rules and views that are quick to make.

Reading a NumPy record number by number is slow. A view reads many, so it is made from a plain copy of the state:
an object with the same fields, whose numbers are Python's own. Rules and views cannot tell the difference.
"""

from __future__ import annotations

import copy
import hmac
import math
import struct
from collections import namedtuple
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from operator import itemgetter
from typing import Any

import numpy as np

from lodge.games import Game
from lodge.games.compiled import STEP, compiled_step
from lodge.games.protocol import SPECTATOR
from lodge.kernel import Luck, Out, dtype_of
from lodge.kernel.backend import Compiled
from lodge.match import AnyMove, Match, Played

TO_BYTES = np.void.tobytes  # a record's own attributes are looked up slowly, in Python
LUCK = dtype_of(Luck)
CODES = {1: "b", 2: "h", 4: "i", 8: "q"}  # of `struct`, by width
DRAWN = 4 * 8  # where in the record it says how many numbers were drawn


class Numbers(list[Any]):
    """A field of several numbers, read as an array is."""

    __slots__ = ()

    def tolist(self) -> list[Any]:
        """The numbers; not to be changed."""
        return self


class Grid(dict[Any, Any]):
    """A field of rows and columns: `grid[row]`, or `grid[row, column]`, which is looked up only if it is asked for."""

    __slots__ = ()

    def __missing__(self, at: tuple[int, int]) -> Any:
        """One number."""
        row, column = at
        return self[row][column]

    def tolist(self) -> list[Any]:
        """The rows; not to be changed."""
        return list(self.values())


@cache
def reader(dtype: np.dtype[Any]) -> Callable[[Any], Any]:
    """A function that makes a copy of a record for reading, with Python's own numbers."""
    names = dtype.names or ()
    kind: Any = namedtuple("Plain", names)  # type: ignore[misc]  # noqa: PYI024 - its fields are the record's
    fields: list[Callable[[tuple[int, ...]], Any]] = []
    code, at = "=", 0
    for name in names:
        base, shape = dtype[name].base, dtype[name].shape
        size = math.prod(shape)
        code += f"{size}{CODES[base.itemsize]}"
        fields.append(_field(at, at + size, shape))
        at += size
    unpack = struct.Struct(code).unpack  # records have no holes

    def read(state: Any) -> Any:
        numbers = unpack(TO_BYTES(state))
        return kind._make([field(numbers) for field in fields])

    return read


def _field(start: int, stop: int, shape: tuple[int, ...]) -> Callable[[tuple[int, ...]], Any]:
    """A function that makes a field from all numbers of the record."""
    if not shape:
        return itemgetter(start)
    if len(shape) == 1:
        return lambda numbers: Numbers(numbers[start:stop])
    width = shape[1]
    rows = [(row, slice(start + row * width, start + (row + 1) * width)) for row in range(shape[0])]
    return lambda numbers: Grid([(row, Numbers(numbers[part])) for row, part in rows])


@lru_cache(8192)
def parsed(game: Game, text: str) -> int:
    """The action that a text stands for."""
    return game.moves.parse(text)


class Here:
    """What was found out about a position, for who asks next."""

    __slots__ = ("legal", "pending", "plain", "state", "views")

    def __init__(self, state: Any, pending: list[int], plain: Any) -> None:
        self.state = state
        self.pending = pending
        self.legal: dict[int, list[int]] = {}
        self.views: dict[int, dict[str, Any]] = {}
        self.plain = plain


class QuickMatch(Match):
    """A match whose views, events and legal moves are made quickly, and only once a position."""

    _here: Here | None = None
    _before: Here | None = None

    @classmethod
    def begin(cls, name: str, *, seed: str, options: Sequence[str], names: Sequence[str]) -> QuickMatch:
        """A new match."""
        match = cls.new(name, len(names), seed=seed, options=options, names=names, compiled=True)
        if not isinstance(match, cls):
            raise TypeError(f"{name} made no quick match")
        match.dtype = dtype_of(match.game.rules.State)
        match.read = reader(match.dtype)
        match.keyed = hmac.new(seed.encode(), digestmod="sha256")
        match.out = np.zeros(match.game.rules.ACTIONS, np.int16)
        match.step = compiled_step(match.game)
        return match

    dtype: np.dtype[Any]
    read: Callable[[Any], Any]
    keyed: hmac.HMAC
    out: Out
    step: Compiled

    @property
    def here(self) -> Here:
        """What is known of the position."""
        here, state = self._here, self._played[-1].state if self._played else self._start
        if here is None or here.state is not state:
            self._before = here
            here = self._here = Here(state, super().pending, self.read(state))
        return here

    @property
    def pending(self) -> list[int]:
        """The seats that may act now; none when it is over. Not to be changed."""
        return self.here.pending

    def legal_actions(self, seat: int) -> list[int]:
        """The actions that a seat may choose from; none when it is not its turn. Not to be changed."""
        legal = self.here.legal
        if seat not in legal:
            legal[seat] = super().legal_actions(seat)
        return legal[seat]

    def play(self, seat: int, move: AnyMove) -> None:
        """Play a move; IllegalMove says why not."""
        action = parsed(self.game, move) if isinstance(move, str) else self._action(move)
        here = self.here
        if not 0 <= seat < self.seats or action not in self.legal_actions(seat):
            super().play(seat, move)  # says what is wrong
        free = not self.game.moves.reveals(here.state, seat, action)
        luck = self.luck(len(self._played) + 1)
        states = np.frombuffer(bytearray(TO_BYTES(here.state)), self.dtype)
        waiting, count = divmod(self.step(states, seat, action, np.frombuffer(luck, LUCK), self.out), STEP)
        state = states[0]
        free = free and waiting != 0 and not luck[DRAWN:].strip(b"\0")
        self._played.append(Played(seat, action, state, free))
        pending = [one for one in range(self.seats) if waiting >> one & 1]
        self._before, self._here = here, Here(state, pending, self.read(state))
        if count:
            self._here.legal[pending[0]] = self.out[:count].tolist()

    def ending(self, seat: int, move: AnyMove) -> list[int]:
        """The scores, if this move ends the match; nothing is played."""
        fork = copy.copy(self)
        fork._played = list(self._played)
        fork.play(seat, move)
        return [] if fork.pending else fork.scores

    def luck(self, number: int) -> bytearray:
        """The luck of one move: what `fairness.luck_for` gives, as the bytes of the record, quicker."""
        keyed = self.keyed.copy()
        keyed.update(b"lodge move %d" % number)
        lanes = struct.unpack_from("<4I", keyed.digest())
        return bytearray(struct.pack("=5q", *(lanes if any(lanes) else (1, 0, 0, 0)), 0))

    def views(self, seats: Sequence[int | None]) -> list[dict[str, Any]]:
        """What each of some seats (None: a spectator) may see; seats that there are. Not to be changed."""
        here = self.here
        eyes = [SPECTATOR if seat is None else seat for seat in seats]
        if new := [eye for eye in eyes if eye not in here.views]:
            here.views.update(zip(new, self.game.moves.views(here.plain, new), strict=True))
        return [here.views[eye] for eye in eyes]

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """What a seat may see; without a seat, what a spectator may. Not to be changed."""
        return self.views([None if seat is None else self._seat(seat)])[0]

    def events(self, number: int, seat: int | None = None) -> list[dict[str, Any]]:
        """What happened in move `number` (from 1), as a seat or a spectator saw it."""
        return self.seen(number, [None if seat is None else self._seat(seat)])[0]

    def seen(self, number: int, seats: Sequence[int | None]) -> list[list[dict[str, Any]]]:
        """What happened in a move, as each of some seats (None: a spectator) saw it; seats that there are."""
        played = self._played[number - 1]
        before, after = self._plain_at(number - 1), self._plain_at(number)
        tell = self.game.moves.events
        if self.game.moves.ALL_SEE:
            return [tell(before, played.seat, played.action, after, SPECTATOR)] * len(seats)
        eyes = [SPECTATOR if seat is None else seat for seat in seats]
        return [tell(before, played.seat, played.action, after, eye) for eye in eyes]

    def _plain_at(self, number: int) -> Any:
        """A plain copy of the position after `number` moves."""
        state = self._played[number - 1].state if number else self._start
        for known in (self.here, self._before):
            if known is not None and known.state is state:
                return known.plain
        return self.read(state)
