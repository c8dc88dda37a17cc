"""Beaver Gang for two: a position as a player sees it, for a net to judge.

The cards of a row are sorted by what they are thought to count, mine with the worst first, theirs with the best: which
lies where does not matter. Everything that is known becomes the number of a row in the net's first table, one for each
feature. And every action has a slot of its own, by the places of its cards in these orders.
"""

from itertools import accumulate

from lodge.games.beaver_gang.bag import number_of, size
from lodge.games.beaver_gang.facts import KINDS, NUMBERS, PEEK, ROW, SWAP, TWICE
from lodge.games.beaver_gang.greedy import POINT, estimate, mean_of, unseen_cards
from lodge.games.beaver_gang.knowledge import knows
from lodge.games.beaver_gang.rules import candidates
from lodge.games.beaver_gang.state import (
    AGAIN,
    CLOSE,
    DEAL,
    DISCARD,
    DRAW,
    GAVE,
    HOLD,
    KEEP,
    KNOCK,
    KNOCKS,
    NONE,
    PASS,
    PEEK_AT,
    SWAP_FOR,
    SWAPS_EACH,
    TAKE,
    TURN,
    TURNED_UP,
    State,
    after,
    is_number,
    lies_since,
    moved_by,
    rounds,
    rounds_of_turns,
    score,
)
from lodge.kernel import Out, rule

# Slots of actions.
KEEPS, TAKES, PEEKS, DISCARDS, DRAWS, KNOCK_SLOT, PASSES, SWAPS, SLOTS = 0, ROW, 2 * ROW, 12, 13, 14, 15, 16, 32
ALL = (1 << ROW) - 1

# How many rows each feature has.
SPECIAL, HIDDEN = NUMBERS, NUMBERS + 1
WORDS = 4 * (HIDDEN + 1)  # what a card is to me; whether the other one knows it; whether it was kept
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
    *(NUMBERS + 1,) * 4,  # what each of us has refused and declined
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
START_PAIR, START_AHEAD, START_LEFT, START_TRADE = (
    STARTS[i] for i in (FIRST_PAIR, FIRST_AHEAD, FIRST_AHEAD + 1, FIRST_TRADE)
)


@rule
def forced(state: State, seat: int) -> int:
    """The action that needs no thought; NONE where there is a choice."""
    phase, held = int(state.phase), int(state.held)
    if phase == TURN:
        return NONE if is_number(int(state.top)) else DRAW
    if phase == HOLD:
        if held == TWICE:
            return AGAIN
        if held == PEEK and unknown_of(state, seat) == 0:
            return DISCARD
        return NONE
    if phase == KNOCK:
        return NONE
    return DEAL if phase == TURNED_UP else CLOSE


@rule
def listed(state: State, seat: int, out: Out) -> int:
    """What there is to choose from: the candidates, but no look at a card that is known."""
    action = forced(state, seat)
    if action != NONE:
        out[0] = action
        return 1
    count, found = candidates(state, seat, out), 0
    for i in range(count):
        action = int(out[i])
        out[found] = action
        is_peek = PEEK_AT <= action < SWAP_FOR
        vain = knows(state, seat, seat, action - PEEK_AT) if is_peek else False
        vain = vain or (int(state.held) == PEEK and action == DISCARD and int(state.first) == 0)
        found += 0 if vain else 1
    return found


@rule
def unknown_of(state: State, seat: int) -> int:
    """Bit mask of my cards that I do not know."""
    mask = 0
    for at in range(ROW):
        mask |= 0 if knows(state, seat, seat, at) else 1 << at
    return mask


@rule
def order(state: State, seat: int, owner: int, mean: int) -> int:
    """The places of a row's cards from the lowest on, two bits each; alike cards by what was seen of them."""
    a, b = place_key(state, seat, owner, 0, mean), place_key(state, seat, owner, 1, mean)
    c, d = place_key(state, seat, owner, 2, mean), place_key(state, seat, owner, 3, mean)
    a, b = min(a, b), max(a, b)
    c, d = min(c, d), max(c, d)
    a, c = min(a, c), max(a, c)
    b, d = min(b, d), max(b, d)
    b, c = min(b, c), max(b, c)
    return (a & 3) | (b & 3) << 2 | (c & 3) << 4 | (d & 3) << 6


@rule
def place_key(state: State, seat: int, owner: int, at: int, mean: int) -> int:
    """What a card is sorted by."""
    seen = 2 * (int(state.past[owner, at]) % GAVE) + (1 if int(state.known[owner, at]) & ~(1 << owner) else 0)
    return (estimate(state, seat, owner, at, mean) * 2 * GAVE + seen) * ROW + at


@rule
def at_mine(orders: int, place: int) -> int:
    """Which of my cards has a place, the worst first."""
    return orders >> 2 * (ROW - 1 - place) & 3


