"""A cache of answers that take a while to make, by what they are made from: whoever asks the same gets the same."""

from __future__ import annotations

import asyncio
import gzip
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, NamedTuple

from lodge.server.workers.queue import WorkQueue

PACKED = 1000  # bytes from which on an answer is packed


class Answer(NamedTuple):
    """An answer as it is sent, plain and packed."""

    plain: bytes
    packed: bytes | None


class AnswerCache:
    """Answers made in a queue of work, the latest of them kept: so many bytes in all."""

    def __init__(self, queue: WorkQueue, most: int) -> None:
        self._queue = queue
        self._most = most
        self._size = 0
        self._kept: OrderedDict[Hashable, Answer] = OrderedDict()
        self._making: dict[Hashable, asyncio.Task[Answer]] = {}

    async def get(self, key: Hashable, owner: str, make: Callable[..., bytes], *arguments: Any) -> Answer:
        """The answer of this key, from what is kept or made now; Refused where too many wait."""
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        if key not in self._making:
            task = self._making[key] = asyncio.create_task(self._make(key, owner, make, *arguments))
            task.add_done_callback(lambda done: done.cancelled() or done.exception())  # somebody may have left
        return await asyncio.shield(self._making[key])

    async def _make(self, key: Hashable, owner: str, make: Callable[..., bytes], *arguments: Any) -> Answer:
        try:
            made: Answer = await self._queue.run(_packed, make, *arguments, owners=[owner])
        finally:
            del self._making[key]
        self._kept[key] = made
        self._size += _size(made)
        while self._size > self._most:
            self._size -= _size(self._kept.popitem(last=False)[1])
        return made


def _packed(make: Callable[..., bytes], *arguments: Any) -> Answer:
    plain = make(*arguments)
    return Answer(plain, gzip.compress(plain, 6, mtime=0) if len(plain) >= PACKED else None)


def _size(answer: Answer) -> int:
    return len(answer.plain) + len(answer.packed or b"")
