"""Pages as pictures made of dots, drawn with Pillow: PNG, an animated GIF, or an array."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFont

from lodge.paper.drawing import Circle, Curve, Item, Lines, Page, Point, Style, Words
from lodge.paper.text import width_of

FINER = 2  # drawn so many times as large, then made smaller: edges are smooth
PIECES = 10  # straight lines for a Bezier curve


def to_image(page: Page, width: int = 900, fonts: tuple[Path, ...] = ()) -> Image.Image:
    """A page as an image so many pixels wide; `fonts` are files for its words, plain and bold."""
    scale = width * FINER / page.width
    image = Image.new("RGB", (width * FINER, round(page.height * scale)), "#ffffff")
    pen = ImageDraw.Draw(image)
    for item in page.items:
        _draw(pen, item, scale, fonts)
    return image.resize((width, round(page.height * scale / FINER)), Image.Resampling.LANCZOS)


def to_array(page: Page, width: int = 900) -> npt.NDArray[np.uint8]:
    """A page as rows of dots, red, green and blue."""
    return np.asarray(to_image(page, width))


def to_png(page: Page, width: int = 900, fonts: tuple[Path, ...] = ()) -> bytes:
    """A page as a PNG file."""
    file = io.BytesIO()
    to_image(page, width, fonts).save(file, "PNG", optimize=True)
    return file.getvalue()


def to_gif(pages: Sequence[Page], width: int = 600, seconds: float = 1.0) -> bytes:
    """Pages one after the other as an animated GIF, over and over; the last stays longer."""
    file = io.BytesIO()
    images = [to_image(page, width).quantize(64, dither=Image.Dither.NONE) for page in pages]
    times = [round(1000 * seconds)] * (len(images) - 1) + [round(4000 * seconds)]
    images[0].save(file, "GIF", save_all=True, append_images=images[1:], duration=times, loop=0, optimize=True)
    return file.getvalue()


def _draw(pen: ImageDraw.ImageDraw, item: Item, scale: float, fonts: tuple[Path, ...]) -> None:
    if isinstance(item, Words):
        _write(pen, item, scale, fonts)
    elif isinstance(item, Circle):
        (x, y), r, style = item.centre, item.radius, item.style
        box = [(scale * (x - r), scale * (y - r)), (scale * (x + r), scale * (y + r))]
        pen.ellipse(box, style.fill or None, style.line or None, _wide(style, scale) if style.line else 0)
    elif isinstance(item, Lines):
        for ends in item.ends:
            _line(pen, [(scale * x, scale * y) for x, y in ends], item.style, scale)
    else:
        outline = flat(item.points) if isinstance(item, Curve) else list(item.points)
        points = [(scale * x, scale * y) for x, y in outline]
        if item.style.fill and len(points) > 2:
            pen.polygon(points, item.style.fill)
        closed = not isinstance(item, Curve) and item.closed
        _line(pen, [*points, points[0]] if closed else points, item.style, scale)


def flat(points: Sequence[Point]) -> list[Point]:
    """A chain of Bezier curves as straight lines."""
    found = [points[0]]
    for at in range(1, len(points), 3):
        (x0, y0), (x1, y1), (x2, y2), (x3, y3) = found[-1], *points[at : at + 3]
        for piece in range(1, PIECES + 1):
            t = piece / PIECES
            a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
            found.append((a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3))
    return found


def _wide(style: Style, scale: float) -> int:
    return max(1, round(style.width * scale))


def _line(pen: ImageDraw.ImageDraw, points: Iterable[Point], style: Style, scale: float) -> None:
    if style.line:
        pen.line(list(points), style.line, _wide(style, scale), "curve")


def _write(pen: ImageDraw.ImageDraw, words: Words, scale: float, fonts: tuple[Path, ...]) -> None:
    """Words as wide as they are on paper, whatever font is here."""
    size = words.size * scale
    chosen = fonts[words.bold : words.bold + 1]
    meant = width_of(words.text, words.size, bold=words.bold) * scale
    found = font(round(size, 1), *chosen).getlength(words.text)
    used = font(round(size * min(1.15, meant / found) if found else size, 1), *chosen)
    place = {"start": "ls", "middle": "ms", "end": "rs"}[words.align]
    x, y = words.at
    heavy = round(size / 28) if words.bold and not chosen else 0
    pen.text(
        (scale * x, scale * y), words.text, words.colour, used, place, stroke_width=heavy, stroke_fill=words.colour
    )


@lru_cache(maxsize=256)
def font(size: float, path: Path | None = None) -> Any:
    """A font from a file, else the one that comes with Pillow."""
    size = max(1.0, size)
    try:
        return ImageFont.load_default(size) if path is None else ImageFont.truetype(str(path), size)
    except OSError:  # a FreeType without WOFF2
        return ImageFont.load_default(size)
