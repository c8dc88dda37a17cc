"""Long work: checked amounts, done in parallel by several threads or by a crew elsewhere, with results in order.

Work is a function, and parts are what it is called with. On another machine it can be done because both can be pickled:
the function is one of a module, or `functools.partial` of one, and what it is given are plain values.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, Protocol, TypeVar

from lodge.errors import LodgeError, UnknownName
from lodge.games import Game
from lodge.kernel.compile import compiled_mark, have_native
from lodge.kernel.module import described

T = TypeVar("T")
Parts = Iterable[tuple[Any, ...]]

BACKENDS = ("auto", "python", "native", "wasm", "cuda")
MOST_THREADS = 1024
Progress = Callable[[int], None]  # called with how many more games are done


def silent(games: int) -> None:
    """Tell nobody how far the work is."""
    del games


class Crew(Protocol):
    """Those who work elsewhere."""

    def in_order(self, work: Callable[..., T], parts: Parts) -> Iterator[T]:
        """The results of all parts, in their order."""


_crew: ContextVar[Crew | None] = ContextVar("crew", default=None)


@contextmanager
def done_by(crew: Crew) -> Iterator[None]:
    """In this block all long work is done by the crew."""
    before = _crew.set(crew)
    try:
        yield
    finally:
        _crew.reset(before)


def check_number(what: str, number: int, most: int) -> None:
    """Refuse an amount that cannot be."""
    if not 1 <= number <= most:
        raise LodgeError(f"The number of {what} must be from 1 to {most}, not {number}.")


def threads_or_all(threads: int | None) -> int:
    """A number of threads, all cores if not said otherwise; refused if it cannot be."""
    threads = threads if threads is not None else os.cpu_count() or 1
    check_number("threads", threads, MOST_THREADS)
    return threads


def check_backend(backend: str) -> None:
    """Refuse a backend that does not exist, or cannot run where the work is done."""
    if backend not in BACKENDS:
        raise UnknownName(f"There is no backend {backend!r}. The backends are: {', '.join(BACKENDS)}.")
    if backend == "cuda" and _crew.get() is not None:
        raise LodgeError("A cluster cannot use the backend cuda: use another one, or cuda without a cluster.")


def on_backend(which: Game, backend: str) -> Game:
    """The game on a backend; `auto` is native code if that is compiled, or if there is no module."""
    check_backend(backend)
    if backend == "auto" and have_native():
        compiled = compiled_mark(which.folder).exists()
        backend = "native" if compiled or described(which.folder) is None else "auto"
    return which.on(backend)


class Interrupted(KeyboardInterrupt):
    """Long work was stopped by Ctrl-C: how much is done, in which file it is kept if in any, and what came out so far.

    `results` is what the work would have returned had there been no more to do; None where that is too little. `keep`
    writes what is done into a file from which the same work goes on.
    """

    def __init__(
        self, done: int, total: int, path: Path | None, results: Any = None, keep: Callable[[Path], None] | None = None
    ) -> None:
        super().__init__(f"Stopped after {done} of {total} games.")
        self.done = done
        self.total = total
        self.path = path
        self.results = results
        self.keep = keep


class _Stopped(Exception):
    """Nobody is waiting for this work any longer."""


_thread = threading.local()


def breathe() -> None:
    """Called by long work now and then: ends it in threads whose results nobody is waiting for."""
    if (stopped := getattr(_thread, "stopped", None)) is not None and stopped.is_set():
        raise _Stopped


def in_order(work: Callable[..., T], parts: Parts, threads: int) -> Iterator[T]:
    """The results of all parts, in their order, at most a few waiting at a time."""
    parts = iter(parts)
    if crew := _crew.get():
        yield from crew.in_order(work, parts)
        return
    if threads == 1:
        yield from (work(*part) for part in parts)
        return
    stopped = threading.Event()
    pool = ThreadPoolExecutor(threads, initializer=partial(setattr, _thread, "stopped", stopped))
    try:
        waiting = [pool.submit(work, *part) for part in islice(parts, 2 * threads)]
        while waiting:
            yield waiting.pop(0).result()
            waiting += [pool.submit(work, *part) for part in islice(parts, 1)]
    finally:  # after an error or Ctrl-C nobody waits: what is under way ends at its next breath
        stopped.set()
        pool.shutdown(wait=False, cancel_futures=True)
