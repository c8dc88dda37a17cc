"""What was measured of a game, and set by that: how strong its levels are, what a move costs, how a GPU is used.

A game that has been measured adds a module `tuning.py` with a constant `TUNING`. Without one, the defaults serve.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple


class LevelSettings(NamedTuple):
    """How strong a level (lodge.bots.levels) is in a game where its usual settings do not suit."""

    playouts: int | None  # at most, in the time that the level has anyway; None: as many as that allows
    slack: float | None  # lodge.bots.levels.Level.slack; None: always the best move, searched for as `master` does


class Launch(NamedTuple):
    """How a game's kernel is started on a GPU.

    With fewer registers more tables are under way at a time, each a little slower; `benchmarks/gpu.py --tune` tells
    what is best. Where a warp's tables go on with another game, some sooner than others, they do more and more
    different things at a time: in long games that costs more than beginning anew.
    """

    block: int = 256  # threads
    registers: int | None = None  # the most that a thread may have
    games: int = 16  # that a table plays, one after the other


@dataclass(frozen=True)
class Tuning:
    """All of it."""

    levels: Mapping[str, LevelSettings] = field(default_factory=dict, hash=False)  # by name, where not the usual ones
    microseconds: float = 1.0  # of a move in a play-out, compiled, on one core of an ordinary machine
    launch: Launch = field(default_factory=Launch)
