"""How positions of a game are drawn: a game may have `table.paper.scene`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol


class Picture(Protocol):
    """Draws what is seen of a position."""

    def picture(self, view: dict[str, Any], seat: int, names: Sequence[str]) -> Any:
        """A view of a seat (-1: a spectator's) as a `lodge.paper.drawing.Page`."""
