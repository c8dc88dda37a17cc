"""Running the server."""

from __future__ import annotations

import asyncio
import gc
import logging
import socket
import threading
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

import uvicorn

from lodge.errors import LodgeError
from lodge.server.http.app import App
from lodge.server.http.hosts import allowed_hosts
from lodge.server.listening import address, listen, network_address
from lodge.server.settings import Settings
from lodge.server.storage.store import check
from lodge.server.ws.wire import Wire


class Server(uvicorn.Server):
    """A server that tells when it listens."""

    ready: Callable[[], None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        await super().startup(sockets)
        if self.started and self.ready is not None:
            self.ready()


def server(settings: Settings, host: str, port: int, **more: object) -> Server:
    """A uvicorn server with what Lodge needs."""
    config = uvicorn.Config(
        App(replace(settings, hosts=allowed_hosts(host, settings.origins))),
        host=host,
        port=port,
        ws=Wire,
        ws_max_size=settings.message_size,
        ws_ping_interval=20.0,
        ws_ping_timeout=30.0,
        ws_per_message_deflate=False,
        access_log=False,  # addresses and table ids are nobody's business
        log_level="warning",
        timeout_graceful_shutdown=3,
        server_header=False,
        **more,  # type: ignore[arg-type]
    )
    return Server(config)


def calm_collector() -> None:
    """Collect garbage less often: with many tables in memory a collection is long, and everybody waits for it."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 50, 100)


def serve(
    host: str = "127.0.0.1",
    port: int | None = None,
    *,
    settings: Settings | None = None,
    open_browser: bool = False,
) -> None:
    """Serve until interrupted. Port 0 takes a free one; without a port it is 8000, or a free one if that is taken."""
    logging.basicConfig(level=logging.WARNING)
    settings = settings or Settings()
    with suppress(KeyboardInterrupt):
        asyncio.run(check(settings.database))
        with listen(host, port) as listener:
            taken = listener.getsockname()[1]
            one = server(replace(settings, address=network_address(host, taken)), host, taken)
            one.ready = lambda: _tell(host, taken, open_browser=open_browser)
            calm_collector()
            one.run(sockets=[listener])
            if not one.started:
                raise LodgeError("The server could not start: see the messages above.")


def _tell(host: str, port: int, *, open_browser: bool) -> None:
    """Say where the server is, and open its page."""
    here, others = address(host, port), network_address(host, port)
    print(f"Lodge is at {here} (Ctrl+C stops it)", flush=True)  # noqa: T201
    if others:
        print(f"Others in your network: {others}", flush=True)  # noqa: T201
    if open_browser:
        threading.Thread(target=webbrowser.open, args=[here], daemon=True).start()
