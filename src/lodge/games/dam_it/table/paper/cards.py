"""The cards of Dam It!: the river, the dams, and chips in place of the cubes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from lodge.games.dam_it.rules import facts
from lodge.paper import cards
from lodge.paper.cards import CUT, SMALL, Face
from lodge.paper.drawing import INK, Circle, Item, Style, Words, line
from lodge.paper.picture import picture, read_pictures
from lodge.paper.text import fitting, wrapped

PICTURES = read_pictures(Path(__file__).with_name("pictures.json"))
WIDTH, HEIGHT = SMALL.width, SMALL.height
EDGE = 2.0
INNER = WIDTH - 2 * EDGE - 4
BARK, GROUND = "#6b4f3a", "#f3ebde"
GRIM = "#e6dcd6"  # behind garbage
LOSS = ", ".join(map(str, facts.GARBAGE_LOSS[1:]))
Texts = dict[str, str]


def river(words: Texts) -> list[cards.Card]:
    """Every river card, as often as it is in the box."""
    return [
        cards.Card(partial(river_front, card, words), back) for card in facts.RIVER_CARDS for _ in range(card.copies)
    ]


def dams(words: Texts) -> list[cards.Card]:
    """The dam cards. Their backs are those of the river: nobody sees how much garbage lies among them (D11)."""
    return [
        cards.Card(partial(dam_front, pile.cost, points, words), back)
        for pile in facts.DAM_PILES
        for points in pile.points
    ]


def chips() -> list[cards.Card]:
    """Places with the chips of one player each, to be cut again."""
    return [cards.Card(_chips, _chips)] * facts.MOST_SEATS


def back(face: Face) -> Iterator[Item]:
    """The same for all cards."""
    yield from cards.woven(face, "Dam It!", _heap)


def _heap(face: Face) -> Iterator[Item]:
    yield from _logs(face, face.width / 2, face.height, 3, 22)


def _frame(face: Face, ground: str) -> Iterator[Item]:
    yield face.rounded(EDGE, EDGE, WIDTH - 2 * EDGE, HEIGHT - 2 * EDGE, 3, Style(ground, BARK, 0.5))


def _name(face: Face, text: str, y: float) -> Words:
    return Words(face.at(WIDTH / 2, y), text, fitting(text, 4.4, INNER, bold=True), "middle", bold=True, colour=INK)


def _small(face: Face, text: str, y: float) -> Iterator[Item]:
    for number, part in enumerate(wrapped(text, 2.7, INNER)):
        yield Words(face.at(WIDTH / 2, y + number * 3.3), part, 2.7, "middle", colour=INK)


def river_front(card: facts.Card, words: Texts, face: Face) -> Iterator[Item]:
    """D10-D12: the value above, the tree, its name."""
    garbage = card.name == facts.NAMES[facts.GARBAGE]
    wild = card.name == facts.NAMES[facts.DISPOSAL]
    yield from _frame(face, GRIM if garbage else "#ffffff")
    side = 27.0
    yield from picture(PICTURES[card.name], *face.at((WIDTH - side) / 2, 14), side / 100)
    if card.value:
        yield Circle(face.at(9, 9.4), 5.4, Style(INK, ""))
        yield Words(face.at(9, 12.2), str(card.value), 8, "middle", bold=True, colour="#ffffff")
    key = "garbage" if garbage else "disposal card" if wild else card.name
    text = words[key]
    yield _name(face, text[0].upper() + text[1:], 47.5)
    if wild or garbage:
        yield from _small(face, words["wild"] if wild else words["keeps"].format(LOSS), 52)


def dam_front(cost: int, points: int, words: Texts, face: Face) -> Iterator[Item]:
    """D2, D12: the cost above in the dark, the points large; both can be read while piles are fanned."""
    yield from _frame(face, GROUND)
    yield face.rounded(EDGE + 2, EDGE + 2, 20, 9, 2, Style(INK, ""))
    text = words["cost_is"].format(cost)
    yield Words(face.at(EDGE + 12, 10.1), text, fitting(text, 4, 18, bold=True), "middle", bold=True, colour="#ffffff")
    yield Words(face.at(WIDTH - EDGE - 3, 12), str(points), 9, "end", bold=True, colour=INK)
    yield Words(face.at(WIDTH / 2, 35), str(points), 20, "middle", bold=True, colour=INK)
    yield Words(face.at(WIDTH / 2, 42.5), words["points_of"], 3.4, "middle", colour=INK)
    yield from _logs(face, WIDTH / 2, HEIGHT - 5, 1 + facts.COSTS[::-1].index(cost), 34)


def _logs(face: Face, x: float, bottom: float, layers: int, wide: float) -> Iterator[Item]:
    """A dam of logs; dearer ones are higher."""
    for layer in range(layers):
        y, half = bottom - 1.6 - layer * 2.5, wide / 2 - layer * 2
        yield line(face.at(x - half, y), face.at(x + half, y - 0.6), Style(line=BARK, width=2.4))
        yield line(face.at(x - half, y), face.at(x + half, y - 0.6), Style(line="#b08560", width=1.7))
        yield Circle(face.at(x + half, y - 0.6), 0.9, Style("#e3c397", BARK, 0.2))


def _chips(face: Face) -> Iterator[Item]:
    """A player's cubes: chips, the same from both sides."""
    across = 2
    down = -(-facts.CUBES_EACH // across)
    wide, deep = WIDTH / across, HEIGHT / down
    for number in range(facts.CUBES_EACH):
        row, column = divmod(number, across)
        left, top, side = column * wide, row * deep, 17.0
        place = face.at(left + (wide - side) / 2, top + (deep - side) / 2)
        yield from picture(PICTURES["cube"], *place, side / 24)
    yield line(face.at(wide, 0), face.at(wide, HEIGHT), CUT)
    for row in range(1, down):
        yield line(face.at(0, row * deep), face.at(WIDTH, row * deep), CUT)
