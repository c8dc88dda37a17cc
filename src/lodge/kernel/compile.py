"""Native code: rules compiled by Numba and kept in a cache that notices every change.

Numba's own cache looks only at the file of the function it compiles, not at the rules that function
calls. So each state of the sources has a cache folder of its own, named by a hash over them: one for each game, because
a change in one game is none in the others.
"""

from __future__ import annotations

import atexit
import hashlib
import importlib
import importlib.util
import os
import pickletools
import re
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from itertools import count
from pathlib import Path
from typing import Any, cast

from lodge.kernel.rule import teach

KEPT_CACHES = 4  # of each game
COMPILED_FROM = ("kernel", "games", "bots", "lab")
WITHIN: Any = {"no_cfunc_wrapper": True}  # only compiled code calls a rule: a way in from C would cost time
_OURS = re.compile(r"(?:(.+)-)?[0-9a-f]{16}")  # without a name: of earlier versions
_compiling = threading.Lock()
_told: set[Path | None] = set()


@cache
def have_native() -> bool:
    """Whether Numba is here (without importing it)."""
    return importlib.util.find_spec("numba") is not None


def native(
    function: Callable[..., Any],
    sources: Path | None = None,
    *,
    sample: tuple[Any, ...] | None = None,
    short: bool = False,
) -> Callable[..., Any]:
    """Compile a function that calls rules; without Numba, the function itself.

    It runs without Python's global lock, so threads of the caller are real ones; a `short` one keeps the lock, because
    getting it back takes longer than running. `sources` is a folder of rules outside this package (a game of your
    own) whose changes matter too. With sample arguments it is compiled at once, for such and no others; without, when
    it is first called.
    """
    if not have_native():
        return function
    numba: Any = importlib.import_module("numba")
    extending: Any = importlib.import_module("numba.extending")
    overload, config = extending.overload, numba.config
    with _compiling:
        teach("native", extending.register_jitable(**WITHIN), partial(overload, jit_options=WITHIN), overload)
        before = config.CACHE_DIR
        config.CACHE_DIR = str(cache_folder(sources))
        try:
            made: Any = numba.njit(cache=True, nogil=not short)(function)
        finally:
            config.CACHE_DIR = before
    kept = made._cache
    kept._cache_file.save = partial(_keep, kept._cache_file)
    kept._index_key = partial(_key, made.py_func)
    kept.load_overload = partial(_load, kept.load_overload, sources)
    if sample is not None:
        made.compile(tuple(numba.typeof(one) for one in sample))
        made.disable_compile()
    return cast("Callable[..., Any]", made)


def _load(load: Callable[..., Any], sources: Path | None, *arguments: Any) -> Any:
    """Load compiled code, or say that it has to be compiled: nobody should wonder what takes so long."""
    found = load(*arguments)
    if found is None and quiet(sources):
        what = "" if sources is None else f" {sources.name}"
        told = f"lodge: compiling{what} for this machine, which is done once and may take minutes"
        print(told, file=sys.stderr, flush=True)  # noqa: T201
    return found


def _key(function: Callable[..., Any], signature: Any, codegen: Any) -> Any:
    """What compiled code is found by: the arguments, the machine, the function, and what it encloses.

    Numba takes the pickle of that, which tells one string that is met twice from two that are alike. Which of both the
    name of a function's file is depends on whether Python compiled that file just now or before: nothing that was kept
    by the first program after an installation was found by the second.
    """
    pickling: Any = importlib.import_module("numba.core.serialize")
    enclosed = tuple(cell.cell_contents for cell in function.__closure__ or ())
    parts = function.__code__.co_code, _alike(pickling.dumps(enclosed))
    return signature, codegen.magic_tuple(), tuple(hashlib.sha256(part).hexdigest() for part in parts)


def _alike(pickled: bytes) -> bytes:
    """A pickle's contents, with every string where it is met."""
    said: list[tuple[str, Any]] = []
    known: list[tuple[str, Any]] = []
    number = count()  # of other things, which are one or two as they were
    for code, argument, _ in pickletools.genops(pickled):
        if code.name == "MEMOIZE":
            known.append(said[-1] if isinstance(said[-1][1], str) else ("known", next(number)))
        elif code.name in {"BINGET", "LONG_BINGET"}:
            said.append(known[cast("int", argument)])
        elif code.name != "FRAME":
            said.append((code.name, argument))
    return repr(said).encode()


def quiet(sources: Path | None) -> bool:
    """Say no more that rules are compiled; whether it was said or could have been."""
    first = sources not in _told
    _told.add(sources)
    return first


def _keep(files: Any, key: Any, code: Any) -> None:
    """Keep compiled code in a file that is named after what it was compiled from.

    Numba numbers the files. Of two programs that compile functions of one factory at the same time (two games' search,
    search with and without a net) both can take the same number, and from then on one gets the code of the other.
    """
    name = f"{files._index_name}.{hashlib.sha256(files._dump(key)).hexdigest()[:16]}.nbc"
    files._save_data(name, code)
    files._save_index(files._load_index() | {key: name})


def cache_root() -> Path:
    """Where compiled code is kept; `LODGE_CACHE` names another folder."""
    if named := os.environ.get("LODGE_CACHE"):
        return Path(named) / "lodge-compiled"
    from platformdirs import user_cache_path

    return user_cache_path("lodge") / "compiled"


@cache
def cache_folder(sources: Path | None = None) -> Path:
    """The cache folder for the sources as they are now; where none can be made, one that goes with the program."""
    folder = cache_root() / f"{'all' if sources is None else sources.name}-{source_hash(sources)}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
    except OSError:
        lent = tempfile.TemporaryDirectory(prefix="lodge-compiled-")
        atexit.register(lent.cleanup)
        return Path(lent.name)
    _forget_old(folder)
    return folder


def compiled_mark(folder: Path) -> Path:
    """The file that says that all entries of the game in a folder are compiled."""
    return cache_folder(folder) / f"compiled-{folder.name}"


def _forget_old(folder: Path) -> None:
    """Remove all but the newest cache folders of a game, and nothing else that may lie there."""
    name = folder.name.rpartition("-")[0]
    with suppress(OSError):  # another program may be doing the same
        named = [(path, _OURS.fullmatch(path.name)) for path in folder.parent.iterdir() if path.is_dir()]
        ours = [path for path, found in named if found and found[1] in (name, None)]
        for old in sorted(ours, key=lambda path: path.stat().st_mtime, reverse=True)[KEPT_CACHES:]:
            shutil.rmtree(old, ignore_errors=True)


def source_hash(sources: Path | None = None) -> str:
    """A hash over every file that compiled code can be made from: Python, and arrays that it takes as constants.

    `sources` is the folder of a game: that of no other matters to it. Without one, all of this package's do.
    """
    package = Path(__file__).parent.parent
    paths = [path for name in COMPILED_FROM for path in _code(package / name)]
    if sources is not None:
        games = package / "games"
        paths = [path for path in paths if not path.is_relative_to(games) or path.parent == games] + _code(sources)
    digest = hashlib.sha256()
    for path in paths:
        digest.update(str(path).encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def _code(folder: Path) -> list[Path]:
    return sorted([*folder.rglob("*.py"), *folder.rglob("*.npy")])
