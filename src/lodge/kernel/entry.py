"""Entries: functions over structs and arrays that Python calls, and that run in every world.

An entry says what it takes, so that it can be compiled before anybody calls it, and be called from languages that know
nothing of Python: a kind for each argument, in the structure of the arguments themselves::

    takes=(Rows(dtype_of(State)), One(dtype_of(Luck)), INT)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np


class Rows(NamedTuple):
    """An array, its rows one behind the other."""

    dtype: np.dtype[Any]
    ndim: int = 1


class One(NamedTuple):
    """A struct, to read and to write."""

    dtype: np.dtype[Any]


class Number(NamedTuple):
    """A whole number of so many bits."""

    bits: int


INT, LONG = Number(32), Number(64)
NUMBERS = Rows(np.dtype(np.int16))  # what `Out` is
WORDS = Rows(np.dtype(np.int64))

Kind: TypeAlias = "Rows | One | Number | tuple[Kind, ...]"  # a tuple: a named one of such kinds


@dataclass(frozen=True, eq=False)
class Entry:
    """A function of the game in a folder; it returns a whole number of 32 bits, or nothing; it may be asked seldom."""

    folder: Path
    name: str
    function: Callable[..., Any]
    takes: tuple[Kind, ...]
    seldom: bool = False

    def leaves(self) -> Iterator[tuple[str, Rows | One | Number]]:
        """What it takes without the structure: each with a name."""
        code = self.function.__code__
        for name, kind in zip(code.co_varnames[: code.co_argcount], self.takes, strict=True):
            yield from _leaves(name, kind)

    def sample(self) -> tuple[Any, ...]:
        """Arguments of the right kinds."""
        return tuple(_sample(kind) for kind in self.takes)


def _leaves(name: str, kind: Kind) -> Iterator[tuple[str, Rows | One | Number]]:
    if isinstance(kind, Rows | One | Number):
        yield name, kind
        return
    for field, part in zip(getattr(kind, "_fields", range(len(kind))), kind, strict=True):
        yield from _leaves(f"{name}.{field}", part)


def _sample(kind: Kind) -> Any:
    if isinstance(kind, Rows):
        return np.zeros((1,) * kind.ndim, kind.dtype)
    if isinstance(kind, One):
        return np.zeros(1, kind.dtype)[0]
    if isinstance(kind, Number):
        return 0
    parts = map(_sample, kind)
    return type(kind)(*parts) if hasattr(kind, "_fields") else tuple(parts)
