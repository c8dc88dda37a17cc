"""Running the server."""

from __future__ import annotations

import asyncio
import gc
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from multiprocessing.connection import Connection
from typing import Any

import uvicorn

from lodge.errors import LodgeError
from lodge.server import logs
from lodge.server.http.app import App
from lodge.server.http.connections import Config, ConnectionLimits, HttpConnection
from lodge.server.http.hosts import allowed_hosts
from lodge.server.listening import address, listen, listen_beside, network_address
from lodge.server.processes import FAILED, check_workers, end_with, listeners, serve_many
from lodge.server.settings import Settings
from lodge.server.storage.store import check
from lodge.server.ws.wire import Wire

MANY_FILES = 65_536  # that are asked for, where the system allows it
OTHER_FILES = 124  # that are not connections: the database, logs, the page's files


class Door:
    """A second listening socket of a server: see `lodge.server.http.network`."""

    def __init__(self, server: Server, listening: asyncio.Server, port: int) -> None:
        self.port = port
        self._server = server
        self._listening = listening

    def close(self) -> None:
        """Stop listening, and end the connections that came by it."""
        self._listening.close()
        self._server.servers.remove(self._listening)
        connections: set[Any] = set(self._server.server_state.connections)
        for connection in connections:
            if connection.server is not None and connection.server[1] == self.port:
                connection.shutdown()


class Server(uvicorn.Server):
    """A server that tells when it listens, and can listen for the network besides."""

    ready: Callable[[], None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        await super().startup(sockets)
        if self.started and self.ready is not None:
            self.ready()

    async def open_door(self) -> Door:
        """Listen for the network: at a port next to the own one, so that links stay good, or at a free one."""
        own = self.servers[0].sockets[0].getsockname()[1]
        listener = listen_beside(own)
        loop = asyncio.get_running_loop()
        listening = await loop.create_server(self._connection, sock=listener, backlog=self.config.backlog)
        self.servers.append(listening)
        return Door(self, listening, listener.getsockname()[1])

    def _connection(self) -> asyncio.Protocol:
        """As uvicorn makes them."""
        kind: Any = self.config.http_protocol_class
        made: asyncio.Protocol = kind(config=self.config, server_state=self.server_state, app_state=self.lifespan.state)
        return made


def server(settings: Settings, host: str, port: int, *, door: bool = True, **more: object) -> Server:
    """A uvicorn server with what Lodge needs; one for this machine alone can have a `door` to the network."""
    app = App(replace(settings, hosts=allowed_hosts(host, settings.origins)))
    config = Config(
        app,
        host=host,
        port=port,
        http=HttpConnection,
        ws=Wire,
        ws_max_size=settings.message_size,
        ws_ping_interval=20.0,
        ws_ping_timeout=30.0,
        ws_per_message_deflate=False,
        access_log=False,  # addresses and table ids are nobody's business
        log_config=None,  # as all that is logged
        log_level="warning",
        timeout_graceful_shutdown=3,
        server_header=False,
        **more,  # type: ignore[arg-type]
    )
    config.connections = ConnectionLimits(
        settings.connections_per_address, most_connections(), config.forwarded_allow_ips
    )
    config.request_seconds = settings.request_seconds
    config.frames_per_second, config.frame_burst = settings.messages_per_second, settings.message_burst
    logs.now_and_then("uvicorn.error")
    one = Server(config)
    if door and app.hub.settings.hosts is not None and not settings.origins:  # with them it is behind a proxy
        app.network.listen = one.open_door
    return one


def most_connections() -> int:
    """How many connections this process can have, with as many files as the system lets it open."""
    if sys.platform == "win32":
        return 400  # what its select can wait for, less what else is open
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < hard:
        with suppress(OSError, ValueError):
            wanted = MANY_FILES if hard == resource.RLIM_INFINITY else min(hard, MANY_FILES)
            resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))
            soft = max(soft, wanted)
    return max(soft - OTHER_FILES, soft // 2)


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
    workers: int = 1,
    open_browser: bool = False,
) -> None:
    """Serve until interrupted. Port 0 takes a free one; without a port it is 8000, or a free one if that is taken."""
    settings = settings or Settings()
    logs.begin(settings.log_format)
    check_workers(workers, settings.database)
    with suppress(KeyboardInterrupt):
        asyncio.run(check(settings.database))
        with listen(host, port) as listener:
            taken = listener.getsockname()[1]
            settings = replace(settings, address=network_address(host, taken))

            def tell() -> None:
                _tell(host, taken, open_browser=open_browser)

            if workers > 1:
                serve_many(run_worker, settings, host, listeners(listener, workers), tell)
            elif not _run(settings, host, listener, tell):
                raise LodgeError("The server could not start: see the messages above.")


def _run(
    settings: Settings, host: str, listener: socket.socket, ready: Callable[[], None], *, door: bool = True
) -> bool:
    """Serve by this process until interrupted; whether it could begin."""
    one = server(settings, host, listener.getsockname()[1], door=door)
    one.ready = ready
    calm_collector()
    one.run(sockets=[listener])
    return one.started


def run_worker(settings: Settings, host: str, listener: socket.socket, parent: Connection) -> None:
    """Serve as one of several processes; the one that started it hears when it listens."""
    logs.begin(settings.log_format)
    end_with(parent, lambda: signal.raise_signal(signal.SIGTERM))
    if not _run(settings, host, listener, lambda: parent.send(obj=True), door=False):  # it would be this one's alone
        sys.exit(FAILED)


def _tell(host: str, port: int, *, open_browser: bool) -> None:
    """Say where the server is, and open its page."""
    here, others = address(host, port), network_address(host, port)
    print(f"Lodge is at {here} (Ctrl+C stops it)", flush=True)  # noqa: T201
    if others:
        print(f"Others in your network: {others}", flush=True)  # noqa: T201
    if open_browser:
        threading.Thread(target=webbrowser.open, args=[here], daemon=True).start()
