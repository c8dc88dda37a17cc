"""Levels for one player alone that open each other, and a campaign through all of them: what a game may offer.

A game that has them adds a module `table/campaign.py` that fits the protocol `Campaign`; behind it are heavy rules,
`open_levels` and `settle_campaign`, which the game's module offers to pages without a server. Who has played what is
kept by the browser and by the server; what follows from it is the game's to say, from the finished matches alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol, runtime_checkable


@runtime_checkable
class OneOf(Protocol):
    """Rules some of whose options are for one player alone, who chooses at most one of them: levels."""

    @property
    def ONE_OF(self) -> tuple[str, ...]:
        """The names of these options."""


class Level(NamedTuple):
    """A level: the options of its match, how many rounds it allows, how many points it needs."""

    options: tuple[str, ...]
    rounds: int
    need: int


class Outcome(NamedTuple):
    """A finished match: the points that were needed when it began, and those made."""

    need: int
    points: int

    @property
    def passed(self) -> bool:
        """Whether that was enough."""
        return self.points >= self.need


class Open(NamedTuple):
    """What may be played: some levels, and perhaps the campaign."""

    levels: frozenset[int]
    campaign: bool


class Line(NamedTuple):
    """A line of a campaign's ledger: a level, and the campaign points after it."""

    level: int
    need: int
    points: int
    surplus: int
    total: int


class Ledger(NamedTuple):
    """A campaign: its lines, whether it is lost, whether the last level is passed, and with enough to boast."""

    lines: tuple[Line, ...]
    lost: bool
    won: bool
    boast: bool

    @property
    def ended(self) -> bool:
        """Whether the next match would begin a new campaign."""
        return self.lost or self.won


class Campaign(Protocol):
    """What a game's `table/campaign.py` offers."""

    @property
    def LEVELS(self) -> tuple[Level, ...]:
        """The levels, from level 1 on."""

    @property
    def BOAST(self) -> int:
        """The campaign points at the end that are worth a boast."""

    def opened(self, passed: Iterable[int]) -> Open:
        """What may be played by somebody who has passed these levels."""

    def ledger(self, played: Sequence[Outcome]) -> Ledger:
        """The campaign that these matches make: level 1, level 2 and so on."""
