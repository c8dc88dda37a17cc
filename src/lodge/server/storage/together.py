"""Questions to the database that many ask at the same moment, as after a server has ended: they are asked together."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Mapping
from functools import partial, wraps
from itertools import islice
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from lodge.server.storage.store import Store

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")
MOST = 512  # keys of one question


class Together(Generic[Key, Value]):
    """One question at a time: what is asked while one is being answered is the next one's.

    The keys are handed on as often as it takes to make their number a power of two, because drivers prepare and keep a
    statement for each number of them.
    """

    def __init__(self, ask: Callable[[list[Key]], Awaitable[Mapping[Key, Value]]]) -> None:
        self._ask = ask
        self._waiting: dict[Key, asyncio.Future[Value | None]] = {}
        self._asking: asyncio.Task[None] | None = None

    async def __call__(self, key: Key) -> Value | None:
        """The answer for a key, from a question that is asked from now on; None where there is none."""
        if key not in self._waiting:
            self._waiting[key] = asyncio.get_running_loop().create_future()
        if self._asking is None:
            self._asking = asyncio.create_task(self._go_on())
        return await asyncio.shield(self._waiting[key])  # others may wait for the same

    async def _go_on(self) -> None:
        while self._waiting:
            part = dict(islice(self._waiting.items(), MOST))
            for key in part:
                del self._waiting[key]
            keys = list(part)
            try:
                found = await self._ask([*keys, *keys[:1] * ((1 << (len(keys) - 1).bit_length()) - len(keys))])
            except Exception as error:  # noqa: BLE001 - whoever waits must be told, whatever it was
                for future in part.values():
                    future.set_exception(error)
                    future.exception()  # whoever asked may be gone
            else:
                for key, future in part.items():
                    future.set_result(found.get(key))
        self._asking = None


def together(
    ask: Callable[[Store, list[Key]], Awaitable[Mapping[Key, Value]]],
) -> Callable[[Store, Key], Awaitable[Value | None]]:
    """Of a question about many keys, one about a single key: those asked at the same time are one question."""

    @wraps(ask)
    async def one(store: Store, key: Key) -> Value | None:
        if ask not in store.asking:
            store.asking[ask] = Together(partial(ask, store))
        found: Value | None = await store.asking[ask](key)
        return found

    return one
