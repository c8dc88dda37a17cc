"""The HTTP side: the list of games, new tables, records, verification."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from lodge.errors import LodgeError, UnknownName
from lodge.paper import sheets, written
from lodge.record import load
from lodge.replaying import verify
from lodge.server.http import schemas
from lodge.server.http.catalogue import catalogue
from lodge.server.http.hosts import origin_allowed
from lodge.server.limits import Refused, check_token
from lodge.server.tables import campaigns, presenter
from lodge.server.tables.authority import check_reading
from lodge.server.tables.commands import opening
from lodge.server.tables.handover import handed_over
from lodge.server.tables.hub import Hub
from lodge.server.tables.table import Table
from lodge.server.tables.tokens import owner_of
from lodge.server.ws import protocol as p

Endpoint = Callable[[Hub, Request], Awaitable[Response]]
B = TypeVar("B")
STATUS: dict[p.Code, int] = {
    "unknown_table": 404,
    "bad_origin": 403,
    "too_many_tables": 429,
    "busy": 503,
    "too_fast": 429,
}


def answer(value: Any, status: int = 200) -> Response:
    """A value as JSON."""
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def failure(error: Refused) -> Response:
    """What was refused, as JSON."""
    told = p.Failure(code=error.code, message=str(error), details=error.details, ref=None)
    return answer(told, STATUS.get(error.code, 400))


async def body(hub: Hub, request: Request, limit: int) -> bytes:
    """The body of a POST from a page that may ask, not longer than a limit."""
    if not origin_allowed(request.headers.get("origin"), request.headers.get("host"), hub.settings.origins):
        raise Refused("bad_origin", "This page may not ask for that.")
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise Refused("bad_message", "The body must be application/json.")
    read = bytearray()
    async for chunk in request.stream():
        read += chunk
        if len(read) > limit:
            raise Refused("bad_message", f"The body is longer than {limit} bytes.", limit=limit)
    return bytes(read)


def parse(text: bytes, kind: type[B]) -> B:
    """A body as a value of its type, or Refused."""
    try:
        return msgspec.json.decode(text, type=kind)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise Refused("bad_message", f"This is not what was expected: {error}.") from None
    except RecursionError:
        raise Refused("bad_message", "This is nested too deeply.") from None


async def health(_hub: Hub, _request: Request) -> Response:
    """GET /healthz: the server answers."""
    return PlainTextResponse("ok\n")


async def list_games(hub: Hub, _request: Request) -> Response:
    """GET /api/games."""
    return answer(catalogue(hub.settings.levels, hub.settings.address))


async def new_table(hub: Hub, request: Request) -> Response:
    """POST /api/tables."""
    wish = parse(await body(hub, request, hub.settings.message_size), schemas.NewTable)
    data, made = opening(wish, hub.settings)
    _count_table(hub, request)
    await hub.make(made.table, data)
    return answer(made, 201)


async def hand_over(hub: Hub, request: Request) -> Response:
    """POST /api/tables/hand-over."""
    wish = parse(await body(hub, request, hub.settings.record_size), schemas.HandOver)
    data, made = await hub.workers.checks.run(handed_over, wish, hub.settings)
    _count_table(hub, request)
    await hub.make(made.table, data)
    return answer(made, 201)


def _count_table(hub: Hub, request: Request) -> None:
    if not hub.addresses.make_table(request.client.host if request.client else ""):
        limit = hub.settings.tables_per_address
        raise Refused("too_many_tables", f"{limit} new tables an hour are enough.", limit=limit)


async def look_at_progress(hub: Hub, request: Request) -> Response:
    """POST /api/progress: a POST, because a secret belongs in no address."""
    wish = parse(await body(hub, request, hub.settings.message_size), schemas.AskProgress)
    which, levels = campaigns.levels_of(wish.game)
    plays = await hub.store.plays(owner_of(check_token(wish.player)), which.id)
    return answer(campaigns.progress(which, levels, plays))


async def new_play(hub: Hub, request: Request) -> Response:
    """POST /api/progress/tables."""
    wish = parse(await body(hub, request, hub.settings.message_size), schemas.NewPlay)
    return answer(await campaigns.play(hub, wish, lambda: _count_table(hub, request)), 201)


async def summary(hub: Hub, request: Request) -> Response:
    """GET /api/tables/{table}."""
    return answer(presenter.summary((await hub.room(request.path_params["table"])).table))


async def readable(hub: Hub, request: Request, page: str) -> Table:
    """The table that a page is about, if anybody may read that now."""
    table = (await hub.room(request.path_params["table"])).table
    check_reading(page, table)
    return table


async def record(hub: Hub, request: Request) -> Response:
    """GET /api/tables/{table}/record.json: without the seed while the match goes on."""
    table = await readable(hub, request, "record.json")
    name = f"{table.game.id}-{table.id}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(table.playing.record().to_json(), media_type="application/json", headers=headers)


async def replay(hub: Hub, request: Request) -> Response:
    """GET /api/tables/{table}/replay.json."""
    table = await readable(hub, request, "replay.json")
    return answer(await hub.workers.checks.run(presenter.replay, table.playing))


async def possible(hub: Hub, request: Request) -> Response:
    """GET /api/tables/{table}/possible/{number}.json."""
    table = await readable(hub, request, "possible")
    try:
        return answer(await hub.workers.checks.run(presenter.choices, table.playing, request.path_params["number"]))
    except Refused:
        raise
    except LodgeError as error:
        raise Refused("bad_message", str(error)) from None


async def print_sheet(hub: Hub, request: Request) -> Response:
    """A paper game's sheet: `language` en, de, fr, it or nl, `paper` a4 or letter, `format` pdf or svg."""
    asked = request.query_params
    form = asked.get("format", "pdf")
    try:
        pages = sheets(request.path_params["game"], asked.get("language", "en"), asked.get("paper", "a4"))
        content = await hub.workers.checks.run(written, pages, form)
    except UnknownName as error:
        raise Refused("bad_message", str(error)) from None
    name = f"{request.path_params['game']}-{pages[0].language}.{form}"
    kind = {"pdf": "application/pdf", "svg": "image/svg+xml"}[form]
    return Response(content, media_type=kind, headers={"content-disposition": f'inline; filename="{name}"'})


