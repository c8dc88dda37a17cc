"""The page on this machine alone, by Python's own HTTP server: what `lodge` starts where no server is installed.

It is the static site (lodge.site), sent from memory: bots, several round one screen, solo levels; no tables with
others. So a player needs neither a database nor a web server.
"""

from __future__ import annotations

import socket
import threading
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import PurePosixPath
from typing import Any, ClassVar
from urllib.parse import unquote, urlsplit

from lodge.errors import LodgeError
from lodge.extras import PROJECT
from lodge.server.listening import listen
from lodge.site import INDEX, site_files

HOST = "127.0.0.1"
PORT = 8008  # not a server's: a browser keeps matches and pages by address, port and all
NAMES = ("localhost", HOST)  # who else is asked for is a name that somebody made point here
KINDS = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}


class Pages(BaseHTTPRequestHandler):
    """Sends files of the site, and nothing else."""

    protocol_version = "HTTP/1.1"
    timeout: ClassVar[float | None] = 30
    files: dict[str, bytes]

    def do_GET(self) -> None:
        """A file; for the root, the page."""
        host = urlsplit(f"//{self.headers.get('Host', '')}").hostname
        name = unquote(urlsplit(self.path).path).lstrip("/") or INDEX
        data = self.files.get(name) if host in NAMES else None
        status, kind = 200, KINDS.get(PurePosixPath(name).suffix, "application/octet-stream")
        if data is None:
            status, kind, data = 404, "text/plain; charset=utf-8", b"There is nothing here.\n"
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Content-Security-Policy", "frame-ancestors 'none'")  # besides what the page says itself
        self.send_header("Cache-Control", "no-cache")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    do_HEAD = do_GET  # noqa: N815 - what the base class calls

    def log_message(self, *_words: Any) -> None:
        """Who looks at what is nobody's business."""


def page_server(port: int | None = None) -> ThreadingHTTPServer:
    """A server of the page, listening but not yet answering; port 0 is a free one."""

    class Ours(Pages):
        files = site_files()

    server = ThreadingHTTPServer((HOST, 0), Ours, bind_and_activate=False)
    server.socket.close()
    server.socket = _listening(port)
    server.server_address = server.socket.getsockname()
    server.daemon_threads = True
    return server


def _listening(port: int | None) -> socket.socket:
    if port is not None:
        return listen(HOST, port)
    with suppress(LodgeError):  # another one is open
        return listen(HOST, PORT)
    return listen(HOST, 0)


def play_here(port: int | None = None, *, open_browser: Callable[[str], Any] = webbrowser.open) -> None:
    """Serve the page to this machine until interrupted, and open it."""
    with page_server(port) as server:
        here = f"http://localhost:{server.server_address[1]}"
        print(f"Lodge is at {here} (Ctrl+C stops it)", flush=True)  # noqa: T201
        print(f"To play with friends by a link: pip install '{PROJECT}[server]'", flush=True)  # noqa: T201
        threading.Thread(target=open_browser, args=[here], daemon=True).start()
        with suppress(KeyboardInterrupt):
            server.serve_forever()
