"""What is shown of a table where its link is shared: tags in the page, and a picture.

Both are made of a `Card` and of nothing else. It holds what anybody with the link may know: the game, who plays, what a
spectator sees of the board, and at the end the points. Nothing that a seat hides gets here.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import NamedTuple

import msgspec

from lodge.characters import CHARACTERS, COLOURS, SIZE
from lodge.games import game
from lodge.games.api import SPECTATOR
from lodge.paper import drawn as board_of
from lodge.paper.drawing import Circle, Item, Page, Shape, Style, Words, placed, rounded
from lodge.paper.picture import Part, picture
from lodge.paper.raster import to_png
from lodge.paper.text import fitting
from lodge.server.tables.table import Table

WIDTH, HEIGHT = 1200, 630
SKY, HILL, BANK, WATER, FOAM = "#cfe3df", "#8fb58a", "#e9dfc6", "#2f6f73", "#8fbfb8"
INK, PAPER, EMBER = "#23302f", "#f6f1e7", "#d2691e"
LONGEST = 14  # letters of a name
EDGE, BOARD = 24.0, 770.0  # around the board, and how wide it is at most


def _signed(points: int) -> str:
    """Points with a true minus sign."""
    return f"\N{MINUS SIGN}{-points}" if points < 0 else str(points)


class Sitter(NamedTuple):
    """Somebody at a table, with points once the match is over."""

    name: str
    character: str
    colour: str
    points: int | None
    won: bool


class Card(NamedTuple):
    """A table as it is shown to the world; `ended` is how the match ended, if not by its rules.

    `board` is what a spectator sees, as JSON; none before the match, nor of one by other rules.
    """

    game: str
    title: str
    sitters: tuple[Sitter, ...]
    seats: int
    status: str
    ended: str | None
    board: bytes = b""


def card(table: Table) -> Card:
    """What may be shown of a table."""
    over = table.match if table.status == "over" else None
    points = over.scores if over is not None and over.ended is None else None
    won = over.winners if over is not None else []
    animals, colours = table.characters(), table.colours()
    sitters = tuple(
        Sitter(seat.name, animals[number], colours[number], points[number] if points else None, number in won)
        for number, seat in enumerate(table.seats)
        if seat.kind != "open"
    )
    board = msgspec.json.encode(table.match.view()) if table.match is not None else b""
    ended = over.ended if over else None
    return Card(table.game.id, table.game.title, sitters, len(table.seats), table.status, ended, board)


# --- tags ----------------------------------------------------------------------------------------------------


def tags(shown: Card, address: str, picture: str) -> str:
    """Open Graph tags. A link is as good as a key to watch, so no machine is to list it."""
    names = ", ".join(one.name if one.points is None else f"{one.name} {_signed(one.points)}" for one in shown.sitters)
    if shown.status == "lobby":
        names = f"{names} · {len(shown.sitters)}/{shown.seats}" if names else f"0/{shown.seats}"
    told = {
        "og:type": "website",
        "og:site_name": "Lodge",
        "og:title": f"{shown.title} · Lodge",
        "og:description": names,
        "og:url": address,
        "og:image": picture,
        "og:image:width": str(WIDTH),
        "og:image:height": str(HEIGHT),
        "og:image:alt": f"{shown.title}: {names}",
    }
    lines = [f'<meta property="{name}" content="{escape(text)}" />' for name, text in told.items()]
    lines += ['<meta name="twitter:card" content="summary_large_image" />', '<meta name="robots" content="noindex" />']
    return "\n".join(lines)


# --- the picture ---------------------------------------------------------------------------------------------


def drawn(shown: Card, fonts: tuple[Path, ...] = ()) -> bytes:
    """The picture, as a PNG."""
    page = Page(shown.title, "en", WIDTH, HEIGHT, list(_scenery()))
    if shown.board:
        board = _fitted(shown)
        page.items += _beside(shown, WIDTH - board.width - 2 * EDGE)
        page.items += placed(board.items, WIDTH - board.width - EDGE, (HEIGHT - board.height) / 2)
    else:
        page.items += [Words((70, 140), shown.title, 92, bold=True, colour=INK), Words((70, 196), "Lodge", 40)]
        page.items += _company(shown)
    return to_png(page, WIDTH, fonts)


def _fitted(shown: Card) -> Page:
    """The board as a spectator sees it, as large as there is room for, on a card that casts a shadow."""
    which, names = game(shown.game), [one.name for one in shown.sitters]
    board = board_of(which, msgspec.json.decode(shown.board), SPECTATOR, names)
    scale = min(BOARD / board.width, (HEIGHT - 2 * EDGE) / board.height)
    wide, high = board.width * scale, board.height * scale
    shadow = rounded(4, 6, wide, high, 14, Style("#6f8f83", ""))
    return Page(shown.title, "en", wide, high, [shadow, *placed(board.items, 0, 0, scale)])


def _scenery() -> Iterator[Item]:
    """The river in front of its bank, and hills behind."""

    def wave(top: float, high: float, length: float, colour: str) -> Shape:
        steps = range(0, WIDTH + 1, 20)
        edge = [(float(x), top - high * (1 - ((x / length) % 2 - 1) ** 2)) for x in steps]
        return Shape((*edge, (WIDTH, HEIGHT), (0.0, HEIGHT)), Style(colour, ""))

    yield Shape(((0, 0), (WIDTH, 0), (WIDTH, HEIGHT), (0, HEIGHT)), Style(SKY, ""))
    yield Circle((1020, 130), 62, Style("#f3d9a4", ""))
    yield wave(330, 110, 430, "#a9c9a4")
    yield wave(360, 70, 260, HILL)
    yield wave(430, 14, 300, BANK)
    yield wave(540, 8, 120, WATER)
    yield wave(614, 5, 90, FOAM)


def _name(one: Sitter) -> str:
    return one.name if len(one.name) <= LONGEST else one.name[: LONGEST - 1] + "…"


def _beside(shown: Card, room: float) -> Iterator[Item]:
    """The game and those who play, below each other, beside the board."""
    left, wide = 2 * EDGE, room - 3 * EDGE
    yield Words((left, 92), shown.title, fitting(shown.title, 64, wide, bold=True), bold=True, colour=INK)
    yield Words((left, 132), "Lodge", 30, colour=WATER)
    step = min(92.0, 440 / len(shown.sitters))
    radius = step * 0.42
    top = HEIGHT - EDGE - step * len(shown.sitters)
    for number, one in enumerate(shown.sitters):
        y = top + step * (number + 0.5)
        yield rounded(left - 8, y - radius - 3, wide + 16, 2 * radius + 6, radius + 3, Style(PAPER, ""))
        yield from _disc(one, left + radius, y, radius)
        size = step * 0.36
        points = "" if one.points is None else _signed(one.points)
        space = wide - 2 * radius - 26 - len(points) * size * 0.62
        name = _name(one)
        yield Words(
            (left + 2 * radius + 14, y + size * 0.36),
            name,
            fitting(name, size, space, bold=True),
            bold=True,
            colour=INK,
        )
        yield Words((left + wide - 4, y + size * 0.36), points, size, "end", bold=True, colour=INK)


def _disc(one: Sitter, x: float, y: float, radius: float) -> Iterator[Item]:
    """Somebody's animal; who has won has a rim."""
    rim = Style(PAPER, EMBER, radius * 0.12) if one.won else Style(PAPER, "#b9ac8f", radius * 0.05)
    yield Circle((x, y), radius, rim)
    yield from _animal(one.character, COLOURS[one.colour], x, y, radius * 1.35)


def _company(shown: Card) -> Iterator[Item]:
    """Those who play, side by side."""
    wide = (WIDTH - 80) / max(len(shown.sitters), 3)
    left = (WIDTH - wide * len(shown.sitters)) / 2
    radius = min(84.0, wide * 0.4)
    for number, one in enumerate(shown.sitters):
        x, y = left + wide * (number + 0.5), 378.0
        yield from _disc(one, x, y, radius)
        name = _name(one)
        yield Words(
            (x, y + radius + 46), name, fitting(name, 40, wide - 12, bold=True), "middle", bold=True, colour=INK
        )


def _animal(name: str, colour: str, x: float, y: float, size: float) -> Iterator[Item]:
    animal = CHARACTERS.get(name)
    if animal is None:
        return
    tones = {"fur": colour, "pale": "#f6ead0", "ink": "#2b2620"}
    scale = size / SIZE
    corner = (x - size / 2, y - size / 2, scale)
    yield from picture([Part(one.path, None, tones[one.tone], "#2b2620", 0.5) for one in animal.outlines], *corner)
    for middle, down, around in animal.eyes:
        parts = [Part("", (middle, down, around), "#f6ead0"), Part("", (middle, down, around * 0.55), "#2b2620")]
        yield from picture(parts, *corner)
