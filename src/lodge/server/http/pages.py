"""The page: files made by the web build, and the headers that keep it safe."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response

from lodge.server.http.files import file_answer
from lodge.site import INDEX, POLICY, served_index

HEADERS = [
    (b"content-security-policy", f"{POLICY}; frame-ancestors 'none'".encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]
PLAIN = re.compile(r"[A-Za-z0-9_./-]{0,200}")
MISSING = "Lodge is running, but its page is not built. In the source folder: make setup. The API is at /api/games.\n"


class Headers:
    """ASGI middleware: safe headers on every answer."""

    def __init__(self, app: Any) -> None:
        self.app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Pass on, adding headers."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def adding(message: Any) -> None:
            if message["type"] == "http.response.start":
                present = {name for name, _ in message["headers"]}
                message["headers"] = [*message["headers"], *((n, v) for n, v in HEADERS if n not in present)]
                if b"cache-control" not in present:
                    message["headers"].append((b"cache-control", b"no-store"))
            await send(message)

        await self.app(scope, receive, adding)


Told = Callable[[Request], Awaitable[str]]


async def _nothing(_request: Request) -> str:
    return ""


class Pages:
    """The single page and its files; `told` says what stands in its head for whoever shows a link to it."""

    def __init__(self, folder: Path, told: Told = _nothing) -> None:
        self.folder: Path = folder.resolve()
        self.told = told

    async def __call__(self, request: Request) -> Response:
        """A file of the page; for any other path, the page itself."""
        if request.method not in ("GET", "HEAD"):
            return PlainTextResponse("Not here.\n", 405)
        if not PLAIN.fullmatch(request.path_params["path"]) or "/." in request.url.path:
            return PlainTextResponse("There is nothing here.\n", 404)
        wanted = (self.folder / request.path_params["path"]).resolve()
        index = self.folder / INDEX
        if wanted.is_relative_to(self.folder) and wanted.is_file() and wanted != index:
            kept = "public, max-age=31536000, immutable" if wanted.parent.name == "assets" else "no-cache"
            return file_answer(wanted, request, kept)
        if request.path_params["path"].startswith(("api/", "assets/")) or ("." in wanted.name and wanted != index):
            return PlainTextResponse("There is nothing here.\n", 404)
        if not index.is_file():
            return PlainTextResponse(MISSING)
        page = served_index(index.read_text("utf-8"))
        if told := await self.told(request):
            page = page.replace("</head>", f"{told}\n</head>", 1)
        return HTMLResponse(page, headers={"cache-control": "no-cache"})
