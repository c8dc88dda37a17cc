"""What a page is made of. Millimetres from the top left corner; colours as #rrggbb, "" for none."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Point = tuple[float, float]
PAPERS: dict[str, Point] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}


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


Item = Shape | Curve | Circle | Words


@dataclass
class Page:
    """A page and all that is on it, in the order it is drawn."""

    title: str
    language: str
    width: float
    height: float
    items: list[Item] = field(default_factory=list)
