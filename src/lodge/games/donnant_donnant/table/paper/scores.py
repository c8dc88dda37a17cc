"""Cards to write points on, for everybody at the table and for the levels alone."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from lodge.games.donnant_donnant.rules.facts import LEVELS, SIDE
from lodge.paper.cards import LARGE, Face
from lodge.paper.drawing import INK, PALE, Item, Style, Words, line
from lodge.paper.text import fitting

WIDTH, HEIGHT = LARGE.width, LARGE.height
EDGE, PAD, HEAD = 2.0, 5.0, 12.0
INNER = WIDTH - 2 * PAD
PLAIN = "#ece6da"
THIN = Style("#ffffff", INK, 0.3)
BOX = 3.1  # to tick


def _frame(face: Face, title: str) -> Iterator[Item]:
    inside = WIDTH - 2 * EDGE
    yield face.box(EDGE, EDGE, inside, HEAD - EDGE, Style(PLAIN, ""))
    yield Words(face.at(PAD, 8.5), title, fitting(title, 4.2, INNER, bold=True), bold=True, colour=INK)
    yield face.box(EDGE, EDGE, inside, HEIGHT - 2 * EDGE, Style(line=INK, width=0.6))


def score_card(words: dict[str, str], face: Face) -> Iterator[Item]:
    """A box for each card of a stall, as it lies; the total, and what decides a tie (N27)."""
    yield from _frame(face, words["score"])
    yield Words(face.at(PAD, HEAD + 5.4), words["name"], 3.2, colour=INK)
    start = PAD + 3 + len(words["name"]) * 1.8
    yield line(face.at(start, HEAD + 6), face.at(WIDTH - PAD, HEAD + 6), Style(line=PALE, width=0.2))
    wide, tall = INNER / SIDE, 13.0
    for row in range(SIDE):
        for column in range(SIDE):
            yield face.box(PAD + column * wide, HEAD + 9 + row * tall, wide, tall, THIN)
    below = HEAD + 9 + SIDE * tall
    for number, key in enumerate(("total", "empty_cells")):
        y = below + 2 + number * 10
        yield Words(face.at(PAD, y + 6), words[key], fitting(words[key], 3.8, INNER - wide - 2), colour=INK)
        yield face.box(PAD + (SIDE - 1) * wide, y, wide, 9, Style("#ffffff", INK, 0.7 if number == 0 else 0.3))


def solo_card(words: dict[str, str], face: Face) -> Iterator[Item]:
    """N33-N35: the levels, a box to tick for each that is passed, and the points of two campaigns."""
    yield from _frame(face, words["solo"])
    edges = (PAD, PAD + 9, PAD + 19, PAD + 29, PAD + 36, PAD + 44, WIDTH - PAD)
    heads = (words["level"], words["rounds"], words["need"], "", words["campaign"])
    places = [(one + two) / 2 for one, two in pairwise(edges)]
    places[4] = (edges[4] + edges[6]) / 2
    widths = [two - one for one, two in pairwise(edges)]
    widths[4] = edges[6] - edges[4]
    for x, wide, head in zip(places, widths, heads, strict=False):
        if head:
            yield Words(face.at(x, HEAD + 5), head, fitting(head, 2.9, wide - 0.8), "middle", colour=INK)
    row, top = 7.6, HEAD + 7
    for number, level in enumerate(LEVELS):
        y = top + number * row
        for x, value in zip(places, (number + 1, *level), strict=False):
            yield Words(face.at(x, y + 5.2), str(value), 4.4, "middle", bold=True, colour=INK)
        yield face.box(places[3] - 2.2, y + 1.6, 4.4, 4.4, THIN)
        for left, right in pairwise(edges[4:]):
            yield face.box(left, y + 0.6, right - left, row - 0.9, THIN)
        yield line(face.at(PAD, y), face.at(WIDTH - PAD, y), Style(line=PALE, width=0.15))
    yield face.box(PAD, HEIGHT - EDGE - 7.2, 4.0, 4.0, THIN)
    yield Words(face.at(PAD + 5.4, HEIGHT - EDGE - 4), f"= {words['passed']}", 3, colour=INK)


def rounds_card(words: dict[str, str], face: Face) -> Iterator[Item]:
    """N33: for every level as many boxes as it allows rounds, one to be ticked in each."""
    yield from _frame(face, words["rounds_played"])
    row, top = (HEIGHT - EDGE - HEAD - 2) / len(LEVELS), HEAD + 1
    for number, level in enumerate(LEVELS):
        y = top + (number + 0.5) * row
        yield Words(face.at(PAD + 1.5, y + 1.6), str(number + 1), 4.4, "middle", bold=True, colour=INK)
        for at in range(level.rounds):
            yield face.box(PAD + 4.6 + at * (BOX + 0.3), y - BOX / 2, BOX, BOX, THIN)
