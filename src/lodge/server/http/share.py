"""What is shown of a table where its link is shared: tags in the page, and a picture.

Both are made of a `Card`, which holds what anybody with the link may know: the game, who plays, and at the end the
points. Nothing that a seat hides gets here.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import NamedTuple

from lodge.characters import CHARACTERS, SIZE
from lodge.paper.drawing import Circle, Item, Shape, Style, Words
from lodge.paper.picture import Part, picture
from lodge.paper.png import to_png
from lodge.server.tables.table import Table

WIDTH, HEIGHT = 1200, 630
SKY, HILL, BANK, WATER, FOAM = "#cfe3df", "#8fb58a", "#e9dfc6", "#2f6f73", "#8fbfb8"
INK, PAPER, EMBER = "#23302f", "#f6f1e7", "#d2691e"
COLOURS = ("#a84b0c", "#2f6f73", "#3f6142", "#6b4f3a", "#6a4a8c", "#55605c", "#a4432d", "#23302f")  # of the seats
LONGEST = 14  # letters of a name


def _signed(points: int) -> str:
    """Points with a true minus sign."""
    return f"\N{MINUS SIGN}{-points}" if points < 0 else str(points)


class Sitter(NamedTuple):
    """Somebody at a table, with points once the match is over."""

    name: str
    character: str
    points: int | None
    won: bool


class Card(NamedTuple):
    """A table as it is shown to the world; `ended` is how the match ended, if not by its rules."""

    game: str
    sitters: tuple[Sitter, ...]
    seats: int
    status: str
    ended: str | None


def card(table: Table) -> Card:
    """What may be shown of a table."""
    over = table.match if table.status == "over" else None
    points = over.scores if over is not None and over.ended is None else None
    won = over.winners if over is not None else []
    animals = table.characters()
    sitters = tuple(
        Sitter(seat.name, animals[number], points[number] if points else None, number in won)
        for number, seat in enumerate(table.seats)
        if seat.kind != "open"
    )
    return Card(table.game.title, sitters, len(table.seats), table.status, over.ended if over else None)


# --- tags ----------------------------------------------------------------------------------------------------


def tags(shown: Card, address: str, picture: str) -> str:
    """Open Graph tags. A link is as good as a key to watch, so no machine is to list it."""
    names = ", ".join(one.name if one.points is None else f"{one.name} {_signed(one.points)}" for one in shown.sitters)
    if shown.status == "lobby":
        names = f"{names} · {len(shown.sitters)}/{shown.seats}" if names else f"0/{shown.seats}"
    told = {
        "og:type": "website",
        "og:site_name": "Lodge",
        "og:title": f"{shown.game} · Lodge",
        "og:description": names,
        "og:url": address,
        "og:image": picture,
        "og:image:width": str(WIDTH),
        "og:image:height": str(HEIGHT),
        "og:image:alt": f"{shown.game}: {names}",
    }
    lines = [f'<meta property="{name}" content="{escape(text)}" />' for name, text in told.items()]
    lines += ['<meta name="twitter:card" content="summary_large_image" />', '<meta name="robots" content="noindex" />']
    return "\n".join(lines)


# --- the picture ---------------------------------------------------------------------------------------------


def drawn(shown: Card, fonts: tuple[Path, ...] = ()) -> bytes:
    """The picture, as a PNG."""
    return to_png([*_scenery(), *_words(shown), *_company(shown)], WIDTH, HEIGHT, fonts)


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


def _words(shown: Card) -> Iterator[Item]:
    yield Words((70, 140), shown.game, 92, bold=True, colour=INK)
    yield Words((70, 196), "Lodge", 40, colour=WATER)


def _company(shown: Card) -> Iterator[Item]:
    """Those who play, side by side; who has won stands on a paler disc with a rim."""
    if not shown.sitters:
        return
    wide = (WIDTH - 80) / max(len(shown.sitters), 3)
    left = (WIDTH - wide * len(shown.sitters)) / 2
    radius = min(84.0, wide * 0.4)
    for number, one in enumerate(shown.sitters):
        x, y = left + wide * (number + 0.5), 378.0
        rim = Style(PAPER, EMBER, 10) if one.won else Style(PAPER, "#b9ac8f", 4)
        yield Circle((x, y), radius, rim)
        yield from _animal(one.character, COLOURS[number % len(COLOURS)], x, y, radius * 1.35)
        name = one.name if len(one.name) <= LONGEST else one.name[: LONGEST - 1] + "…"
        size = min(40.0, wide / max(len(name), 6) * 1.7)
        yield Words((x, y + radius + 46), name, size, "middle", bold=True, colour=INK)
        if one.points is not None:
            yield Words((x, y + radius + 108), _signed(one.points), 60, "middle", bold=True, colour=PAPER)


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
