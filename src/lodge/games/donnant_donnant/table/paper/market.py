"""The market of Donnant Donnant: a strip with the prices, between two rows of cards; and a place for the dice."""

from __future__ import annotations

from collections.abc import Iterator

from lodge.games.donnant_donnant.rules.facts import COLOURS, PRICES
from lodge.games.donnant_donnant.table.paper.symbols import DARK, LIGHT, symbol
from lodge.paper.cards import CUT, LARGE
from lodge.paper.drawing import INK, PALE, Item, Page, Shape, Style, Words, box, empty_page, line
from lodge.paper.text import fitting, wrapped

STRIP = 46.0  # how high it is
PILE = 14.0  # the end at the left, where the piles lie
TOP = 32.0
DIE = 7.0
WOOD, EDGE = "#f0e6d6", "#8d6a4c"
THIN = Style(line=EDGE, width=0.3)


def market_page(title: str, words: dict[str, str], language: str, paper: str) -> Page:
    """The strip, as long as four cards, on a page with its long side below."""
    page = empty_page(title, language, paper, turned=True)
    left = (page.width - len(PRICES) * LARGE.width - PILE) / 2
    page.items.append(Words((left, 20), words["market"], 7, bold=True, colour=INK))
    page.items += _strip(words, left, TOP)
    page.items += _dice(words, left, TOP + STRIP + 24, page.width - 2 * left)
    return page


def _strip(words: dict[str, str], left: float, top: float) -> Iterator[Item]:
    wide = PILE + len(PRICES) * LARGE.width
    bottom, middle = top + STRIP, top + STRIP / 2
    yield box(left, top, wide, STRIP, Style(WOOD, ""))
    for column, price in enumerate(PRICES):
        start = left + PILE + column * LARGE.width
        yield line((start, top), (start, bottom), THIN)
        yield from _price(words["price"].format(price), price, start + LARGE.width / 2, top + 10)
    for key, y in (("above", top + 4), ("below", bottom - 2)):
        for column in range(len(PRICES)):
            x = left + PILE + (column + 0.5) * LARGE.width
            yield Words((x, y), words[key], fitting(words[key], 2.8, LARGE.width - 6), "middle", colour=EDGE)
    size = fitting(words["piles"], 3.4, PILE - 2, bold=True)
    for y in (top + 8, bottom - 6):
        yield Words((left + PILE / 2, y), words["piles"], size, "middle", bold=True, colour=INK)
    yield from _arrow(words["drift"], left + 4, left + wide - 4, middle + 9)
    yield from (line(start, end, CUT) for start, end in _edges(left, top, wide, STRIP))


def _edges(left: float, top: float, wide: float, tall: float) -> Iterator[tuple[tuple[float, float], ...]]:
    right, bottom = left + wide, top + tall
    yield (left, top), (right, top)
    yield (left, bottom), (right, bottom)
    yield (left, top), (left, bottom)
    yield (right, top), (right, bottom)


def _price(text: str, price: int, x: float, y: float) -> Iterator[Item]:
    """So many equal dice, as dice and in words."""
    start = x - (price * (DIE + 1.5) - 1.5) / 2
    for number in range(price):
        yield box(start + number * (DIE + 1.5), y - 3, DIE, DIE, Style("#ffffff", INK, 0.4))
        yield Words((start + number * (DIE + 1.5) + DIE / 2, y + 2.2), "=", 5, "middle", bold=True, colour=INK)
    yield Words((x, y + 9.6), text, fitting(text, 4.4, LARGE.width - 6, bold=True), "middle", bold=True, colour=INK)


def _arrow(text: str, start: float, end: float, y: float) -> Iterator[Item]:
    """N16: the way that cards drift, over the whole strip."""
    half, head = 3.6, 10.0
    points = (
        *((start, y - half), (end - head, y - half), (end - head, y - 1.7 * half), (end, y)),
        *((end - head, y + 1.7 * half), (end - head, y + half), (start, y + half)),
    )
    yield Shape(points, Style(EDGE, ""))
    room = end - start - head - 6
    yield Words((start + 3, y + 1.3), text, fitting(text, 3.6, room, bold=True), bold=True, colour="#ffffff")


def _dice(words: dict[str, str], left: float, top: float, wide: float) -> Iterator[Item]:
    """A field for each die, for those who have no dice in these colours."""
    side, gap = 26.0, 9.0
    yield Words((left, top), words["dice"], 5, bold=True, colour=INK)
    for number, text in enumerate(wrapped(words["dice_help"], 3.6, wide)):
        yield Words((left, top + 6 + number * 4.6), text, 3.6, colour=INK)
    start = left + (wide - len(COLOURS) * (side + gap) + gap) / 2
    for number, colour in enumerate(COLOURS):
        x, y = start + number * (side + gap), top + 18
        yield box(x, y, side, side, Style(LIGHT[colour], DARK[colour], 0.9))
        yield from symbol(colour, (x + side / 2, y + side / 2), 7, DARK[colour], LIGHT[colour])
        yield Words((x + side / 2, y + side + 5), words[colour], 4, "middle", bold=True, colour=INK)
    yield line((left, top - 9), (left + wide, top - 9), Style(line=PALE, width=0.2))