@rule
def at_theirs(orders: int, place: int) -> int:
    """Which of their cards has a place, the best first."""
    return orders >> 8 + 2 * place & 3


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
    other = after(state, seat)
    bag = unseen_cards(state, seat)
    mean = mean_of(bag)
    orders = order(state, seat, seat, mean) | order(state, seat, other, mean) << 8
    mine, theirs = 0, 0
    for place in range(ROW):
        at = at_mine(orders, place)
        see_card(state, seat, seat, at, out, 3 * place, A_CARD * place)
        mine += estimate(state, seat, seat, at, mean)
        at = at_theirs(orders, place)
        see_card(state, seat, other, at, out, FIRST_THEIRS + 3 * place, START_THEIRS + A_CARD * place)
        theirs += estimate(state, seat, other, at, mean)
    ahead = max(0, min(LEADS - 1, LEADS // 2 + (theirs - mine) // POINT))
    see_table(state, seat, out, FIRST_NOW)
    n = FIRST_NOW + 5
    out[n] = S_REFUSED + int(state.refused[seat])
    out[n + 1] = S_REFUSED + NUMBERS + 1 + int(state.declined[seat])
    out[n + 2] = S_REFUSED + 2 * (NUMBERS + 1) + int(state.refused[other])
    out[n + 3] = S_REFUSED + 3 * (NUMBERS + 1) + int(state.declined[other])
    out[n + 4] = S_SUMS + min(SUMS - 1, mine // POINT)
    out[n + 5] = S_SUMS + SUMS + min(SUMS - 1, theirs // POINT)
    out[n + 6] = S_LEAD + ahead
    out[n + 7] = S_STACK + min(STACK - 1, size(bag, KINDS) // 4)
    for kind in range(KINDS):
        out[FIRST_UNSEEN + kind] = START_UNSEEN + 10 * kind + number_of(bag, kind)
    out[FIRST_AHEAD] = START_AHEAD + LEADS * min(SOON - 1, rounds_of_turns(state)) + ahead
    out[FIRST_AHEAD + 1] = START_LEFT + LEADS * min(3, rounds(state) - int(state.round) - 1) + ahead
    see_pairs(state, seat, orders, out)
    return orders


@rule
def see_pairs(state: State, seat: int, orders: int, out: Out) -> None:
    """What may come for what: the number on offer for each of my cards, each of theirs for my worst."""
    held, other = int(state.held), after(state, seat)
    number = NUMBERS
    if int(state.phase) == TURN:
        number = min(int(state.top), NUMBERS)
    elif int(state.phase) == HOLD:
        number = min(held, NUMBERS)
    for place in range(ROW):
        at = at_mine(orders, place)
        here = 2 * sort_of(state, seat, seat, at) + (int(state.known[seat, at]) >> other & 1)
        out[FIRST_PAIR + place] = START_PAIR + PAIR * place + number * 2 * (HIDDEN + 1) + here
    for trade in range(TRADES):
        mine, theirs = at_mine(orders, trade // ROW), at_theirs(orders, trade % ROW)
        row = 1 + sort_of(state, seat, seat, mine) * WORDS + word_of(state, seat, other, theirs)
        out[FIRST_TRADE + trade] = START_TRADE + TRADE * trade + (row if held == SWAP else 0)


@rule
def sort_of(state: State, seat: int, owner: int, at: int) -> int:
    """What a card is to me: a number, a special card, or hidden."""
    return min(int(state.card[owner, at]), SPECIAL) if knows(state, seat, owner, at) else HIDDEN


@rule
def word_of(state: State, seat: int, owner: int, at: int) -> int:
    """The same, whether the other one knows it, and whether it was kept."""
    other = after(state, seat)
    return (
        sort_of(state, seat, owner, at) * 4
        + 2 * (1 if knows(state, other, owner, at) else 0)
        + (int(state.source[owner, at]) & 1)
    )


@rule
def see_table(state: State, seat: int, out: Out, n: int) -> None:
    """The features of what lies between us."""
    phase, other = int(state.phase), after(state, seat)
    now = 0
    if phase == TURN:
        now = 1 + int(state.top)
    elif phase == HOLD:
        now = 1 + NUMBERS + 2 * int(state.held) + int(state.first)
    left = min(3, rounds(state) - int(state.round) - 1)
    standing = LEADS // 2 + score(state, other) - score(state, seat)
    out[n] = START_NOW + now
    out[n + 1] = S_TOP + int(state.top) + 1
    out[n + 2] = S_LATE + 2 * min(TURNS - 1, rounds_of_turns(state)) + (0 if int(state.knocker) == NONE else 1)
    out[n + 3] = S_BEGAN + (0 if int(state.dealer) == seat else 1) + (2 if int(state.twice) else 0)
    out[n + 4] = S_STANDING + left * LEADS + max(0, min(LEADS - 1, standing))


@rule
def open_slots(state: State, seat: int, orders: int) -> int:
    """Bit mask of the slots that there are now."""
    phase, held = int(state.phase), int(state.held)
    if phase == TURN:
        return ALL << TAKES | 1 << DRAWS
    if phase == KNOCK:
        return 1 << KNOCK_SLOT | 1 << PASSES
    if is_number(held):
        return ALL << KEEPS | 1 << DISCARDS
    if held == SWAP:
        return 0xFFFF << SWAPS | 1 << DISCARDS
    mask = 1 << DISCARDS if int(state.first) else 0
    for place in range(ROW):
        mask |= 0 if knows(state, seat, seat, at_mine(orders, place)) else 1 << PEEKS + place
    return mask


@rule
def action_of(state: State, seat: int, orders: int, slot: int) -> int:  # noqa: PLR0911 - one for each sort
    """The action in a slot."""
    if slot >= SWAPS:
        mine, theirs = at_mine(orders, (slot - SWAPS) // ROW), at_theirs(orders, slot % ROW)
        return SWAP_FOR + mine * SWAPS_EACH + after(state, seat) * ROW + theirs
    if slot == DISCARDS:
        return DISCARD
    if slot == DRAWS:
        return DRAW
    if slot == KNOCK_SLOT:
        return KNOCKS
    if slot == PASSES:
        return PASS
    at = at_mine(orders, slot % ROW)
    if slot >= PEEKS:
        return PEEK_AT + at
    return TAKE + at if slot >= TAKES else KEEP + at
