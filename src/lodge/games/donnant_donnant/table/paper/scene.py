"""A position of Donnant Donnant as a picture: the dice, the market, and the stalls with what is written in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from lodge.games.donnant_donnant.rules.deck import DECK
from lodge.games.donnant_donnant.table.paper.cards import HEIGHT, WIDTH, back, front, written_on
from lodge.games.donnant_donnant.table.paper.symbols import DARK, LIGHT, symbol
from lodge.paper.cards import Draw, Face
from lodge.paper.drawing import Item, Page, Style, Words, rounded
from lodge.paper.scene import EDGE, QUIET, card, name_of, panel, row, scene, squeezed, title_line, words
from lodge.paper.scene import WIDTH as WIDE
from lodge.paper.words import spoken

SIZE = (WIDTH, HEIGHT)
DIE, DICE_TOP, MARKET, MARKET_SCALE = 16.0, 18.0, 42.0, 0.5
PLAYERS = MARKET + 2 * (HEIGHT * MARKET_SCALE + 4) + 4
SCALE = 0.46
STEP_X, STEP_Y = WIDTH * SCALE + 1.5, HEIGHT * SCALE + 1.5
EACH = 3 * STEP_Y + 26
BY_NAME = {one.name: one for one in DECK}


def picture(view: dict[str, Any], seat: int, names: Sequence[str]) -> Page:
    """What a seat sees (-1: a spectator)."""
    rows = -(-len(names) // 2)
    page = scene("Donnant Donnant", PLAYERS + rows * EACH + EDGE)
    turn = None if view["over"] else view["active"]
    told = "the end" if turn is None else f"round {view['round']}, {names[turn]}'s turn"
    page.items += title_line(f"Donnant Donnant - {told}")
    page.items += _dice(view)
    page.items += _market(view)
    for other, player in enumerate(view["players"]):
        left, top = EDGE + other % 2 * (WIDE - EDGE) / 2, PLAYERS + other // 2 * EACH
        page.items += _player(player, left, top, name_of(names, other, seat), lit=other == turn)
    return page


def _card(name: str) -> Draw:
    return partial(front, BY_NAME[name], spoken("donnant", "en"))


def _dealt(one: dict[str, Any]) -> Draw:
    """A card in hand: its back where the viewer may not see it."""
    return _card(one["card"]) if one["card"] else partial(back, int(one["row"] == "bonus"), spoken("donnant", "en"))


def _dice(view: dict[str, Any]) -> Iterator[Item]:
    """Each die in its colour with its symbol; used ones pale."""
    for number, die in enumerate(view["dice"]):
        left, colour = EDGE + number * (DIE + 4), die["colour"]
        ground = DARK[colour] if die["free"] else LIGHT[colour]
        yield rounded(left, DICE_TOP, DIE, DIE, 3, Style(ground, DARK[colour], 0.6))
        ink = "#ffffff" if die["free"] else QUIET
        if die["number"]:
            yield Words((left + DIE / 2, DICE_TOP + 11.5), str(die["number"]), 10, "middle", bold=True, colour=ink)
        yield from symbol(colour, (left + DIE - 3, DICE_TOP + 3.2), 1.8, ink, ground)
    yield words(EDGE + 5 * (DIE + 4) + 4, DICE_TOP + 10, f"{view['rolls_left']} rolls left", 4.5, colour=QUIET)


def _market(view: dict[str, Any]) -> Iterator[Item]:
    """Two shelves, and how many cards are left of each pile."""
    for shelf, (kind, cards) in enumerate(view["market"].items()):
        top = MARKET + shelf * (HEIGHT * MARKET_SCALE + 4)
        for column, name in enumerate(cards):
            if name:
                left = EDGE + column * (WIDTH * MARKET_SCALE + 4)
                yield from card(_card(name), left, top, SIZE, MARKET_SCALE)
        left = EDGE + len(cards) * (WIDTH * MARKET_SCALE + 4) + 6
        if view["piles"][kind]:
            yield from card(partial(back, int(kind == "bonus"), spoken("donnant", "en")), left, top, SIZE, MARKET_SCALE)
        yield words(left + WIDTH * MARKET_SCALE + 4, top + 12, f"{view['piles'][kind]} left", 4.2, colour=QUIET)


def _player(player: dict[str, Any], left: float, top: float, name: str, *, lit: bool) -> Iterator[Item]:
    """Name and points, the stall as it lies, what is written, and the cards in hand."""
    yield panel(left, top, (WIDE - EDGE) / 2 - 4, EACH - 4, lit=lit)
    yield words(left + 4, top + 8, name, 5.5, bold=True)
    yield words(left + 4, top + 15, f"{player['score']} points, {player['empty']} cells empty", 4, colour=QUIET)
    spots = [(ord(one["at"][0]) - ord("a"), int(one["at"][1:])) for one in player["cards"]]
    first = min((x for x, _ in spots), default=0), min((y for _, y in spots), default=0)
    for one, (x, y) in zip(player["cards"], spots, strict=True):
        at = left + 6 + (x - first[0]) * STEP_X, top + 19 + (y - first[1]) * STEP_Y
        yield from card(partial(_written, one), *at, SIZE, SCALE)
    hand = [_dealt(one) for one in player["hand"] if one]
    yield from row(
        hand, left + 4 + 3.2 * STEP_X, top + 19, SIZE, SCALE * 0.7, squeezed(len(hand), WIDTH * SCALE * 0.7, 44)
    )


def _written(one: dict[str, Any], face: Face) -> Iterator[Item]:
    """A card of a stall: what is written in its cells, and whether it is completed."""
    yield from _card(one["card"])(face)
    yield from written_on(BY_NAME[one["card"]], one["written"], face)
    if one["completed"]:
        yield rounded(face.left + 1, face.top + 1, face.width - 2, face.height - 2, 3, Style("", "#3f6142", 2.4))
