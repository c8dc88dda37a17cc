"""Which pages may talk to the server: its own, and those named in the settings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit


def header(scope: Any, name: bytes) -> str | None:
    """A header of an ASGI scope."""
    for key, value in scope["headers"]:
        if key == name:
            return str(value.decode("latin-1"))
    return None


def allowed(origin: str | None, host: str | None, others: Sequence[str]) -> bool:
    """Whether a request may be served. Browsers always name the origin of a websocket or POST; programs need not."""
    if origin is None:
        return True
    return origin in others or (urlsplit(origin).netloc == host and origin.startswith(("http://", "https://")))
