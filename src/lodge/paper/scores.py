"""Score sheets: tables with a column for each player, as often as they fit on a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from lodge.paper.drawing import INK, MARGIN, PALE, Item, Page, Style, Words, box, empty_page, line
from lodge.paper.text import fitting
from lodge.paper.words import WORDS

TOP = MARGIN + 16
THIN = Style(line=INK, width=0.2)
THICK = Style(line=INK, width=0.6)
SHADE = "#ece6da"


class Row(NamedTuple):
    """A row of the table: what it is for, a smaller note beside it, whether it is the sum of those above."""

    text: str
    note: str = ""
    total: bool = False


def score_page(
    title: str, name: str, language: str, paper: str, rows: Sequence[Row], columns: int, tables: int
) -> Page:
    """So many tables on a page, below each other; the page has a name beside the title."""
    page = empty_page(title, language, paper)
    words = WORDS[language]
    page.items.append(Words((MARGIN, MARGIN + 7), title, 8, bold=True, colour=INK))
    right = page.width - MARGIN
    page.items.append(Words((right, MARGIN + 7), name, 4.2, "end", colour=INK))
    page.items.append(line((MARGIN, MARGIN + 10), (right, MARGIN + 10), Style(line=PALE, width=0.3)))
    gap = 7.0
    tall = (page.height - MARGIN - TOP - (tables - 1) * gap) / tables
    for number in range(tables):
        page.items += _table(page, [Row(words["name"]), *rows], columns, TOP + number * (tall + gap), tall)
    return page


def _table(page: Page, rows: Sequence[Row], columns: int, top: float, tall: float) -> Iterator[Item]:
    head = 46.0  # the column of words
    wide, deep = (page.width - 2 * MARGIN - head) / columns, min(tall / len(rows), 11.0)
    for number, row in enumerate(rows):
        y = top + number * deep
        ground = SHADE if row.total or number == 0 else ""
        yield box(MARGIN, y, page.width - 2 * MARGIN, deep, Style(ground, INK, 0.2))
        size = fitting(row.text, 3.8, head - 4, bold=row.total)
        lift = 1.3 if row.note else 0.0
        yield Words((MARGIN + 2, y + deep / 2 + 1.3 - lift), row.text, size, bold=row.total, colour=INK)
        if row.note:
            note = fitting(row.note, 2.7, head - 4)
            yield Words((MARGIN + 2, y + deep / 2 + 3.4), row.note, note, colour=INK)
    bottom = top + len(rows) * deep
    for column in range(columns + 1):
        x = MARGIN + head + column * wide
        yield line((x, top), (x, bottom), THIN)
    yield box(MARGIN, top, page.width - 2 * MARGIN, bottom - top, THICK)
