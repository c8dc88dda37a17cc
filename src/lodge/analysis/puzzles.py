"""Puzzles: positions with a best move that is clearly best, and that is not the one the hand-written player would make.

They are kept in `puzzles.bin` in the folder of the game: what a seat sees in each, and what the moves cost there. What
the seat cannot know has been dealt anew. `puzzle_maker` finds them; the page reads the same files (web/src/puzzles).

The file is one zlib stream: a line of JSON, then the positions, byte by byte: the first of all, the second of all, and
so on, which packs them four times as small as one after the other.
"""

from __future__ import annotations

import zlib
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from lodge.games import Game
from lodge.kernel import array, dtype_of

FILE = "puzzles.bin"
DECIMALS = 2  # of a cost
TOLD = 10  # moves of a puzzle whose costs are kept, the best of them


class Puzzle(msgspec.Struct, frozen=True, kw_only=True):
    """A position, and who is to move. `costs` is by action what a move loses against the best, which comes first.

    Costs are chances to win; for one player alone, points. The grade is 1 to 3: how hard it is to find.
    """

    state: bytes
    seat: int
    grade: int
    costs: dict[int, float]

    @property
    def best(self) -> int:
        """The best action."""
        return next(iter(self.costs))

    def position(self, game: Game) -> Any:
        """The position, to be played on."""
        made = array(game.rules.State, 1)
        made[0] = np.frombuffer(self.state, dtype_of(game.rules.State))[0]
        return made[0]


class _Head(msgspec.Struct, kw_only=True):
    """The first line: the version of the rules, and of each puzzle seat, grade, actions and what they cost."""

    rules: int
    puzzles: list[tuple[int, int, list[int], list[float]]]


def load(game: Game) -> list[Puzzle]:
    """The puzzles that come with a game, the easy ones first; none where they were made for other rules."""
    path = game.folder / FILE
    if not path.exists():
        return []
    line, packed = zlib.decompress(path.read_bytes()).split(b"\n", 1)
    head = msgspec.json.decode(line, type=_Head)
    if head.rules != game.rules.VERSION:
        return []
    rows = np.frombuffer(packed, np.uint8).reshape(-1, len(head.puzzles)).T
    return [
        Puzzle(state=row.tobytes(), seat=seat, grade=grade, costs=dict(zip(actions, costs, strict=True)))
        for row, (seat, grade, actions, costs) in zip(rows, head.puzzles, strict=True)
    ]


def save(game: Game, found: list[Puzzle], path: Path) -> None:
    """Write puzzles."""
    told = [list(one.costs.items())[:TOLD] for one in found]
    lines = [
        (one.seat, one.grade, [action for action, _ in costs], [round(cost, DECIMALS) for _, cost in costs])
        for one, costs in zip(found, told, strict=True)
    ]
    head = msgspec.json.encode(_Head(rules=game.rules.VERSION, puzzles=lines))
    rows = np.frombuffer(b"".join(one.state for one in found), np.uint8).reshape(len(found), -1)
    path.write_bytes(zlib.compress(head + b"\n" + rows.T.tobytes(), 9))
