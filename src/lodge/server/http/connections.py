"""HTTP connections as uvicorn speaks them, with what it leaves out: deadlines for requests and answers, and limits.

A request that never ends, an answer that nobody reads, or a connection that says nothing would hold one of the few
files that a process may open.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from typing import Any, Protocol

import h11
import uvicorn
from uvicorn.middleware.proxy_headers import _TrustedHosts
from uvicorn.protocols.http.h11_impl import H11Protocol

from lodge.server.limits import network

FULL = b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\nretry-after: 5\r\ncontent-length: 0\r\n\r\n"
WHOLE = (h11.DONE, h11.MUST_CLOSE, h11.CLOSED)
READ = 16 * 1024  # bytes of an answer that must be taken in the time allowed for a request


class Unfinished(Protocol):
    """A connection whose request has not come yet, or not all of it."""

    def cut(self) -> None:
        """End it now."""


class ConnectionLimits:
    """How many connections there are, from each address and in all; those of a trusted proxy count only in all."""

    def __init__(self, each: int, most: int, trusted: Any = ()) -> None:
        self.each = each
        self.most = most
        self.open: int = 0
        self.refused: int = 0
        self.trusted: _TrustedHosts = _TrustedHosts(trusted)
        self._by_address: dict[str, int] = defaultdict(int)
        self._unfinished: dict[Unfinished, None] = {}  # the oldest first

    def enter(self, address: str, line: Unfinished) -> bool:
        """Let a connection in, if there is room; for that the one goes that has been unfinished longest."""
        if not self._exempt(address) and self._by_address[network(address)] >= self.each:
            self.refused += 1
            return False
        if self.open >= self.most:
            self.refused += 1
            oldest = next(iter(self._unfinished), None)
            if oldest is None:
                return False
            del self._unfinished[oldest]
            oldest.cut()
        self.open += 1
        self._by_address[network(address)] += 1
        self._unfinished[line] = None
        return True

    def unfinished(self, line: Unfinished) -> None:
        """Another request has begun."""
        self._unfinished[line] = None

    def finished(self, line: Unfinished) -> None:
        """A request has come, all of it."""
        self._unfinished.pop(line, None)

    def leave(self, address: str) -> None:
        """A connection that was let in has ended."""
        self.open -= 1
        key = network(address)
        self._by_address[key] -= 1
        if self._by_address[key] <= 0:
            del self._by_address[key]

    def _exempt(self, address: str) -> bool:
        return not address or address in self.trusted


class Config(uvicorn.Config):
    """uvicorn's, with what the connections need besides."""

    connections: ConnectionLimits
    request_seconds: float
    frames_per_second: float  # pings, pongs and parts of messages
    frame_burst: int


class HttpConnection(H11Protocol):
    """A connection that speaks HTTP, until it becomes a websocket."""

    config: Config
    _in = False  # it was let in, and has not left
    _deadline: asyncio.TimerHandle | None = None
    _reading: asyncio.TimerHandle | None = None  # when it is looked at again whether the answer is read

    @property
    def _address(self) -> str:
        return self.client[0] if self.client else ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody connects."""
        super().connection_made(transport)
        self._in = self.config.connections.enter(self._address, self)
        if self._in:
            self._expect()
        else:
            transport.write(FULL)
            transport.close()

    def data_received(self, data: bytes) -> None:
        """Take what came; a request has to be whole in time."""
        if not self._in:
            return
        super().data_received(data)
        if self.transport.get_protocol() is not self:  # a websocket, which leaves by itself
            self._in = False
            self._whole()
            self._stop_looking()
        elif self.conn.their_state in WHOLE or self.conn.our_state is h11.ERROR:
            self._whole()
        elif self._deadline is None:
            self.config.connections.unfinished(self)
            self._expect()

    def connection_lost(self, exc: Exception | None) -> None:
        """It is gone."""
        self._whole()
        self._stop_looking()
        if self._in:
            self._in = False
            self.config.connections.leave(self._address)
        super().connection_lost(exc)

    def cut(self) -> None:
        """End it now."""
        self.transport.abort()

    def send_400_response(self, msg: str) -> None:
        """What came is not HTTP; whoever is being answered already is not answered twice."""
        try:
            super().send_400_response(msg)
        except h11.LocalProtocolError:
            self.cut()

    def pause_writing(self) -> None:
        """The answer is not read as fast as it is sent."""
        super().pause_writing()
        self._look(self.transport.get_write_buffer_size())

    def resume_writing(self) -> None:
        """It is read."""
        super().resume_writing()
        self._stop_looking()

    def timeout_keep_alive_handler(self) -> None:
        """Nothing more is asked; what was answered last may be read for a while yet."""
        super().timeout_keep_alive_handler()
        self.loop.call_later(self.config.request_seconds, self.cut)

    def _stop_looking(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None

    def _look(self, left: int) -> None:
        """Look again later how much of it has been read; whoever reads nothing is cut off."""

        def again() -> None:
            now = self.transport.get_write_buffer_size()
            if now > left - READ:
                self.cut()
            else:
                self._look(now)

        self._reading = self.loop.call_later(self.config.request_seconds, again)

    def _expect(self) -> None:
        self._deadline = self.loop.call_later(self.config.request_seconds, self.cut)

    def _whole(self) -> None:
        self.config.connections.finished(self)
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
