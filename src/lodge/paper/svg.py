"""Pages as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from lodge.paper.drawing import Circle, Curve, Item, Lines, Page, Point, Shape, Style, Words

FONT = "Helvetica, Arial, 'Liberation Sans', sans-serif"


def to_svg(pages: Sequence[Page]) -> str:
    """The pages as one SVG document, each below the one before."""
    first, width, height = pages[0], max(page.width for page in pages), sum(page.height for page in pages)
    size = f'width="{width:g}mm" height="{height:g}mm" viewBox="0 0 {width:g} {height:g}"'
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" lang="{first.language}" {size} font-family="{FONT}">']
    lines.append(f"<title>{escape(first.title)}</title>")
    top = 0.0
    for page in pages:
        lines += [f'<g transform="translate(0 {_number(top)})">', *map(_item, page.items), "</g>"]
        top += page.height
    return "\n".join([*lines, "</svg>"]) + "\n"


def _item(item: Item) -> str:
    if isinstance(item, Words):
        weight = ' font-weight="bold"' if item.bold else ""
        where = f'x="{_number(item.at[0])}" y="{_number(item.at[1])}" text-anchor="{item.align}"'
        return f'<text {where} font-size="{item.size:g}" fill="{item.colour}"{weight}>{escape(item.text)}</text>'
    if isinstance(item, Circle):
        where = f'cx="{_number(item.centre[0])}" cy="{_number(item.centre[1])}" r="{_number(item.radius)}"'
        return f"<circle {where} {_style(item.style)}/>"
    return f'<path d="{_path(item)}" {_style(item.style)}/>'


def _path(item: Shape | Lines | Curve) -> str:
    if isinstance(item, Lines):
        return "".join(f"M{_point(start)}L{_point(end)}" for start, end in item.ends)
    first, *rest = map(_point, item.points)
    letter, end = ("C", "") if isinstance(item, Curve) else ("L", "Z" if item.closed else "")
    return f"M{first}{letter}{' '.join(rest)}{end}"


def _style(style: Style) -> str:
    dashes = f' stroke-dasharray="{" ".join(f"{dash:g}" for dash in style.dashes)}"' if style.dashes else ""
    line = f'stroke="{style.line}" stroke-width="{style.width:g}"' if style.line else 'stroke="none"'
    return f'fill="{style.fill or "none"}" {line} stroke-linejoin="round" stroke-linecap="round"{dashes}'


def _point(point: Point) -> str:
    return f"{_number(point[0])},{_number(point[1])}"


def _number(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")
