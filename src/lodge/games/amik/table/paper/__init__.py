"""The sheet of Amik: three landscapes, the shapes of the dice, how to draw habitats, the scoring table."""

from __future__ import annotations

import math
from collections.abc import Iterator

from lodge.games.amik.rules.facts import (
    AROUND,
    HEXES,
    LANDSCAPES,
    MIDDLES,
    NUMBER,
    SECTION_NUMBERS,
    SHAPES,
    Hex,
    hexes_of,
)
from lodge.games.amik.table.paper.words import WORDS
from lodge.paper.drawing import PAPERS, Circle, Curve, Item, Page, Point, Shape, Style, Words

MARGIN = 10.0
GAP = 7.0
INK = "#2f2a24"
PALE = "#9a9186"
COUNTS = "#766d61"  # to be read, not to be in the way
TINTS = ("#fbf7ee", "#f1ece0")  # sections beside each other differ in most places
WATER = "#5b8db8"
GREEN = "#5f8a4c"
REED = "#a8863c"
THIN = Style(line=PALE, width=0.15)
BORDER = Style(line=INK, width=0.5)
LODGES = 5  # rows for them; whoever builds more writes beside
PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def sheets(language: str, paper: str) -> list[Page]:
    """The one page in a language, for a paper."""
    words = WORDS[language]
    width, height = PAPERS[paper]
    page = Page(f"Amik - {words['subtitle']}", language, width, height)
    column = (width - 2 * MARGIN - GAP) / 2
    side = column / (10 * math.sqrt(3))  # a landscape is ten hexes wide
    tall = 17 * side
    page.items += _heading(words, width)
    spare = (height - 2 * MARGIN - 2 * tall - 69) / 4  # what the paper is longer than needed, for the gaps
    tops = (MARGIN + 17, MARGIN + 17 + tall + 9 + spare)
    lefts = (MARGIN, MARGIN + column + GAP)
    for number, (left, top) in enumerate(((lefts[0], tops[0]), (lefts[1], tops[0]), (lefts[0], tops[1])), 1):
        page.items.append(Words((left, top - 1.5), words["game"].format(number), 4, bold=True, colour=INK))
        page.items += _landscape(left, top, side)
    page.items += _table(words, lefts[1] + 4, tops[1], column - 4, tall)
    page.items += _legend(words, tops[1] + tall + 7 + spare, 20 + spare / 2, width)
    return [page]


def _heading(words: dict[str, str], width: float) -> Iterator[Item]:
    yield Words((MARGIN, MARGIN + 7), "AMIK", 10, bold=True, colour=INK)
    yield Words((MARGIN + 31, MARGIN + 7), words["subtitle"], 4.2, colour=INK)
    yield Words((width - MARGIN - 62, MARGIN + 7), words["name"], 3.6, colour=INK)
    yield Shape(((width - MARGIN - 50, MARGIN + 7.5), (width - MARGIN, MARGIN + 7.5)), THIN, closed=False)


# --- hexes ------------------------------------------------------------------------------------------------


def _centre(one: Hex, left: float, top: float, side: float) -> Point:
    q, r = one
    return left + math.sqrt(3) * side * (q + r / 2 - 3.5), top + side * (1.5 * r + 1)


def _corners(centre: Point, side: float) -> tuple[Point, ...]:
    """Clockwise from the right above: side i of a hex lies between corners i and i + 1, towards neighbour i."""
    turns = [math.radians(60 * i - 30) for i in range(6)]
    return tuple((centre[0] + side * math.cos(turn), centre[1] + side * math.sin(turn)) for turn in turns)


def _landscape(left: float, top: float, side: float) -> Iterator[Item]:
    section = {one: number for number, hexes in enumerate(SECTION_NUMBERS) for one in hexes}
    for number, one in enumerate(HEXES):
        tint = TINTS[section[number] % 2] if number in section else "#ffffff"
        yield Shape(_corners(_centre(one, left, top, side), side), Style(fill=tint, line=PALE, width=0.15))
    for hexes in SECTION_NUMBERS:
        for count, number in enumerate(hexes, 1):
            x, y = _centre(HEXES[number], left, top, side)
            yield Words((x, y - side * 0.48), str(count), side * 0.42, "middle", colour=COUNTS, bold=count == 1)
    for number in MIDDLES:
        yield Circle(_centre(HEXES[number], left, top, side), side * 0.62, Style(line=PALE, dashes=(0.6, 0.8)))
    for number, (q, r) in enumerate(HEXES):
        corners = _corners(_centre((q, r), left, top, side), side)
        for way, (dq, dr) in enumerate(AROUND):
            other = NUMBER.get((q + dq, r + dr))
            if other is None or (section.get(other) != section.get(number) and other > number):
                yield Shape((corners[way], corners[(way + 1) % 6]), BORDER, closed=False)


# --- scoring ----------------------------------------------------------------------------------------------


