"""Donnant Donnant: the numbers of `master`'s player, tuned by games (tools/donnant_tuning.py)."""

import math

import numpy as np
import numpy.typing as npt

from lodge.games.donnant_donnant.players.common import LONG
from lodge.games.donnant_donnant.rules.deck import FAMILIES
from lodge.games.donnant_donnant.rules.facts import DICE, MOST_CELLS, ROLLS, STALL
from lodge.games.donnant_donnant.rules.state import CIRCLED

ROUND = 40  # the rounds to come are counted in fortieths,
HALF = 20  # and what is left of this one as half
TIMES = LONG + 1
Weights = npt.NDArray[np.int64]

# Where they lie.
HARD = 0  # by empty cells, up to eight: fortieths of a round after which a card is completed as likely as not
FREE = 9  # the same for each free spot
FUTURE = 10  # of a card that will lie on a free spot, what it brings itself
CIRCLE = 11  # by kind: what a circle to tick is worth with many rounds to go,
CIRCLES_LAST = 15  # and after how many fortieths of a round that is half of it
BESIDE_COLOUR = 16  # in per cent: how likely a free spot gets the colour that the card beside it counts,
OF_COLOUR = 17  # or one that counts everywhere,
CHOSEN = 18  # and how much a colour that may be chosen helps
TO_FIVE = 19  # by colours that lack, up to five: how likely they come, in per cent
ONE_COLOUR = 25  # how likely a row of two of a colour becomes one of three, in per cent
ANY_KIND = 26  # how likely a free spot gets a kind of bonus that lacks, in per cent
DRAWN = 27  # what a card taken unseen is worth, by pile
EARLY = 29  # what a reroll not made is worth: a die to write
FITS = 30  # by family: in per cent, how likely a die that is rolled fits
AGAIN = 34  # in per cent: how much likelier with two rolls to come
HOPE = 35  # in per cent: of what a reroll promises, what counts against what can be done at once
TICK = 36  # what a circle costs, beyond its worth
LEAST = 37  # what a purchase must bring
RARE = 38  # in per cent: what a coloured cell is worth more to fill
APT = 39  # by family: in per cent, how much it matters which number is written
COUNT = 43
# What follows from them, by rounds to come.
CHANCES = COUNT  # by empty cells: how likely a card is completed in the end, in per cent
FILLED = CHANCES + (MOST_CELLS + 1) * TIMES  # by free spots: how likely one of them gets a card that is completed
CIRCLES_WORTH = FILLED + (STALL + 1) * TIMES  # by kind: what a circle is worth
LIKELY = CIRCLES_WORTH + CIRCLED * TIMES  # by rolls to come, family, dice rolled and missing: in ten thousandths
UNFOLDED = LIKELY + 2 * len(FAMILIES) * (DICE + 1) ** 2


def unfold(raw: Weights) -> Weights:
    """The weights and all that follows from them."""
    time = ROUND * np.arange(TIMES)
    weights = np.zeros(UNFOLDED, np.int64)
    weights[:COUNT] = raw[:COUNT]
    hard = weights[HARD : HARD + MOST_CELLS + 1, None]
    weights[CHANCES:FILLED] = (100 * (time + HALF) // (time + HALF + hard)).ravel()
    room = np.arange(STALL + 1)[:, None]
    weights[FILLED:CIRCLES_WORTH] = (100 * time // np.maximum(1, time + room * weights[FREE])).ravel()
    circle = weights[CIRCLE : CIRCLE + CIRCLED, None]
    weights[CIRCLES_WORTH:LIKELY] = (circle * time // (time + weights[CIRCLES_LAST] + 1)).ravel()
    weights[LIKELY:] = [
        10_000 * likelihood(weights, family, rolled, missing, rolls)
        for rolls in range(1, ROLLS)
        for family in range(len(FAMILIES))
        for rolled in range(DICE + 1)
        for missing in range(DICE + 1)
    ]
    return weights


def likelihood(weights: Weights, family: int, rolled: int, missing: int, rolls: int) -> float:
    """How likely so many missing dice come of those that are rolled."""
    fit = float(weights[FITS + family]) * (int(weights[AGAIN]) / 100 if rolls > 1 else 1) / 100
    spare = [fit * max(1, rolled - nth) for nth in range(max(1, missing))]
    return math.prod(one / (one + 1) for one in spare)


START = np.zeros(COUNT, np.int64)
START[HARD : HARD + 9] = (1, 20, 50, 80, 120, 180, 280, 400, 600)
START[FREE] = 40
START[FUTURE] = 500
START[CIRCLE : CIRCLE + 4] = (180, 90, 130, 130)
START[CIRCLES_LAST] = 120
START[BESIDE_COLOUR], START[OF_COLOUR], START[CHOSEN] = 35, 30, 60
START[TO_FIVE : TO_FIVE + 6] = (100, 85, 65, 45, 30, 20)
START[ONE_COLOUR] = 35
START[ANY_KIND] = 50
START[DRAWN : DRAWN + 2] = (330, 200)
START[EARLY] = 90
START[FITS : FITS + 4] = (25, 45, 30, 60)
START[AGAIN] = 160
START[HOPE] = 80
START[TICK] = 20
START[LEAST] = 20
START[RARE] = 125
START[APT : APT + 4] = (110, 100, 100, 100)
