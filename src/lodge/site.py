"""The page with all that it needs to play by itself: for its service worker, and as a folder for any static host."""

from __future__ import annotations

import hashlib
import io
import json
import re
import zipfile
import zlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from lodge.analysis.puzzles import FILE as PUZZLES
from lodge.errors import LodgeError
from lodge.games import games
from lodge.kernel.sources import PACKAGE
from lodge.modules import page_files

PAGE = PACKAGE / "server" / "page"
INDEX, WORKER = "index.html", "sw.js"
MARK = '<meta name="lodge-site" content="1" />'
# What only a server's tables, players and games need: a page without a server never asks for it.
AT_SERVERS = re.compile(r"assets/(Feelings|Lobby|MatchPage|MePage|OldTable|Review|ShareMatch|board|qr)-[^/]*")
LIST = re.compile(rb"self\.LODGE = (\{.*\});\n")
# What a page may do: nothing with other hosts.
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; "
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; media-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)


def page_parts(page: Path) -> dict[str, Path]:
    """The files that the web build made, by where they lie."""
    found = sorted(path for path in page.rglob("*") if path.is_file() and not path.name.startswith("."))
    return {path.relative_to(page).as_posix(): path for path in found}


def module_parts() -> dict[str, Path]:
    """What the games need, by where a page looks for it."""
    files = {f"modules/{which.id}/{name}": path for which in games() for name, path in page_files(which).items()}
    return {name: path for name, path in files.items() if path.exists()}


def served_index(text: str) -> str:
    """The page as a server sends it, for routes of any depth: its files lie at the root."""
    return text.replace('"./', '"/')


def worker(code: bytes, files: Mapping[str, bytes], *, site: bool) -> bytes:
    """The service worker, with the list of all files and their hashes in front."""
    hashes = {name: hashlib.sha256(data).hexdigest()[:16] for name, data in sorted(files.items()) if name != WORKER}
    listed = json.dumps({"site": site, "files": hashes}, separators=(",", ":"))
    return f"self.LODGE = {listed};\n".encode() + code


# --- a folder for any static host -----------------------------------------------------------------------------


def write_site(folder: Path, page: Path = PAGE) -> dict[str, int]:
    """Write everything; the size of each file. A folder that holds other things is refused."""
    files = site_files(page)
    old = _old_files(folder)
    try:
        for name in old - files.keys():
            (folder / name).unlink(missing_ok=True)
        for name, data in files.items():
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
    except OSError as error:
        raise LodgeError(f"{folder} cannot be written: {error.strerror}.") from None
    return {name: len(data) for name, data in files.items()}


def site_files(page: Path = PAGE) -> dict[str, bytes]:
    """What a static site is made of."""
    if not (page / INDEX).is_file():
        raise LodgeError("The page is not built. In the source folder: make setup.")
    parts = {name: path for name, path in page_parts(page).items() if not AT_SERVERS.fullmatch(name)}
    files = {name: path.read_bytes() for name, path in parts.items()}
    policy = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}" />'
    text = files[INDEX].decode()
    files[INDEX] = text.replace("<head>", f"<head>\n    {MARK}\n    {policy}", 1).encode()
    data = {name: path for name, path in parts.items() if path.suffix == ".json"} | module_parts()
    files |= {name: packed(path) for name, path in data.items()}
    files[WORKER] = worker(files[WORKER], files, site=True)
    return files


@cache
def packed(path: Path) -> bytes:
    """A file of a game, smaller: static hosts often send files as they are. The page unpacks it."""
    data = path.read_bytes()
    if path.name == PUZZLES:
        return data  # as small as can be
    return smallest(split(data) if path.suffix == ".npz" else data)


def smallest(data: bytes) -> bytes:
    """By gzip, in the way that takes least: among a net's numbers hardly anything repeats."""
    ways = (zlib.compressobj(9, wbits=31, strategy=way) for way in (zlib.Z_DEFAULT_STRATEGY, zlib.Z_FILTERED))
    return min((way.compress(data) + way.flush() for way in ways), key=len)


def split(archive: bytes) -> bytes:
    """An archive of NumPy's with each array of numbers in three: that packs better.

    The lowest bits of a net's numbers are noise and stand by themselves (`below`), as many of each row as `shift` says,
    whose type is that of the numbers. What is left of them, the array itself, is small, and alike in all rows.
    """
    out = io.BytesIO()
    with np.load(io.BytesIO(archive)) as arrays, zipfile.ZipFile(out, "w") as to:
        for name in arrays.files:
            whole = arrays[name].dtype.kind == "i" and arrays[name].ndim > 0
            for part, numbers in (_split(arrays[name]) if whole else {"": arrays[name]}).items():
                file = io.BytesIO()
                np.save(file, np.ascontiguousarray(numbers))
                to.writestr(zipfile.ZipInfo(f"{name}{part}.npy"), file.getvalue())  # at no date: always the same bytes
    return out.getvalue()


ABOVE = 12  # what is above the noise is about as large


def _split(numbers: np.ndarray[Any, Any]) -> dict[str, np.ndarray[Any, Any]]:
    rows = numbers.reshape(-1, numbers.shape[-1])
    fits = np.log2((np.abs(rows.astype(np.int64)).max(axis=1) + 1) / 128)
    shift = np.maximum(np.round(np.log2(rows.std(axis=1) / ABOVE + 1e-9)), np.ceil(fits)).clip(0).astype(numbers.dtype)
    above = (rows >> shift[:, np.newaxis]).astype(np.int8)
    noise = [row[:, np.newaxis] >> np.arange(bits)[::-1] & 1 for row, bits in zip(rows, shift, strict=True)]
    below = np.packbits(np.concatenate([bits.reshape(-1) for bits in noise]).astype(np.uint8))
    return {"": above.reshape(numbers.shape), ".shift": shift, ".below": below}


def _old_files(folder: Path) -> set[str]:
    """What an older site left in a folder; other things are nobody's to overwrite."""
    if folder.exists() and not folder.is_dir():
        raise LodgeError(f"{folder} is a file: choose a folder.")
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    ours = {WORKER, *_listed(folder / WORKER)}
    if other := sorted(there - ours):
        raise LodgeError(f"{folder} holds other things ({other[0]}): choose an empty folder.")
    return there


def _listed(path: Path) -> set[str]:
    """The files that a service worker lists."""
    found = LIST.match(path.read_bytes()) if path.is_file() else None
    return set(json.loads(found[1])["files"]) if found else set()
