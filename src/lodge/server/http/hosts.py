"""Which requests are meant for this server: by the host they name, and by the origin of the page they come from."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Sequence
from contextlib import suppress
from urllib.parse import urlsplit

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from lodge.server.http.network import Network
from lodge.server.listening import EVERYWHERE

BAD_ORIGIN = 4003  # the code that such a websocket is closed with
BAD_HOST = PlainTextResponse("This server is not called that: name it with --origin.\n", 400)


class TrustedHosts:
    """ASGI middleware: refuses HTTP requests and websockets that name a host not among these; None: refuses none."""

    def __init__(self, app: ASGIApp, hosts: frozenset[str] | None, network: Network) -> None:
        self.app = app
        self.hosts = hosts
        self.network = network

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on, or refuse."""
        hosts = self.network.hosts(scope, self.hosts)
        if scope["type"] == "lifespan" or host_allowed(header(scope, b"host"), hosts):
            await self.app(scope, receive, send)
        elif scope["type"] == "http":
            await BAD_HOST(scope, receive, send)
        else:
            await receive()
            await send({"type": "websocket.close", "code": BAD_ORIGIN})


def header(scope: Scope, name: bytes) -> str | None:
    """A header of an ASGI scope."""
    for key, value in scope["headers"]:
        if key == name:
            return str(value.decode("latin-1"))
    return None


def allowed_hosts(host: str, origins: Sequence[str]) -> frozenset[str] | None:
    """The hosts that requests may name: any (None), unless the server listens for this machine alone.

    A site whose name is made to point to this machine would otherwise be taken for the server's own page.
    """
    if not _loopback(host):
        return None
    others = [urlsplit(origin).hostname or "" for origin in origins]
    return frozenset({"localhost", "127.0.0.1", "::1", host.lower(), *others} - {""})


def _loopback(host: str) -> bool:
    if host in EVERYWHERE:
        return False
    with suppress(OSError, ValueError):
        return ipaddress.ip_address(host if ":" in host else socket.gethostbyname(host)).is_loopback
    return False


def host_allowed(host: str | None, hosts: frozenset[str] | None) -> bool:
    """Whether a request with this Host header is meant for the server. Browsers always send one."""
    if hosts is None or host is None:
        return True
    try:
        return urlsplit(f"//{host}").hostname in hosts
    except ValueError:
        return False


def origin_allowed(origin: str | None, host: str | None, others: Sequence[str]) -> bool:
    """Whether a page may ask. Browsers always name the origin of a websocket or POST; programs need not."""
    if origin is None or origin in others:
        return True
    try:
        return urlsplit(origin).netloc == host and origin.startswith(("http://", "https://"))
    except ValueError:  # no address at all
        return False
