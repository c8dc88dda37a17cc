"""Dam It!: the rules, D1-D18: set-up, what may be done, doing it."""

from lodge.games.dam_it.rules.arrays import COSTS, COUNTS, PILE_SIZES, PILE_STARTS
from lodge.games.dam_it.rules.facts import (
    CUBES_EACH,
    DISPOSAL,
    GARBAGE,
    HAND_KINDS,
    KINDS,
    MOST_SEATS,
    PILES,
    RIVER_LENGTH,
)
from lodge.games.dam_it.rules.knowledge import OBSERVATION, imagine, observe
from lodge.games.dam_it.rules.payments import SETS, THRIFTY, THRIFTY_START, WORTH
from lodge.games.dam_it.rules.state import (
    ACTIONS,
    APART,
    BUILD,
    DISPOSE,
    MOST_CANDIDATES,
    MOST_MOVES,
    OPEN_HANDS,
    OPTIONS,
    PLACES,
    SEATS,
    SECRETS,
    TOP,
    VERSION,
    State,
    over,
    place,
    score,
    standing,
    uncover,
)
from lodge.kernel import Luck, Out, below, rule

# Offered as they are:
__all__ = ["ACTIONS", "APART", "MOST_CANDIDATES", "MOST_MOVES", "OBSERVATION", "OPTIONS", "SEATS", "SECRETS", "VERSION"]
__all__ += ["State", "imagine", "observe", "over", "place", "score", "standing"]


@rule
def deal(state: State, seats: int, options: int, luck: Luck) -> None:
    """D1-D5: cubes, dam piles, the river and the starting player."""
    state.seats = seats
    state.open_hands = 1 if options & OPEN_HANDS else 0
    for kind in range(KINDS):
        state.pile[kind] = COUNTS[kind]
    for pile in range(PILES):
        state.built[pile] = 0
    for seat in range(MOST_SEATS):
        state.dams[seat] = 0
        state.garbage[seat] = 0
        state.cubes[seat] = CUBES_EACH if seat < seats else 0
        for kind in range(HAND_KINDS):
            state.hand[seat, kind] = 0
    for at in range(PLACES):
        state.river[at] = uncover(state, luck)
        state.stones[at] = 0
    state.to_move = below(luck, seats)


# --- what may be done -----------------------------------------------------------------------------------


@rule
def pending(state: State) -> int:
    """The seat to move, as a bit mask; nobody when the game is over."""
    return 0 if over(state) else 1 << int(state.to_move)


@rule
def legal(state: State, seat: int, out: Out) -> int:
    """D6-D13: every legal action, wasteful payments included."""
    count = takes(state, seat, out)
    held = held_kinds(state, seat)
    for pile in range(PILES):
        if int(state.built[pile]) < int(PILE_SIZES[pile]):
            payment = held
            while int(WORTH[payment]) > 0:
                if int(WORTH[payment]) >= int(COSTS[pile]):
                    out[count] = BUILD + pile * SETS + payment
                    count += 1
                payment = (payment - 1) & held  # the next smaller subset
    return count


@rule
def candidates(state: State, seat: int, out: Out) -> int:
    """The legal actions without wasteful payments: dams are paid with no superfluous card."""
    count = takes(state, seat, out)
    held = held_kinds(state, seat)
    means = int(WORTH[held])
    for pile in range(PILES):
        if means >= int(COSTS[pile]) and int(state.built[pile]) < int(PILE_SIZES[pile]):
            row = pile * SETS + held
            for entry in range(int(THRIFTY_START[row]), int(THRIFTY_START[row + 1])):
                out[count] = BUILD + pile * SETS + int(THRIFTY[entry])
                count += 1
    return count


@rule
def takes(state: State, seat: int, out: Out) -> int:
    """D6, D7, D11: the cards within reach of the seat's cubes; garbage kept or, with a disposal card, disposed of.

    Everything is written, only what counts is counted: branches that nobody can predict would cost more.
    """
    count = 0
    cubes = int(state.cubes[seat])
    river = state.river
    can_dispose = int(state.hand[seat, DISPOSAL]) > 0
    for at in range(PLACES):
        within = at <= cubes
        out[count] = at
        count += 1 if within else 0
        out[count] = DISPOSE + at
        count += 1 if within and can_dispose and int(river[at]) == GARBAGE else 0
    return count


@rule
def held_kinds(state: State, seat: int) -> int:
    """The kinds in a hand, as a bit set."""
    hand = state.hand
    held = 0
    for kind in range(HAND_KINDS):
        if int(hand[seat, kind]) > 0:
            held |= 1 << kind
    return held


# --- doing it -------------------------------------------------------------------------------------------


@rule
def play(state: State, seat: int, action: int, luck: Luck) -> None:
    """D13: one action, then the next player's turn."""
    if action < DISPOSE:
        take(state, seat, action, 0, luck)
    elif action < BUILD:
        take(state, seat, action - DISPOSE, 1, luck)
    else:
        build(state, seat, (action - BUILD) // SETS, (action - BUILD) % SETS)
    state.to_move = seat + 1 if seat + 1 < int(state.seats) else 0


@rule
def take(state: State, seat: int, place: int, disposals: int, luck: Luck) -> None:
    """D7-D11: take the card at `place`, leaving a cube on each card before it; garbage may cost a disposal card."""
    river, stones = state.river, state.stones
    kind = int(river[place])
    state.cubes[seat] = int(state.cubes[seat]) - place + int(stones[place])
    for at in range(RIVER_LENGTH):
        comes_from = at if at < place else at + 1
        river[at] = river[comes_from]
        stones[at] = int(stones[comes_from]) + (1 if at < place else 0)
    river[TOP] = uncover(state, luck)
    if kind != GARBAGE:
        state.hand[seat, kind] = int(state.hand[seat, kind]) + 1
    elif disposals:
        state.hand[seat, DISPOSAL] = int(state.hand[seat, DISPOSAL]) - disposals
    else:
        state.garbage[seat] = int(state.garbage[seat]) + 1


@rule
def build(state: State, seat: int, pile: int, payment: int) -> None:
    """D12: pay with one card of each kind in `payment`, take the pile's top dam."""
    for kind in range(HAND_KINDS):
        if payment >> kind & 1:
            state.hand[seat, kind] = int(state.hand[seat, kind]) - 1
    state.dams[seat] = int(state.dams[seat]) | 1 << (int(PILE_STARTS[pile]) + int(state.built[pile]))
    state.built[pile] = int(state.built[pile]) + 1