def _table(words: dict[str, str], left: float, top: float, width: float, tall: float) -> Iterator[Item]:
    """Rows for the lodges, the river, the penalties and the total; a column for each landscape."""
    rows = [words["lodge"].format(number) for number in range(1, LODGES + 1)]
    rows += [words["river"], words["penalties"], words["total"], words["sum"]]
    yield Words((left, top - 1.5), words["scoring"], 4, bold=True, colour=INK)
    first, line = width * 0.46, min(8.4, tall / (len(rows) + 1))
    column = (width - first) / LANDSCAPES
    for number in range(LANDSCAPES):
        yield Words(
            (left + first + column * (number + 0.5), top + line * 0.68),
            f"#{number + 1}",
            3.6,
            "middle",
            bold=True,
            colour=INK,
        )
    for row, text in enumerate(rows, 1):
        y, last = top + line * row, text in rows[-2:]
        yield Words((left + 1, y + line * 0.65), text, 3.4, bold=last, colour=INK)
        if row < len(rows):
            for number in range(LANDSCAPES):
                yield _box(left + first + column * number, y, column, line, BORDER if last else THIN)
        else:
            yield _box(left + first, y, width - first, line, BORDER)


def _box(left: float, top: float, width: float, height: float, style: Style) -> Shape:
    return Shape(((left, top), (left + width, top), (left + width, top + height), (left, top + height)), style)


# --- shapes and habitats ----------------------------------------------------------------------------------


def _legend(words: dict[str, str], top: float, deep: float, width: float) -> Iterator[Item]:
    """A strip with the dice and their shapes, one with the habitats, a line with the titles."""
    room = (width - 2 * MARGIN) / len(SHAPES)
    side = 2.5
    yield Words((MARGIN, top), words["shapes"], 3.6, bold=True, colour=INK)
    for number, shape in enumerate(SHAPES):
        left = MARGIN + room * number
        yield from _die(left + 3.2, top + 7.5, 2.9, number + 1)
        yield from _shape(hexes_of(shape.hexes), left + 9, top + 2.2, side)
    below = top + deep
    kinds = ("wetland", "river_hex", "dam", "pond", "forest", "cut", "lodge_hex")
    yield Words((MARGIN, below), words["habitats"], 3.6, bold=True, colour=INK)
    left = MARGIN
    space = (width - 2 * MARGIN - sum(map(_width, (words[kind] for kind in kinds)))) / (len(kinds) - 1)
    for kind in kinds:
        yield from _habitat(kind, (left + 4, below + 7), 4.6)
        yield Words((left + 9, below + 8.1), words[kind], 3, colour=INK)
        left += _width(words[kind]) + space
    yield Words((MARGIN, below + 16), words["upgrade"], 3, colour=INK)
    yield Words((width - MARGIN, below + 16), words["titles"], 2.6, "end", colour=INK)


def _width(text: str) -> float:
    """How wide a hex with a word behind it is, about."""
    return 9 + 1.45 * len(text)


def _die(x: float, y: float, half: float, face: int) -> Iterator[Item]:
    yield _box(x - half, y - half, 2 * half, 2 * half, Style(fill="#ffffff", line=INK, width=0.35))
    for dx, dy in PIPS[face]:
        yield Circle((x + dx * half * 0.52, y + dy * half * 0.52), half * 0.17, Style(fill=INK, line=""))


def _shape(hexes: tuple[Hex, ...], left: float, top: float, side: float) -> Iterator[Item]:
    """A shape, lying so that it is not tall."""
    flat = [(q + r, -q) for q, r in hexes]  # turned by a sixth
    low = min(r for _, r in flat)
    start = min(q + r / 2 for q, r in flat)
    for q, r in flat:
        centre = left + math.sqrt(3) * side * (q + r / 2 - start + 0.5), top + side * (1.5 * (r - low) + 1)
        yield Shape(_corners(centre, side), Style(fill="#dfe9f1", line=INK, width=0.3))


def _habitat(kind: str, centre: Point, side: float) -> Iterator[Item]:
    """How to draw a habitat, in a hex of its own."""
    x, y = centre
    plain = Style(fill=WATER if kind in ("pond", "lodge_hex") else "#ffffff", line=INK, width=0.3)
    yield Shape(_corners(centre, side), plain)
    if kind == "wetland":
        for dx, dy in ((-1.8, -1), (0, -2), (1.8, -1), (-1.8, 1.2), (0, 0.2), (1.8, 1.2), (0, 2.3)):
            yield Circle((x + dx, y + dy), 0.35, Style(fill=REED, line=""))
    if kind == "dam":
        half = (*_corners(centre, side)[:3], *_corners(centre, side)[5:])
        yield Shape(half, Style(fill=WATER, line=INK, width=0.3))
    if kind in ("river_hex", "dam"):
        wide = side * 0.78 if kind == "river_hex" else 0.0
        bend = ((x - side * 0.78, y), (x - 2.5, y - 2.6), (x - 1.2, y - 2.2), (x, y))
        more = ((x + 1.2, y + 2.2), (x + 2.5, y + 2.6), (x + wide, y)) if wide else ()
        yield Curve((*bend, *more), Style(line=WATER, width=1.1))
    if kind == "dam":
        yield Shape(((x, y - side), (x, y + side)), Style(line=INK, width=0.8), closed=False)
    if kind in ("forest", "cut"):
        for dx in (-2.2, -0.75, 0.75, 2.2):
            yield Shape(((x + dx, y - 1.9), (x + dx, y + 1.9)), Style(line=GREEN, width=0.6), closed=False)
    if kind == "cut":
        yield Shape(((x - 3.2, y), (x + 3.2, y)), Style(line=INK, width=0.6), closed=False)
    if kind == "lodge_hex":
        yield Circle(centre, side * 0.42, Style(fill="#ffffff", line=INK, width=0.3))
