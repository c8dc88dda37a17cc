"""A queue of work with a thread of its own."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from lodge.server.limits import Refused

NICE = 10  # niceness of threads whose work nobody waits for


class WorkQueue:
    """Work in a thread of its own, so that bots need not wait for it; at most `most` may be waiting."""

    def __init__(self, name: str, most: int, *, gives_way: bool = False) -> None:
        self.most = most
        self.waiting = 0
        self.closed = False
        self._pool = ThreadPoolExecutor(1, thread_name_prefix=name, initializer=give_way if gives_way else None)

    def close(self) -> None:
        """Begin nothing more."""
        self.closed = True
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def run(self, function: Any, *arguments: Any) -> Any:
        """Run something long outside the event loop; Refused where too many wait."""
        if self.waiting >= self.most:
            raise Refused("busy", "Too many ask for this at once: try again in a moment.", seconds=1)
        self.waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, function, *arguments)
        finally:
            self.waiting -= 1


def give_way() -> None:
    """Let other threads go first, where the system can do that for a thread."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)
