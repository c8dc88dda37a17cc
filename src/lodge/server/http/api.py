"""The HTTP side: the list of games, new tables, records, verification."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from lodge.errors import LodgeError, UnknownName
from lodge.match import Match
from lodge.paper import printed
from lodge.record import load
from lodge.replaying import verify
from lodge.server.http import schemas, share
from lodge.server.http.catalogue import catalogue
from lodge.server.http.files import kept_answer
from lodge.server.http.hosts import origin_allowed
from lodge.server.http.metrics import CONTENT_TYPE, may_read, metrics
from lodge.server.http.network import Network
from lodge.server.limits import Refused, network
from lodge.server.storage.store import StoreBroken
from lodge.server.tables import campaigns, players, presenter
from lodge.server.tables.authority import check_reading
from lodge.server.tables.commands import opening
from lodge.server.tables.handover import handed_over
from lodge.server.tables.hub import Hub, no_database
from lodge.server.tables.table import Table
from lodge.server.ws import protocol as p
from lodge.signing import public_key, signed

Endpoint = Callable[[Hub, Request], Awaitable[Response]]
B = TypeVar("B")
READY = 3.0  # seconds that the database has to answer
DIGITS = 9  # of a number in an address
STATUS: dict[p.Code, int] = {
    "unknown_table": 404,
    "bad_origin": 403,
    "removed_device": 403,
    "not_at_machine": 403,
    "no_network": 409,
    "too_many_tables": 429,
    "busy": 503,
    "no_database": 503,
    "unreadable_table": 500,
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


def posted(kind: type[B], work: Callable[[Hub, B], Awaitable[Any]], status: int = 200) -> Endpoint:
    """An endpoint that takes a body of some kind and answers with what comes of it."""

    async def endpoint(hub: Hub, request: Request) -> Response:
        wish = parse(await body(hub, request, hub.settings.message_size), kind)
        return answer(await work(hub, wish), status)

    return endpoint


async def health(_hub: Hub, _request: Request) -> Response:
    """GET /healthz: the server answers."""
    return PlainTextResponse("ok\n")


async def ready(hub: Hub, _request: Request) -> Response:
    """GET /readyz: the server can read and write; a proxy sends nobody here while it says otherwise."""
    try:
        async with asyncio.timeout(READY):
            good = await hub.store.answers()
    except TimeoutError:
        good = False
    return PlainTextResponse("ok\n") if good else PlainTextResponse("The database does not answer.\n", 503)


async def show_metrics(hub: Hub, request: Request) -> Response:
    """GET /metrics: for whoever runs the server; for others there is no such page."""
    address = request.client.host if request.client else None
    if not may_read(address, everybody=hub.settings.metrics_for_all):
        return PlainTextResponse("There is nothing here.\n", 404)
    return Response(metrics(hub), media_type=CONTENT_TYPE)


async def show_key(hub: Hub, _request: Request) -> Response:
    """GET /api/key."""
    return answer(schemas.ServerKey(key=public_key(hub.key)))


async def list_games(hub: Hub, _request: Request) -> Response:
    """GET /api/games."""
    return answer(catalogue(hub.settings.levels))


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
    data, made = await hub.workers.checks.run(handed_over, wish, hub.settings, owners=[caller(request)])
    _count_table(hub, request)
    await hub.make(made.table, data)
    return answer(made, 201)


def caller(request: Request) -> str:
    """Whose request it is: an address, or its network."""
    return network(request.client.host if request.client else "")


def _count_table(hub: Hub, request: Request) -> None:
    if not hub.addresses.make_table(caller(request)):
        limit = hub.settings.tables_per_address
        raise Refused("too_many_tables", f"{limit} new tables an hour are enough.", limit=limit)


async def look_at_progress(hub: Hub, request: Request) -> Response:
    """POST /api/progress: a POST, because a secret belongs in no address."""
    wish = parse(await body(hub, request, hub.settings.message_size), schemas.AskProgress)
    which, levels = campaigns.levels_of(wish.game)
    plays = await hub.store.plays(await players.known(hub.store, wish.player), which.id)
    return answer(campaigns.progress(which, levels, plays))


async def keep_play(hub: Hub, request: Request) -> Response:
    """POST /api/progress/records."""
    wish = parse(await body(hub, request, hub.settings.record_size), schemas.KeepPlay)
    return answer(await campaigns.keep(hub, wish, lambda: _count_table(hub, request)), 201)


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
    match = table.old or table.playing
    return Response(signed(match.record(), hub.key).to_json(), media_type="application/json", headers=headers)


async def replay(hub: Hub, request: Request) -> Response:
    """GET /api/tables/{table}/replay.json."""
    table = await readable(hub, request, "replay.json")
    found = await hub.answers.get(("replay", table.id), caller(request), _replay, table.playing)
    return kept_answer(found, request, "application/json")


async def show_picture(hub: Hub, request: Request) -> Response:
    """GET /api/tables/{table}/picture.png: what anybody with the link may know, for where that is shared."""
    shown = share.card((await hub.room(request.path_params["table"])).table)
    assets = hub.settings.page / "assets"
    fonts = tuple(path for kind in ("sans", "serif") for path in sorted(assets.glob(f"lodge-{kind}-[!m]*.woff2")))
    found = await hub.answers.get(("picture", shown), caller(request), share.drawn, shown, fonts)
    return Response(found.plain, media_type="image/png", headers={"cache-control": "public, max-age=300"})


def _replay(match: Match) -> bytes:
    return msgspec.json.encode(presenter.replay(match))


async def possible(hub: Hub, request: Request) -> Response:
    """GET /api/tables/{table}/possible/{number}.json."""
    number = request.path_params["number"]
    if not number.isdecimal() or not number.isascii() or len(number) > DIGITS:
        raise Refused("bad_message", "This is not the number of a position.")
    table = await readable(hub, request, "possible")
    try:
        key = ("possible", table.id, int(number))
        found = await hub.answers.get(key, caller(request), _choices, table.playing, int(number))
        return kept_answer(found, request, "application/json")
    except Refused:
        raise
    except LodgeError as error:
        raise Refused("bad_message", str(error)) from None


def _choices(match: Match, number: int) -> bytes:
    return msgspec.json.encode(presenter.choices(match, number))


async def print_sheet(hub: Hub, request: Request) -> Response:
    """A game to print and play: `language` en, de, fr, it or nl, `paper` a4 or letter, `format` pdf or svg."""
    asked = request.query_params
    which, language = request.path_params["game"], asked.get("language", "en")
    paper, form = asked.get("paper", "a4"), asked.get("format", "pdf")
    try:
        wish = (which, language, paper, form)
        found = await hub.answers.get(("print", *wish), caller(request), printed, *wish)
    except UnknownName as error:
        raise Refused("bad_message", str(error)) from None
    kind = {"pdf": "application/pdf", "svg": "image/svg+xml"}[form]
    name = f"{which}-{language}-{paper}.{form}"
    return kept_answer(found, request, kind, content_disposition=f'inline; filename="{name}"')


async def check(hub: Hub, request: Request) -> Response:
    """POST /api/verify."""
    text = await body(hub, request, hub.settings.record_size)
    key = ("verify", hashlib.sha256(text).digest())
    found = await hub.answers.get(key, caller(request), _verified, text)
    return kept_answer(found, request, "application/json")


def _verified(text: bytes) -> bytes:
    return msgspec.json.encode(_verify(text))


def _verify(text: bytes) -> schemas.Verified:
    try:
        found = load(text)
    except LodgeError as error:
        raise Refused("bad_record", str(error)) from None
    moves, commitment = len(found.moves), found.commitment
    try:
        verdict = verify(found)
    except (LodgeError, RecursionError) as error:
        return schemas.Verified(
            fair=False,
            finished=False,
            message=str(error),
            moves=moves,
            commitment=commitment,
            proved=[],
            unproved=[],
            signer=None,
        )
    return schemas.Verified(
        fair=True,
        finished=verdict.finished,
        message=str(verdict),
        moves=moves,
        commitment=commitment,
        proved=verdict.proved,
        unproved=verdict.unproved,
        signer=verdict.signer,
    )


def routes(hub: Hub, network: Network) -> list[Route]:
    """All endpoints."""

    async def look_at_network(_hub: Hub, request: Request) -> Response:
        """GET /api/network."""
        return answer(network.told(request))

    async def change_network(hub: Hub, request: Request) -> Response:
        """POST /api/network."""
        wish = parse(await body(hub, request, hub.settings.message_size), schemas.OpenNetwork)
        return answer(await network.change(request, opened=wish.open))

    def bind(endpoint: Endpoint) -> Callable[[Request], Awaitable[Response]]:
        @wraps(endpoint)
        async def bound(request: Request) -> Response:
            try:
                return await endpoint(hub, request)
            except Refused as error:
                return failure(error)
            except StoreBroken:
                return failure(no_database())
            except ClientDisconnect:  # nobody is there to hear it
                return Response(status_code=400)

        return bound

    def slow(endpoint: Endpoint) -> Callable[[Request], Awaitable[Response]]:
        """What takes a while has a pace: an address that asks for more of it waits, and nobody else."""

        async def paced(hub: Hub, request: Request) -> Response:
            rate, burst = hub.settings.checks_per_second, hub.settings.check_burst
            await asyncio.sleep(hub.addresses.wait(caller(request), rate, burst))
            return await endpoint(hub, request)

        return bind(paced)

    return [
        Route("/healthz", bind(health)),
        Route("/readyz", bind(ready)),
        Route("/metrics", bind(show_metrics)),
        Route("/api/games", bind(list_games)),
        Route("/api/network", bind(look_at_network)),
        Route("/api/network", bind(change_network), methods=["POST"]),
        Route("/api/key", bind(show_key)),
        Route("/api/tables", bind(new_table), methods=["POST"]),
        Route("/api/tables/hand-over", slow(hand_over), methods=["POST"]),
        Route("/api/tables/{table}", bind(summary)),
        Route("/api/tables/{table}/record.json", bind(record)),
        Route("/api/tables/{table}/replay.json", slow(replay)),
        Route("/api/tables/{table}/picture.png", slow(show_picture)),
        Route("/api/tables/{table}/possible/{number}.json", slow(possible)),
        Route("/api/progress", bind(look_at_progress), methods=["POST"]),
        Route("/api/progress/tables", bind(new_play), methods=["POST"]),
        Route("/api/progress/records", slow(keep_play), methods=["POST"]),
        Route("/api/player", slow(posted(schemas.AskPlayer, players.info)), methods=["POST"]),
        Route("/api/player/links", slow(posted(schemas.NewLink, players.new_link, 201)), methods=["POST"]),
        Route("/api/player/devices", slow(posted(schemas.OpenLink, players.open_link, 201)), methods=["POST"]),
        Route(
            "/api/player/devices/remove",
            slow(posted(schemas.RemoveDevice, players.remove_device)),
            methods=["POST"],
        ),
        Route("/api/player/notices", slow(posted(schemas.SetNotices, players.set_notices)), methods=["POST"]),
        Route("/api/player/notices/ask", slow(posted(schemas.AskPlayer, players.notices)), methods=["POST"]),
        Route("/api/player/games", slow(posted(schemas.AskGames, players.games)), methods=["POST"]),
        Route("/api/player/games/forget", slow(posted(schemas.ForgetGame, players.forget)), methods=["POST"]),
        Route("/api/print/{game}", slow(print_sheet)),
        Route("/api/verify", slow(check), methods=["POST"]),
    ]
