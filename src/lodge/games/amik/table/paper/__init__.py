"""Amik to print and play: the rules, and for each animal a sheet with three landscapes and the scoring table."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

from lodge.games.amik.rules.facts import LANDSCAPES
from lodge.games.amik.table.paper.landscape import BORDER, landscape
from lodge.games.amik.table.paper.legend import legend
from lodge.paper.drawing import INK, MARGIN, PALE, Item, Page, Style, Words, box, empty_page, line
from lodge.paper.picture import picture, read_pictures
from lodge.paper.prose import prose_pages, read_rules
from lodge.paper.text import fitting, width_of
from lodge.paper.words import spoken

TITLE = "Amik"
RULES = Path(__file__).parent / "rules"
ANIMALS = read_pictures(Path(__file__).parents[1] / "animals.json")  # A2: one for each player
GAP = 7.0
THIN = Style(line=PALE, width=0.15)
LODGES = 5  # rows for them; whoever builds more writes beside


def sheets(language: str, paper: str) -> list[Page]:
    """The pages in a language, for a paper: the rules, then a sheet for every animal."""
    words = spoken("amik", language)
    pages = prose_pages(TITLE, language, paper, read_rules(RULES, language), {}, 1)
    return [*pages, *(_sheet(animal, words, language, paper) for animal in ANIMALS)]


def _sheet(animal: str, words: dict[str, str], language: str, paper: str) -> Page:
    page = empty_page(f"{TITLE} - {words[animal]}", language, paper)
    column = (page.width - 2 * MARGIN - GAP) / 2
    side = column / (10 * math.sqrt(3))  # a landscape is ten hexes wide
    tall = 17 * side
    page.items += _heading(animal, words, page.width)
    spare = (page.height - 2 * MARGIN - 2 * tall - 69) / 4  # what the paper is longer than needed, for the gaps
    tops = (MARGIN + 17, MARGIN + 17 + tall + 9 + spare)
    lefts = (MARGIN, MARGIN + column + GAP)
    for number, (left, top) in enumerate(((lefts[0], tops[0]), (lefts[1], tops[0]), (lefts[0], tops[1])), 1):
        page.items.append(Words((left, top - 1.5), words["game"].format(number), 4, bold=True, colour=INK))
        page.items += landscape(left, top, side, ANIMALS[animal])
    page.items += _table(words, lefts[1] + 4, tops[1], column - 4, tall)
    page.items += legend(words, tops[1] + tall + 7 + spare, 20 + spare / 2, page.width)
    return page


def _heading(animal: str, words: dict[str, str], width: float) -> Iterator[Item]:
    """A2: whose sheet it is, by animal and name."""
    base = MARGIN + 7
    yield Words((MARGIN, base), TITLE.upper(), 10, bold=True, colour=INK)
    yield Words((MARGIN + 31, base), words["subtitle"], fitting(words["subtitle"], 4.2, 55), colour=INK)
    middle = width / 2 - 4
    yield from picture(ANIMALS[animal], middle, MARGIN - 1, 0.11)
    yield Words((middle + 13, base), words[animal], 4.8, bold=True, colour=INK)
    start = middle + 19 + max(width_of(words[animal], 4.8, bold=True), 24)
    yield Words((start, base), words["name"], 3.6, colour=INK)
    yield line((start + width_of(words["name"], 3.6) + 2, base + 0.5), (width - MARGIN, base + 0.5), THIN)


def _table(words: dict[str, str], left: float, top: float, width: float, tall: float) -> Iterator[Item]:
    """Rows for the lodges, the river, the penalties and the total; a column for each landscape."""
    rows = [words["lodge_number"].format(number) for number in range(1, LODGES + 1)]
    rows += [words["river_row"], words["penalties"], words["total"], words["sum"]]
    yield Words((left, top - 1.5), words["scoring"], 4, bold=True, colour=INK)
    first, deep = width * 0.46, min(8.4, tall / (len(rows) + 1))
    column = (width - first) / LANDSCAPES
    for number in range(LANDSCAPES):
        x = left + first + column * (number + 0.5)
        yield Words((x, top + deep * 0.68), f"#{number + 1}", 3.6, "middle", bold=True, colour=INK)
    for row, text in enumerate(rows, 1):
        y, last = top + deep * row, text in rows[-2:]
        yield Words((left + 1, y + deep * 0.65), text, fitting(text, 3.4, first - 2, bold=last), bold=last, colour=INK)
        if row < len(rows):
            for number in range(LANDSCAPES):
                yield box(left + first + column * number, y, column, deep, BORDER if last else THIN)
        else:
            yield box(left + first, y, width - first, deep, BORDER)
