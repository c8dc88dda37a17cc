"""The network that this machine is in: who there reaches the server, and who may change that.

A server that listens for its own machine alone can be opened to the network by whoever sits at the machine, and closed
again. That is a second listening socket; nothing of it is kept, so a server that starts again is closed.
"""

from __future__ import annotations

import asyncio
import ipaddress
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Protocol
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.types import Scope

from lodge.server.http import schemas
from lodge.server.limits import Refused
from lodge.server.listening import own_ip

FORWARDED = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip")  # a proxy asks for somebody else


class Door(Protocol):
    """The second listening socket."""

    port: int

    def close(self) -> None:
        """Stop listening, and end the connections that came by it."""


class Network:
    """Where others in the network reach this server: `address` where it listens for them from the start, or a door."""

    def __init__(self, address: str | None = None) -> None:
        self._address = address
        self._door: Door | None = None
        self._changing = asyncio.Lock()
        self.listen: Callable[[], Awaitable[Door]] | None = None  # set where there can be a door

    @property
    def address(self) -> str | None:
        """The address to give to others, if there is one."""
        if self._door is None:
            return self._address
        found = own_ip()
        return f"http://{found}:{self._door.port}" if found else None

    def hosts(self, scope: Scope, usual: frozenset[str] | None) -> frozenset[str] | None:
        """The hosts that a request may name: by the door, only the address that it came to, which is never a name."""
        here = scope.get("server")
        if self._door is not None and here and here[1] == self._door.port:
            return frozenset({here[0]})
        return usual

    def told(self, request: Request) -> schemas.NetworkInfo:
        """How things are, for whoever asks."""
        may = self.listen is not None and at_the_machine(request)
        return schemas.NetworkInfo(address=self.address, open=self._door is not None, may=may)

    async def change(self, request: Request, *, opened: bool) -> schemas.NetworkInfo:
        """Open or close the door, for somebody at the machine."""
        if self.listen is None or not at_the_machine(request) or not from_own_page(request):
            raise Refused("not_at_machine", "Only somebody at the machine that runs this server can do this.")
        async with self._changing:
            if opened and self._door is None:
                if own_ip() is None:
                    raise Refused("no_network", "This machine is in no network.")
                self._door = await self.listen()
            elif not opened and self._door is not None:
                self._door.close()
                self._door = None
        return self.told(request)


def at_the_machine(request: Request) -> bool:
    """Whether a request comes from this machine, by no proxy, and names it by no other name."""
    proxied = any(name in request.headers for name in FORWARDED)
    return not proxied and request.client is not None and _loopback(request.client.host) and _own_host(request)


def _own_host(request: Request) -> bool:
    with suppress(ValueError):
        host = urlsplit(f"//{request.headers.get('host', '')}").hostname or ""
        return host == "localhost" or _loopback(host)
    return False


def _loopback(host: str) -> bool:
    with suppress(ValueError):
        return ipaddress.ip_address(host).is_loopback
    return False


def from_own_page(request: Request) -> bool:
    """Whether a page of this very address asks: no other site, no program, no other server of this machine."""
    host = request.headers.get("host", "")
    return bool(host) and request.headers.get("origin") == f"http://{host}"
