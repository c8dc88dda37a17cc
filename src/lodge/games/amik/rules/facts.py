"""Amik: the facts of the sheet, in one place.

Where a number comes from: "book" the rulebook, "rebuilt" a reconstruction of a lost picture. Whoever owns the sheet may
correct a rebuilt table here; everything else (neighbours, edges, places, the printed sheet) follows from it.

Hexes are written `q,r`: pointy top, `r` counts rows downwards, and a hex lies `q + r / 2` to the right. Their names, in
moves and on the page, are a letter for the row and the `q`: `6,0` is a6.
"""

from typing import NamedTuple

Hex = tuple[int, int]


class Section(NamedTuple):
    """Six hexes, clockwise from the one that a die's 1 counts to (A1), and the hex in their middle, if any (A2)."""

    hexes: str
    middle: str = ""


class Shape(NamedTuple):
    """A die's face: four hexes, to be turned and flipped."""

    name: str
    hexes: str


# Rebuilt, but that there are 13 sections of six, three of them around a middle hex: 81 hexes (book).
SECTIONS = (
    Section("6,0 7,0 8,0 7,1 6,1 5,1"),
    Section("8,1 9,1 9,2 8,3 7,3 7,2", middle="8,2"),
    Section("4,2 5,2 4,3 3,4 2,4 3,3"),
    Section("6,2 6,3 5,4 4,5 4,4 5,3"),
    Section("10,2 10,3 10,4 9,5 9,4 9,3"),
    Section("6,4 6,5 6,6 5,6 4,6 5,5"),
    Section("7,4 8,4 8,5 8,6 7,6 7,5"),
    Section("2,5 3,5 3,6 2,7 1,7 1,6", middle="2,6"),
    Section("10,5 10,6 9,7 8,8 8,7 9,6"),
    Section("3,7 4,7 5,7 4,8 3,8 2,8"),
    Section("6,7 7,7 7,8 6,9 5,9 5,8", middle="6,8"),
    Section("0,8 1,8 1,9 1,10 0,10 0,9"),
    Section("2,9 3,9 4,9 4,10 3,10 2,10"),
)

# Rebuilt, but that there are six of four hexes each (book): the seven ways to join four hexes less the propeller.
SHAPES = (
    Shape("bar", "0,0 0,1 0,2 0,3"),
    Shape("worm", "0,0 0,1 0,2 1,-1"),
    Shape("wave", "0,0 0,1 1,-2 1,-1"),
    Shape("arch", "0,0 0,1 1,-1 1,1"),
    Shape("hook", "0,0 0,1 0,2 1,0"),
    Shape("bee", "0,0 0,1 1,-1 1,0"),
)

FEWEST_SEATS = 1
MOST_SEATS = 8
MINUTES = 30
FACES = 6
FORESTS = len(SECTIONS)  # A1: one in each
PONDS_A_LODGE = 3  # A11
LEAST_LODGE = 5  # A12
PENALTY = 10  # A16
UPGRADES = (1, 3)  # A10: for a forest cut; for one with water all around
LANDSCAPES = 3  # A20: on a sheet
TITLES = ((81, "Master Builder"), (61, "Clever Beaver"), (40, "Busy Beaver"), (-(10**6), "Busted Dam"))  # A19: from

TITLE_NAMES = tuple(name for _, name in TITLES)
SHAPE_NAMES = tuple(shape.name for shape in SHAPES)
HABITATS = (
    "blank",
    "wetland",
    "river",
    "dam",
    "pond",
    "forest",
)  # A9: each but the last two can be upgraded to the next
LETTERS = ".wrdpfc"  # of the habitats on a sheet, and of a forest that was cut
DRAWN = {  # A4, A5: what a hex becomes under one of the two shapes, and under both, by the kind of roll
    "pond": {"one": {".": "r"}, "both": {".": "p"}},
    "river": {"one": {".": "w", "w": "f"}, "both": {".": "r", "w": "r"}},
}
PHASES = ("forests", "animal", "pond roll", "river roll", "over")  # what is rolled for
STEPS = ("wait", "section", "animal", "first", "second", "build", "last", "out")  # what a seat does next


def hexes_of(text: str) -> tuple[Hex, ...]:
    """Hexes written `q,r q,r`."""
    return tuple((int(q), int(r)) for q, r in (pair.split(",") for pair in text.split()))


_MIDDLES = tuple(hexes_of(section.middle)[0] for section in SECTIONS if section.middle)
SECTION_HEXES = tuple(hexes_of(section.hexes) for section in SECTIONS)
HEXES: tuple[Hex, ...] = tuple(
    sorted((one for section in (*SECTION_HEXES, _MIDDLES) for one in section), key=lambda one: (one[1], one[0]))
)
HEX_COUNT = len(HEXES)
NAMES = tuple(f"{chr(ord('a') + r)}{q}" for q, r in HEXES)
NUMBER = {one: number for number, one in enumerate(HEXES)}
NUMBER_OF_NAME = {name: number for number, name in enumerate(NAMES)}
MIDDLES = tuple(NUMBER[one] for one in _MIDDLES)
SECTION_NUMBERS = tuple(tuple(NUMBER[one] for one in section) for section in SECTION_HEXES)
AROUND = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))  # the six steps to a neighbour, clockwise from the right
