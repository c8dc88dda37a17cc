"""What the tests of paper share: pages, made once, and where their words and shapes lie."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from lodge.games import games
from lodge.paper import LANGUAGES, sheets
from lodge.paper.drawing import PAPERS, Circle, Item, Lines, Page, Words
from lodge.paper.text import width_of

GAMES = [game.id for game in games() if game.paper]
PAGES = list(product(GAMES, LANGUAGES, PAPERS))


class Room(NamedTuple):
    """A rectangle."""

    left: float
    top: float
    right: float
    bottom: float


@cache
def pages_of(game: str, language: str = "en", paper: str = "a4") -> tuple[Page, ...]:
    return tuple(sheets(game, language, paper))


def texts_of(page: Page) -> list[str]:
    return [item.text for item in page.items if isinstance(item, Words)]


def room_of(item: Item) -> Room:
    """What an item takes up; of words, from the top of capitals to just below the line."""
    if isinstance(item, Words):
        x, y = item.at
        wide = width_of(item.text, item.size, bold=item.bold)
        left = x - {"start": 0.0, "middle": wide / 2, "end": wide}[item.align]
        return Room(left, y - 0.72 * item.size, left + wide, y + 0.2 * item.size)
    if isinstance(item, Circle):
        (x, y), radius = item.centre, item.radius
        return Room(x - radius, y - radius, x + radius, y + radius)
    points = [end for ends in item.ends for end in ends] if isinstance(item, Lines) else item.points
    xs, ys = zip(*points, strict=True)
    return Room(min(xs), min(ys), max(xs), max(ys))


def meet(some: list[Room], others: list[Room]) -> Any:
    """Which of some rectangles overlap which others, by more than a hair."""
    one, two = np.array(some)[:, None], np.array(others)[None]
    return (
        (one[..., 0] < two[..., 2] - 0.05)
        & (two[..., 0] < one[..., 2] - 0.05)
        & (one[..., 1] < two[..., 3] - 0.05)
        & (two[..., 1] < one[..., 3] - 0.05)
    )


def hold(some: list[Room], others: list[Room], slack: float = 0.0) -> Any:
    """Which of some rectangles have which others inside them."""
    one, two = np.array(some)[:, None], np.array(others)[None]
    return (one[..., :2] - slack <= two[..., :2]).all(-1) & (two[..., 2:] <= one[..., 2:] + slack).all(-1)
