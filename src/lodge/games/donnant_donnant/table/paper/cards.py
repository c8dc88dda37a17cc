"""The cards of Donnant Donnant, to cut out and write on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from lodge.games.donnant_donnant.rules.deck import DECK, EQUAL, EXACT, FAMILIES, RISING, SUM, Card, Cell
from lodge.games.donnant_donnant.rules.facts import BONUSES, CHOICE, CIRCLES, COLOURS, EVALUATIONS
from lodge.games.donnant_donnant.table.paper.symbols import DARK, LIGHT, symbol
from lodge.paper import cards
from lodge.paper.cards import LARGE, Face
from lodge.paper.drawing import INK, PALE, Circle, Item, Point, Style, Words, line
from lodge.paper.text import fitting, wrapped

WIDTH, HEIGHT = LARGE.width, LARGE.height
EDGE = 2.0  # between a card's frame and the cut
PAD = 5.0
INNER = WIDTH - 2 * PAD
HEAD = 12.0  # where the colour ends
MIDDLE = 48.0  # where the lower half begins
CELL, SIGN, GROUP = 9.2, 4.4, 6.0  # a cell, a sign between two, a gap between groups
ROW = 4  # cells in a row
PLAIN = "#ece6da"
SIGNS = {EXACT: "", RISING: "<", EQUAL: "=", SUM: "+"}
TextsOf = dict[str, str]


def deck(words: TextsOf) -> list[cards.Card]:
    """All cards, those of a pile with the same back."""
    return [cards.Card(partial(front, card, words), partial(back, card.bonus, words)) for card in DECK]


def front(card: Card, words: TextsOf, face: Face) -> Iterator[Item]:
    """A card's colour, its objective, and what it brings."""
    yield from _frame(face, words, COLOURS[card.colour] if card.colour >= 0 else "", card.name)
    yield from _objective(face, words, card)
    yield from _bonus(face, words, card) if card.bonus else _evaluation(face, words, card)


def back(bonus: int, words: TextsOf, face: Face) -> Iterator[Item]:
    """What tells the piles apart: a heap of points, or circles to tick."""
    yield from cards.woven(face, words["bonus_pile" if bonus else "evaluation_pile"], _circles if bonus else _star)


def _circles(face: Face) -> Iterator[Item]:
    for number in range(CIRCLES):
        centre = face.at(face.width / 2 + (number - (CIRCLES - 1) / 2) * 10, face.height / 2 + 1)
        yield Circle(centre, 3.6, Style("#ffffff", INK, 0.5))


def _star(face: Face) -> Iterator[Item]:
    yield Circle(face.at(face.width / 2, face.height / 2 + 1), 6, Style(INK, ""))
    yield Words(face.at(face.width / 2, face.height / 2 + 3.6), "+", 8, "middle", bold=True, colour="#ffffff")


def _lines(face: Face, text: str, at: Point, size: float, width: float) -> Iterator[Item]:
    """Words in as many lines as they need, beginning at a place."""
    for number, words in enumerate(wrapped(text, size, width)):
        yield Words(face.at(at[0], at[1] + number * size * 1.25), words, size, colour=INK)


def _frame(face: Face, words: TextsOf, colour: str, name: str) -> Iterator[Item]:
    """The colour above, with its symbol and its name, or all that may be chosen; the card's own name in the corner."""
    dark, light = DARK.get(colour, INK), LIGHT.get(colour, PLAIN)
    inside = WIDTH - 2 * EDGE
    yield face.box(EDGE, EDGE, inside, HEAD - EDGE, Style(fill=light, line=""))
    if colour:
        yield face.box(EDGE, EDGE, HEAD, HEAD - EDGE, Style(fill=dark, line=""))
        yield from symbol(colour, face.at(EDGE + HEAD / 2, (EDGE + HEAD) / 2), 3.6, "#ffffff", dark)
        yield Words(face.at(EDGE + HEAD + 3, 8.5), words[colour], 4.2, bold=True, colour=INK)
    else:
        yield from _all_symbols(face, EDGE + 6, (EDGE + HEAD) / 2, 8, 2.4)
    yield Words(face.at(WIDTH - PAD + 1, 8.4), name, 2.8, "end", colour=INK)
    yield face.box(EDGE, EDGE, inside, HEIGHT - 2 * EDGE, Style(line=dark, width=0.6))


def _all_symbols(face: Face, x: float, y: float, step: float, size: float) -> Iterator[Item]:
    for number, colour in enumerate(COLOURS):
        yield from symbol(colour, face.at(x + number * step, y), size, DARK[colour], "#ffffff")


# --- the upper half: the objective ---------------------------------------------------------------------------


def _objective(face: Face, words: TextsOf, card: Card) -> Iterator[Item]:
    """N12: what is asked for in words, and the cells to write in."""
    groups = sum(not cell.joined for cell in card.cells)
    kind = "groups" if card.family == EQUAL and groups > 1 else FAMILIES[card.family]
    text = words[kind].format(card.need)
    size = fitting(text, 3.6, INNER, bold=True)
    yield Words(face.at(WIDTH / 2, HEAD + 6), text, size, "middle", bold=True, colour=INK)
    sign = SIGNS[card.family]
    for cell, gap, x, y in _cells(card):
        if gap:
            yield Words(face.at(x - gap / 2, y + CELL / 2 + 1.6), sign, 5, "middle", bold=True, colour=INK)
        yield from _cell(face, cell, x, y)


