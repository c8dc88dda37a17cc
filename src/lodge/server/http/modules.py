"""The modules of games, for pages that play by themselves, and what a page must know of games that it does not know."""

from __future__ import annotations

import json
from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from lodge.bots import typescript
from lodge.games import Game, board, games
from lodge.modules import page_files
from lodge.server.http.files import KINDS, file_answer

# What the page has of its own games, a server writes for others.
WRITTEN: dict[str, Callable[[Game], str]] = {
    board.FILE: lambda which: json.dumps(board.board_data(which)),
    typescript.FILE: typescript.text,
}


async def _module(request: Request) -> Response:
    """A file of a game; nothing is sent to a browser that has it already."""
    named = request.path_params
    which = next((one for one in games() if one.id == named["game"]), None)
    if which is not None and named["file"] in WRITTEN:
        return Response(WRITTEN[named["file"]](which), headers={"cache-control": "no-cache"}, media_type=KINDS[".json"])
    path = page_files(which).get(named["file"]) if which else None
    if path is None or not path.exists():
        return PlainTextResponse("There is nothing here.\n", 404)
    return file_answer(path, request, "no-cache")


ROUTES = [Route("/modules/{game}/{file}", _module)]
