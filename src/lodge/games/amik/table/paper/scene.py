"""A position of Amik as a picture: the roll, and everybody's landscape with all that lies on it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

from lodge.games.amik.rules.facts import HEXES, NAMES, SHAPE_NAMES
from lodge.games.amik.table.paper import ANIMALS
from lodge.games.amik.table.paper.landscape import BORDER, centre_of, corners
from lodge.paper.drawing import INK, Circle, Curve, Item, Page, Point, Shape, Style, Words, line, rounded
from lodge.paper.picture import picture as drawn
from lodge.paper.scene import EDGE, QUIET, WIDTH, name_of, panel, scene, title_line, words

LOOKS = {  # of each habitat: the ground, and the colour of what is drawn on it
    ".": ("#fbf8f0", ""),
    "w": ("#e5dfa9", "#8c8a3c"),
    "r": ("#9fcbd3", "#2f6f73"),
    "d": ("#8fb9c4", "#6b4f3a"),
    "p": ("#5b9bb0", "#2b5f73"),
    "f": ("#cfe0bd", "#3f6142"),
    "c": ("#e6ead6", "#6b4f3a"),
}
TOP = 30.0


def picture(view: dict[str, Any], seat: int, names: Sequence[str]) -> Page:
    """What a seat sees (-1: a spectator); nothing is hidden in Amik."""
    across = 1 if len(names) == 1 else 2 if len(names) <= 4 else 3
    broad = (WIDTH - 2 * EDGE - (across - 1) * 4) / across
    side = (broad - 8) / (10 * math.sqrt(3))
    tall = 17 * side + 20
    page = scene("Amik", TOP + -(-len(names) // across) * (tall + 4) + EDGE)
    landscape = f"landscape {view['landscape']} of {view['landscapes']}, " if view["landscapes"] > 1 else ""
    told = "the end" if view["over"] else f"{landscape}{view['phase']} {view['number']}"
    page.items += title_line(f"Amik - {told}")
    page.items += _roll(view)
    for other, player in enumerate(view["players"]):
        left, top = EDGE + other % across * (broad + 4), TOP + other // across * (tall + 4)
        lit = not view["over"] and player["step"] not in {"wait", "out", None}
        page.items.append(panel(left, top, broad, tall, lit=lit))
        page.items.append(words(left + 4, top + 7, name_of(names, other, seat), 5.5, bold=True))
        score = f"{player['score']['total']} points, {len(player['lodges'])} lodges, {player['upgrades']} upgrades"
        page.items.append(words(left + 4, top + 13.5, score, 4, colour=QUIET))
        animal = list(ANIMALS.values())[other % len(ANIMALS)]
        page.items += _sheet(player, left + 4, top + 17, side, animal)
    return page


def _roll(view: dict[str, Any]) -> Iterator[Item]:
    for number, die in enumerate(view["roll"]):
        left = EDGE + number * 34
        yield rounded(left, 16, 10, 10, 2, Style("#ffffff", INK, 0.4))
        yield Words((left + 5, 23.4), str(die), 7, "middle", bold=True, colour=INK)
        if len(view["roll"]) == 2:
            yield words(left + 12, 22.6, SHAPE_NAMES[die - 1], 4, colour=QUIET)


def _sheet(player: dict[str, Any], left: float, top: float, side: float, animal: Any) -> Iterator[Item]:
    """The hexes with what they hold; the animal, lodges, the bonus river and dead ends over them."""
    middle = {name: centre_of(one, left, top, side) for name, one in zip(NAMES, HEXES, strict=True)}
    for name, letter in zip(NAMES, player["hexes"], strict=True):
        ground, ink = LOOKS[letter]
        yield Shape(corners(middle[name], side), Style(ground, "#b9ad98", 0.2))
        yield from _habitat(letter, middle[name], side, ink)
    for name in (name for piece in player["river"] for name in piece):
        yield Shape(corners(middle[name], side * 0.88), Style("", "#1d4f60", side * 0.14))
    for name in player["dead_ends"]:
        yield Circle(middle[name], side * 0.72, Style(line="#b5523b", width=side * 0.12))
    if player["animal"]:
        x, y = middle[player["animal"]]
        yield Shape(corners((x, y), side * 0.94), BORDER)
        yield from drawn(animal, x - side * 0.6, y - side * 0.6, side * 1.2 / 100)
    for name in player["lodge_hexes"]:
        x, y = middle[name]
        yield Curve(
            (
                *(
                    (x - side * 0.6, y + side * 0.45),
                    (x - side * 0.5, y - side * 0.7),
                    (x + side * 0.5, y - side * 0.7),
                ),
                (x + side * 0.6, y + side * 0.45),
            ),
            Style("#8d6a4c", "#4d3727", side * 0.06),
        )
    for name in (player["laid"] or "").split():
        yield Shape(corners(middle[name], side * 0.9), Style("", "#d2691e", side * 0.1))


def _habitat(letter: str, at: Point, side: float, ink: str) -> Iterator[Item]:
    """Reeds, waves, logs, trees: told apart without colour, too."""
    x, y = at
    pen = Style(line=ink, width=side * 0.1)
    if letter == "w":
        for step in (-0.35, 0.0, 0.35):
            yield line((x + step * side, y + 0.4 * side), (x + step * side, y - 0.35 * side), pen)
    elif letter in "rp":
        for step in (-0.25, 0.15) if letter == "r" else (-0.4, 0.0, 0.4):
            a, b, c = (x - 0.5 * side, y + step * side), x, (x + 0.5 * side, y + step * side)
            bend = 0.3 * side
            yield Curve(
                (a, (b - 0.25 * side, a[1] - bend), (b - 0.1 * side, a[1] + bend), c), Style("", ink, pen.width)
            )
    elif letter == "d":
        for step in (-0.3, 0.0, 0.3):
            yield line(
                (x - 0.55 * side, y + step * side),
                (x + 0.55 * side, y + step * side),
                Style(line=ink, width=side * 0.2),
            )
    elif letter == "f":
        yield Shape(
            ((x, y - 0.65 * side), (x + 0.45 * side, y + 0.3 * side), (x - 0.45 * side, y + 0.3 * side)), Style(ink, "")
        )
        yield line((x, y + 0.3 * side), (x, y + 0.6 * side), Style(line="#6b4f3a", width=side * 0.14))
    elif letter == "c":
        yield Circle((x, y), side * 0.34, Style("#d9b98c", ink, side * 0.08))
        yield Circle((x, y), side * 0.14, Style("", ink, side * 0.06))
