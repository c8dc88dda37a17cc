"""How wide words are, and where to break them. SVG readers use the same font or one of the same widths."""

from __future__ import annotations

from typing import cast

from lodge.extras import missing_extra

try:
    from reportlab.pdfbase.pdfmetrics import stringWidth
except ModuleNotFoundError as error:
    raise missing_extra(error) or error from None

FONTS = ("Helvetica", "Helvetica-Bold")


def width_of(text: str, size: float, *, bold: bool = False) -> float:
    """How wide a line is."""
    return cast("float", stringWidth(text, FONTS[bold], size))


def wrapped(text: str, size: float, width: float, *, bold: bool = False) -> list[str]:
    """Words in lines that are not wider than `width`."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_of(longer, size, bold=bold) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def fitting(text: str, size: float, width: float, *, bold: bool = False) -> float:
    """The size at which a line is not wider than `width`: the one asked for, or smaller."""
    return min(size, size * width / width_of(text, size, bold=bold))
