"""The journal of a study: what has been played, a line a part, so that a study that was stopped can go on."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec

from lodge.errors import LodgeError
from lodge.kernel.compile import source_hash
from lodge.study.play import Part, Row

HERE = Path(__file__).parent


class Line(msgspec.Struct, forbid_unknown_fields=True):
    """A part and its rows."""

    part: Part
    rows: list[Row]


class Journal:
    """A file that only grows. What was torn off by an end in the middle is cut away and played again."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.rows: dict[Part, list[Row]] = {}
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            content = path.read_bytes() if path.exists() else b""
            whole = content[: content.rfind(b"\n") + 1]
            self._read(whole.splitlines(keepends=True))
            self._file = path.open("ab", buffering=0)  # a line is written at once, or not at all
            self._file.truncate(len(whole))
            if not whole:
                self._file.write(_head())
        except OSError as error:
            raise LodgeError(f"The study cannot be kept in {path.parent}: {error.strerror}.") from None

    def _read(self, lines: list[bytes]) -> None:
        if lines and lines[0] != _head():
            raise LodgeError(
                f"{self.path} was played by another version of Lodge: name another folder, or remove that file."
            )
        for line in lines[1:]:
            try:
                kept = msgspec.json.decode(line, type=Line)
            except msgspec.DecodeError:
                continue  # damaged: played again
            if len(kept.rows) == kept.part.games:
                self.rows[kept.part] = kept.rows

    def add(self, part: Part, rows: list[Row]) -> None:
        """Keep the rows of a part."""
        self._file.write(msgspec.json.encode(Line(part, rows)) + b"\n")
        self.rows[part] = rows

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._file.close()


@cache
def _head() -> bytes:
    """The first line: what the rows depend on besides their parts, all sources that play."""
    digest = hashlib.sha256(source_hash().encode())
    for name in ("play.py", "variants.py"):
        digest.update((HERE / name).read_bytes())
    return msgspec.json.encode({"lodge study": 1, "sources": digest.hexdigest()[:16]}) + b"\n"
