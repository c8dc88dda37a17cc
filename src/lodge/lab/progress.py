"""Telling how far long work is."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[int], None]  # is given how many more games are done


def silent(games: int) -> None:
    """Tell nobody."""
    del games
