"""A landscape of Amik on paper: sections that can be told apart in grey, and the animal in the middle hexes."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache

from lodge.games.amik.rules.facts import AROUND, HEXES, MIDDLES, NUMBER, SECTION_NUMBERS, Hex
from lodge.paper.drawing import INK, PALE, Circle, Item, Point, Shape, Style, Words, line
from lodge.paper.picture import Part, picture

COUNTS = "#5f574c"  # to be read, not to be in the way
TINTS = (
    "#ffffff",
    "#ede7dc",
    "#dad1c0",
    "#c6bba6",
)  # of sections: lighter and darker, so that grey print has them, too
FAINT = "#a79d8f"  # the animal, to be drawn over
BORDER = Style(line=INK, width=0.5)


def centre_of(one: Hex, left: float, top: float, side: float) -> Point:
    """The middle of a hex of a landscape whose corner lies at a place."""
    q, r = one
    return left + math.sqrt(3) * side * (q + r / 2 - 3.5), top + side * (1.5 * r + 1)


def corners(centre: Point, side: float) -> tuple[Point, ...]:
    """Clockwise from the right above: side i of a hex lies between corners i and i + 1, towards neighbour i."""
    turns = [math.radians(60 * i - 30) for i in range(6)]
    return tuple((centre[0] + side * math.cos(turn), centre[1] + side * math.sin(turn)) for turn in turns)


def neighbours(number: int) -> Iterator[int]:
    """The hexes beside one."""
    q, r = HEXES[number]
    for dq, dr in AROUND:
        if (q + dq, r + dr) in NUMBER:
            yield NUMBER[q + dq, r + dr]


@cache
def section_tints() -> tuple[int, ...]:
    """A tint for each section, never that of a neighbour; a ring around a middle hex is not white, as that is."""
    section = {one: number for number, hexes in enumerate(SECTION_NUMBERS) for one in hexes}
    beside = [{section[two] for one in hexes for two in neighbours(one) if two in section} for hexes in SECTION_NUMBERS]
    rings = {section[one] for middle in MIDDLES for one in neighbours(middle)}

    def tinted(known: tuple[int, ...]) -> tuple[int, ...] | None:
        number = len(known)
        if number == len(SECTION_NUMBERS):
            return known
        taken = {known[other] for other in beside[number] if other < number} | ({0} if number in rings else set())
        found = (tinted((*known, tint)) for tint in range(len(TINTS)) if tint not in taken)
        return next((one for one in found if one), None)

    found = tinted(())
    if found is None:
        raise ValueError(f"{len(TINTS)} tints are too few to tell the sections apart.")
    return found


def landscape(left: float, top: float, side: float, animal: tuple[Part, ...]) -> Iterator[Item]:
    """A1: the sections and their counts; A2: the animal in each hex that may become its own, to be ringed."""
    section = {one: number for number, hexes in enumerate(SECTION_NUMBERS) for one in hexes}
    for number, one in enumerate(HEXES):
        tint = TINTS[section_tints()[section[number]]] if number in section else "#ffffff"
        yield Shape(corners(centre_of(one, left, top, side), side), Style(fill=tint, line=PALE, width=0.15))
    for hexes in SECTION_NUMBERS:
        for count, number in enumerate(hexes, 1):
            x, y = centre_of(HEXES[number], left, top, side)
            yield Words((x, y - side * 0.48), str(count), side * 0.42, "middle", colour=COUNTS, bold=count == 1)
    for number in MIDDLES:
        x, y = centre_of(HEXES[number], left, top, side)
        yield Circle((x, y), side * 0.8, Style(line=PALE, width=0.15, dashes=(0.6, 0.8)))
        yield from picture(faint(animal), x - side * 0.56, y - side * 0.56, side * 1.12 / 100)
    for number, (q, r) in enumerate(HEXES):
        edge = corners(centre_of((q, r), left, top, side), side)
        for way, (dq, dr) in enumerate(AROUND):
            other = NUMBER.get((q + dq, r + dr))
            if other is None or (section.get(other) != section.get(number) and other > number):
                yield line(edge[way], edge[(way + 1) % 6], BORDER)


def faint(animal: tuple[Part, ...]) -> tuple[Part, ...]:
    """A picture in pale lines, to be drawn over."""
    return tuple(
        part._replace(
            fill=("#ffffff" if part.line else FAINT) if part.fill else "", line=FAINT, width=max(part.width, 3)
        )
        for part in animal
        if part.line or _dark(part.fill)
    )


def _dark(colour: str) -> bool:
    return int(colour[1:3], 16) < 0x60
