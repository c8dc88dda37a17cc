"""Beaver Gang: what others' play says about their cards.

It is counted, not assumed: in 605 games of search:300 (tools/beaver_policy.py counts so), how often a card that a seat
did not know was of each kind, beside how often it would be if all unseen cards were as likely. They bluff: what one
has kept may be anything, until they knock. A card that its owner has known for long is a low one. And a kept
card that was exchanged for one of mine is seldom good.
"""

import numpy as np

from lodge.games.beaver_gang.rules.facts import KINDS, NUMBERS, ROW
from lodge.games.beaver_gang.rules.knowledge import gather, knows, lay_back
from lodge.games.beaver_gang.rules.multiset import nth_card, number_of, one, size
from lodge.games.beaver_gang.rules.state import State
from lodge.kernel import Luck, below, rule

# How likely each kind is, 32 standing for "as any other card", by what is known of a card: the first row of each case,
# by rounds of turns up to the last row.
ANY, TO_ME, TO_ME_LAST, KEPT, KEPT_LAST, KNOCKED, LEFT, LEFT_LAST, LEFT_KNOCKED, LEFT_KNOCKED_LAST = (
    *(0, 1, 4),  # nobody's choice; given to me by who had kept it
    *(5, 8, 9),  # kept by its owner; by the knocker
    *(10, 18),  # looked at by its owner, and left in its place
    *(19, 22),  # by the knocker, from the second round of turns on
)
LIKELY = np.array(
    [
        (32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32),
        (30, 25, 40, 37, 25, 27, 26, 39, 27, 38, 32, 32, 32),
        (28, 20, 28, 28, 25, 25, 42, 34, 37, 41, 32, 32, 32),
        (17, 14, 20, 24, 23, 25, 42, 40, 53, 47, 32, 32, 32),
        (9, 10, 14, 15, 23, 31, 45, 42, 56, 60, 32, 32, 32),
        (36, 38, 30, 35, 28, 26, 32, 29, 30, 34, 32, 32, 32),
        (29, 29, 30, 32, 29, 28, 32, 30, 37, 38, 32, 32, 32),
        (29, 31, 35, 34, 31, 26, 32, 28, 33, 36, 32, 32, 32),
        (39, 39, 37, 34, 33, 25, 25, 24, 25, 33, 32, 32, 32),
        (77, 76, 67, 57, 31, 14, 3, 1, 1, 1, 32, 32, 32),
        (35, 36, 37, 36, 34, 31, 29, 29, 30, 30, 31, 31, 30),
        (38, 43, 40, 39, 37, 29, 28, 28, 29, 30, 28, 28, 30),
        (44, 50, 45, 45, 42, 26, 24, 24, 23, 27, 26, 27, 27),
        (51, 56, 53, 50, 46, 25, 20, 19, 18, 23, 24, 26, 26),
        (52, 64, 60, 51, 46, 28, 18, 15, 16, 16, 23, 26, 24),
        (62, 65, 65, 54, 48, 22, 14, 13, 16, 17, 21, 20, 21),
        (59, 70, 67, 64, 51, 21, 14, 7, 13, 10, 19, 23, 20),
        (60, 76, 75, 63, 47, 27, 12, 7, 11, 9, 16, 21, 16),
        (55, 89, 107, 60, 34, 19, 8, 3, 7, 6, 9, 12, 15),
        (62, 57, 70, 59, 57, 34, 8, 1, 1, 1, 34, 31, 35),
        (73, 65, 67, 69, 69, 28, 8, 4, 3, 1, 24, 22, 27),
        (82, 90, 62, 57, 73, 14, 9, 5, 5, 3, 21, 20, 17),
        (107, 94, 96, 68, 34, 9, 3, 4, 3, 1, 8, 10, 11),
    ],
    np.int16,
)


@rule
def believe(state: State, seat: int, luck: Luck) -> None:
    """As the rules' `imagine`, but with cards the likelier the more others' play suggests them."""
    for filling in range(int(state.filling) + 1):
        bag = gather(state, seat, filling)
        if bag:
            bag = deal_likely(state, seat, 2 * filling + 1, bag, NUMBERS, luck)
            bag = deal_likely(state, seat, 2 * filling, bag, KINDS, luck)
            lay_back(state, seat, filling, bag, luck)


@rule
def deal_likely(state: State, seat: int, origin: int, bag: int, kinds: int, luck: Luck) -> int:
    """Deal the unknown cards of one origin from the first `kinds` kinds in a bag; what is left in it."""
    card, source = state.card, state.source
    for owner in range(int(state.seats)):
        for at in range(ROW):
            if int(source[owner, at]) == origin and not knows(state, seat, owner, at):
                case = case_of(state, seat, owner, at)
                kind = likely_card(bag, kinds, case, luck) if case else nth_card(bag, below(luck, size(bag, kinds)))
                card[owner, at] = kind
                bag -= one(kind)
    return bag


@rule
def case_of(state: State, seat: int, owner: int, at: int) -> int:
    """The row of the table for a card that the seat does not know."""
    turn = int(state.turns) // int(state.seats)
    kept = int(state.source[owner, at]) & 1 == 1
    if owner == seat:
        return min(TO_ME + turn, TO_ME_LAST) if kept else ANY
    if not knows(state, owner, owner, at):
        return ANY
    if int(state.knocker) == owner:
        return KNOCKED if kept else max(LEFT_KNOCKED, min(LEFT_KNOCKED + turn - 1, LEFT_KNOCKED_LAST))
    return min(KEPT + turn, KEPT_LAST) if kept else min(LEFT + turn, LEFT_LAST)


@rule
def likely_card(bag: int, kinds: int, case: int, luck: Luck) -> int:
    """A card of a bag, each as likely as the table says."""
    total = 0
    for kind in range(kinds):
        total += number_of(bag, kind) * int(LIKELY[case, kind])
    lot = below(luck, total)
    kind = 0
    lot -= number_of(bag, 0) * int(LIKELY[case, 0])
    while lot >= 0:
        kind += 1
        lot -= number_of(bag, kind) * int(LIKELY[case, kind])
    return kind
