"""What of a game is compiled: to its module (`lodge wasm`), and for this machine."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import threading
from collections.abc import Iterator
from importlib.metadata import version
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from lodge import bots
from lodge.analysis.puzzles import FILE as PUZZLES
from lodge.bots.net import SHIPPED, has_net
from lodge.errors import LodgeError
from lodge.extras import PROJECT
from lodge.games import Game, compiled, game
from lodge.games.api import Adviser
from lodge.games.board import BOARD, board_file
from lodge.kernel import wasm
from lodge.kernel.backend import Compiled
from lodge.kernel.compile import compiled_mark, quiet
from lodge.kernel.entry import Entry, Number, One, Rows
from lodge.kernel.rule import heavy_entries, rule_files
from lodge.kernel.sources import DESCRIPTION, FORMAT, MODULE, PACKAGE, source_hash
from lodge.lab import sim


class Description(msgspec.Struct):
    """What a module offers, for whoever calls it from another language."""

    format: int
    game: str
    rules: int  # the version
    made_with: dict[str, str]  # versions: the same give the same bytes
    made_from: list[str]  # files of this package, besides those in the game's folder
    sources: str  # a hash over all of them
    constants: dict[str, Any]
    records: dict[str, Any]  # by name: its size, and by field its type, offset and shape
    shows: dict[str, Any]  # how views and events lie in the bytes that `look` and `happened` write
    entries: dict[str, list[tuple[str, str]]]  # by name: what it takes, each with its type; what it gives is an i32


def entries(which: Game) -> Iterator[Compiled]:
    """All of a game that Python calls compiled; heavy rules on the backend `auto`, because Python calls them so."""
    yield from chain(compiled.entries(which), bots.entries(which), sim.entries(which))
    yield from map(Compiled, heavy_entries(which.folder))


def make(which: Game) -> None:
    """Make a game's module and its description, in a process of its own: lodge.kernel.wasm says why."""
    for name in ("numba", "ziglang"):
        if find_spec(name) is None:
            raise LodgeError(f"To make modules, {name} is needed: pip install '{PROJECT}[wasm]'.")
    command = [sys.executable, "-m", "lodge.modules", "wasm", which.id]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        raise LodgeError(f"The module of {which.title} could not be made:\n{done.stderr.strip()}")


def make_in(which: Game, folder: Path) -> None:
    """Make both in a folder, in this process."""
    offered = [one.entry for one in entries(which)]
    code = wasm.build(offered)
    (folder / MODULE).write_bytes(code)
    (folder / DESCRIPTION).write_bytes(msgspec.json.encode(describe(which, offered)) + b"\n")


def describe(which: Game, offered: list[Entry]) -> Description:
    """What the module holds, in plain values."""
    files = {Path(one.function.__code__.co_filename) for one in offered} | rule_files()
    files |= {PACKAGE / "kernel" / name for name in ("entry.py", "struct.py", "wasm.py")}
    ours = [path for path in files if path.is_relative_to(PACKAGE) and not path.is_relative_to(which.folder)]
    made_from = sorted(path.relative_to(PACKAGE).as_posix() for path in ours)
    records = {kind.dtype for one in offered for _, kind in one.leaves() if not isinstance(kind, Number)}
    constants = {name: getattr(which.rules, name) for name in compiled.CONSTANTS if name != "State"}
    return Description(
        format=FORMAT,
        game=which.id,
        rules=which.rules.VERSION,
        made_with=tools(),
        made_from=made_from,
        sources=source_hash(which.folder, made_from),
        constants=constants | {"LINES": which.lines.LINES},
        records={_name(dtype): _fields(dtype) for dtype in sorted(records, key=_name) if dtype.names},
        shows=which.moves.CONTRACT.schema(),
        entries={one.name: [(name, _type(kind)) for name, kind in one.leaves()] for one in offered},
    )


def tools() -> dict[str, str]:
    """What modules are made with here."""
    names = ("numba", "llvmlite", "ziglang")
    return {"python": ".".join(platform.python_version_tuple()[:2])} | {name: version(name) for name in names}


def _name(dtype: np.dtype[Any]) -> str:
    return dtype.type.__name__ if dtype.names else {"i": "i", "u": "u"}[dtype.kind] + str(8 * dtype.itemsize)


def _fields(dtype: np.dtype[Any]) -> dict[str, Any]:
    fields = {
        name: (_name(field.base), offset, field.shape)
        for name, (field, offset, *_) in (dtype.fields or {}).items()
        if name != "padding"
    }
    return {"size": dtype.itemsize, "fields": fields}


def _type(kind: Rows | One | Number) -> str:
    """`i32` or `i64`: a number. `State`: the address of a struct. `State[]`, `i16[][]`: an address and the lengths."""
    if isinstance(kind, Number):
        return f"i{kind.bits}"
    return _name(kind.dtype) + ("[]" * kind.ndim if isinstance(kind, Rows) else "")


def page_files(which: Game) -> dict[str, Path]:
    """What a page needs that plays a game itself: the module, its description, the nets of its bots, puzzles."""
    found = {name: which.folder / name for name in (MODULE, DESCRIPTION)}
    if (which.folder / PUZZLES).exists():
        found[PUZZLES] = which.folder / PUZZLES
    if (own := board_file(which)) is not None:
        found[BOARD] = own
    if has_net(which):
        found[f"{which.id}.npz"] = SHIPPED / f"{which.id}.npz"
    if isinstance(which.master, Adviser):
        found |= {one.file: next(which.folder.rglob(one.file)) for one in which.master.ADVICE}
    return found


# --- native code ------------------------------------------------------------------------------------------


def compile_natively(which: Game) -> None:
    """Compile all entries for this machine, and keep them where every program finds them."""
    for one in entries(which):
        one.load()
    compiled_mark(which.folder).touch()


def end_with_parent() -> None:
    """End this process when the one that started it is gone: nothing else holds the other end of standard input."""

    def wait() -> None:
        os.read(0, 1)
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


if __name__ == "__main__":
    which: Game = game(sys.argv[2])
    if sys.argv[1] == "wasm":
        make_in(which, which.folder)
    else:  # for a server, behind everything else
        end_with_parent()
        quiet(which.folder)
        if hasattr(os, "nice"):
            os.nice(10)
        compile_natively(which)
