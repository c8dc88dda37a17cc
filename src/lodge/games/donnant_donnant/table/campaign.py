"""Donnant Donnant: the solo levels as a player goes through them, and the campaign's ledger."""

from __future__ import annotations

from collections.abc import Sequence

from lodge.errors import LodgeError
from lodge.games.campaign import Ledger, Level, Line, Outcome
from lodge.games.donnant_donnant.rules.facts import CAMPAIGN_BOAST
from lodge.games.donnant_donnant.rules.facts import LEVELS as FACTS
from lodge.games.donnant_donnant.rules.state import OPTIONS

BOAST = CAMPAIGN_BOAST
LEVELS = tuple(
    Level(options, fact.rounds, fact.points)
    for options, fact in zip(((), *((option,) for option in OPTIONS)), FACTS, strict=True)
)


def ledger(played: Sequence[Outcome]) -> Ledger:
    """N35: what is above the need is added, a shortfall is paid 1:1; who cannot pay it has lost.

    At level 1 there is nothing to pay with yet.
    """
    lines: list[Line] = []
    total = 0
    for level, (need, points) in enumerate(played, 1):
        if total < 0 or level > len(LEVELS):
            raise LodgeError(f"The campaign ended with level {level - 1}: the next match begins a new one.")
        total += points - need
        lines.append(Line(level, need, points, points - need, total))
    won = len(lines) == len(LEVELS) and total >= 0
    return Ledger(tuple(lines), lost=total < 0, won=won, boast=won and total >= BOAST)
