"""The modules of games, for pages that play by themselves, and what a page must know of games that it does not know."""

from __future__ import annotations

import hashlib
import json
import mimetypes
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from lodge.bots import typescript
from lodge.games import Game, board, games
from lodge.modules import page_files

KINDS = {".wasm": "application/wasm", ".json": "application/json", ".js": "text/javascript"}
# What the page has of its own games, a server writes for others.
WRITTEN: dict[str, Callable[[Game], str]] = {
    board.FILE: lambda which: json.dumps(board.board_data(which)),
    typescript.FILE: typescript.text,
}


@lru_cache(64)
def _read(path: Path, changed: int) -> tuple[bytes, str]:
    """A file and its mark."""
    del changed
    data = path.read_bytes()
    return data, f'"{hashlib.sha256(data).hexdigest()[:32]}"'


async def _module(request: Request) -> Response:
    """A file of a game; nothing is sent to a browser that has it already."""
    named = request.path_params
    which = next((one for one in games() if one.id == named["game"]), None)
    if which is not None and named["file"] in WRITTEN:
        return Response(WRITTEN[named["file"]](which), headers={"cache-control": "no-cache"}, media_type=KINDS[".json"])
    path = page_files(which).get(named["file"]) if which else None
    if path is None or not path.exists():
        return PlainTextResponse("There is nothing here.\n", 404)
    data, mark = _read(path, path.stat().st_mtime_ns)
    headers = {"etag": mark, "cache-control": "no-cache"}
    if request.headers.get("if-none-match", "").removeprefix("W/") == mark:
        return Response(status_code=304, headers=headers)
    kind = KINDS.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return Response(data, headers=headers, media_type=kind)


ROUTES = [Route("/modules/{game}/{file}", _module)]
