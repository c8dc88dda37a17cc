"""The service worker, which keeps the page and the games' modules in the browser."""

from __future__ import annotations

import time
from functools import lru_cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from lodge.server.http.files import KINDS, kept_answer, packed
from lodge.server.workers.cache import Answer
from lodge.site import INDEX, WORKER, module_parts, page_parts, served_index, worker

KEPT = 0.2  # seconds before it is looked again whether a file has changed: there are hundreds


@lru_cache(4)
def _made(parts: tuple[tuple[str, Path], ...], changed: tuple[int, ...]) -> Answer:
    del changed
    files = {name: path.read_bytes() for name, path in parts}
    files[INDEX] = served_index(files[INDEX].decode()).encode()
    return packed(worker(files[WORKER], files, site=False))


def route(page: Path) -> Route:
    """GET /sw.js: looked at again by every browser at every start, so that it learns of a new version."""
    latest: list[Answer] = []
    good = 0.0  # until when the latest is

    async def serve(request: Request) -> Response:
        nonlocal good
        if time.monotonic() >= good:
            parts = page_parts(page) | module_parts()
            if not {INDEX, WORKER} <= parts.keys():
                return PlainTextResponse("There is nothing here.\n", 404)
            latest[:] = [_made(tuple(parts.items()), tuple(path.stat().st_mtime_ns for path in parts.values()))]
            good = time.monotonic() + KEPT
        return kept_answer(latest[0], request, KINDS[".js"], cache_control="no-cache")

    return Route(f"/{WORKER}", serve)
