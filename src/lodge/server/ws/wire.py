"""The websocket as uvicorn speaks it, with a short way in and out for text messages: every move passes here."""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from lodge.server.http.connections import Config
from lodge.server.limits import Bucket

SHORT_WAY = "lodge.post"  # the extension of the ASGI scope that holds `Wire.post`
TEXT = b"\x81"  # RFC 6455, 5.2: a whole text message in one frame; servers do not mask
TOO_FAST = 4001  # the code that a flood is closed with
NO_TEXT = 1007  # RFC 6455, 7.4.1
SLICE = 4096  # bytes that are read at once
MEDIUM, LONG = TEXT + b"\x7e", TEXT + b"\x7f"  # its length follows in two or in eight bytes


def frame(text: bytes) -> bytes:
    """A text message as it goes over the wire."""
    size = len(text)
    if size < 126:
        return TEXT + size.to_bytes(1, "big") + text
    if size < 1 << 16:
        return MEDIUM + size.to_bytes(2, "big") + text
    return LONG + size.to_bytes(8, "big") + text


def payload_at(data: bytes) -> int:
    """Where the content begins, if this is one whole frame of a client's, final and under 64 kB; otherwise 0."""
    if len(data) < 6 or data[0] < 0x80 or not 0x80 <= data[1] < 0xFF:
        return 0
    size, start = data[1] & 0x7F, 6
    if size == 126:
        size, start = int.from_bytes(data[2:4], "big"), 8
    return start if len(data) == start + size else 0


def unmasked(data: bytes, start: int) -> bytes:
    """The content of a frame (RFC 6455, 5.3): the mask stands in the four bytes before."""
    size = len(data) - start
    mask = data[start - 4 : start] * (size // 4 + 1)
    return (int.from_bytes(data[start:], "big") ^ int.from_bytes(mask[:size], "big")).to_bytes(size, "big")


class Wire(WebSocketsSansIOProtocol):
    """A websocket connection; without compression, which `frame` knows nothing of."""

    config: Config
    _apart = False  # nothing but whole frames has come, each by itself, since the handshake
    _control: Bucket | None = None  # for frames that are not messages: they cost work, too

    def data_received(self, data: bytes) -> None:
        """Take what came. Nearly always that is a message in one frame: it needs neither a parser nor a pause."""
        start = payload_at(data) if self._apart else 0
        if start and data[0] == TEXT[0] and start + self.config.ws_max_size >= len(data) and self._take(data, start):
            return
        self._apart = start != 0 or (data.endswith(b"\r\n\r\n") and not self.handshake_initiated)
        for at in range(0, len(data), SLICE):  # a flood is noticed before all of it has been read
            if self.transport.is_closing():
                return
            super().data_received(data[at : at + SLICE])
        if not self.handshake_initiated:  # with what it said it never will be: it came whole
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """It is gone."""
        self.config.connections.leave(self.client[0] if self.client else "")
        super().connection_lost(exc)

    # --- frames that are not messages ---------------------------------------------------------------------

    def handle_ping(self) -> None:
        """A ping of the client's."""
        if self._count():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """The answer to one of ours, or one that nobody asked for."""
        if self._count():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        """A part of a message, which may be empty."""
        if self._count():
            super().handle_cont(event)

    def _count(self) -> bool:
        """Count a frame; with too many of them the connection ends."""
        if self.close_sent:
            return False
        if self._control is None:
            self._control = Bucket(self.config.frames_per_second, self.config.frame_burst)
        if self._control.take():
            return True
        self._end(TOO_FAST)
        return False

    def _end(self, code: int) -> None:
        self.frames: list[bytes] = []
        self.conn.send_close(code)
        self.handle_parser_exception()

    def send_receive_event_to_app(self) -> None:
        """Hand on a message that came in the long way; what is not text ends the connection, and is in no log."""
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self._end(NO_TEXT)
                return
        super().send_receive_event_to_app()

    def _take(self, data: bytes, start: int) -> bool:
        """Hand a message on; False where the parser should see it, and say what is wrong."""
        if not self.handshake_complete or self.close_sent or not self.queue.empty():
            return False  # a client that sends faster than it is served is made to wait
        try:
            self.queue.put_nowait({"type": "websocket.receive", "text": unmasked(data, start).decode()})
        except UnicodeDecodeError:
            return False
        return True

    async def run_asgi(self) -> None:
        """Live through the connection."""
        extensions: Any = self.scope["extensions"]
        extensions[SHORT_WAY] = self.post
        await super().run_asgi()

    def post(self, text: bytes) -> bool:
        """Send a text message now; False where that cannot be done without waiting, or at all: `send` sees to it."""
        if self.close_sent or not self.handshake_complete or not self.writable.is_set() or self.transport.is_closing():
            return False
        self.transport.write(frame(text))
        return True
