"""Pages of rules: a plain text in two columns.

The text is Markdown of the simplest kind: `## ` before a heading, `- ` before a point of a list, `**bold**`, an empty
line between paragraphs. A comment `<!-- D7 D8 -->` at a paragraph's end says which rules it tells. Names in braces
are filled in, so that no number stands in two places.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from lodge.paper.drawing import INK, MARGIN, PALE, Item, Page, Style, Words, empty_page, line
from lodge.paper.text import width_of
from lodge.paper.words import WORDS

SIZES = (4.0, 3.8, 3.6, 3.5, 3.4, 3.3, 3.2, 3.1, 3.0, 2.9, 2.8, 2.7)  # the largest that fits
LEAD = 1.32  # from line to line
HEAD = 14.0  # the title above
GAP = 8.0  # between the columns
TOLD = re.compile(r"<!--([^>]*)-->")


class Block(NamedTuple):
    """A heading, a point or a paragraph."""

    kind: str
    text: str
    told: tuple[str, ...]  # ids of rules


Word = tuple[tuple[str, bool], ...]  # its parts, bold or not: a comma behind a bold word is part of it


class Line(NamedTuple):
    """A line of a block: its words, how far in it begins, and the space above it."""

    words: tuple[Word, ...]
    indent: float
    above: float
    size: float
    dot: bool = False
    heading: bool = False


def blocks(text: str) -> list[Block]:
    """A text cut into blocks."""
    found = []
    for piece in re.split(r"\n\s*\n|\n(?=- )", text.strip()):
        told = tuple(rule for comment in TOLD.findall(piece) for rule in comment.split())
        plain = " ".join(TOLD.sub("", piece).split())
        for sign, kind in (("## ", "heading"), ("- ", "point"), ("", "plain")):
            if plain.startswith(sign):
                found.append(Block(kind, plain.removeprefix(sign), told))
                break
    return found


def read_rules(folder: Path, language: str) -> str:
    """The rules that a game prints, in a language."""
    return (folder / f"{language}.md").read_text(encoding="utf-8")


def prose_pages(title: str, language: str, paper: str, text: str, facts: Mapping[str, object], most: int) -> list[Page]:
    """A text on at most so many pages, as large as it fits."""
    found = blocks(text.format_map(facts))
    for size in SIZES:
        pages = _set(title, language, paper, found, size)
        if len(pages) <= most:
            return pages
    raise ValueError(f"The text of {title} ({language}, {paper}) does not fit on {most} pages: make it shorter.")


def _set(title: str, language: str, paper: str, found: list[Block], size: float) -> list[Page]:
    pages = [_page(title, language, paper)]
    width = (pages[0].width - 2 * MARGIN - GAP) / 2
    top, bottom = MARGIN + HEAD, pages[0].height - MARGIN
    column, y = 0, top
    for block in found:
        lines = _lines(block, size, width)
        tall = sum(one.size * LEAD + one.above for one in lines)
        keep = tall + 3 * size * LEAD if block.kind == "heading" else min(tall, 2 * size * LEAD + lines[0].above)
        for number, one in enumerate(lines):
            need = keep if number == 0 else one.size * LEAD
            if y + need > bottom:
                column, y = column + 1, top
                if column == 2:
                    column = 0
                    pages.append(_page(title, language, paper))
            if y > top:
                y += one.above
            y += one.size * LEAD
            pages[-1].items += _write(one, MARGIN + column * (width + GAP), y - one.size * (LEAD - 1))
    return pages


def _page(title: str, language: str, paper: str) -> Page:
    page = empty_page(title, language, paper)
    page.items.append(Words((MARGIN, MARGIN + 7), title, 8, bold=True, colour=INK))
    right = page.width - MARGIN
    page.items.append(Words((right, MARGIN + 7), WORDS[language]["rules"], 4.2, "end", colour=INK))
    page.items.append(line((MARGIN, MARGIN + 10), (right, MARGIN + 10), Style(line=PALE, width=0.3)))
    return page


def _lines(block: Block, size: float, width: float) -> list[Line]:
    """The lines of a block, not wider than a column."""
    heading = block.kind == "heading"
    size = size * 1.25 if heading else size
    indent = size * 1.1 if block.kind == "point" else 0.0
    rows: list[list[Word]] = [[]]
    long, space = 0.0, width_of(" ", size)
    for word in _words(block.text, bold=heading):
        wide = sum(width_of(text, size, bold=bold) for text, bold in word)
        if rows[-1] and long + space + wide > width - indent:
            rows.append([])
        long = long + space + wide if rows[-1] else wide
        rows[-1].append(word)
    above = {"heading": size * 0.75, "point": size * 0.2, "plain": size * 0.5}[block.kind]
    dot = block.kind == "point"
    return [
        Line(tuple(row), indent, above if number == 0 else 0.0, size, dot and number == 0, heading)
        for number, row in enumerate(rows)
    ]


def _words(text: str, *, bold: bool) -> list[Word]:
    """A text's words; two stars turn bold on and off."""
    found: list[Word] = []
    for piece in re.sub(r" (?=[:;?!»])|(?<=«) ", "\N{NO-BREAK SPACE}", text).split(" "):  # French
        parts = []
        for number, part in enumerate(piece.split("**")):
            bold = bold != bool(number)
            if part:
                parts.append((part, bold))
        found.append(tuple(parts))
    return found


def _runs(words: Sequence[Word]) -> list[tuple[str, bool]]:
    """Words beside each other, those of one weight together."""
    parts = [
        (" " + text if number and at == 0 else text, bold)
        for number, word in enumerate(words)
        for at, (text, bold) in enumerate(word)
    ]
    return [("".join(text for text, _ in some), bold) for bold, some in groupby(parts, key=lambda part: part[1])]


def _write(one: Line, left: float, y: float) -> list[Item]:
    items: list[Item] = []
    if one.dot:
        items.append(Words((left + one.indent * 0.3, y), "•", one.size, colour=INK))
    x = left + one.indent
    for text, bold in _runs(one.words):
        space = width_of(text, one.size, bold=bold) - width_of(text.lstrip(), one.size, bold=bold)
        items.append(Words((x + space, y), text.strip(), one.size, bold=bold, colour=INK))
        x += width_of(text, one.size, bold=bold)
    return items
