"""The application: HTTP, websocket and page, over one hub."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Route, WebSocketRoute

from lodge.server.api import routes
from lodge.server.hub import Hub
from lodge.server.pages import Headers, Pages
from lodge.server.settings import Settings
from lodge.server.socket import Sockets


def create_app(settings: Settings | None = None) -> Starlette:
    """The server as an ASGI application."""
    hub = Hub(settings or Settings())

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        await hub.open()
        try:
            yield
        finally:
            await hub.close()

    pages = Pages(hub.settings.page)
    app = Starlette(
        routes=[
            WebSocketRoute("/ws", Sockets(hub)),
            *routes(hub),
            Route("/{path:path}", pages.__call__),
        ],
        middleware=[Middleware(Headers), Middleware(GZipMiddleware, minimum_size=1000)],
        lifespan=lifespan,
    )
    app.state.hub = hub
    return app