def written_on(card: Card, written: Sequence[int], face: Face) -> Iterator[Item]:
    """What a player has written into the cells of a card."""
    for number, (_, _, x, y) in zip(written, _cells(card), strict=False):
        if number:
            yield face.box(x + 0.4, y + 0.4, CELL - 0.8, CELL - 0.8, Style(fill="#ffffff", line=""))
            place = face.at(x + CELL / 2, y + CELL / 2 + 2.6)
            yield Words(place, str(number), 7.4, "middle", bold=True, colour="#2f5d8a")


def _cells(card: Card) -> Iterator[tuple[Cell, float, float, float]]:
    """Each cell with the room of the sign before it, if there is one, and where it lies."""
    rows = _rows(card)
    top = HEAD + 8 + (MIDDLE - HEAD - 8 - len(rows) * CELL - (len(rows) - 1) * 3) / 2
    for number, row in enumerate(rows):
        between = [SIGN if joined else 1.5 if card.family == EXACT else GROUP for _, joined in row]
        between[0] = SIGN if row[0][1] else 0.0
        x = (WIDTH - len(row) * CELL - sum(between)) / 2
        for (cell, joined), gap in zip(row, between, strict=True):
            x += gap
            yield cell, gap if joined else 0.0, x, top + number * (CELL + 3)
            x += CELL


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
        long = -(-len(group) // pieces)
        for piece in (group[at : at + long] for at in range(0, len(group), long)):
            if rows and pieces == 1 and len(rows[-1]) + len(piece) <= ROW:
                rows[-1] += piece
            else:
                rows.append(piece)
    return rows


def _cell(face: Face, cell: Cell, x: float, y: float) -> Iterator[Item]:
    """N13: white, or in a colour with its symbol; an exact one shows its number, to be crossed out."""
    if cell.colour:
        colour = COLOURS[cell.colour - 1]
        yield face.box(x, y, CELL, CELL, Style(fill=LIGHT[colour], line=DARK[colour], width=0.8))
        yield from symbol(colour, face.at(x + CELL - 2.1, y + 2.1), 1.4, DARK[colour], LIGHT[colour])
    else:
        yield face.box(x, y, CELL, CELL, Style(fill="#ffffff", line=INK, width=0.3))
    if cell.number:
        aside = 0.9 if cell.colour else 0.0
        yield Words(face.at(x + CELL / 2 - aside, y + CELL / 2 + 2.2), str(cell.number), 6.2, "middle", colour=INK)


# --- the lower half ------------------------------------------------------------------------------------------


def _title(face: Face, title: str, ground: str, width: float = INNER) -> Iterator[Item]:
    yield face.box(EDGE + 0.3, MIDDLE, WIDTH - 2 * EDGE - 0.6, HEIGHT - MIDDLE - EDGE - 0.3, Style(ground, ""))
    yield line(face.at(EDGE, MIDDLE), face.at(WIDTH - EDGE, MIDDLE), Style(line=PALE, width=0.3))
    size = fitting(title, 4.4, width, bold=True)
    yield Words(face.at(PAD, MIDDLE + 7), title, size, bold=True, colour=INK)


def _bonus(face: Face, words: TextsOf, card: Card) -> Iterator[Item]:
    """N19-N23: what it does, and its circles."""
    kind = BONUSES[card.kind]
    yield from _title(face, words[kind], "#ffffff")
    yield from _lines(face, words[f"{kind}_does"], (PAD, MIDDLE + 13), 3.3, INNER)
    if card.kind == CHOICE:
        yield from _all_symbols(face, WIDTH / 2 - 20, HEIGHT - 9, 10, 3.4)
        return
    for number in range(CIRCLES):
        centre = face.at(WIDTH / 2 + (number - 1) * 13, HEIGHT - 9)
        yield Circle(centre, 4.2, Style(fill="#ffffff", line=INK, width=0.4))


def _evaluation(face: Face, words: TextsOf, card: Card) -> Iterator[Item]:
    """N26: points, and what for."""
    kind = EVALUATIONS[card.kind]
    colour = COLOURS[card.aim] if card.aim >= 0 else ""
    name = words[colour] if colour else ""
    yield from _title(face, words[kind].format(name), PLAIN, INNER - (9 if colour else 0))
    if colour:
        yield from symbol(colour, face.at(WIDTH - PAD - 3.2, MIDDLE + 5.4), 3, DARK[colour], PLAIN)
    yield Circle(face.at(PAD + 7.5, MIDDLE + 21), 7.5, Style(fill=INK, line=""))
    yield Words(face.at(PAD + 7.5, MIDDLE + 24.2), str(card.points), 9, "middle", bold=True, colour="#ffffff")
    text = words[f"{kind}_does"].format(name)
    tall = len(wrapped(text, 3.3, INNER - 19)) * 3.3 * 1.25
    yield from _lines(face, text, (PAD + 18.5, MIDDLE + 21 - tall / 2 + 3.1), 3.3, INNER - 19)
