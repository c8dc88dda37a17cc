"""Rules: plain functions over structs that also compile.

`@rule` returns the function itself, so plain Python calls it as it is. Numba learns of it only when
something is compiled: programs that never compile never import Numba, and work without it.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from functools import cache, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import numpy as np

from lodge.kernel.entry import Entry, Kind
from lodge.kernel.sources import game_folder
from lodge.kernel.struct import Field

if TYPE_CHECKING:
    from lodge.kernel.backend import Compiled

F = TypeVar("F", bound=Callable[..., Any])

_rules: list[Callable[..., Any]] = []
_heavy: list[tuple[Callable[..., Any], Callable[..., Any], Callable[[], Entry]]] = []
Scratch = Callable[[], Any]  # memory for a rule: see `scratch`
_scratch: list[tuple[Scratch, Callable[[str], Callable[..., Any]]]] = []
_known: dict[str, int] = {}
_roomy: dict[str, int] = {}


def rule(function: F) -> F:
    """Mark a function as a rule: callable from Python, and compiled where compiled code calls it."""
    _rules.append(function)
    return function


@rule
def wide(number: int) -> int:
    """A number read from a struct, in 64 bits.

    Compiled code keeps it as small as it was, and a rule is compiled anew for every set of widths that it is given:
    of a large rule one is enough.
    """
    return int(number) + 0


def heavy(*takes: Kind, seldom: bool = False) -> Callable[[F], F]:
    """Mark a rule that is too slow to interpret: plain Python calls it compiled, too, wherever it is.

    What is asked `seldom` is small rather than fast in a module.
    """

    def mark(function: F) -> F:
        @cache
        def entry() -> Entry:
            folder = game_folder(Path(function.__code__.co_filename))
            return Entry(folder, function.__name__, function, takes, seldom)

        @cache
        def compiled() -> Compiled:
            from lodge.kernel.backend import Compiled

            return Compiled(entry())

        @wraps(function)
        def call(*arguments: Any) -> Any:
            return compiled()(*arguments)

        _heavy.append((call, rule(function), entry))
        return cast("F", call)

    return mark


def heavy_entries(folder: Path) -> Iterator[Entry]:
    """All heavy rules that were made so far of the game in a folder."""
    entries = (entry() for *_, entry in _heavy)
    return (entry for entry in entries if entry.folder == folder)


def rule_files() -> set[Path]:
    """The files of all rules that were made so far."""
    return {Path(function.__code__.co_filename) for function in _rules}


def scratch(width: Field, count: int, on_gpu: int = 0) -> Scratch:
    """Memory that a rule needs only while it runs.

    Made once, as in `room = scratch(i64, 1 << 16, 1 << 11)`, and asked for in a rule by `room()`. It is not cleared. A
    second size is for the GPU, where every thread has its own. In a WebAssembly module every place that asks has memory
    of its own for good: one thread runs it at a time. The rule that asks for it must not return it.
    """
    dtype = np.dtype(width.code)

    def room() -> Any:
        return np.empty(count, dtype)

    def body(world: str) -> Callable[..., Any]:
        if world == "wasm":
            from lodge.kernel.wasm import static

            return static(count, dtype)
        if world != "cuda":
            return room
        size, gpu = on_gpu or count, importlib.import_module("numba.cuda")
        return lambda: gpu.local.array(size, dtype)

    _scratch.append((room, body))
    return room


def teach(world: str, register: Callable[..., Any], overload: Callable[..., Any], room: Callable[..., Any]) -> None:
    """Register every rule with a compiler that has not met it yet (`world` names the compiler).

    For a heavy one, `overload` makes compiled code call the rule itself where it says the name that Python calls.
    Scratch memory is made within the rule that asks for it (`inline`): on a GPU it goes when that returns.
    """
    start = _known.get(world, 0)
    _known[world] = len(_rules)
    new = _rules[start:]
    for function in new:
        register(function)
    for call, function, _ in _heavy:
        if function in new:
            overload(call, strict=False)(_body(function))
    start = _roomy.get(world, 0)
    _roomy[world] = len(_scratch)
    for asked, body in _scratch[start:]:
        room(asked, strict=False, inline="always")(_body(body(world)))


def _body(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *_, **__: function
