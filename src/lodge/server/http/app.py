"""The application: HTTP, websocket and page, over one hub."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from lodge.server.http.api import failure, routes
from lodge.server.http.hosts import TrustedHosts
from lodge.server.http.modules import ROUTES
from lodge.server.http.network import Network
from lodge.server.http.pages import Headers, Pages
from lodge.server.http.service_worker import route as worker_route
from lodge.server.http.share import card, tags
from lodge.server.limits import REQUEST, Refused
from lodge.server.settings import Settings
from lodge.server.storage.store import StoreBroken
from lodge.server.tables.hub import Hub
from lodge.server.ws.socket import TRY_AGAIN, Sockets


async def _refuse(error: Refused, scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "http":
        await failure(error)(scope, receive, send)
    else:
        await receive()
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.close", "code": TRY_AGAIN})


class App:
    """The server as an ASGI application: Starlette for HTTP; websockets, by which every move comes, go to the hub."""

    def __init__(self, settings: Settings) -> None:
        self.hub: Hub = Hub(settings)
        self.network: Network = Network(settings.address)
        self._http = Starlette(
            routes=[
                *routes(self.hub, self.network),
                *ROUTES,
                worker_route(settings.page),
                Route("/{path:path}", Pages(settings.page, self._told).__call__),
            ],
            middleware=[Middleware(GZipMiddleware, minimum_size=1000)],
            lifespan=self._lifespan,
        )
        self._sockets = Sockets(self.hub)
        self._checked = Headers(TrustedHosts(self._route, settings.hosts, self.network))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """An ASGI request."""
        await self._checked(scope, receive, send)

    async def _route(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            try:
                await self._keep_pace(scope)
            except Refused as error:
                await _refuse(error, scope, receive, send)
                return
        websocket = scope["type"] == "websocket" and scope["path"] == "/ws"
        await (self._sockets if websocket else self._http)(scope, receive, send)

    async def _keep_pace(self, scope: Scope) -> None:
        """An address that asks for very much waits, for whatever it is, and nobody else does."""
        settings, address = self.hub.settings, scope["client"][0] if scope.get("client") else ""
        wait = self.hub.addresses.wait(address, settings.requests_per_second, settings.request_burst, REQUEST)
        if wait:
            await asyncio.sleep(wait)

    async def _told(self, request: Request) -> str:
        """The tags of a table's page, and of a finished match's."""
        kind, _, name = request.path_params["path"].partition("/")
        if kind not in ("t", "m"):
            return ""
        try:
            table = (await self.hub.room(name)).table
        except (Refused, StoreBroken):
            return ""
        here = str(request.base_url)
        return tags(card(table), f"{here}{kind}/{name}", f"{here}api/tables/{name}/picture.png?{table.number}")

    @asynccontextmanager
    async def _lifespan(self, _app: Starlette) -> AsyncIterator[None]:
        await self.hub.open()
        try:
            yield
        finally:
            await self.hub.close()
