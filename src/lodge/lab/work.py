"""Long work: checked amounts, done by several threads, with results in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import Any, TypeVar

from lodge.errors import LodgeError

T = TypeVar("T")
MOST_THREADS = 1024


def check_number(what: str, number: int, most: int) -> None:
    """Refuse an amount that cannot be."""
    if not 1 <= number <= most:
        raise LodgeError(f"The number of {what} must be from 1 to {most}, not {number}.")


def in_order(work: Callable[..., T], parts: Iterable[tuple[Any, ...]], threads: int) -> Iterator[T]:
    """The results of all parts, in their order, at most a few waiting at a time."""
    parts = iter(parts)
    if threads == 1:
        yield from (work(*part) for part in parts)
        return
    with ThreadPoolExecutor(threads) as pool:
        waiting = [pool.submit(work, *part) for part in islice(parts, 2 * threads)]
        while waiting:
            yield waiting.pop(0).result()
            waiting += [pool.submit(work, *part) for part in islice(parts, 1)]
