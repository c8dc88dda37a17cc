"""Donnant Donnant: what the hand-written player and that of `master` have in common."""

from lodge.games.donnant_donnant.rules import candidates
from lodge.games.donnant_donnant.rules.arrays import BITS, ROUNDS, SUBSET_SIZE
from lodge.games.donnant_donnant.rules.buying import ticks_to_equal
from lodge.games.donnant_donnant.rules.completing import ALL_DICE
from lodge.games.donnant_donnant.rules.facts import DICE, FACES, ROLLS, STALL
from lodge.games.donnant_donnant.rules.objectives import ones, open_cells
from lodge.games.donnant_donnant.rules.state import LAYS, NINTH_LAID, REROLL, TURN, State, unused
from lodge.kernel import Out, rule, wide

LONG = 14  # more rounds than these change nothing
HIGH = 5  # a die that shows this is kept for a sum
TICK = 100  # what a circle is worth
USED = 10  # what a die is worth that could be used otherwise
MOST = 100 * FACES
GOOD_REROLLS = 6  # that search looks at


@rule
def rounds_later(state: State) -> int:
    """Rounds to be played after this one; with several players a guess by the fullest stall."""
    ending, level = int(state.ending), int(state.level)
    if ending:
        return 1 if ending == NINTH_LAID else 0
    if level:
        return min(LONG, int(ROUNDS[level]) - 1 - int(state.round))
    most = 0
    for seat in range(int(state.seats)):
        most = max(most, int(state.cards[seat]))
    return min(LONG, 2 + 2 * (STALL - most))


@rule
def missing_cells(state: State, seat: int, which: int) -> int:
    """Empty cells of a laid card."""
    return ones(open_cells(wide(state.card[seat, which]), wide(state.written[seat, which])))


@rule
def most_alike(dice: int) -> int:
    """The largest set of dice that show the same number."""
    best = 0
    for number in range(1, FACES + 1):
        same = 0
        for die in range(DICE):
            same |= (1 if dice >> BITS * die & 7 == number else 0) << die
        if ones(same) >= ones(best):
            best = same
    return best


@rule
def cheapest_dice(dice: int, free: int, price: int, plus: int, less: int) -> tuple[int, int]:
    """The free dice that pay a price with the fewest circles, and what that costs; MOST if they cannot."""
    found = 0
    least = MOST
    for which in range(1 << DICE):
        short = price - int(SUBSET_SIZE[which])
        if which & ~free == 0 and 0 <= short <= less:
            ticks = ticks_to_equal(dice, which)
            cost = TICK * (ticks + short) + USED * int(SUBSET_SIZE[which])
            if ticks <= plus and cost < least:
                least = cost
                found = which
    return found, least


@rule
def list_but_rerolls(state: State, seat: int, out: Out) -> int:
    """Write all candidates; where dice may be rolled again, those that do not."""
    count = candidates(state, seat, out)
    if not may_reroll(state):
        return count
    others = 0
    for i in range(count):
        if not REROLL < int(out[i]) < LAYS:
            out[others] = out[i]
            others += 1
    return others


@rule
def may_reroll(state: State) -> bool:
    """Whether the active player may roll again (N5)."""
    return int(state.phase) == TURN and unused(state) and int(state.rolls) < ROLLS


@rule
def reroll_but(keep: int) -> int:
    """Roll all dice again but those to keep; all of them if that is none."""
    return REROLL + (ALL_DICE & ~keep if keep != ALL_DICE else ALL_DICE)
