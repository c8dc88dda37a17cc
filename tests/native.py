"""Which games are compared with native code rule by rule, and bot by bot.

All of them run natively from the deal to the end, in every test run. Compiling each entry of the two largest takes
minutes, so that is done where one asks for it: LODGE_NATIVE=all.
"""

from __future__ import annotations

import os

from lodge.games import Game

QUICKLY_COMPILED = 150_000  # bytes of sources


def size(game: Game) -> int:
    """How much there is to compile."""
    return sum(path.stat().st_size for path in game.folder.rglob("*.py"))


def wholly_native(game: Game) -> bool:
    """Whether every entry of a game is compared."""
    return size(game) < QUICKLY_COMPILED or os.environ.get("LODGE_NATIVE") == "all"
