"""What a bus does, and the one of a server that is alone."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import Protocol, TypeAlias

from lodge.server.bus.notices import Notice

Hear: TypeAlias = Callable[[str, Notice], None]  # who says it, and what


class Bus(Protocol):
    """Tells other server processes on the same database what they should know."""

    shared: bool  # there may be others

    @property
    def listening(self) -> bool:
        """Whether what others say is heard now."""

    async def open(self, hear: Hear, missed: Callable[[], None]) -> None:
        """Begin; `missed` is called whenever others may have said something that was not heard."""

    async def close(self) -> None:
        """Send what waits, and stop."""

    def publish(self, notice: Notice) -> None:
        """Tell all others, soon and without waiting."""

    def lease(self, name: str) -> AbstractAsyncContextManager[bool]:
        """Whether this process, and no other, does something now; it ends with the process at the latest."""


class LocalBus:
    """For one process, which has nobody to tell."""

    shared = False
    listening = True

    async def open(self, hear: Hear, missed: Callable[[], None]) -> None:
        """Nobody will say anything."""

    async def close(self) -> None:
        """Nothing waits."""

    def publish(self, notice: Notice) -> None:
        """Nobody listens."""

    def lease(self, name: str) -> AbstractAsyncContextManager[bool]:
        """This process does everything."""
        del name
        return nullcontext(enter_result=True)
