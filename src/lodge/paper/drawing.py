"""What a page is made of. Millimetres from the top left corner; colours as #rrggbb, "" for none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Literal

Point = tuple[float, float]
PAPERS: dict[str, Point] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
MARGIN = 10.0  # printers leave some of it blank whatever is there
INK = "#2f2a24"
PALE = "#9a9186"  # lines that help and are not looked at


@dataclass(frozen=True)
class Style:
    """How something is drawn."""

    fill: str = ""
    line: str = "#000000"
    width: float = 0.2
    dashes: tuple[float, ...] = ()


@dataclass(frozen=True)
class Shape:
    """A line through points, or a closed outline."""

    points: tuple[Point, ...]
    style: Style
    closed: bool = True


@dataclass(frozen=True)
class Lines:
    """Many straight lines of one style, from their first point to their second."""

    ends: tuple[tuple[Point, Point], ...]
    style: Style


@dataclass(frozen=True)
class Curve:
    """Bezier curves, one behind the other: a beginning, then three points for each."""

    points: tuple[Point, ...]
    style: Style


@dataclass(frozen=True)
class Circle:
    """A circle."""

    centre: Point
    radius: float
    style: Style


@dataclass(frozen=True)
class Words:
    """A line of text; `size` is the height of its capitals and descenders together."""

    at: Point
    text: str
    size: float = 3.5
    align: Literal["start", "middle", "end"] = "start"
    bold: bool = False
    colour: str = "#000000"


Item = Shape | Lines | Curve | Circle | Words


@dataclass
class Page:
    """A page and all that is on it, in the order it is drawn."""

    title: str
    language: str
    width: float
    height: float
    items: list[Item] = field(default_factory=list)


def empty_page(title: str, language: str, paper: str, *, turned: bool = False) -> Page:
    """A page of a paper with nothing on it; `turned` has its long side below."""
    width, height = PAPERS[paper]
    return Page(title, language, *((height, width) if turned else (width, height)))


def box(left: float, top: float, width: float, height: float, style: Style) -> Shape:
    """A rectangle."""
    return Shape(((left, top), (left + width, top), (left + width, top + height), (left, top + height)), style)


def line(start: Point, end: Point, style: Style) -> Shape:
    """A straight line."""
    return Shape((start, end), style, closed=False)


def rounded(left: float, top: float, width: float, height: float, radius: float, style: Style) -> Curve:
    """A rectangle with round corners."""
    right, bottom, bend = left + width, top + height, radius * 0.45  # what is left of a corner's two control points
    points: list[Point] = [(left + radius, top)]
    for corner, before, after in (
        ((right, top), (-1, 0), (0, 1)),
        ((right, bottom), (0, -1), (-1, 0)),
        ((left, bottom), (1, 0), (0, -1)),
        ((left, top), (0, 1), (1, 0)),
    ):
        (x, y), start = corner, points[-1]
        arrive = (x + before[0] * radius, y + before[1] * radius)
        leave = (x + after[0] * radius, y + after[1] * radius)
        points += [start, arrive, arrive]
        points += [(x + before[0] * bend, y + before[1] * bend), (x + after[0] * bend, y + after[1] * bend), leave]
    return Curve(tuple(points), style)


def placed(items: Iterable[Item], left: float, top: float, scale: float = 1.0) -> Iterator[Item]:
    """Items drawn around the corner (0, 0), at another place and in another size."""

    def at(point: Point) -> Point:
        return left + scale * point[0], top + scale * point[1]

    for item in items:
        if isinstance(item, Words):
            yield replace(item, at=at(item.at), size=item.size * scale)
            continue
        style = replace(item.style, width=item.style.width * scale)
        if isinstance(item, Circle):
            yield Circle(at(item.centre), item.radius * scale, style)
        elif isinstance(item, Lines):
            yield Lines(tuple((at(start), at(end)) for start, end in item.ends), style)
        else:
            yield replace(item, points=tuple(map(at, item.points)), style=style)
