"""What pictures of positions share: a ground, names with points, cards in a row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lodge.paper.cards import Draw, Face
from lodge.paper.drawing import INK, Item, Page, Style, Words, placed, rounded
from lodge.paper.text import fitting

WIDTH = 300.0  # of a scene, in millimetres
EDGE = 8.0
GROUND, PANEL, TURN, QUIET = "#f6f1e7", "#fffdf7", "#d2691e", "#6b6257"


def scene(title: str, height: float) -> Page:
    """An empty scene."""
    page = Page(title, "en", WIDTH, height)
    page.items.append(rounded(0, 0, WIDTH, height, 4, Style(GROUND, "")))
    return page


def panel(left: float, top: float, width: float, height: float, *, lit: bool = False) -> Item:
    """A part of a scene; lit where somebody is to move."""
    return rounded(left, top, width, height, 3, Style(PANEL, TURN if lit else "#d9cfbf", 1.0 if lit else 0.3))


def words(x: float, y: float, text: str, size: float = 4.5, *, bold: bool = False, colour: str = INK) -> Words:
    """A line of text."""
    return Words((x, y), text, size, bold=bold, colour=colour)


def title_line(text: str) -> Iterator[Item]:
    """What stands above a scene."""
    yield Words((EDGE, EDGE + 4.5), text, fitting(text, 6.5, WIDTH - 2 * EDGE, bold=True), bold=True, colour=INK)


def row(
    draws: Sequence[Draw], left: float, top: float, size: tuple[float, float], scale: float, step: float
) -> Iterator[Item]:
    """Cards beside each other, or over each other where the step is small; `size` is theirs on paper."""
    for number, draw in enumerate(draws):
        yield from card(draw, left + number * step, top, size, scale)


def card(draw: Draw, left: float, top: float, size: tuple[float, float], scale: float) -> Iterator[Item]:
    """A card in a scene, as it is printed."""
    yield from placed(draw(Face(0, 0, *size)), left, top, scale)


def squeezed(count: int, wide: float, room: float) -> float:
    """How far apart cards of a width lie so that so many fit."""
    return min(wide + 1.5, (room - wide) / max(1, count - 1))


def name_of(names: Sequence[str], seat: int, you: int) -> str:
    """A player's name, and whether that is who looks."""
    return names[seat] + (" (you)" if seat == you else "")
