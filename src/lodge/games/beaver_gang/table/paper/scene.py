"""A position of Beaver Gang as a picture: the piles and the card held, then everybody's row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from lodge.games.beaver_gang.rules.facts import DECK
from lodge.games.beaver_gang.table.paper import HEIGHT, WIDTH, back, front
from lodge.paper.cards import Draw
from lodge.paper.drawing import Item, Page
from lodge.paper.scene import EDGE, QUIET, card, name_of, panel, row, scene, title_line, words
from lodge.paper.words import spoken

SIZE = (WIDTH, HEIGHT)
SCALE = 0.62
TOP, PLAYERS = 22.0, 72.0
TALL, BROAD = 62.0, 140.0
BY_NAME = {one.name: one for one in DECK}


def picture(view: dict[str, Any], seat: int, names: Sequence[str]) -> Page:
    """What a seat sees (-1: a spectator)."""
    rows = -(-len(names) // 2)
    page = scene("Beaver Gang", PLAYERS + TALL * rows + EDGE)
    turn = None if view["over"] else view["to_move"]
    told = "the end" if view["over"] else f"round {view['round']} of {view['rounds']}"
    if turn is not None:
        told += f", {names[turn]} to move"
    page.items += title_line(f"Beaver Gang - {told}")
    page.items += _middle(view, names)
    for other, player in enumerate(view["players"]):
        left, top = EDGE + other % 2 * (BROAD + 4), PLAYERS + other // 2 * TALL
        page.items += _player(player, left, top, name_of(names, other, seat), lit=other == turn)
    return page


def _face(name: str | None) -> Draw:
    return partial(front, BY_NAME[name], spoken("beaver-gang", "en")) if name in BY_NAME else back


def _middle(view: dict[str, Any], names: Sequence[str]) -> Iterator[Item]:
    """The stack, the top of the discard pile, and the card that somebody holds."""
    wide = WIDTH * SCALE
    if view["stack"]:
        yield from card(back, EDGE, TOP, SIZE, SCALE)
    yield words(EDGE, TOP + HEIGHT * SCALE + 5, f"{view['stack']} cards", 4, colour=QUIET)
    if view["top"]:
        yield from card(_face(view["top"]), EDGE + wide + 8, TOP, SIZE, SCALE)
    yield words(EDGE + wide + 8, TOP + HEIGHT * SCALE + 5, f"{view['discard']} discarded", 4, colour=QUIET)
    if view["held"]:
        left = EDGE + 2 * (wide + 8) + 10
        yield from card(_face(view["held"]["card"]), left, TOP, SIZE, SCALE)
        yield words(left + wide + 4, TOP + 12, f"held by {names[view['held']['seat']]}", 4.5)
    if view["knocker"] is not None:
        yield words(EDGE + 190, TOP + 30, f"{names[view['knocker']]} has knocked", 5, bold=True)


def _player(player: dict[str, Any], left: float, top: float, name: str, *, lit: bool) -> Iterator[Item]:
    """Name and points, and the row of cards, backs up where the viewer may not see them."""
    yield panel(left, top, BROAD, TALL - 4, lit=lit)
    yield words(left + 4, top + 8, name, 5.5, bold=True)
    pad = " + ".join(map(str, player["pad"]))
    yield words(left + 4, top + 14.5, f"{player['score']} points" + (f" ({pad})" if pad else ""), 4.2, colour=QUIET)
    faces = [
        _face(None if one is None else one if isinstance(one, str) else one.get("card")) for one in player["cards"]
    ]
    yield from row(faces, left + 4, top + 17, SIZE, SCALE, WIDTH * SCALE + 4)
