"""Beaver Gang: a position as a player sees it, for a net to judge.

Everything that is known becomes the number of a row in the net's first table, one for each feature; cards come in the
orders of `slots.py`. "The other" is the one who stands best where there are more: they have features of their own, in
`features_more.py`.
"""

from itertools import accumulate

from lodge.games.beaver_gang.players.greedy import POINT, mean_of, row_counts, unseen_cards
from lodge.games.beaver_gang.players.master.slots import at_mine, at_theirs, far_of, orders_of
from lodge.games.beaver_gang.rules.facts import KINDS, NUMBERS, ROW, SWAP
from lodge.games.beaver_gang.rules.knowledge import knows
from lodge.games.beaver_gang.rules.multiset import number_of, size
from lodge.games.beaver_gang.rules.state import (
    GAVE,
    HOLD,
    NONE,
    TURN,
    State,
    lies_since,
    moved_by,
    rounds,
    rounds_of_turns,
    score,
)
from lodge.kernel import Out, rule

# How many rows each feature has.
SPECIAL, HIDDEN = NUMBERS, NUMBERS + 1
WORDS = 4 * (HIDDEN + 1)  # what a card is to me; whether others know mine, or its owner theirs; whether it was kept
PAST = 3 * GAVE  # who exchanged it last, and what it was laid in place of
AGE = 8
CARD_ROWS = (WORDS, PAST, AGE)
NOW = 1 + NUMBERS + 2 * KINDS  # to knock or not; a number to take or not; a card held, the first of two or not
TURNS, SUMS, LEADS, STACK, SOON = 16, 40, 64, 16, 8
PAIR = 2 * (NUMBERS + 1) * (HIDDEN + 1)
TRADES, TRADE = ROW + 1, 1 + (HIDDEN + 1) * WORDS
ROWS_OF = (
    *CARD_ROWS * (2 * ROW),
    *(NOW, KINDS + 1, 2 * TURNS, 4, 4 * LEADS),  # what is asked, the pile's top, how late, who began, the standing
    *(NUMBERS + 1,) * 4,  # what I have refused and declined, and the least that another has
    *(SUMS, SUMS, LEADS, STACK),  # what the rows seem to count
    *(10,) * KINDS,  # what is unseen
    *(PAIR,) * ROW,  # a number that I may have, for each card of mine
    *(SOON * LEADS, 4 * LEADS),  # how far ahead my row seems, by how late it is, by rounds to come
    *(TRADE,) * TRADES,  # what an exchange would bring: my worst card for each of theirs, the next one for their best
)
FEATURES = len(ROWS_OF)
*STARTS, ROWS = accumulate(ROWS_OF, initial=0)
FIRST_THEIRS, FIRST_NOW, FIRST_UNSEEN = 3 * ROW, 6 * ROW, 6 * ROW + 13
FIRST_PAIR = FIRST_UNSEEN + KINDS
FIRST_AHEAD, FIRST_TRADE = FIRST_PAIR + ROW, FIRST_PAIR + ROW + 2
A_CARD = sum(CARD_ROWS)
START_THEIRS, START_NOW, START_UNSEEN = STARTS[FIRST_THEIRS], STARTS[FIRST_NOW], STARTS[FIRST_UNSEEN]
S_TOP, S_LATE, S_BEGAN, S_STANDING, S_REFUSED, S_SUMS = (STARTS[FIRST_NOW + i] for i in (1, 2, 3, 4, 5, 9))
S_LEAD, S_STACK = STARTS[FIRST_NOW + 11], STARTS[FIRST_NOW + 12]
LARGE = 1 << 20  # more than anybody has
START_PAIR, START_AHEAD, START_LEFT, START_TRADE = (
    STARTS[i] for i in (FIRST_PAIR, FIRST_AHEAD, FIRST_AHEAD + 1, FIRST_TRADE)
)


@rule
def see_card(state: State, seat: int, owner: int, at: int, out: Out, n: int, start: int) -> None:
    """The features of a card of a row."""
    past = int(state.past[owner, at])
    mover = moved_by(past)
    out[n] = start + word_of(state, seat, owner, at)
    out[n + 1] = start + WORDS + (0 if mover == NONE else (1 if mover == seat else 2)) * GAVE + past % GAVE
    out[n + 2] = start + WORDS + PAST + min(AGE - 1, rounds_of_turns(state) - lies_since(past))


@rule
def see(state: State, seat: int, out: Out) -> int:
    """Write the features; the orders of my cards and theirs."""
    bag = unseen_cards(state, seat)
    mean = mean_of(bag)
    orders = orders_of(state, seat, mean)
    for place in range(ROW):
        owner = (seat + far_of(orders, place)) % int(state.seats)
        see_card(state, seat, seat, at_mine(orders, place), out, 3 * place, A_CARD * place)
        n, start = FIRST_THEIRS + 3 * place, START_THEIRS + A_CARD * place
        see_card(state, seat, owner, at_theirs(orders, place), out, n, start)
    see_table(state, seat, out, FIRST_NOW)
    see_sums(state, seat, bag, mean, out, FIRST_NOW + 5)
    for kind in range(KINDS):
        out[FIRST_UNSEEN + kind] = START_UNSEEN + 10 * kind + number_of(bag, kind)
    see_pairs(state, seat, orders, out)
    return orders


