"""Pictures on paper, from data in terms of SVG, so that the page can draw them, too.

A file of pictures has for each name a list of parts: `d` (path data) or `circle` (its middle and radius), and `fill`,
`stroke` and `stroke-width`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from lodge.paper.drawing import Circle, Curve, Item, Point, Style

TOKENS = re.compile(r"[A-Za-z]|-?(?:\d+\.?\d*|\.\d+)")
NUMBERS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "Z": 0}


class Part(NamedTuple):
    """A part of a picture, in the picture's own units."""

    data: str = ""
    circle: tuple[float, float, float] | None = None
    fill: str = ""
    line: str = ""
    width: float = 0.0


@cache
def read_pictures(path: Path) -> dict[str, tuple[Part, ...]]:
    """The pictures in a file, by name."""
    return {name: tuple(map(_part, parts)) for name, parts in json.loads(path.read_text(encoding="utf-8")).items()}


def _part(part: dict[str, Any]) -> Part:
    circle = part.get("circle")
    return Part(
        part.get("d", ""),
        tuple(circle) if circle else None,
        part.get("fill", ""),
        part.get("stroke", ""),
        part.get("stroke-width", 1.0),
    )


def picture(parts: Sequence[Part], left: float, top: float, scale: float) -> Iterator[Item]:
    """A picture with its own corner at a place, so many millimetres to a unit."""
    for part in parts:
        style = Style(part.fill, part.line, round(part.width * scale, 3))
        if part.circle:
            x, y, radius = part.circle
            yield Circle((left + x * scale, top + y * scale), radius * scale, style)
            continue
        for points in outlines(part.data):
            yield Curve(tuple((left + x * scale, top + y * scale) for x, y in points), style)


def outlines(data: str) -> list[list[Point]]:
    """Path data as chains of Bezier curves; arcs and smooth quadratic curves are not understood."""
    tokens, letter = TOKENS.findall(data), ""
    found: list[list[Point]] = []
    at: Point = (0.0, 0.0)
    bend: Point | None = None  # the last control point of a cubic curve, for S
    while tokens:
        if tokens[0].isalpha():
            letter = tokens.pop(0)
        kind, relative = letter.upper(), letter.islower()
        if kind not in NUMBERS:
            raise ValueError(f"A picture uses {letter!r}: choose from {', '.join(NUMBERS)}.")
        numbers = [float(tokens.pop(0)) for _ in range(NUMBERS[kind])]
        if kind == "Z":
            at = found[-1][0]
            found[-1] += [found[-1][-1], at, at]
            continue
        ends = _points(kind, numbers, at, relative=relative)
        if kind == "M":
            found.append([ends[0]])
            letter = "l" if relative else "L"  # more numbers are lines
        else:
            if len(found[-1]) > 1 and found[-1][-1] != at:  # after Z a new outline begins where the old one did
                found.append([at])
            found[-1] += _cubic(kind, at, ends, bend)
        bend = ends[-2] if kind in "CS" else None
        at = ends[-1]
    return found


def _points(kind: str, numbers: list[float], at: Point, *, relative: bool) -> list[Point]:
    x, y = at if relative else (0.0, 0.0)
    if kind == "H":
        return [(x + numbers[0], at[1])]
    if kind == "V":
        return [(at[0], y + numbers[0])]
    return [(x + a, y + b) for a, b in zip(numbers[::2], numbers[1::2], strict=True)]


def _cubic(kind: str, at: Point, ends: list[Point], bend: Point | None) -> list[Point]:
    """One step as a cubic curve: two control points and its end."""
    if kind == "C":
        return ends
    if kind == "S":
        mirrored = (2 * at[0] - bend[0], 2 * at[1] - bend[1]) if bend else at
        return [mirrored, *ends]
    if kind == "Q":
        (x, y), end = ends
        return [
            (at[0] + (x - at[0]) * 2 / 3, at[1] + (y - at[1]) * 2 / 3),
            (end[0] + (x - end[0]) * 2 / 3, end[1] + (y - end[1]) * 2 / 3),
            end,
        ]
    return [at, ends[0], ends[0]]
