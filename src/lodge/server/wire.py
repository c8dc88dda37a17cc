"""The websocket as uvicorn speaks it, with a short way for text messages: every move passes here, and goes to many."""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

SHORT_WAY = "lodge.post"  # the extension of the ASGI scope that holds `Wire.post`
TEXT = b"\x81"  # RFC 6455, 5.2: a whole text message in one frame; servers do not mask


def frame(text: bytes) -> bytes:
    """A text message as it goes over the wire."""
    size = len(text)
    if size < 126:
        return b"%b%c%b" % (TEXT, size, text)
    if size < 1 << 16:
        return b"%b\x7e%b%b" % (TEXT, size.to_bytes(2, "big"), text)
    return b"%b\x7f%b%b" % (TEXT, size.to_bytes(8, "big"), text)


class Wire(WebSocketsSansIOProtocol):
    """A websocket connection; without compression, which `frame` knows nothing of."""

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
