"""The cards of Donnant Donnant, nine a page, to print, cut and write on; and the solo card with the levels."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeVar

from lodge.games.donnant_donnant.rules.deck import DECK, EQUAL, EXACT, FAMILIES, RISING, SUM, Card, Cell
from lodge.games.donnant_donnant.rules.facts import BONUSES, CHOICE, CIRCLES, COLOURS, EVALUATIONS, LEVELS
from lodge.games.donnant_donnant.table.paper.symbols import DARK, LIGHT, symbol
from lodge.games.donnant_donnant.table.paper.words import WORDS
from lodge.paper.drawing import PAPERS, Circle, Item, Page, Point, Shape, Style, Words
from lodge.paper.text import fitting, wrapped

WIDTH, HEIGHT = 63.0, 88.0  # a card, as sleeves have it
ACROSS, DOWN = 3, 3
EDGE = 2.0  # between a card's frame and the cut
PAD = 5.0
INNER = WIDTH - 2 * PAD
HEAD = 12.0  # where the colour ends
MIDDLE = 50.0  # where the lower half begins
CELL, SIGN, GROUP = 9.2, 4.4, 6.0  # a cell, a sign between two, a gap between groups
ROW = 4  # cells in a row
INK = "#2f2a24"
PALE = "#9a9186"
PLAIN = "#ece6da"
CUT = Style(line=PALE, width=0.1, dashes=(1.2, 1.2))
SIGNS = {EXACT: "", RISING: "<", EQUAL: "=", SUM: "+"}
T = TypeVar("T")


class Face(NamedTuple):
    """Where a card lies on the page, and its words."""

    left: float
    top: float
    words: dict[str, str]

    def at(self, x: float, y: float) -> Point:
        """A place on the card."""
        return self.left + x, self.top + y


def sheets(language: str, paper: str) -> list[Page]:
    """The pages in a language, for a paper."""
    words = WORDS[language]
    faces: list[Callable[[Face], Iterator[Item]]] = [_drawer(card) for card in DECK]
    pages = []
    for some in _pieces([*faces, _solo], ACROSS * DOWN):
        width, height = PAPERS[paper]
        page = Page(f"Donnant Donnant - {words['cards']}", language, width, height)
        left, top = (width - ACROSS * WIDTH) / 2, (height - DOWN * HEIGHT) / 2
        for number, draw in enumerate(some):
            page.items += draw(Face(left + number % ACROSS * WIDTH, top + number // ACROSS * HEIGHT, words))
        page.items += _cuts(left, top, -(-len(some) // ACROSS))
        pages.append(page)
    return pages


def _pieces(whole: list[T], size: int) -> Iterator[list[T]]:
    for at in range(0, len(whole), size):
        yield whole[at : at + size]


def _cuts(left: float, top: float, rows: int) -> Iterator[Item]:
    """Where to cut: from end to end, and a little beyond."""
    beyond, right, bottom = 2.0, left + ACROSS * WIDTH, top + rows * HEIGHT
    for column in range(ACROSS + 1):
        x = left + column * WIDTH
        yield Shape(((x, top - beyond), (x, bottom + beyond)), CUT, closed=False)
    for row in range(rows + 1):
        y = top + row * HEIGHT
        yield Shape(((left - beyond, y), (right + beyond, y)), CUT, closed=False)


def _drawer(card: Card) -> Callable[[Face], Iterator[Item]]:
    def draw(face: Face) -> Iterator[Item]:
        yield from _frame(face, COLOURS[card.colour] if card.colour >= 0 else "", card.name)
        yield from _objective(face, card)
        yield from _bonus(face, card) if card.bonus else _evaluation(face, card)

    return draw


def _box(face: Face, x: float, y: float, width: float, height: float, style: Style) -> Shape:
    corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    return Shape(tuple(face.at(*corner) for corner in corners), style)


def _lines(face: Face, text: str, at: Point, size: float, width: float) -> Iterator[Item]:
    """Words in as many lines as they need, beginning at a place."""
    for number, line in enumerate(wrapped(text, size, width)):
        yield Words(face.at(at[0], at[1] + number * size * 1.25), line, size, colour=INK)


def _frame(face: Face, colour: str, name: str) -> Iterator[Item]:
    """The colour above, with its symbol and its name, or all that may be chosen; the card's own name in the corner."""
    dark, light = DARK.get(colour, INK), LIGHT.get(colour, PLAIN)
    inside = WIDTH - 2 * EDGE
    yield _box(face, EDGE, EDGE, inside, HEAD - EDGE, Style(fill=light, line=""))
    if colour:
        yield _box(face, EDGE, EDGE, HEAD, HEAD - EDGE, Style(fill=dark, line=""))
        yield from symbol(colour, face.at(EDGE + HEAD / 2, (EDGE + HEAD) / 2), 3.6, "#ffffff", dark)
        yield Words(face.at(EDGE + HEAD + 3, 8.5), face.words[colour], 4.2, bold=True, colour=INK)
    else:
        yield from _all_symbols(face, EDGE + 6, (EDGE + HEAD) / 2, 8, 2.4)
    yield Words(face.at(WIDTH - PAD + 1, 8.4), name, 2.8, "end", colour=INK)
    yield _box(face, EDGE, EDGE, inside, HEIGHT - 2 * EDGE, Style(line=dark, width=0.6))


