"""Cards to cut out: their fronts on one page, their backs on the next, so that both meet on a sheet of two sides."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from lodge.paper.drawing import (
    PALE,
    Curve,
    Item,
    Lines,
    Page,
    Point,
    Shape,
    Style,
    Words,
    box,
    empty_page,
    line,
    rounded,
)
from lodge.paper.text import fitting
from lodge.paper.words import WORDS

CUT = Style(line=PALE, width=0.1, dashes=(1.2, 1.2))
BEYOND = 1.0  # how far cuts go on past the cards
INSET = 2.5  # of a back's pattern from the cut: nobody's printer meets both sides to the hair
NOTE = "#6b6257"
TWIG = "#8d6a4c"
GROUND = "#f3ebde"


class Face(NamedTuple):
    """One side of a card, where it lies on the page."""

    left: float
    top: float
    width: float
    height: float

    def at(self, x: float, y: float) -> Point:
        """A place on the card."""
        return self.left + x, self.top + y

    def box(self, x: float, y: float, width: float, height: float, style: Style) -> Shape:
        """A rectangle on the card."""
        return box(*self.at(x, y), width, height, style)

    def rounded(self, x: float, y: float, width: float, height: float, radius: float, style: Style) -> Curve:
        """A rectangle with round corners on the card."""
        return rounded(*self.at(x, y), width, height, radius, style)


Draw = Callable[[Face], Iterable[Item]]


class Card(NamedTuple):
    """A card: how its two sides are drawn."""

    front: Draw
    back: Draw


class Format(NamedTuple):
    """A size of cards, and how many of them lie on a page: the same on all papers."""

    width: float
    height: float
    across: int
    down: int


LARGE = Format(62.0, 85.0, 3, 3)  # to write on; they fit usual sleeves
SMALL = Format(46.0, 63.0, 4, 4)


def card_pages(title: str, language: str, paper: str, size: Format, cards: Sequence[Card]) -> list[Page]:
    """Fronts and backs in turn. A sheet is flipped along its long edge: so its back begins at the right."""
    pages = []
    number = size.across * size.down
    for start in range(0, len(cards), number):
        some = cards[start : start + number]
        front, back = (empty_page(title, language, paper) for _ in range(2))
        for at, card in enumerate(some):
            front.items += card.front(face_at(front, size, at))
            back.items += card.back(face_at(back, size, at, mirrored=True))
        front.items += _cuts(front, size, some)
        front.items.append(_note(front, size, WORDS[language]["front"]))
        back.items.append(_note(back, size, WORDS[language]["back"]))
        pages += [front, back]
    return pages


def face_at(page: Page, size: Format, number: int, *, mirrored: bool = False) -> Face:
    """Where the card of a number lies, counted row by row."""
    row, column = divmod(number, size.across)
    if mirrored:
        column = size.across - 1 - column
    left, top = corner(page, size)
    return Face(left + column * size.width, top + row * size.height, size.width, size.height)


def corner(page: Page, size: Format) -> Point:
    """Where the first card lies: all of them together in the middle of the page."""
    return (page.width - size.across * size.width) / 2, (page.height - size.down * size.height) / 2


def _cuts(page: Page, size: Format, cards: Sequence[Card]) -> Iterator[Item]:
    """Where to cut: from end to end, and a little beyond."""
    left, top = corner(page, size)
    columns, rows = min(len(cards), size.across), -(-len(cards) // size.across)
    right, bottom = left + columns * size.width, top + rows * size.height
    for column in range(columns + 1):
        x = left + column * size.width
        yield line((x, top - BEYOND), (x, bottom + BEYOND), CUT)
    for row in range(rows + 1):
        y = top + row * size.height
        yield line((left - BEYOND, y), (right + BEYOND, y), CUT)


def _note(page: Page, size: Format, text: str) -> Words:
    """How to print and cut, above the cards."""
    left, top = corner(page, size)
    room = size.across * size.width
    return Words((left, top - BEYOND - 0.9), text, fitting(text, 2.7, room), colour=NOTE)


def woven(face: Face, name: str, sign: Draw | None = None) -> Iterator[Item]:
    """The back of a card: woven twigs, light enough not to show through, and what pile it belongs to."""
    width, height = face.width - 2 * INSET, face.height - 2 * INSET
    yield face.rounded(INSET, INSET, width, height, 3, Style(GROUND, TWIG, 0.5))
    step, half = 6.0, 2.1
    columns, rows = int((width - 2) // step), int((height - 2) // step)
    left, top = (face.width - (columns - 1) * step) / 2, (face.height - (rows - 1) * step) / 2
    ends = []
    for row in range(rows):
        for column in range(columns):
            x, y = left + column * step, top + row * step
            along = (half, 0.0) if (row + column) % 2 else (0.0, half)
            ends.append((face.at(x - along[0], y - along[1]), face.at(x + along[0], y + along[1])))
    yield Lines(tuple(ends), Style(line="#d8c4a8", width=1.6))
    label, middle = face.width - 4 * INSET, face.height / 2
    tall = 24.0 if sign else 10.0
    yield face.rounded(2 * INSET, middle - tall / 2, label, tall, 3, Style("#ffffff", TWIG, 0.4))
    size = fitting(name, 4.2, label - 4, bold=True)
    yield Words(face.at(face.width / 2, middle + tall / 2 - 3.6), name, size, "middle", bold=True, colour=TWIG)
    if sign:
        yield from sign(Face(*face.at(2 * INSET, middle - tall / 2 + 1), label, tall - 9))
