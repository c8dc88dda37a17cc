"""The service worker, which keeps the page and the games' modules in the browser."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from lodge.site import INDEX, WORKER, module_parts, page_parts, served_index, worker


@lru_cache(4)
def _made(parts: tuple[tuple[str, Path], ...], changed: tuple[int, ...]) -> bytes:
    del changed
    files = {name: path.read_bytes() for name, path in parts}
    files[INDEX] = served_index(files[INDEX].decode()).encode()
    return worker(files[WORKER], files, site=False)


def route(page: Path) -> Route:
    """GET /sw.js: looked at again by every browser at every start, so that it learns of a new version."""

    async def serve(_request: Request) -> Response:
        parts = page_parts(page) | module_parts()
        if not {INDEX, WORKER} <= parts.keys():
            return PlainTextResponse("There is nothing here.\n", 404)
        code = _made(tuple(parts.items()), tuple(path.stat().st_mtime_ns for path in parts.values()))
        return Response(code, media_type="text/javascript", headers={"cache-control": "no-cache"})

    return Route(f"/{WORKER}", serve)
