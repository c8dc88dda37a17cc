"""Amik: the facts as arrays and bit masks, which compiled rules look things up in.

A set of hexes is two words, `low` and `high`. The landscape lies in them row by row, 11 places a row, so that the
neighbours of a whole set are six shifts of it. Nothing that runs over the end of a row lands on the landscape again
(checked by a test): rows are short where it could.
"""

from __future__ import annotations

import numpy as np

from lodge.games.amik.rules.facts import (
    AROUND,
    FACES,
    HEX_COUNT,
    HEXES,
    MIDDLES,
    NAMES,
    NUMBER,
    SECTION_NUMBERS,
    SHAPES,
    TITLES,
    Hex,
    hexes_of,
)

ROW = 11  # places in a row
FIRST = min(ROW * r + q for q, r in HEXES)  # the place of the first hex is bit 0
SPLIT = 55  # bits in the low word; the high word holds the other 54
WORD = (1 << SPLIT) - 1


def bit_of(one: Hex) -> int:
    """The place of a hex in a set, low and high word taken as one number."""
    return ROW * one[1] + one[0] - FIRST


def set_of(numbers: tuple[int, ...] | list[int]) -> tuple[int, int]:
    """The low and the high word of a set of hexes."""
    whole = sum(1 << bit_of(HEXES[number]) for number in numbers)
    return whole & WORD, whole >> SPLIT


def numbers_of(low: int, high: int) -> list[int]:
    """The hexes of a set, in reading order."""
    whole = int(low) | int(high) << SPLIT
    numbers = []
    while whole:
        numbers.append(_AT[whole & -whole])
        whole &= whole - 1
    return numbers


BITS = tuple(bit_of(one) for one in HEXES)
_AT = {1 << bit: number for number, bit in enumerate(BITS)}
BOARD_LOW, BOARD_HIGH = set_of(range(HEX_COUNT))  # type: ignore[arg-type]


def neighbours(number: int) -> tuple[int, ...]:
    """The neighbours of a hex on the landscape, clockwise."""
    q, r = HEXES[number]
    return tuple(NUMBER[q + dq, r + dr] for dq, dr in AROUND if (q + dq, r + dr) in NUMBER)


NEIGHBOURS = tuple(neighbours(number) for number in range(HEX_COUNT))
EDGE = tuple(number for number in range(HEX_COUNT) if len(NEIGHBOURS[number]) < len(AROUND))
EDGE_LOW, EDGE_HIGH = set_of(EDGE)

HEX_LOW = np.array([set_of([number])[0] for number in range(HEX_COUNT)], np.int64)
HEX_HIGH = np.array([set_of([number])[1] for number in range(HEX_COUNT)], np.int64)
HEX_AT = np.full(2 * SPLIT, -1, np.int8)  # the hex at each bit
HEX_AT[list(BITS)] = range(HEX_COUNT)
SECTION_HEX = np.array(SECTION_NUMBERS, np.int8)
SECTION_LOW = np.array([set_of(section)[0] for section in SECTION_NUMBERS], np.int64)
SECTION_HIGH = np.array([set_of(section)[1] for section in SECTION_NUMBERS], np.int64)
MIDDLE_HEX = np.array(MIDDLES, np.int8)
TITLE_FROM = np.array([least for least, _ in TITLES], np.int32)


# --- the shapes -----------------------------------------------------------------------------------------


def turned(hexes: tuple[Hex, ...]) -> tuple[Hex, ...]:
    """Turned by a sixth, clockwise."""
    return tuple((-r, q + r) for q, r in hexes)


def flipped(hexes: tuple[Hex, ...]) -> tuple[Hex, ...]:
    """Turned over."""
    return tuple((r, q) for q, r in hexes)


def moved(hexes: tuple[Hex, ...]) -> tuple[Hex, ...]:
    """In reading order, the first hex moved to 0,0: the same for all places of a form."""
    q, r = min(hexes, key=lambda one: (one[1], one[0]))
    return tuple(sorted(((a - q, b - r) for a, b in hexes), key=lambda one: (one[1], one[0])))


def forms(hexes: tuple[Hex, ...]) -> list[tuple[Hex, ...]]:
    """All ways in which a shape can lie, each once."""
    found: dict[tuple[Hex, ...], None] = {}
    for side in (hexes, flipped(hexes)):
        turning = side
        for _ in AROUND:
            found.setdefault(moved(turning))
            turning = turned(turning)
    return list(found)


_FORMS = [(shape, form) for shape, one in enumerate(SHAPES) for form in forms(hexes_of(one.hexes))]
FORM_START = np.array([sum(s < shape for s, _ in _FORMS) for shape in range(FACES + 1)], np.int16)
# How far the second, third and fourth hex of a form lie behind its first, in bits.
FORM_STEPS = np.array([[ROW * r + q for q, r in form[1:]] for _, form in _FORMS], np.int8)

_PLACES = [
    (shape, number, NUMBER[q, r], tuple(sorted(NUMBER[q + dq, r + dr] for dq, dr in form)))
    for number, (shape, form) in enumerate(_FORMS)
    for q, r in HEXES
    if all((q + dq, r + dr) in NUMBER for dq, dr in form)
]
PLACES = tuple(hexes for _, _, _, hexes in _PLACES)  # every place of every shape: its four hexes
PLACE_COUNT = len(PLACES)
PLACE_HEX = np.array(PLACES, np.int8)
PLACE_NAMES = tuple(" ".join(NAMES[number] for number in place) for place in PLACES)
PLACE_NUMBER = {hexes: place for place, hexes in enumerate(PLACES)}
PLACE_SHAPE = np.array([shape for shape, _, _, _ in _PLACES], np.int8)
PLACE_FORM = np.array([form for _, form, _, _ in _PLACES], np.int8)
PLACE_BIT = np.array([BITS[first] for _, _, first, _ in _PLACES], np.int8)  # of its first hex
PLACE_AT = np.full((len(_FORMS), 2 * SPLIT), -1, np.int16)  # by form and the bit of its first hex
for _number, (_shape, _form, _first, _hexes) in enumerate(_PLACES):
    PLACE_AT[_form, BITS[_first]] = _number
