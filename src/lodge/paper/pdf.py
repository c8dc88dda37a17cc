"""Pages as PDF, drawn as paths with ReportLab. The standard fonts of every reader suffice for our languages."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

from reportlab import rl_config
from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from lodge.paper.drawing import Circle, Curve, Item, Lines, Page, Style, Words

rl_config.useA85 = 0  # a quarter smaller; no reader of today needs plain text


def to_pdf(pages: Sequence[Page]) -> bytes:
    """The pages as a PDF file; the same pages give the same bytes."""
    file, first = io.BytesIO(), pages[0]
    canvas: Any = Canvas(
        file, pagesize=(first.width * mm, first.height * mm), pageCompression=1, invariant=1, lang=first.language
    )
    canvas.setTitle(first.title)
    canvas.setCreator("Lodge")
    for page in pages:
        canvas.setPageSize((page.width * mm, page.height * mm))
        canvas.translate(0, page.height * mm)  # from the top left, downwards
        canvas.scale(mm, -mm)
        canvas.setLineJoin(1)
        canvas.setLineCap(1)
        for item in page.items:
            _draw(canvas, item)
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def _draw(canvas: Any, item: Item) -> None:
    if isinstance(item, Words):
        _write(canvas, item)
        return
    fill, stroke = _set_style(canvas, item.style)
    path = canvas.beginPath()
    if isinstance(item, Circle):
        path.circle(*item.centre, item.radius)
    elif isinstance(item, Lines):
        for start, end in item.ends:
            path.moveTo(*start)
            path.lineTo(*end)
    else:
        path.moveTo(*item.points[0])
        if isinstance(item, Curve):
            for at in range(1, len(item.points), 3):
                path.curveTo(*item.points[at], *item.points[at + 1], *item.points[at + 2])
        else:
            for point in item.points[1:]:
                path.lineTo(*point)
            if item.closed:
                path.close()
    canvas.drawPath(path, stroke=stroke, fill=fill)


def _set_style(canvas: Any, style: Style) -> tuple[int, int]:
    if style.fill:
        canvas.setFillColor(HexColor(style.fill))
    if style.line:
        canvas.setStrokeColor(HexColor(style.line))
        canvas.setLineWidth(style.width)
        canvas.setDash(*([list(style.dashes)] if style.dashes else []))
    return int(bool(style.fill)), int(bool(style.line))


def _write(canvas: Any, words: Words) -> None:
    """Text stands upright although the page counts downwards."""
    canvas.saveState()
    canvas.translate(*words.at)
    canvas.scale(1, -1)
    canvas.setFillColor(HexColor(words.colour))
    canvas.setFont("Helvetica-Bold" if words.bold else "Helvetica", words.size)
    write = {"start": canvas.drawString, "middle": canvas.drawCentredString, "end": canvas.drawRightString}[words.align]
    write(0, 0, words.text)
    canvas.restoreState()
