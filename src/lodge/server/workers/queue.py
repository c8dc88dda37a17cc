"""Queues of work outside the event loop, fair to everybody who asks."""

from __future__ import annotations

import asyncio
import heapq
import os
import sys
import threading
from collections import Counter
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from typing import Any

from lodge.server.limits import Refused

NICE = 10  # niceness of threads whose work nobody waits for
NOBODY = ("",)


class Ticket:
    """A place in a queue: whoever waits there can be moved ahead."""

    rank = 0
    turn: float = 0.0
    order = 0
    called: asyncio.Future[None] | None = None


class WorkQueue:
    """Work in threads of its own, so that nobody else waits for it.

    Whoever has a lower rank goes first; among equals the owners (addresses) take turns, however much one of them asks
    for (start-time fair queueing). Work of several owners counts for whoever has had least. At most `most` pieces of
    work wait that would go before a new one or beside it, and `each` of one owner; more are Refused. Of several threads
    `kept` do nothing but work of rank 0, which therefore never waits for something less urgent to end.
    """

    def __init__(
        self,
        name: str,
        most: int,
        *,
        threads: int = 1,
        kept: int = 0,
        each: int | None = None,
        gives_way: bool = False,
    ) -> None:
        self.most = most
        self.each: int = most if each is None else each
        self.closed: bool = False
        self._free = threads
        self._kept = kept
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix=name, initializer=give_way if gives_way else None)
        self._turns: list[tuple[int, float, int, asyncio.Future[None]]] = []
        self._order = count()
        self._served = 0.0  # the turn of whoever was served last
        self._next_turn: dict[str, float] = {}  # of an owner's next work
        self._ranks: Counter[int] = Counter()
        self._owners: Counter[str] = Counter()

    @property
    def waiting(self) -> int:
        """How many pieces of work wait or are being done."""
        return self._ranks.total()

    def close(self) -> None:
        """Begin nothing more."""
        self.closed = True
        self._pool.shutdown(wait=False, cancel_futures=True)

    def hasten(self, ticket: Ticket, rank: int) -> None:
        """Somebody who goes before others waits for this now."""
        if ticket.called is not None and not ticket.called.done() and rank < ticket.rank:
            ticket.rank = rank
            heapq.heappush(self._turns, (rank, ticket.turn, ticket.order, ticket.called))

    async def run(
        self,
        function: Any,
        *arguments: Any,
        owners: Collection[str] = NOBODY,
        rank: int = 0,
        ticket: Ticket | None = None,
    ) -> Any:
        """Run something long outside the event loop; Refused where too many wait."""
        ahead = sum(number for one, number in self._ranks.items() if one <= rank)
        if ahead >= self.most or min(self._owners[owner] for owner in owners) >= self.each:
            raise Refused("busy", "Too many ask for this at once: try again in a moment.", seconds=1)
        owner = min(owners, key=lambda one: self._next_turn.get(one, 0.0))
        self._ranks[rank] += 1
        self._owners[owner] += 1
        try:
            await self._turn(owner, rank, ticket or Ticket())
            try:
                return await asyncio.get_running_loop().run_in_executor(self._pool, function, *arguments)
            finally:
                self._free += 1
                self._go_on()
        finally:
            self._ranks[rank] -= 1
            self._owners[owner] -= 1
            if not self._owners[owner]:
                del self._owners[owner]

    async def _turn(self, owner: str, rank: int, ticket: Ticket) -> None:
        """Wait for a free thread."""
        turn = max(self._served, self._next_turn.get(owner, 0.0))
        self._next_turn[owner] = turn + 1
        called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        ticket.rank, ticket.turn, ticket.order, ticket.called = rank, turn, next(self._order), called
        heapq.heappush(self._turns, (rank, turn, ticket.order, called))
        self._go_on()
        try:
            await called
        except asyncio.CancelledError:
            if called.done() and not called.cancelled():  # it was called in the same moment
                self._free += 1
                self._go_on()
            raise

    def _go_on(self) -> None:
        while self._turns:
            rank, turn, _, called = self._turns[0]
            if not called.done():
                if self._free <= (self._kept if rank else 0):
                    break
                self._free -= 1
                self._served = max(self._served, turn)
                called.set_result(None)
            heapq.heappop(self._turns)
        if not self._turns:
            self._next_turn = {owner: turn for owner, turn in self._next_turn.items() if turn > self._served}


def give_way() -> None:
    """Let other threads go first, where the system can do that for a thread."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)
