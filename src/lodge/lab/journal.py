"""The journal of long work: what has been played, a line a part, so that what was stopped can go on."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Generic, Self, TypeVar

import msgspec

from lodge.bots import Bot
from lodge.bots.net import SHIPPED
from lodge.bots.search import Master
from lodge.errors import LodgeError
from lodge.games import Game
from lodge.lab.parallel import in_order
from lodge.lab.policy import Learned

P = TypeVar("P", bound=tuple[Any, ...])
R = TypeVar("R")


class Line(msgspec.Struct, Generic[P, R], forbid_unknown_fields=True):
    """A part and its rows."""

    part: P
    rows: list[R]


class Journal(Generic[P, R]):
    """Rows by part, kept in a file that only grows, or for the time being in memory alone.

    `head` is the first line of the file: all that the rows depend on besides their parts. What was torn off by an end
    in the middle is cut away and played again.
    """

    def __init__(self, path: Path | None, head: dict[str, Any], part: type[P], row: type[R]) -> None:
        self.path = path
        self.rows: dict[P, list[R]] = {}
        self._head = msgspec.json.encode(head) + b"\n"
        self._line: Any = Line[part, row]  # type: ignore[valid-type]
        self._file: BinaryIO | None = None
        if path is not None:
            self._open(path)

    def _open(self, path: Path) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            content = path.read_bytes() if path.exists() else b""
            whole = content[: content.rfind(b"\n") + 1]
            self._read(path, whole.splitlines(keepends=True))
            self._file = path.open("ab", buffering=0)  # a line is written at once, or not at all
            self._file.truncate(len(whole))
            if not whole:
                self._file.write(self._head)
        except OSError as error:
            raise LodgeError(f"The games cannot be kept in {path}: {error.strerror}.") from None

    def _read(self, path: Path, lines: list[bytes]) -> None:
        if lines and lines[0] != self._head:
            raise LodgeError(
                f"{path} holds other games, or those of another version of Lodge: name another one, or remove it."
            )
        for line in lines[1:]:
            try:
                kept = msgspec.json.decode(line, type=self._line)
            except msgspec.DecodeError:
                continue  # damaged: played again
            self.rows[kept.part] = kept.rows

    def add(self, part: P, rows: list[R]) -> None:
        """Keep the rows of a part."""
        self.rows[part] = rows
        if self._file is not None:
            self._file.write(msgspec.json.encode(Line(part, rows)) + b"\n")

    def save(self, path: Path) -> None:
        """Keep in a file what was kept in memory alone; what was in that file is gone."""
        path.unlink(missing_ok=True)
        self._open(path)
        for part, rows in self.rows.items():
            self.add(part, rows)
        self.close()

    def fill(self, work: Callable[..., list[R]], parts: Iterable[P], threads: int) -> Iterator[tuple[P, list[R]]]:
        """Every part with its rows, in order; those that are not here yet are played and kept."""
        parts = list(parts)
        fresh = in_order(work, [part for part in parts if part not in self.rows], threads)
        for part in parts:
            if part not in self.rows:
                self.add(part, next(fresh))
            yield part, self.rows[part]

    def close(self) -> None:
        """No more is added."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


def nets_of(game: Game, players: Iterable[Bot]) -> str:
    """A hash of all weights that are played with: other ones are another player, though the file has the same name."""
    digest = hashlib.sha256()
    players = list(players)
    for player in players:
        if isinstance(player, Learned):
            player.net(game)  # says what is wrong with it
            digest.update(player.file.read_bytes())
    masters = [player for player in players if isinstance(player, Master)]
    for player in masters:
        player.net(game)  # says what is wrong with it
        learned = [SHIPPED / f"{game.id}.npz", *sorted(game.folder.rglob("*.np[yz]"))]
        for file in [player.file] if player.file else filter(Path.exists, learned):
            digest.update(file.read_bytes())
    return digest.hexdigest()[:16] if masters or any(isinstance(player, Learned) for player in players) else ""
