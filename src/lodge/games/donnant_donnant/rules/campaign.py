"""Donnant Donnant, N34 and N35: which solo levels may be played, and what a campaign comes to.

Heavy rules, though they are quick: so the game's module offers them, and no page without a server has its own.
"""

from lodge.games.donnant_donnant.rules.facts import CAMPAIGN_BOAST, LEVELS
from lodge.kernel import INT, NUMBERS, Out, heavy

ALL_LEVELS = (1 << len(LEVELS)) - 1
GOES_ON, LOST, WON, BOAST = range(4)


@heavy(INT)
def open_levels(passed: int) -> int:
    """N34, N35: a passed level opens the next, all of them the campaign.

    A bit for each level, from level 1 on; the one behind the last is the campaign.
    """
    levels = (passed << 1 | 1) & ALL_LEVELS
    return levels | (ALL_LEVELS + 1 if passed & ALL_LEVELS == ALL_LEVELS else 0)


@heavy(NUMBERS, NUMBERS, NUMBERS)
def settle_campaign(needs: Out, points: Out, totals: Out) -> int:
    """N35: what is above the need is added, a shortfall is paid 1:1; who cannot pay it has lost.

    Writes the campaign points after each level; at level 1 there is nothing to pay with yet.
    """
    total = 0
    for level in range(len(needs)):
        total += int(points[level]) - int(needs[level])
        totals[level] = total
        if total < 0:
            return LOST
    if len(needs) < len(LEVELS):
        return GOES_ON
    return BOAST if total >= CAMPAIGN_BOAST else WON
