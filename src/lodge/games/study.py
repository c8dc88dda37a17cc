"""What a game tells those who study it: what to count in its games, and which facts of its box a study may change.

A game that has something to tell adds a module `table/study.py` that fits the protocol `Study`. Without one, the events
of its moves are counted by their names, and no fact can be changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, Protocol


class Group(NamedTuple):
    """Things that are counted side by side; by the game, or by the player where everybody does them."""

    items: tuple[str, ...]
    each: bool = False  # told for each player, not for the whole game


class Count(NamedTuple):
    """Something happened, by a seat (-1: by nobody), so many times."""

    seat: int
    group: str
    item: str
    number: int = 1


class Fact(NamedTuple):
    """A fact of the box that a study may change: a whole number, or as many of them as are printed.

    It stands in a constant of one of the game's modules, `path` deep: by number in a tuple, by name in a named one, and
    by row and column in text of rows and columns. Whatever follows from it is worked out anew.
    """

    name: str
    meaning: str
    constant: str
    path: tuple[int | str, ...] = ()
    least: int = 0
    most: int = 99
    module: str = "rules.facts"


class Study(Protocol):
    """What a game's `table/study.py` offers."""

    @property
    def ROUNDS(self) -> str:
        """What the game's rounds are called; empty if it has none."""

    @property
    def COUNTED(self) -> Mapping[str, Group]:
        """All that `happened` can tell, by group, in the order to be shown."""

    @property
    def FACTS(self) -> tuple[Fact, ...]:
        """What may be changed."""

    def first(self, state: Any) -> int:
        """The seat that begins the game just dealt; -1 where all begin at once."""

    def rounds(self, state: Any) -> int:
        """How many rounds a finished game took."""

    def happened(self, before: Any, seat: int, action: int, after: Any) -> Iterator[Count]:
        """What is to be counted of a move; of the last one, also what the game came to."""
