"""The colours of the dice, each with its symbol: sun, fox, leaf, drop, berry. Read without colour, too."""

from __future__ import annotations

import math
from collections.abc import Iterator

from lodge.games.donnant_donnant.rules.facts import COLOURS
from lodge.paper.drawing import Circle, Curve, Item, Point, Shape, Style

DARK = dict(zip(COLOURS, ("#e0ab12", "#d56a17", "#4b8548", "#3a74b0", "#7b4a92"), strict=True))
LIGHT = dict(zip(COLOURS, ("#fbefc9", "#f9dfc8", "#dcebd9", "#d8e6f4", "#e8dcef"), strict=True))

FOX = ((-0.95, -0.95), (-0.35, -0.5), (0.35, -0.5), (0.95, -0.95), (0.8, 0.1), (0.0, 0.95), (-0.8, 0.1))
LEAF = ((0.0, -1.0), (0.95, -0.5), (0.95, 0.45), (0.0, 0.85), (-0.95, 0.45), (-0.95, -0.5), (0.0, -1.0))
DROP = (
    *((0.0, -1.0), (0.2, -0.5), (0.75, -0.1), (0.75, 0.3), (0.75, 0.72), (0.4, 1.0), (0.0, 1.0)),
    *((-0.4, 1.0), (-0.75, 0.72), (-0.75, 0.3), (-0.75, -0.1), (-0.2, -0.5), (0.0, -1.0)),
)
BERRIES = ((-0.45, 0.45), (0.45, 0.45), (0.0, -0.2))


def symbol(colour: str, centre: Point, size: float, ink: str, ground: str) -> Iterator[Item]:
    """A colour's symbol, `size` from the middle to the edge, on a ground."""

    def at(point: Point) -> Point:
        return centre[0] + size * point[0], centre[1] + size * point[1]

    def line(*points: Point, colour: str = ink) -> Shape:
        return Shape(tuple(map(at, points)), Style(line=colour, width=0.14 * size), closed=False)

    full = Style(fill=ink, line="")
    if colour == "yellow":
        yield Circle(centre, 0.5 * size, full)
        for turn in (math.radians(45 * eighth) for eighth in range(8)):
            yield line((0.68 * math.cos(turn), 0.68 * math.sin(turn)), (0.95 * math.cos(turn), 0.95 * math.sin(turn)))
    elif colour == "orange":
        yield Shape(tuple(map(at, FOX)), full)
        for side in (-1, 1):
            yield Circle(at((side * 0.32, 0.0)), 0.1 * size, Style(fill=ground, line=""))
    elif colour == "green":
        yield Curve(tuple(map(at, LEAF)), full)
        yield line((0.0, -0.6), (0.0, 0.6), colour=ground)
        yield line((0.0, 0.8), (0.0, 1.0))
    elif colour == "blue":
        yield Curve(tuple(map(at, DROP)), full)
    else:
        for berry in BERRIES:
            yield Circle(at(berry), 0.44 * size, Style(fill=ink, line=ground, width=0.06 * size))
        yield line((0.0, -0.6), (0.25, -1.0))
