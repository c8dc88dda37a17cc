"""Native code: rules compiled by Numba and kept in a cache that notices every change.

Numba's own cache looks only at the file of the function it compiles, not at the rules that function
calls. So each state of the sources has a cache folder of its own, named by a hash over them.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, cast

from lodge.kernel.rule import teach

KEPT_CACHES = 4
_compiling = threading.Lock()


@cache
def have_native() -> bool:
    """Whether Numba is here (without importing it)."""
    return importlib.util.find_spec("numba") is not None


def native(function: Callable[..., Any], sources: Path | None = None) -> Callable[..., Any]:
    """Compile a function that calls rules; without Numba, the function itself.

    It runs without Python's global lock, so threads of the caller are real ones. `sources` is a folder
    of rules outside this package (a game of your own) whose changes matter too.
    """
    if not have_native():
        return function
    import numba
    from numba.extending import register_jitable

    config: Any = numba.config
    with _compiling:
        teach("native", register_jitable)
        before = config.CACHE_DIR
        config.CACHE_DIR = str(cache_folder(sources))
        try:
            return cast("Callable[..., Any]", numba.njit(cache=True, nogil=True)(function))
        finally:
            config.CACHE_DIR = before


def cache_root() -> Path:
    """Where compiled code is kept; `LODGE_CACHE` names another folder."""
    if named := os.environ.get("LODGE_CACHE"):
        return Path(named)
    from platformdirs import user_cache_path

    return user_cache_path("lodge") / "compiled"


@cache
def cache_folder(sources: Path | None = None) -> Path:
    """The cache folder for the sources as they are now; the oldest of the others are removed."""
    folder = cache_root() / source_hash(sources)
    folder.mkdir(parents=True, exist_ok=True)
    os.utime(folder)
    by_age = sorted(folder.parent.iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)
    for old in by_age[KEPT_CACHES:]:
        shutil.rmtree(old, ignore_errors=True)
    return folder


def source_hash(sources: Path | None = None) -> str:
    """A hash over every Python file that compiled code can be made from."""
    package = Path(__file__).parent.parent
    digest = hashlib.sha256()
    for root in (package, sources):
        for path in sorted(root.rglob("*.py")) if root else ():
            digest.update(str(path).encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]