def _all_symbols(face: Face, x: float, y: float, step: float, size: float) -> Iterator[Item]:
    for number, colour in enumerate(COLOURS):
        yield from symbol(colour, face.at(x + number * step, y), size, DARK[colour], "#ffffff")


# --- the upper half: the objective ---------------------------------------------------------------------------


def _objective(face: Face, card: Card) -> Iterator[Item]:
    """N12: what is asked for in words, and the cells to write in."""
    groups = sum(not cell.joined for cell in card.cells)
    kind = "groups" if card.family == EQUAL and groups > 1 else FAMILIES[card.family]
    text = face.words[kind].format(card.need)
    size = fitting(text, 3.6, INNER, bold=True)
    yield Words(face.at(WIDTH / 2, HEAD + 6), text, size, "middle", bold=True, colour=INK)
    rows = _rows(card)
    top = HEAD + 8 + (MIDDLE - HEAD - 8 - len(rows) * CELL - (len(rows) - 1) * 3) / 2
    for number, row in enumerate(rows):
        yield from _row(face, row, SIGNS[card.family], top + number * (CELL + 3), card.family)


def _rows(card: Card) -> list[list[tuple[Cell, bool]]]:
    """Cells in rows of at most four, groups together; with each, whether a sign joins it to the one before."""
    signed = card.family != EXACT
    cells = [(cell, signed and at > 0 and (cell.joined or card.family == SUM)) for at, cell in enumerate(card.cells)]
    groups: list[list[tuple[Cell, bool]]] = []
    for cell, joined in cells:
        if groups and (joined or card.family == EXACT):
            groups[-1].append((cell, joined))
        else:
            groups.append([(cell, joined)])
    rows: list[list[tuple[Cell, bool]]] = []
    for group in groups:
        pieces = -(-len(group) // ROW)
        for piece in _pieces(group, -(-len(group) // pieces)):
            if rows and pieces == 1 and len(rows[-1]) + len(piece) <= ROW:
                rows[-1] += piece
            else:
                rows.append(piece)
    return rows


def _row(face: Face, row: list[tuple[Cell, bool]], sign: str, y: float, family: int) -> Iterator[Item]:
    between = [SIGN if joined else 1.5 if family == EXACT else GROUP for _, joined in row]
    between[0] = SIGN if row[0][1] else 0.0
    x = (WIDTH - len(row) * CELL - sum(between)) / 2
    for (cell, joined), gap in zip(row, between, strict=True):
        if joined:
            yield Words(face.at(x + gap / 2, y + CELL / 2 + 1.6), sign, 5, "middle", bold=True, colour=INK)
        x += gap
        yield from _cell(face, cell, x, y)
        x += CELL


def _cell(face: Face, cell: Cell, x: float, y: float) -> Iterator[Item]:
    """N13: white, or in a colour with its symbol; an exact one shows its number, to be crossed out."""
    if cell.colour:
        colour = COLOURS[cell.colour - 1]
        yield _box(face, x, y, CELL, CELL, Style(fill=LIGHT[colour], line=DARK[colour], width=0.8))
        yield from symbol(colour, face.at(x + CELL - 2.1, y + 2.1), 1.4, DARK[colour], LIGHT[colour])
    else:
        yield _box(face, x, y, CELL, CELL, Style(fill="#ffffff", line=INK, width=0.3))
    if cell.number:
        aside = 0.9 if cell.colour else 0.0
        yield Words(face.at(x + CELL / 2 - aside, y + CELL / 2 + 2.2), str(cell.number), 6.2, "middle", colour=INK)


# --- the lower half ------------------------------------------------------------------------------------------


def _title(face: Face, title: str, ground: str, width: float = INNER) -> Iterator[Item]:
    yield _box(face, EDGE + 0.3, MIDDLE, WIDTH - 2 * EDGE - 0.6, HEIGHT - MIDDLE - EDGE - 0.3, Style(ground, ""))
    yield Shape((face.at(EDGE, MIDDLE), face.at(WIDTH - EDGE, MIDDLE)), Style(line=PALE, width=0.3), closed=False)
    size = fitting(title, 4.4, width, bold=True)
    yield Words(face.at(PAD, MIDDLE + 7), title, size, bold=True, colour=INK)


def _bonus(face: Face, card: Card) -> Iterator[Item]:
    """N19-N23: what it does, and its circles."""
    kind = BONUSES[card.kind]
    yield from _title(face, face.words[kind], "#ffffff")
    yield from _lines(face, face.words[f"{kind}_does"], (PAD, MIDDLE + 13), 3.3, INNER)
    if card.kind == CHOICE:
        yield from _all_symbols(face, WIDTH / 2 - 20, HEIGHT - 9, 10, 3.4)
        return
    for number in range(CIRCLES):
        centre = face.at(WIDTH / 2 + (number - 1) * 13, HEIGHT - 9)
        yield Circle(centre, 4.2, Style(fill="#ffffff", line=INK, width=0.4))


def _evaluation(face: Face, card: Card) -> Iterator[Item]:
    """N26: points, and what for."""
    kind = EVALUATIONS[card.kind]
    colour = COLOURS[card.aim] if card.aim >= 0 else ""
    name = face.words[colour] if colour else ""
    yield from _title(face, face.words[kind].format(name), PLAIN, INNER - (9 if colour else 0))
    if colour:
        yield from symbol(colour, face.at(WIDTH - PAD - 3.2, MIDDLE + 5.4), 3, DARK[colour], PLAIN)
    yield Circle(face.at(PAD + 7.5, MIDDLE + 21), 7.5, Style(fill=INK, line=""))
    yield Words(face.at(PAD + 7.5, MIDDLE + 24.2), str(card.points), 9, "middle", bold=True, colour="#ffffff")
    text = face.words[f"{kind}_does"].format(name)
    tall = len(wrapped(text, 3.3, INNER - 19)) * 3.3 * 1.25
    yield from _lines(face, text, (PAD + 18.5, MIDDLE + 21 - tall / 2 + 3.1), 3.3, INNER - 19)


def _solo(face: Face) -> Iterator[Item]:
    """N33, N34: the levels."""
    words, inside = face.words, WIDTH - 2 * EDGE
    yield _box(face, EDGE, EDGE, inside, HEAD - EDGE, Style(fill=PLAIN, line=""))
    yield Words(face.at(PAD, 8.5), words["solo"], 4.2, bold=True, colour=INK)
    yield _box(face, EDGE, EDGE, inside, HEIGHT - 2 * EDGE, Style(line=INK, width=0.6))
    columns = (PAD + 7, WIDTH / 2, WIDTH - PAD - 7)
    lines = [[words[key] for key in ("level", "rounds", "need")]]
    lines += [[str(value) for value in (number, *level)] for number, level in enumerate(LEVELS, 1)]
    for row, line in enumerate(lines):
        y = HEAD + 9 + row * 8.4
        for x, text in zip(columns, line, strict=True):
            yield Words(face.at(x, y), text, 5 if row else 3.4, "middle", bold=bool(row), colour=INK)
        yield Shape((face.at(PAD, y + 2.2), face.at(WIDTH - PAD, y + 2.2)), Style(line=PALE, width=0.15), closed=False)
