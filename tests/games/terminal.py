"""What the terminal shows of a match."""

from __future__ import annotations

from io import StringIO

from rich.console import Console

from lodge import Match
from lodge.games.api import SPECTATOR


def printed(match: Match, seat: int | None = None) -> str:
    """The board as a seat, or a spectator, sees it."""
    out = StringIO()
    shown = match.game.moves.show(match.view(seat), SPECTATOR if seat is None else seat, list(match.names))
    Console(file=out, width=120, color_system=None).print(shown)
    return out.getvalue()
