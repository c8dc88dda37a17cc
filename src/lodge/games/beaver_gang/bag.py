"""A bag: how many of each kind of card lie somewhere unordered, in one number, four bits a kind.

No kind has more than nine copies. One number travels in a register where an array would not.
"""

from lodge.games.beaver_gang.facts import COUNTS, KINDS
from lodge.kernel import rule

BITS = 4
MOST = (1 << BITS) - 1
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
    """The kind of card number `nth` of a bag, counted kind by kind."""
    kind = 0
    counted = 0
    for each in range(KINDS - 1):  # no early end: a branch that nobody can predict costs more than the adding
        counted += bag >> BITS * each & MOST
        kind += 1 if nth >= counted else 0
    return kind
