"""What stands below the landscapes of Amik: the shapes of the dice, how to draw habitats, the titles."""

from __future__ import annotations

import math
from collections.abc import Iterator

from lodge.games.amik.rules.facts import HABITATS, SHAPES, TITLES, Hex, hexes_of
from lodge.games.amik.table.paper.landscape import corners
from lodge.paper.drawing import INK, MARGIN, Circle, Curve, Item, Point, Shape, Style, Words, box, line
from lodge.paper.text import fitting, width_of

WATER, GREEN, REED = "#5b8db8", "#5f8a4c", "#a8863c"
KINDS = ("wetland", "river", "dam", "pond", "forest", "cut forest", "lodge")
UPGRADES = HABITATS[:-1]  # A9: all but forest
PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def legend(words: dict[str, str], top: float, deep: float, width: float) -> Iterator[Item]:
    """A strip with the dice and their shapes, one with the habitats, a line with upgrades and titles."""
    room = (width - 2 * MARGIN) / len(SHAPES)
    yield Words((MARGIN, top), words["shapes"], 3.6, bold=True, colour=INK)
    for number, shape in enumerate(SHAPES):
        left = MARGIN + room * number
        yield from _die(left + 3.2, top + 7.5, 2.9, number + 1)
        yield from _shape(hexes_of(shape.hexes), left + 9, top + 2.2, 2.5)
    below = top + deep
    yield Words((MARGIN, below), words["habitats"], 3.6, bold=True, colour=INK)
    left, wide = MARGIN, [9.5 + width_of(words[kind], 3) for kind in KINDS]
    space = (width - 2 * MARGIN - sum(wide)) / (len(KINDS) - 1)
    for kind, one in zip(KINDS, wide, strict=True):
        yield from _habitat(kind, (left + 4, below + 7), 4.6)
        yield Words((left + 9, below + 8.1), words[kind], 3, colour=INK)
        left += one + space
    steps, ranks = upgrades(words), titles(words)
    yield Words((MARGIN, below + 16), steps, 2.8, colour=INK)
    room = width - 2 * MARGIN - width_of(steps, 2.8) - 6
    yield Words((width - MARGIN, below + 16), ranks, fitting(ranks, 2.8, room), "end", colour=INK)


def upgrades(words: dict[str, str]) -> str:
    """A9 in a line."""
    name = words["upgrade"]
    return f"{name[0].upper()}{name[1:]}: {' > '.join(words[kind] for kind in UPGRADES)}"


def titles(words: dict[str, str]) -> str:
    """A19 in a line."""
    *ranks, (_, lowest) = TITLES
    lines = [words["below"].format(ranks[-1][0], words[lowest.lower()])]
    return " · ".join([*lines, *(words["from"].format(least, words[name.lower()]) for least, name in reversed(ranks))])


def _die(x: float, y: float, half: float, face: int) -> Iterator[Item]:
    yield box(x - half, y - half, 2 * half, 2 * half, Style(fill="#ffffff", line=INK, width=0.35))
    for dx, dy in PIPS[face]:
        yield Circle((x + dx * half * 0.52, y + dy * half * 0.52), half * 0.17, Style(fill=INK, line=""))


def _shape(hexes: tuple[Hex, ...], left: float, top: float, side: float) -> Iterator[Item]:
    """A shape, lying so that it is not tall."""
    flat = [(q + r, -q) for q, r in hexes]  # turned by a sixth
    low = min(r for _, r in flat)
    start = min(q + r / 2 for q, r in flat)
    for q, r in flat:
        centre = left + math.sqrt(3) * side * (q + r / 2 - start + 0.5), top + side * (1.5 * (r - low) + 1)
        yield Shape(corners(centre, side), Style(fill="#dfe9f1", line=INK, width=0.3))


def _habitat(kind: str, centre: Point, side: float) -> Iterator[Item]:
    """How to draw a habitat, in a hex of its own."""
    x, y = centre
    plain = Style(fill=WATER if kind in ("pond", "lodge") else "#ffffff", line=INK, width=0.3)
    yield Shape(corners(centre, side), plain)
    if kind == "wetland":
        for dx, dy in ((-1.8, -1), (0, -2), (1.8, -1), (-1.8, 1.2), (0, 0.2), (1.8, 1.2), (0, 2.3)):
            yield Circle((x + dx, y + dy), 0.35, Style(fill=REED, line=""))
    if kind == "dam":
        half = (*corners(centre, side)[:3], *corners(centre, side)[5:])
        yield Shape(half, Style(fill=WATER, line=INK, width=0.3))
    if kind in ("river", "dam"):
        wide = side * 0.78 if kind == "river" else 0.0
        bend = ((x - side * 0.78, y), (x - 2.5, y - 2.6), (x - 1.2, y - 2.2), (x, y))
        more = ((x + 1.2, y + 2.2), (x + 2.5, y + 2.6), (x + wide, y)) if wide else ()
        yield Curve((*bend, *more), Style(line=WATER, width=1.1))
    if kind == "dam":
        yield line((x, y - side), (x, y + side), Style(line=INK, width=0.8))
    if kind in ("forest", "cut forest"):
        for dx in (-2.2, -0.75, 0.75, 2.2):
            yield line((x + dx, y - 1.9), (x + dx, y + 1.9), Style(line=GREEN, width=0.6))
    if kind == "cut forest":
        yield line((x - 3.2, y), (x + 3.2, y), Style(line=INK, width=0.6))
    if kind == "lodge":
        yield Circle(centre, side * 0.42, Style(fill="#ffffff", line=INK, width=0.3))
