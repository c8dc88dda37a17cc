"""The way out of a connection: messages are sent at once where that is possible, and wait in order where not."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Generator
from typing import Any

GONE = (OSError, RuntimeError)  # what servers raise when the client is gone


class Rest:
    """What is left of a coroutine that was begun outside a task and has to wait for a future."""

    def __init__(self, coroutine: Any, future: Any) -> None:
        self.coroutine = coroutine
        self.future = future

    def __await__(self) -> Generator[Any, Any, None]:
        yield self.future
        yield from self.coroutine.__await__()


class Outbox:
    """Messages on their way to one client.

    Sending hardly ever has to wait, and waking a task for every message costs more than sending it: so the server's
    `send` is begun right here, and only if it does wait (the client reads slowly) a task takes over. Where the server
    has a shorter way for text (`lodge.server.ws.wire`), that is tried first.
    """

    def __init__(
        self,
        send: Callable[[Any], Awaitable[None]],
        most: int,
        most_bytes: int,
        full: Callable[[], None],
        short: Callable[[bytes], bool] | None = None,
    ) -> None:
        self._send = send
        self._short = short
        self._most = most
        self._most_bytes = most_bytes
        self._full = full  # is told when more than that waits
        self._waiting: deque[Any] = deque()
        self._size = 0  # bytes of what waits
        self._task: asyncio.Task[None] | None = None
        self._closed = False

    def post(self, text: bytes) -> None:
        """Send a message without waiting."""
        if self._task is None and not self._closed:
            if self._short is None or not self._short(text):
                self._begin({"type": "websocket.send", "text": text.decode()})
        elif not self._closed:
            line = text.decode()
            self._waiting.append({"type": "websocket.send", "text": line})
            self._size += len(line)
            if len(self._waiting) > self._most or self._size > self._most_bytes:
                self._full()

    def close(self, code: int) -> None:
        """End the connection after what waits to be sent."""
        if not self._closed:
            self._closed = True
            event = {"type": "websocket.close", "code": code}
            if self._task is not None:
                self._waiting.append(event)
            else:
                self._begin(event)

    async def finish(self, seconds: float) -> None:
        """Wait a while for what is being sent, then give up."""
        self._closed = True
        if self._task is not None:
            await asyncio.wait([self._task], timeout=seconds)
            self._task.cancel()

    def _begin(self, event: Any) -> None:
        coroutine: Any = self._send(event)
        try:
            future = coroutine.send(None)
        except StopIteration:
            return
        except GONE:  # whoever reads will notice
            self._closed = True
            return
        self._task = asyncio.create_task(self._go_on(Rest(coroutine, future)))

    async def _go_on(self, rest: Rest) -> None:
        try:
            await rest
            while self._waiting:
                event = self._waiting.popleft()
                self._size -= len(event.get("text", ""))
                await self._send(event)
        except GONE:
            self._closed = True
        finally:
            self._task = None
