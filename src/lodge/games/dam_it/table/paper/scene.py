"""A position of Dam It! as a picture: dams and river as the cards lie, then everybody with what may be seen of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from lodge.games.dam_it.rules import facts
from lodge.games.dam_it.table.paper.cards import HEIGHT, PICTURES, WIDTH, back, dam_front, river_front
from lodge.paper.cards import Draw
from lodge.paper.drawing import Item, Page
from lodge.paper.picture import picture as drawn
from lodge.paper.scene import EDGE, QUIET, card, name_of, panel, row, scene, squeezed, title_line, words
from lodge.paper.scene import WIDTH as WIDE
from lodge.paper.words import spoken

SIZE = (WIDTH, HEIGHT)
TOP, RIVER, PLAYERS, EACH = 18.0, 72.0, 140.0, 38.0
BY_NAME = {one.name: one for one in facts.RIVER_CARDS}


def picture(view: dict[str, Any], seat: int, names: Sequence[str]) -> Page:
    """What a seat sees (-1: a spectator)."""
    page = scene("Dam It!", PLAYERS + EACH * len(names) + EDGE)
    turn = None if view["over"] else view["to_move"]
    page.items += title_line("Dam It! - " + ("the end" if turn is None else f"{names[turn]} to move"))
    page.items += _dams(view)
    page.items += _river(view)
    for other, player in enumerate(view["players"]):
        page.items += _player(player, PLAYERS + other * EACH, name_of(names, other, seat), lit=other == turn)
    return page


def _front(name: str) -> Draw:
    return partial(river_front, BY_NAME[name], spoken("dam-it", "en"))


def _dam(cost: str, points: str) -> Draw:
    return partial(dam_front, int(cost), int(points), spoken("dam-it", "en"))


def _dams(view: dict[str, Any]) -> Iterator[Item]:
    """The piles, fanned so that every remaining value shows."""
    left, room, scale = EDGE, (WIDE - 2 * EDGE) / len(view["dams"]), 0.72
    for pile in view["dams"]:
        step = squeezed(len(pile["points"]), WIDTH * scale, room - 3)
        fan = [partial(dam_front, pile["cost"], points, spoken("dam-it", "en")) for points in pile["points"]]
        yield from row(fan[::-1], left, TOP, SIZE, scale, step)
        if not fan:
            yield words(left + 4, TOP + 24, f"no more for {pile['cost']}", 4, colour=QUIET)
        left += room


def _river(view: dict[str, Any]) -> Iterator[Item]:
    """The river from the first place to the pile, cubes under the cards."""
    scale, step = 0.8, WIDTH * 0.8 + 6
    for place, spot in enumerate(view["river"]):
        left = EDGE + place * step
        yield words(left, RIVER - 1, "free" if place == 0 else f"pay {place}", 3.6, colour=QUIET)
        if spot["card"]:
            yield from card(_front(spot["card"]), left, RIVER, SIZE, scale)
        yield from _cubes(spot["cubes"], left, RIVER + HEIGHT * scale + 1.5)
    left = EDGE + len(view["river"]) * step + 8
    yield words(left, RIVER - 1, f"pay {facts.RIVER_LENGTH}", 3.6, colour=QUIET)
    if view["top"]:
        yield from card(_front(view["top"]), left, RIVER, SIZE, scale)
    yield words(left + WIDTH * scale + 4, RIVER + 12, f"{view['pile']} below", 4.2)
    yield words(left + WIDTH * scale + 4, RIVER + 19, f"{view['discard']} away", 4.2, colour=QUIET)


def _cubes(count: int, left: float, top: float, side: float = 6.0) -> Iterator[Item]:
    for number in range(count):
        yield from drawn(PICTURES["cube"], left + number * (side + 0.8), top, side / 24)


def _player(player: dict[str, Any], top: float, name: str, *, lit: bool) -> Iterator[Item]:
    """Name and points, cubes, the hand (its back where it is hidden), and what was built."""
    yield panel(EDGE, top, WIDE - 2 * EDGE, EACH - 3, lit=lit)
    yield words(EDGE + 4, top + 9, name, 5.5, bold=True)
    if player["score"] is not None:
        yield words(EDGE + 4, top + 17, f"{player['score']} points", 4.8)
    yield from _cubes(player["cubes"], EDGE + 4, top + 22)
    hand: list[Draw] = [back] * player["hand_size"]
    if player["hand"] is not None:
        hand = [_front(kind) for kind, count in player["hand"].items() for _ in range(count)]
    scale, left = 0.5, EDGE + 62
    yield from row(hand, left, top + 1.5, SIZE, scale, squeezed(len(hand), WIDTH * scale, 125))
    left += 132
    built: list[Draw] = [back] * player["dam_pile_size"]
    if player["dams"] is not None:
        built = [_dam(*dam.split("/")) for dam in player["dams"]] + [_front("garbage")] * player["garbage"]
    yield from row(built, left, top + 1.5, SIZE, scale, squeezed(len(built), WIDTH * scale, WIDE - EDGE - left - 4))
