"""The application: HTTP, websocket and page, over one hub."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from lodge.server.http.api import routes
from lodge.server.http.hosts import header
from lodge.server.http.pages import Headers, Pages
from lodge.server.listening import called
from lodge.server.settings import Settings
from lodge.server.tables.hub import Hub
from lodge.server.ws.socket import Sockets

STRANGER = PlainTextResponse("This server is not called that: name it with --origin.\n", 400)


class App(Starlette):
    """Starlette for HTTP, with safe headers on all it says; websockets, by which every move comes, go to the hub."""

    hub: Hub

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """An ASGI request."""
        if scope["type"] == "websocket" and scope["path"] == "/ws":
            await Sockets(self.hub)(scope, receive, send)
        elif scope["type"] == "http" and not called(header(scope, b"host"), self.hub.settings.names):
            await Headers(STRANGER)(scope, receive, send)
        else:
            await Headers(super().__call__)(scope, receive, send)


def create_app(settings: Settings | None = None) -> App:
    """The server as an ASGI application."""
    hub = Hub(settings or Settings())

    @asynccontextmanager
    async def lifespan(_app: App) -> AsyncIterator[None]:
        await hub.open()
        try:
            yield
        finally:
            await hub.close()

    pages = Pages(hub.settings.page)
    app = App(
        routes=[
            *routes(hub),
            Route("/{path:path}", pages.__call__),
        ],
        middleware=[Middleware(GZipMiddleware, minimum_size=1000)],
        lifespan=lifespan,
    )
    app.hub = hub
    return app
