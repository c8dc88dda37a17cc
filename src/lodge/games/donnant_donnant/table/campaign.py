"""Donnant Donnant: the solo levels as a player goes through them, and the campaign's ledger."""

from collections.abc import Iterable, Sequence

import numpy as np

from lodge.errors import LodgeError
from lodge.games.campaign import Ledger, Level, Line, Open, Outcome
from lodge.games.donnant_donnant.rules import campaign
from lodge.games.donnant_donnant.rules.facts import CAMPAIGN_BOAST
from lodge.games.donnant_donnant.rules.facts import LEVELS as FACTS
from lodge.games.donnant_donnant.rules.state import OPTIONS

BOAST = CAMPAIGN_BOAST
LEVELS = tuple(
    Level(options, fact.rounds, fact.points)
    for options, fact in zip(((), *((option,) for option in OPTIONS)), FACTS, strict=True)
)


def opened(passed: Iterable[int]) -> Open:
    """N34, N35: what may be played by who has passed these levels."""
    bits = campaign.open_levels(sum(1 << level - 1 for level in set(passed)))
    levels = frozenset(level for level in range(1, len(LEVELS) + 1) if bits >> level - 1 & 1)
    return Open(levels, campaign=bool(bits >> len(LEVELS)))


def ledger(played: Sequence[Outcome]) -> Ledger:
    """N35: the campaign that these matches make."""
    needs, points, totals = np.zeros((3, len(played)), np.int16)
    needs[:], points[:] = [one.need for one in played], [one.points for one in played]
    standing = campaign.settle_campaign(needs, points, totals) if played else campaign.GOES_ON
    ended = [level for level, total in enumerate(totals[:-1].tolist(), 1) if total < 0]
    if ended or len(played) > len(LEVELS):
        raise LodgeError(
            f"The campaign ended with level {min([*ended, len(LEVELS)])}: the next match begins a new one."
        )
    lines = (
        Line(level, one.need, one.points, one.points - one.need, total)
        for level, (one, total) in enumerate(zip(played, totals.tolist(), strict=True), 1)
    )
    won = standing in {campaign.WON, campaign.BOAST}
    return Ledger(tuple(lines), lost=standing == campaign.LOST, won=won, boast=standing == campaign.BOAST)
