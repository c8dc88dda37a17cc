"""Donnant Donnant: the exact reroll (N5) for the goals that a player has set: cards to complete and cards to buy.

All 6 ** 5 rolls are valued, and then everything that can be kept of a roll: a pattern, in which each die has a number,
or 0 if it is rolled again. Patterns are counted in sevens, so a die that is rolled again stands for the six patterns
above it, and a roll's best pattern is found by taking one die after the other away. This takes room and a millisecond:
it is for decisions, not for play-outs or the GPU.
"""

import numpy as np
import numpy.typing as npt

from lodge.games.donnant_donnant.rules.arrays import BITS
from lodge.games.donnant_donnant.rules.completing import ALL_DICE, HIGH, counts_of, finishes
from lodge.games.donnant_donnant.rules.facts import DICE, FACES, ROLLS, STALL
from lodge.games.donnant_donnant.rules.state import REROLL, State
from lodge.kernel import Out, Scratch, i32, i64, rule, scratch, wide

Worths = npt.NDArray[np.int32]  # by pattern, in hundredths of a point
Gains = npt.NDArray[np.int64]  # by goal, in hundredths of a point
THREE, FOUR, GOALS = STALL, STALL + 1, STALL + 2  # after the cards to complete: what so many equal dice buy
SEVEN = FACES + 1
PATTERNS = SEVEN**DICE
NO_BOUND = 1 << 40
ONES = HIGH >> 3

brings_room: Scratch = scratch(i32, PATTERNS)
worth_room: Scratch = scratch(i32, PATTERNS)
gains_room: Scratch = scratch(i64, GOALS)


@rule
def weigh_goals(state: State, seat: int, gains: Gains, rest: int, early: int, out: Out, count: int, most: int) -> int:
    """Write the `most` best rerolls behind `count` other actions, the best first; what the best promises.

    `gains` is what each card brings when it is completed, and what three or four equal dice buy,
    `rest` is what a last roll is worth that brings nothing, `early` what a reroll not made is worth.
    """
    brings, worth = brings_room(), worth_room()
    value_rolls(state, seat, gains, brings)
    for pattern in range(PATTERNS):
        worth[pattern] = max(int(brings[pattern]), rest)
    expect(worth)
    if ROLLS - int(state.rolls) > 1:
        next_rolls(worth, brings, early)
        expect(worth)
    dice = wide(state.dice)
    above = NO_BOUND
    best = 0
    for nth in range(most):
        top = 0
        for which in range(1, 1 << DICE):
            value = int(worth[pattern_of(dice, which)]) << DICE | which
            if top < value < above:
                top = value
        above = top
        best = top >> DICE if nth == 0 else best
        out[count + nth] = REROLL + (top & ALL_DICE)
    return best


@rule
def pattern_of(dice: int, rolled: int) -> int:
    """The pattern of a roll of which some dice are rolled again."""
    pattern = 0
    for die in range(DICE - 1, -1, -1):
        pattern = pattern * SEVEN + (dice >> BITS * die & 7) * (1 - (rolled >> die & 1))
    return pattern


@rule
def value_rolls(state: State, seat: int, gains: Gains, brings: Worths) -> None:
    """What each roll brings: the best card that it completes, or buys."""
    three, four = int(gains[THREE]), int(gains[FOUR])
    for pattern in range(PATTERNS):
        dice = dice_of_pattern(pattern)
        brings[pattern] = 0
        if dice:
            counts = counts_of(dice, ALL_DICE)
            best = 0
            if counts + 5 * ONES & HIGH:
                best = max(three, four) if counts + 4 * ONES & HIGH else three
            for which in range(STALL):
                if int(gains[which]) > best:
                    card, written = wide(state.card[seat, which]), wide(state.written[seat, which])
                    if finishes(card, written, dice, ALL_DICE, 0, 0):
                        best = int(gains[which])
            brings[pattern] = best


@rule
def dice_of_pattern(pattern: int) -> int:
    """The dice of a whole roll; 0 if some are rolled again."""
    dice = 0
    for die in range(DICE):
        if pattern % SEVEN == 0:
            return 0
        dice |= pattern % SEVEN << BITS * die
        pattern //= SEVEN
    return dice


@rule
def expect(worth: Worths) -> None:
    """From whole rolls, the mean of what each pattern can become: the first die that is rolled again, and so on."""
    for pattern in range(PATTERNS - 1, -1, -1):
        step = 1
        rest = pattern
        while rest and rest % SEVEN:
            rest //= SEVEN
            step *= SEVEN
        if step < PATTERNS:
            total = 0
            for number in range(1, SEVEN):
                total += int(worth[pattern + number * step])
            worth[pattern] = total // FACES


@rule
def next_rolls(worth: Worths, brings: Worths, early: int) -> None:
    """What a roll is worth with one more to come: the best that can be kept of it, or what it brings at once (N6)."""
    for pattern in range(PATTERNS):
        whole = dice_of_pattern(pattern) > 0
        best = int(worth[pattern])
        if whole:
            best = int(brings[pattern]) + early if brings[pattern] else 0
        step = 1
        rest = pattern
        for _ in range(DICE):
            best = max(best, int(worth[pattern - rest % SEVEN * step]) if rest % SEVEN else 0)
            rest //= SEVEN
            step *= SEVEN
        worth[pattern] = best
