"""A bag: how many of each kind of card lie somewhere unordered, in one number, four bits a kind.

No kind has more than nine copies. One number travels in a register where an array would not.
"""

from lodge.games.beaver_gang.rules.facts import COUNTS, KINDS
from lodge.kernel import rule

BITS = 4
MOST = (1 << BITS) - 1
PAIRS = (KINDS + 1) // 2  # two kinds share a byte
BYTES = (1 << 8 * PAIRS) - 1
ONES = BYTES // 255  # a one in each byte
HIGH = ONES << 7
FULL = sum(copies << BITS * kind for kind, copies in enumerate(COUNTS))


@rule
def one(kind: int) -> int:
    """A bag with one card: add it to put the card in, subtract it to take it out."""
    return 1 << BITS * kind


@rule
def number_of(bag: int, kind: int) -> int:
    """How many of a kind are in a bag."""
    return bag >> BITS * kind & MOST


@rule
def size(bag: int, kinds: int) -> int:
    """How many cards of the first `kinds` kinds are in a bag."""
    total = 0
    for kind in range(kinds):
        total += bag >> BITS * kind & MOST
    return total


@rule
def nth_card(bag: int, nth: int) -> int:
    """The kind of card number `nth` of a bag, counted kind by kind: all bytes at once, without a loop or a branch.

    Sums of the pairs up to each are compared with `nth` in bytes of one number (a byte holds up to 127, there are 66
    cards); then the pair is told apart.
    """
    pairs = (bag & MOST * ONES) + (bag >> BITS & MOST * ONES)
    up_to = pairs * ONES & BYTES
    beyond = (up_to | HIGH) - (nth + 1) * ONES & HIGH
    pair = PAIRS - ((beyond >> 7) * ONES >> 8 * (PAIRS - 1) & 15)
    before = up_to - pairs >> 8 * pair & 255
    return 2 * pair + (1 if nth - before >= number_of(bag, 2 * pair) else 0)
