"""Files as they are sent: read and packed once, however often somebody asks for them."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import FileResponse, Response

from lodge.server.workers.cache import PACKED, Answer

LARGE = 1024 * 1024  # bytes from which on a file is read whenever it is asked for; the page has no such file
WORTH = 0.9  # of its size that a packed file has at most
KINDS = {
    ".webmanifest": "application/manifest+json",
    ".wasm": "application/wasm",
    ".json": "application/json",
    ".js": "text/javascript",
}


class File(NamedTuple):
    """What is in a file, and its mark."""

    data: Answer
    mark: str


def packed(data: bytes) -> Answer:
    """Something, plain and packed."""
    small = gzip.compress(data, 9, mtime=0) if len(data) >= PACKED else data
    return Answer(data, small if len(small) <= WORTH * len(data) else None)


@lru_cache(1000)
def _read(path: Path, changed: int) -> File:
    del changed
    data = path.read_bytes()
    return File(packed(data), f'"{hashlib.sha256(data).hexdigest()[:32]}"')


def file_answer(path: Path, request: Request, kept: str) -> Response:
    """A file, for whoever has not got it yet; `kept` says for how long a browser keeps it."""
    kind = KINDS.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    state = path.stat()
    if state.st_size > LARGE:
        return FileResponse(path, media_type=kind, headers={"cache-control": kept})
    found = _read(path, state.st_mtime_ns)
    if request.headers.get("if-none-match", "").removeprefix("W/") == found.mark:
        return Response(status_code=304, headers={"etag": found.mark, "cache-control": kept})
    return kept_answer(found.data, request, kind, etag=found.mark, cache_control=kept)


def kept_answer(found: Answer, request: Request, kind: str, **headers: str) -> Response:
    """A kept answer, packed for whoever can unpack it."""
    headers = {"vary": "accept-encoding", **{name.replace("_", "-"): value for name, value in headers.items()}}
    if found.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(found.packed, media_type=kind, headers={**headers, "content-encoding": "gzip"})
    return Response(found.plain, media_type=kind, headers=headers)
