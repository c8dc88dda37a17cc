"""Drawings as PNG, for places that show no SVG. Lengths are pixels."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from lodge.paper.drawing import Circle, Curve, Item, Lines, Point, Shape, Style, Words

FINER = 2  # drawn so many times as large and made smaller: that smooths the edges
BENDS = 8  # straight lines that a Bezier curve is made of
Font = ImageFont.FreeTypeFont | ImageFont.ImageFont


def to_png(items: Iterable[Item], width: int, height: int, fonts: Sequence[Path] = ()) -> bytes:
    """A picture of some items; `fonts` are files for plain and for bold words."""
    image = Image.new("RGB", (width * FINER, height * FINER), "#ffffff")
    pen = ImageDraw.Draw(image)
    for item in items:
        _draw(pen, item, lambda size, bold: _font(tuple(fonts), round(size * FINER), bold))
    out = io.BytesIO()
    image.resize((width, height), Image.Resampling.LANCZOS).save(out, "PNG", optimize=True)
    return out.getvalue()


def _draw(pen: ImageDraw.ImageDraw, item: Item, font: Callable[[float, bool], Font]) -> None:
    if isinstance(item, Words):
        anchor = {"start": "ls", "middle": "ms", "end": "rs"}[item.align]
        pen.text(_scaled(item.at), item.text, item.colour, font(item.size, item.bold), anchor)
    elif isinstance(item, Circle):
        style, (x, y), radius = item.style, _scaled(item.centre), item.radius * FINER
        width = round(style.width * FINER) if style.line else 0
        pen.ellipse((x - radius, y - radius, x + radius, y + radius), style.fill or None, style.line or None, width)
    elif isinstance(item, Lines):
        for ends in item.ends:
            _line(pen, [_scaled(end) for end in ends], item.style)
    else:
        _outline(pen, item)


def _outline(pen: ImageDraw.ImageDraw, item: Shape | Curve) -> None:
    points = list(map(_scaled, item.points if isinstance(item, Shape) else _flat(item.points)))
    if item.style.fill:
        pen.polygon(points, item.style.fill)
    closed = isinstance(item, Shape) and item.closed
    _line(pen, [*points, points[0]] if closed else points, item.style)


def _line(pen: ImageDraw.ImageDraw, points: Sequence[Point], style: Style) -> None:
    if style.line and style.width:
        pen.line(list(points), style.line, max(1, round(style.width * FINER)), joint="curve")


def _flat(points: Sequence[Point]) -> list[Point]:
    """Bezier curves as a line through many points."""
    found = [points[0]]
    for at in range(1, len(points) - 2, 3):
        ends = (found[-1], *points[at : at + 3])
        for step in range(1, BENDS + 1):
            t, u = step / BENDS, 1 - step / BENDS
            weights = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
            x, y = (sum(w * end[axis] for w, end in zip(weights, ends, strict=True)) for axis in (0, 1))
            found.append((x, y))
    return found


def _scaled(point: Point) -> Point:
    return point[0] * FINER, point[1] * FINER


@cache
def _font(fonts: tuple[Path, ...], size: int, bold: bool) -> Font:
    for path in fonts[::-1] if bold else fonts:
        try:
            return ImageFont.truetype(str(path), size)
        except OSError:  # a FreeType without WOFF2
            continue
    return ImageFont.load_default(size)
