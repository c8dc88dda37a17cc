"""The application: HTTP, websocket and page, over one hub."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from lodge.server.api import routes
from lodge.server.hub import Hub
from lodge.server.pages import Headers, Pages
from lodge.server.settings import Settings
from lodge.server.socket import Sockets


class App(Starlette):
    """Starlette for HTTP; websockets, by which every move comes, go straight to the hub."""

    hub: Hub

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """An ASGI request."""
        if scope["type"] == "websocket" and scope["path"] == "/ws":
            await Sockets(self.hub)(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)


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
        middleware=[Middleware(Headers), Middleware(GZipMiddleware, minimum_size=1000)],
        lifespan=lifespan,
    )
    app.hub = hub
    return app
