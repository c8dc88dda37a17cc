"""Characters: the animals that seats are shown by, each drawn with a few outlines, on screen and on paper.

A seat's character and its colour are its owner's choice, different from the others' at the table, and mean nothing to
any rule: in Amik the animal sits on the animal hex (A2). The beaver is none of them: it builds for all.

    python -m lodge.characters web/src/lib/characters.json

writes them for the page. An outline is SVG path data with absolute M, L, C and Z on a square of 24 by 24; its tone is
`fur` (the owner's colour), `pale` or `ink`. Eyes and mouth are not among the outlines but points: the page draws them as
the animal feels (web/src/lib/faces.ts).
"""

# ruff: noqa: E501 - an outline is one line

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

SIZE = 24
ROUND = 0.5523  # how far the handles of a Bezier curve reach that is a quarter of a circle
Tone: TypeAlias = Literal["fur", "pale", "ink"]
Point: TypeAlias = tuple[float, float]


class Outline(NamedTuple):
    """A filled outline."""

    tone: Tone
    path: str


class Drawing(NamedTuple):
    """An animal: what a bot that plays it is called in every language, its outlines, its eyes and its mouth.

    Each eye is told by its middle and size; the mouth by its middle and half its width, or it is a beak.
    """

    regular: str
    outlines: tuple[Outline, ...]
    eyes: tuple[tuple[float, float, float], ...]
    mouth: tuple[float, float, float] | None = None


def oval(tone: Tone, x: float, y: float, wide: float, high: float | None = None) -> Outline:
    """An ellipse around a point, by its half axes."""
    high = wide if high is None else high
    across, down = ROUND * wide, ROUND * high
    path = (
        f"M{x - wide:g} {y:g}"
        f"C{x - wide:g} {y - down:g} {x - across:g} {y - high:g} {x:g} {y - high:g}"
        f"C{x + across:g} {y - high:g} {x + wide:g} {y - down:g} {x + wide:g} {y:g}"
        f"C{x + wide:g} {y + down:g} {x + across:g} {y + high:g} {x:g} {y + high:g}"
        f"C{x - across:g} {y + high:g} {x - wide:g} {y + down:g} {x - wide:g} {y:g}Z"
    )
    return Outline(tone, path)


def fur(path: str) -> Outline:
    """In the owner's colour."""
    return Outline("fur", path)


def pale(path: str) -> Outline:
    """Light."""
    return Outline("pale", path)


def ink(path: str) -> Outline:
    """Dark."""
    return Outline("ink", path)


def eyes(y: float, apart: float, size: float = 1.1) -> tuple[tuple[float, float, float], ...]:
    """Two eyes, so far from the middle."""
    return (12 - apart, y, size), (12 + apart, y, size)