async def check(hub: Hub, request: Request) -> Response:
    """POST /api/verify."""
    text = await body(hub, request, hub.settings.record_size)
    return answer(await hub.workers.checks.run(_verify, text))


def _verify(text: bytes) -> schemas.Verified:
    try:
        found = load(text)
    except LodgeError as error:
        raise Refused("bad_record", str(error)) from None
    moves, commitment = len(found.moves), found.commitment
    try:
        verdict = verify(found)
    except (LodgeError, RecursionError) as error:
        return schemas.Verified(fair=False, finished=False, message=str(error), moves=moves, commitment=commitment)
    return schemas.Verified(
        fair=True, finished=verdict.finished, message=str(verdict), moves=moves, commitment=commitment
    )


def routes(hub: Hub) -> list[Route]:
    """All endpoints."""

    def bind(endpoint: Endpoint) -> Callable[[Request], Awaitable[Response]]:
        @wraps(endpoint)
        async def bound(request: Request) -> Response:
            try:
                return await endpoint(hub, request)
            except Refused as error:
                return failure(error)

        return bound

    return [
        Route("/healthz", bind(health)),
        Route("/api/games", bind(list_games)),
        Route("/api/tables", bind(new_table), methods=["POST"]),
        Route("/api/tables/hand-over", bind(hand_over), methods=["POST"]),
        Route("/api/tables/{table}", bind(summary)),
        Route("/api/tables/{table}/record.json", bind(record)),
        Route("/api/tables/{table}/replay.json", bind(replay)),
        Route("/api/tables/{table}/possible/{number:int}.json", bind(possible)),
        Route("/api/progress", bind(look_at_progress), methods=["POST"]),
        Route("/api/progress/tables", bind(new_play), methods=["POST"]),
        Route("/api/print/{game}", bind(print_sheet)),
        Route("/api/verify", bind(check), methods=["POST"]),
    ]