@rule
def see_sums(state: State, seat: int, bag: int, mean: int, out: Out, n: int) -> None:
    """What was refused and declined, and what the rows seem to count."""
    mine = row_counts(state, seat, seat, mean)
    theirs, refused, declined = LARGE, NUMBERS, NUMBERS
    for other in range(int(state.seats)):
        if other != seat:
            theirs = min(theirs, row_counts(state, seat, other, mean))
            refused, declined = min(refused, int(state.refused[other])), min(declined, int(state.declined[other]))
    ahead = lead_row((theirs - mine) // POINT)
    out[n] = S_REFUSED + int(state.refused[seat])
    out[n + 1] = S_REFUSED + NUMBERS + 1 + int(state.declined[seat])
    out[n + 2] = S_REFUSED + 2 * (NUMBERS + 1) + refused
    out[n + 3] = S_REFUSED + 3 * (NUMBERS + 1) + declined
    out[n + 4] = S_SUMS + min(SUMS - 1, mine // POINT)
    out[n + 5] = S_SUMS + SUMS + min(SUMS - 1, theirs // POINT)
    out[n + 6] = S_LEAD + ahead
    out[n + 7] = S_STACK + min(STACK - 1, size(bag, KINDS) // 4)
    out[FIRST_AHEAD] = START_AHEAD + LEADS * min(SOON - 1, rounds_of_turns(state)) + ahead
    out[FIRST_AHEAD + 1] = START_LEFT + LEADS * min(3, rounds(state) - int(state.round) - 1) + ahead


@rule
def lead_row(points: int) -> int:
    """The row for a lead, or for being so far behind."""
    return max(0, min(LEADS - 1, LEADS // 2 + points))


@rule
def see_pairs(state: State, seat: int, orders: int, out: Out) -> None:
    """What may come for what: the number on offer for each of my cards, each of theirs for my worst."""
    held = int(state.held)
    number = NUMBERS
    if int(state.phase) == TURN:
        number = min(int(state.top), NUMBERS)
    elif int(state.phase) == HOLD:
        number = min(held, NUMBERS)
    for place in range(ROW):
        at = at_mine(orders, place)
        here = 2 * sort_of(state, seat, seat, at) + (1 if not_alone(state, seat, seat, at) else 0)
        out[FIRST_PAIR + place] = START_PAIR + PAIR * place + number * 2 * (HIDDEN + 1) + here
    for trade in range(TRADES):
        mine, theirs = at_mine(orders, trade // ROW), at_theirs(orders, trade % ROW)
        owner = (seat + far_of(orders, trade % ROW)) % int(state.seats)
        row = 1 + sort_of(state, seat, seat, mine) * WORDS + word_of(state, seat, owner, theirs)
        out[FIRST_TRADE + trade] = START_TRADE + TRADE * trade + (row if held == SWAP else 0)


@rule
def sort_of(state: State, seat: int, owner: int, at: int) -> int:
    """What a card is to me: a number, a special card, or hidden."""
    return min(int(state.card[owner, at]), SPECIAL) if knows(state, seat, owner, at) else HIDDEN


@rule
def word_of(state: State, seat: int, owner: int, at: int) -> int:
    """The same, whether it is not known to me alone, and whether it was kept."""
    return (
        sort_of(state, seat, owner, at) * 4
        + 2 * (1 if not_alone(state, seat, owner, at) else 0)
        + (int(state.source[owner, at]) & 1)
    )


@rule
def not_alone(state: State, seat: int, owner: int, at: int) -> bool:
    """Whether another player knows a card of mine, or one of theirs is known to who has it."""
    if owner != seat:
        return knows(state, owner, owner, at)
    return int(state.known[seat, at]) & ((1 << int(state.seats)) - 1) & ~(1 << seat) != 0


@rule
def see_table(state: State, seat: int, out: Out, n: int) -> None:
    """The features of what lies between us."""
    phase, best = int(state.phase), LARGE
    now = 0
    if phase == TURN:
        now = 1 + int(state.top)
    elif phase == HOLD:
        now = 1 + NUMBERS + 2 * int(state.held) + int(state.first)
    left = min(3, rounds(state) - int(state.round) - 1)
    for other in range(int(state.seats)):
        best = best if other == seat else min(best, score(state, other))
    out[n] = START_NOW + now
    out[n + 1] = S_TOP + int(state.top) + 1
    out[n + 2] = S_LATE + 2 * min(TURNS - 1, rounds_of_turns(state)) + (0 if int(state.knocker) == NONE else 1)
    out[n + 3] = S_BEGAN + (0 if int(state.dealer) == seat else 1) + (2 if int(state.twice) else 0)
    out[n + 4] = S_STANDING + left * LEADS + lead_row(best - score(state, seat))
