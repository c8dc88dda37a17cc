"""Beaver Gang: slots, in which a net has an opinion of every action that is to be thought about.

Cards are sorted by what they are thought to count, mine with the worst first, and the four best of the others', whoever
has them: which lies where does not matter. An action has its slot by the places of its cards in these orders.
"""

from lodge.games.beaver_gang.players.greedy import estimate, mean_of, unseen_cards
from lodge.games.beaver_gang.rules import candidates
from lodge.games.beaver_gang.rules.facts import PEEK, ROW, SWAP, TWICE
from lodge.games.beaver_gang.rules.knowledge import knows
from lodge.games.beaver_gang.rules.state import (
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
    is_number,
)
from lodge.kernel import Out, rule

KEEPS, TAKES, PEEKS, DISCARDS, DRAWS, KNOCK_SLOT, PASSES, SWAPS, SLOTS = 0, ROW, 2 * ROW, 12, 13, 14, 15, 16, 32
ALL = (1 << ROW) - 1

# Orders: where cards lie, LIE bits each, as ROW * how many seats further on + which of the row; mine, then theirs.
LIE = 5
LIES = (1 << LIE) - 1
FAR = 1 << 40  # further down than any card


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
def unknown_of(state: State, seat: int) -> int:
    """Bit mask of my cards that I do not know."""
    mask = 0
    for at in range(ROW):
        mask |= 0 if knows(state, seat, seat, at) else 1 << at
    return mask


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


# --- orders ----------------------------------------------------------------------------------------------


@rule
def orders_of(state: State, seat: int, mean: int) -> int:
    """Where my cards lie, and the others' four best, each from the lowest on."""
    return lowest(state, seat, 0, 1, mean) | lowest(state, seat, 1, int(state.seats), mean) << LIE * ROW


@rule
def lowest(state: State, seat: int, first: int, end: int, mean: int) -> int:
    """The four cards that seem to count least, of the seats `first` and more further on; alike by what was seen."""
    a, b, c, d = FAR, FAR, FAR, FAR
    for far in range(first, end):
        owner = (seat + far) % int(state.seats)
        for at in range(ROW):
            key = key_of(state, seat, owner, at, mean) << LIE | far * ROW + at
            d = min(d, key)
            c, d = min(c, d), max(c, d)
            b, c = min(b, c), max(b, c)
            a, b = min(a, b), max(a, b)
    return (a & LIES) | (b & LIES) << LIE | (c & LIES) << 2 * LIE | (d & LIES) << 3 * LIE


@rule
def key_of(state: State, seat: int, owner: int, at: int, mean: int) -> int:
    """What a card is sorted by."""
    seen = 2 * (int(state.past[owner, at]) % GAVE) + (1 if int(state.known[owner, at]) & ~(1 << owner) else 0)
    return estimate(state, seat, owner, at, mean) * 2 * GAVE + seen


@rule
def at_mine(orders: int, place: int) -> int:
    """Which of my cards has a place, the worst first."""
    return orders >> LIE * (ROW - 1 - place) & LIES


@rule
def far_of(orders: int, place: int) -> int:
    """How many seats further on the card with a place among theirs lies, the best first."""
    return (orders >> LIE * (ROW + place) & LIES) // ROW


@rule
def at_theirs(orders: int, place: int) -> int:
    """And which of the row it is."""
    return (orders >> LIE * (ROW + place) & LIES) % ROW


# --- slots -----------------------------------------------------------------------------------------------


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
def slot_of(state: State, seat: int, orders: int, action: int) -> int:
    """The slot of an action; SLOTS if it has none."""
    there, found = open_slots(state, seat, orders), SLOTS
    for slot in range(SLOTS):
        if there >> slot & 1 and action_of(state, seat, orders, slot) == action:
            found = slot
    return found


@rule
def slotted(state: State, seat: int, out: Out) -> int:
    """What there is to choose from, as far as it has a slot."""
    action = forced(state, seat)
    if action != NONE:
        out[0] = action
        return 1
    orders = orders_of(state, seat, mean_of(unseen_cards(state, seat)))
    there, found = open_slots(state, seat, orders), 0
    for slot in range(SLOTS):
        if there >> slot & 1:
            out[found] = action_of(state, seat, orders, slot)
            found += 1
    return found


@rule
def action_of(state: State, seat: int, orders: int, slot: int) -> int:  # noqa: PLR0911 - one for each sort
    """The action in a slot."""
    if slot >= SWAPS:
        mine, place = at_mine(orders, (slot - SWAPS) // ROW), slot % ROW
        owner = (seat + far_of(orders, place)) % int(state.seats)
        return SWAP_FOR + mine * SWAPS_EACH + owner * ROW + at_theirs(orders, place)
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
