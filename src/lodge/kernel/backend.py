"""Backends: the worlds that an entry can run in, and which one a call takes.

`python` interprets, `native` is compiled for this machine by Numba, `wasm` is the module that came with the game, and
`auto` takes the best that is there at once: native code where it is ready, else the module, else Python. It never
compiles: who asks for `native` does, and is told so.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from lodge.errors import LodgeError, UnknownName
from lodge.kernel.compile import have_native, native
from lodge.kernel.entry import Entry
from lodge.kernel.module import Caller, Workspace, bound, described

BACKENDS = ("auto", "python", "native", "wasm")
_ready: set[Path] = set()


def go_native(folder: Path) -> None:
    """The native code of the game in a folder is compiled: from now on `auto` takes it."""
    _ready.add(folder)


def is_native(folder: Path) -> bool:
    """Whether `auto` takes native code."""
    return folder in _ready


def how_many_native() -> int:
    """In how many folders it does: what was worked out before this changed may be slower than need be."""
    return len(_ready)


def check_backend(backend: str) -> None:
    """Refuse a backend that does not exist."""
    if backend not in BACKENDS:
        raise UnknownName(f"There is no backend {backend!r}. The backends are: {', '.join(BACKENDS)}.")


class Plain:
    """A workspace of a function that takes arrays as they are."""

    def __init__(self, function: Callable[..., Any], *, interpreted: bool = False) -> None:
        self._function = function
        self.interpreted = interpreted  # then there is no time for much

    def __call__(self, *arguments: Any) -> Any:
        """Call it."""
        return self._function(*arguments)

    def zeros(self, shape: int | tuple[int, ...], dtype: Any) -> Any:
        """An array."""
        return np.zeros(shape, dtype)

    def bind(self, run: Callable[..., Any], *things: Any) -> Callable[..., Any]:
        """A function with these arguments; whoever calls gives those that are None."""
        return bound(run, things)

    def keep(self, thing: Any) -> Any:
        """The same."""
        return thing


class Compiled:
    """An entry on a backend: called like the function, with the same result on each."""

    def __init__(self, entry: Entry, backend: str = "auto", *, short: bool = False) -> None:
        check_backend(backend)
        self.entry = entry
        self.backend = backend
        self._short = short

    def __call__(self, *arguments: Any) -> Any:
        """Call it."""
        return self._chosen(*arguments)

    def workspace(self) -> Workspace | Plain:
        """For calling it again and again with the same arrays."""
        chosen = self._chosen
        return Workspace(chosen) if isinstance(chosen, Caller) else Plain(chosen, interpreted=self.interpreted)

    def bound(self, room: Workspace | Plain, *things: Any) -> Callable[..., Any]:
        """It with arrays of a workspace, which is quicker; whoever calls gives the numbers, which are None here."""
        return room.bind(self._chosen, *things)

    @property
    def interpreted(self) -> bool:
        """Whether a call would be interpreted."""
        return self._chosen is self.entry.function

    @property
    def _chosen(self) -> Callable[..., Any]:
        if self.backend == "python":
            return self.entry.function
        if self.backend == "native" or (self.backend == "auto" and self.entry.folder in _ready):
            return self._native
        return self._module or self.entry.function

    def load(self) -> None:
        """Load its native code, compiled first if it is not yet."""
        _ = self._native

    @cached_property
    def _native(self) -> Callable[..., Any]:
        if not have_native():
            raise LodgeError("Native code needs Numba: pip install 'lodge-games[lab]' (or use --backend wasm).")
        return native(self.entry.function, self.entry.folder, sample=self.entry.sample(), short=self._short)

    @cached_property
    def _module(self) -> Caller | None:
        found = described(self.entry.folder)
        if found is not None and self.entry.name in found["entries"]:
            return Caller(self.entry)
        if self.backend == "wasm":
            what = "no module, or an old one" if found is None else f"no {self.entry.name} in its module"
            raise LodgeError(f"{self.entry.folder.name} has {what}: lodge wasm makes it (or use --backend native).")
        return None