CHARACTERS: dict[str, Drawing] = {
    "otter": Drawing(
        "Otis",
        (
            oval("fur", 4.2, 8.6, 2.2),
            oval("fur", 19.8, 8.6, 2.2),
            fur(
                "M12 3C18.5 3 21.6 7.6 21.6 12.6C21.6 18.4 17.4 21.6 12 21.6C6.6 21.6 2.4 18.4 2.4 12.6C2.4 7.6 5.5 3 12 3Z"
            ),
            pale("M12 11C16 11 19.4 12.6 19.4 15.8C19.4 19.2 16 21 12 21C8 21 4.6 19.2 4.6 15.8C4.6 12.6 8 11 12 11Z"),
            oval("ink", 12, 12.8, 2.5, 1.7),
            ink(
                "M6.4 15L0.8 14L0.7 14.7L6.3 15.6ZM6.4 16.8L1 17.8L1.2 18.5L6.5 17.4ZM17.6 15L23.2 14L23.3 14.7L17.7 15.6Z"
            ),
            ink("M17.6 16.8L23 17.8L22.8 18.5L17.5 17.4Z"),
        ),
        eyes(9, 4.6),
        (12, 17, 2.8),
    ),
    "heron": Drawing(
        "Selma",
        (
            fur(
                "M9 4.6C11.8 2.6 15.4 3.6 15.6 6.4C15.8 9.2 12 10.6 12 13.4C12 15.4 14.6 15.4 17.4 16.6C20.4 18 22 20.4 22 23L8.4 23C7.8 19.6 8 16.4 8.2 13.4C8.4 10.6 10 9.4 10.6 8.4L9.4 7.6Z"
            ),
            ink("M10 4.2C12.6 1.6 16.4 2 19.6 4.8L22.6 4L20 6.4C17.2 6 15.6 4.6 13.6 5C12.2 5.2 11 5.6 9.6 5.2Z"),
            pale("M10.6 6.2L1 9.4L10.8 8.6Z"),
            pale(
                "M9.4 13C9.4 11 10.6 10 11.4 9.2C10.8 12 10.4 14.6 11.2 16.6C12 18.6 11.6 21 11.4 23L9.6 23C9 19.6 9.2 16.2 9.4 13Z"
            ),
        ),
        ((12.4, 6.4, 0.9),),
    ),
    "frog": Drawing(
        "Fergus",
        (
            oval("fur", 6.6, 7.2, 4),
            oval("fur", 17.4, 7.2, 4),
            fur(
                "M12 6.6C18.4 6.6 22.6 10.2 22.6 14.6C22.6 19 18.2 21.4 12 21.4C5.8 21.4 1.4 19 1.4 14.6C1.4 10.2 5.6 6.6 12 6.6Z"
            ),
            oval("ink", 10.6, 11.6, 0.6),
            oval("ink", 13.4, 11.6, 0.6),
        ),
        ((6.6, 7, 1.7), (17.4, 7, 1.7)),
        (12, 16, 6),
    ),
    "fox": Drawing(
        "Rufus",
        (
            fur(
                "M2.4 1.6L9 6.6C11 6.2 13 6.2 15 6.6L21.6 1.6C22.6 6 22.4 10.6 20.6 13.6C18.6 17 15.2 19.4 12 22.6C8.8 19.4 5.4 17 3.4 13.6C1.6 10.6 1.4 6 2.4 1.6Z"
            ),
            pale(
                "M2.6 12.4C5 13 8.4 14.2 9.4 17.4C10.2 19.4 11 20.8 12 22.6C8.8 19.4 5 17 2.6 12.4ZM21.4 12.4C19 13 15.6 14.2 14.6 17.4C13.8 19.4 13 20.8 12 22.6C15.2 19.4 19 17 21.4 12.4Z"
            ),
            ink(
                "M3.8 4.4L7.2 7C5.8 7.8 4.8 8.8 4.2 10.2C3.6 8.4 3.6 6.2 3.8 4.4ZM20.2 4.4L16.8 7C18.2 7.8 19.2 8.8 19.8 10.2C20.4 8.4 20.4 6.2 20.2 4.4Z"
            ),
            oval("ink", 12, 20.8, 1.9, 1.5),
        ),
        eyes(11.6, 3.9, 1.15),
        (12, 18, 2.4),
    ),
    "hare": Drawing(
        "Juno",
        (
            fur(
                "M8.4 12.4C5 9 4.4 4 5.6 0.8C8.8 2 11 6.4 11.2 11ZM15.6 12.4C19 9 19.6 4 18.4 0.8C15.2 2 13 6.4 12.8 11Z"
            ),
            pale(
                "M8.8 10.4C6.8 8 6.2 5 6.6 2.8C8.4 4.2 9.8 7.2 10 10ZM15.2 10.4C17.2 8 17.8 5 17.4 2.8C15.6 4.2 14.2 7.2 14 10Z"
            ),
            fur(
                "M12 9.4C16.6 9.4 19.4 12.4 19.4 16.2C19.4 20.4 16.2 23 12 23C7.8 23 4.6 20.4 4.6 16.2C4.6 12.4 7.4 9.4 12 9.4Z"
            ),
            oval("pale", 12, 19.2, 3.8, 2.9),
            ink("M10.4 17L13.6 17L12 18.8Z"),
        ),
        eyes(14.4, 3.9, 1.15),
        (12, 20, 2.2),
    ),
    "moose": Drawing(
        "Magnus",
        (
            pale(
                "M9.2 8.6C6.4 9.4 2.6 8.4 1.6 5.6C0.8 3.6 0.8 1.8 1.4 0.6L3.2 3.6L3.8 0.4L5.4 3.8L6.6 0.8L7.4 4.4L9.8 6.4Z"
            ),
            pale(
                "M14.8 8.6C17.6 9.4 21.4 8.4 22.4 5.6C23.2 3.6 23.2 1.8 22.6 0.6L20.8 3.6L20.2 0.4L18.6 3.8L17.4 0.8L16.6 4.4L14.2 6.4Z"
            ),
            fur("M7.6 9.6L2.6 10.4C3.4 12.6 5.4 13.2 8 12.4ZM16.4 9.6L21.4 10.4C20.6 12.6 18.6 13.2 16 12.4Z"),
            fur(
                "M12 6.4C15.4 6.4 16.8 8.6 16.6 11.4C16.4 13.8 17.8 16 17.8 18.6C17.8 21.6 15.4 23.4 12 23.4C8.6 23.4 6.2 21.6 6.2 18.6C6.2 16 7.6 13.8 7.4 11.4C7.2 8.6 8.6 6.4 12 6.4Z"
            ),
            oval("ink", 9.7, 18.6, 1.1, 1.4),
            oval("ink", 14.3, 18.6, 1.1, 1.4),
        ),
        eyes(11, 2.9, 1),
        (12, 21.2, 2.6),
    ),
    "bear": Drawing(
        "Bruno",
        (
            oval("fur", 4.8, 6, 3.6),
            oval("fur", 19.2, 6, 3.6),
            oval("pale", 4.9, 6.1, 1.7),
            oval("pale", 19.1, 6.1, 1.7),
            oval("fur", 12, 13, 9.8, 9.4),
            oval("pale", 12, 16.8, 5, 4.2),
            oval("ink", 12, 15, 2.3, 1.6),
        ),
        eyes(11, 4, 1.2),
        (12, 18.4, 2.6),
    ),
    "eagle": Drawing(
        "Adela",
        (
            fur("M4 23C3.6 18.6 5 16.2 6.2 13.6L19.6 15C21.4 17.4 22.6 20 22.8 23Z"),
            pale(
                "M5.6 16C5 8 8.6 2 14.4 2C18.2 2 20.6 4.4 21 7.6L20 15.8L17.6 14.2L15.4 17L12.6 14.4L10 17.2L8.2 14.8Z"
            ),
            ink("M15.4 7.2C19.6 6.4 23 8.2 22.6 13.4C21 11.6 19 11 16 11.2C14.8 10.2 14.6 8.4 15.4 7.2Z"),
        ),
        ((12.8, 7.4, 1.2),),
    ),
    "duck": Drawing(
        "Dora",
        (
            fur(
                "M6.4 8.6C6 4.6 8.6 2 11.8 2C15 2 17 4.4 16.8 7.4C16.6 9.6 15.4 11 15.8 12.2C17.8 12.4 20.4 12 22.8 10.6C23.2 16.6 19.4 21.4 12.6 21.4C6 21.4 2 18.6 2.2 14.6C2.4 11.6 6.6 11.4 6.4 8.6Z"
            ),
            pale("M7.2 6.4C4.8 6.6 2.4 7.2 1 8.6C2.6 10 5.4 10.2 7.8 9.4Z"),
            pale("M6.2 10.9C9 12.4 12.8 12.6 15.7 11.5L15.9 12.9C12.8 14.2 8.4 13.8 5 12Z"),
            ink("M10 16.4C13 17.8 16.6 17.2 19 14.8C18.8 18.2 15.6 19.8 12.8 19.2C11.2 18.8 10.2 17.8 10 16.4Z"),
        ),
        ((10.4, 6, 1.1),),
    ),
    "hedgehog": Drawing(
        "Igor",
        (
            ink(
                "M23 19.6L21.6 16.8L23.4 15L20.8 13.2L22 10.6L19 9.8L19.2 6.8L16.2 7.2L15.2 4.2L12.6 6L10.4 3.6L8.8 6.4L6 5.6L6.2 9L20.6 20.6Z"
            ),
            fur(
                "M20.4 20.6C21.4 14.6 17.4 8.6 11.6 8C8 7.6 5.4 9.6 4.6 12.6C4 14.8 2.6 16.4 0.8 17.8C1.4 19.4 3 20.6 5 20.6Z"
            ),
            pale(
                "M10.2 9.6C7.6 9.8 6 11.2 5.4 13.4C4.8 15.4 3.2 17 1.2 18.2C2 19.6 3.4 20.6 5 20.6L9.6 20.6C12.4 17.6 12.8 12.8 10.2 9.6Z"
            ),
            oval("ink", 1.7, 17.9, 1.5, 1.4),
            oval("ink", 8.2, 21.2, 1.7, 1),
            oval("ink", 15.8, 21.2, 1.7, 1),
        ),
        ((6.9, 14, 1.1),),
        (4.6, 18.7, 1.7),
    ),
}
NAMES = tuple(CHARACTERS)
COLOURS = {  # by day, as in the page's tokens; a seat has that of its number, unless its owner has chosen
    "orange": "#a84b0c",
    "teal": "#2f6f73",
    "green": "#3f6142",
    "brown": "#6b4f3a",
    "purple": "#6a4a8c",
    "grey": "#55605c",
    "red": "#a4432d",
    "ink": "#23302f",
}


def free(taken: Sequence[str], wish: str = "") -> str:
    """The character that is wished for, or the first that nobody has."""
    return _free(NAMES, taken, wish)


def free_colour(taken: Sequence[str], seat: int, wish: str = "") -> str:
    """The colour that is wished for, else the seat's own, or the first that nobody has."""
    return _free(tuple(COLOURS), taken, wish, tuple(COLOURS)[seat % len(COLOURS)])


def _free(names: Sequence[str], taken: Sequence[str], *wishes: str) -> str:
    left = [name for name in names if name not in taken]
    return next((wish for wish in wishes if wish in left), left[0])


def regular(character: str, level: str) -> str:
    """What a bot is called in a record: its name is its animal's, and a file tells its level nowhere else."""
    return f"{CHARACTERS[character].regular} ({level})"


def main(path: str) -> None:
    """Write all of them for the page."""
    told = {
        name: {**drawn._asdict(), "outlines": [outline._asdict() for outline in drawn.outlines]}
        for name, drawn in CHARACTERS.items()
    }
    Path(path).write_text(json.dumps(told, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
