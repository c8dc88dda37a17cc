"""Dam It!: the rules, D1-D18.

Everything a seat may know of a position is in its view: the river, the top card, all cubes, all sizes, and
its own cards. What lies below the top card has no order here: a card gets its identity when it is uncovered.
The discard pile is not stored either: it is whatever lies nowhere else.
"""

import numpy as np

from lodge.games.dam_it.facts import (
    CARDS,
    COSTS,
    COUNTS,
    CUBES_EACH,
    CUBES_FOR_A_POINT,
    DAM_POINTS,
    DAMS,
    DISPOSAL,
    FEWEST_SEATS,
    GARBAGE,
    GARBAGE_LOSS,
    HAND_KINDS,
    KINDS,
    MOST_SEATS,
    PILE_SIZES,
    PILE_STARTS,
    PILES,
    RIVER_LENGTH,
    TREES,
    VALUES,
)
from lodge.games.dam_it.payments import MOST_THRIFTY, SETS, THRIFTY, THRIFTY_START, WORTH
from lodge.kernel import Luck, Out, below, i8, i16, record, rule

VERSION = 1
SEATS = (FEWEST_SEATS, MOST_SEATS)
OPTIONS = ("open-hands",)
OPEN_HANDS = 1 << OPTIONS.index("open-hands")

NONE = -1
TOP = RIVER_LENGTH  # the place of the draw pile's top card, just behind the river
PLACES = RIVER_LENGTH + 1

# Actions: take at each place; the same, disposing of garbage; build from each dam pile with each set of kinds.
DISPOSE = PLACES
BUILD = 2 * PLACES
ACTIONS = BUILD + PILES * SETS
MOST_CANDIDATES = BUILD + MOST_THRIFTY
MOST_MOVES = CARDS - RIVER_LENGTH + DAMS - 1

_COUNTS = np.array(COUNTS, np.int8)
_VALUES = np.array(VALUES, np.int8)
_COSTS = np.array(COSTS, np.int8)
_PILE_SIZES = np.array(PILE_SIZES, np.int8)
_PILE_STARTS = np.array(PILE_STARTS, np.int8)
_DAM_POINTS = np.array(DAM_POINTS, np.int8)
_GARBAGE_LOSS = np.array(GARBAGE_LOSS, np.int8)


@record
class State:
    """A position."""

    dams: i16[MOST_SEATS]  # bit set of the dam cards that a seat has built
    seats: i8
    to_move: i8
    open_hands: i8
    river: i8[PLACES]  # kind at each place, first the farthest from the pile; then the pile's top card
    stones: i8[PLACES]  # cubes lying on the card at each place; never any on the pile
    pile: i8[KINDS]  # what is left below the top card
    cubes: i8[MOST_SEATS]
    hand: i8[MOST_SEATS, HAND_KINDS]
    garbage: i8[MOST_SEATS]  # garbage built into a seat's dams
    built: i8[PILES]  # dam cards gone from each pile


# --- set-up ---------------------------------------------------------------------------------------------


@rule
def deal(state: State, seats: int, options: int, luck: Luck) -> None:
    """D1-D5: cubes, dam piles, the river and the starting player."""
    state.seats = seats
    state.open_hands = 1 if options & OPEN_HANDS else 0
    for kind in range(KINDS):
        state.pile[kind] = _COUNTS[kind]
    for pile in range(PILES):
        state.built[pile] = 0
    for seat in range(MOST_SEATS):
        state.dams[seat] = 0
        state.garbage[seat] = 0
        state.cubes[seat] = CUBES_EACH if seat < seats else 0
        for kind in range(HAND_KINDS):
            state.hand[seat, kind] = 0
    for place in range(PLACES):
        state.river[place] = uncover(state, luck)
        state.stones[place] = 0
    state.to_move = below(luck, seats)


@rule
def uncover(state: State, luck: Luck) -> int:
    """D3: the next card of the draw pile, gone from it; NONE when there is none."""
    left = pile_size(state)
    if left == 0:
        return NONE
    return draw(state, below(luck, left))


@rule
def draw(state: State, nth: int) -> int:
    """Take card number `nth` out of what is left in the draw pile, counted kind by kind."""
    pile = state.pile
    kind = 0
    counted = 0
    for each in range(KINDS - 1):  # no early end: a branch that nobody can predict costs more than the adding
        counted += int(pile[each])
        kind += 1 if nth >= counted else 0
    pile[kind] = int(pile[kind]) - 1
    return kind


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
        if int(state.built[pile]) < int(_PILE_SIZES[pile]):
            payment = held
            while int(WORTH[payment]) > 0:
                if int(WORTH[payment]) >= int(_COSTS[pile]):
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
        if means >= int(_COSTS[pile]) and int(state.built[pile]) < int(_PILE_SIZES[pile]):
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
    for place in range(PLACES):
        within = place <= cubes
        out[count] = place
        count += 1 if within else 0
        out[count] = DISPOSE + place
        count += 1 if within and can_dispose and int(river[place]) == GARBAGE else 0
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
    state.dams[seat] = int(state.dams[seat]) | 1 << (int(_PILE_STARTS[pile]) + int(state.built[pile]))
    state.built[pile] = int(state.built[pile]) + 1


# --- end and score --------------------------------------------------------------------------------------


@rule
def over(state: State) -> bool:
    """D14: the river with the draw pile is below five cards; D15: no dam is left."""
    if int(state.river[TOP]) == NONE:
        return True
    for pile in range(PILES):
        if int(state.built[pile]) < int(_PILE_SIZES[pile]):
            return False
    return True


@rule
def score(state: State, seat: int) -> int:
    """D16: dams, cubes, garbage."""
    bulk = min(int(state.garbage[seat]), len(_GARBAGE_LOSS) - 1)
    return dam_points(state, seat) + int(state.cubes[seat]) // CUBES_FOR_A_POINT - int(_GARBAGE_LOSS[bulk])


@rule
def dam_points(state: State, seat: int) -> int:
    """The points of a seat's dams."""
    dams = int(state.dams[seat])
    points = 0
    for dam in range(DAMS):
        if dams >> dam & 1:
            points += int(_DAM_POINTS[dam])
    return points


@rule
def wood(state: State, seat: int) -> int:
    """D17: the value of the tree cards left in hand, which breaks ties."""
    hand = state.hand
    value = 0
    for kind in range(TREES):
        value += int(_VALUES[kind]) * int(hand[seat, kind])
    return value


@rule
def place(state: State, seat: int) -> int:
    """D17: the final rank from 1; equals share a place and the next is left out."""
    mine = score(state, seat)
    rank = 1
    for other in range(int(state.seats)):
        theirs = score(state, other)
        if theirs > mine or (theirs == mine and wood(state, other) > wood(state, seat)):
            rank += 1
    return rank


# --- sizes everybody sees -------------------------------------------------------------------------------


@rule
def pile_size(state: State) -> int:
    """Cards below the top of the draw pile."""
    pile = state.pile
    size = 0
    for kind in range(KINDS):
        size += int(pile[kind])
    return size


@rule
def hand_size(state: State, seat: int) -> int:
    """Cards in a hand."""
    hand = state.hand
    size = 0
    for kind in range(HAND_KINDS):
        size += int(hand[seat, kind])
    return size


@rule
def dams_built(state: State, seat: int) -> int:
    """Dam cards that a seat has built."""
    dams = int(state.dams[seat])
    count = 0
    for dam in range(DAMS):
        count += dams >> dam & 1
    return count


@rule
def dam_pile_size(state: State, seat: int) -> int:
    """Cards in the face-down pile before a seat: its dams, and the garbage in them."""
    return dams_built(state, seat) + int(state.garbage[seat])


@rule
def discarded(state: State, kind: int) -> int:
    """How many of a kind lie in the discard pile: all that lie nowhere else."""
    count = int(_COUNTS[kind]) - int(state.pile[kind])
    for place in range(PLACES):
        if int(state.river[place]) == kind:
            count -= 1
    for seat in range(int(state.seats)):
        count -= int(state.garbage[seat]) if kind == GARBAGE else int(state.hand[seat, kind])
    return count


@rule
def discard_size(state: State) -> int:
    """Cards in the discard pile."""
    size = CARDS - pile_size(state)
    for place in range(PLACES):
        size -= 0 if int(state.river[place]) == NONE else 1
    for seat in range(int(state.seats)):
        size -= hand_size(state, seat) + int(state.garbage[seat])
    return size


# --- knowledge ------------------------------------------------------------------------------------------


@rule
def sees_all(state: State) -> bool:
    """Nothing is hidden with option open-hands, and after the end."""
    return int(state.open_hands) == 1 or over(state)


@rule
def imagine(state: State, seat: int, luck: Luck) -> None:
    """Deal anew what this seat cannot see: other hands, the dams in other piles, discard pile, draw pile.

    Every way to lay the unseen cards into the hidden places, as many in each as there are, is equally likely.
    """
    if sees_all(state):
        return
    cards_thrown = discard_size(state)
    for kind in range(KINDS):
        state.pile[kind] = int(state.pile[kind]) + discarded(state, kind)
    imagine_dam_piles(state, seat, luck)
    imagine_hands(state, seat, luck)
    for _ in range(cards_thrown):
        uncover(state, luck)


@rule
def imagine_dam_piles(state: State, seat: int, luck: Luck) -> None:
    """Lay the dams that others have built, and their garbage, at random into the others' dam piles."""
    theirs = 0
    room = 0
    for other in range(int(state.seats)):
        if other != seat:
            size = dam_pile_size(state, other)
            theirs |= int(state.dams[other])
            state.dams[other] = 0
            state.pile[GARBAGE] = int(state.pile[GARBAGE]) + int(state.garbage[other])
            state.garbage[other] = size  # every card garbage, until a dam takes its room
            room += size
    for dam in range(DAMS):
        if theirs >> dam & 1:
            nth = below(luck, room)
            owner = 0
            while owner == seat or nth >= int(state.garbage[owner]):
                nth -= 0 if owner == seat else int(state.garbage[owner])
                owner += 1
            state.dams[owner] = int(state.dams[owner]) | 1 << dam
            state.garbage[owner] = int(state.garbage[owner]) - 1
            room -= 1
    state.pile[GARBAGE] = int(state.pile[GARBAGE]) - room


@rule
def imagine_hands(state: State, seat: int, luck: Luck) -> None:
    """Deal the other hands from all unseen cards that a hand can hold."""
    unseen = 0
    for other in range(int(state.seats)):
        if other != seat:
            for kind in range(HAND_KINDS):
                state.pile[kind] = int(state.pile[kind]) + int(state.hand[other, kind])
    for kind in range(HAND_KINDS):
        unseen += int(state.pile[kind])
    for other in range(int(state.seats)):
        if other != seat:
            size = hand_size(state, other)
            for kind in range(HAND_KINDS):
                state.hand[other, kind] = 0
            for _ in range(size):
                kind = draw(state, below(luck, unseen))  # garbage is counted last, so it is never drawn here
                state.hand[other, kind] = int(state.hand[other, kind]) + 1
                unseen -= 1


OBSERVATION = 5 + PLACES * 2 + PILES + KINDS + MOST_SEATS * (3 + HAND_KINDS + 2)


@rule
def observe(state: State, seat: int, out: Out) -> None:
    """What the seat knows, as numbers: the common middle, then each player from this seat on (-1: hidden)."""
    seats = int(state.seats)
    known = sees_all(state)
    out[0] = seats
    out[1] = (int(state.to_move) - seat) % seats
    out[2] = 1 if over(state) else 0
    out[3] = pile_size(state)
    out[4] = discard_size(state)
    n = 5
    for place in range(PLACES):
        out[n] = state.river[place]
        out[n + 1] = state.stones[place]
        n += 2
    for pile in range(PILES):
        out[n] = state.built[pile]
        n += 1
    for kind in range(KINDS):
        out[n] = state.pile[kind] if known else NONE
        n += 1
    for step in range(MOST_SEATS):
        n = observe_player(state, (seat + step) % seats, step < seats, known or step == 0, out, n)


@rule
def observe_player(state: State, seat: int, there: bool, known: bool, out: Out, n: int) -> int:
    """One player's numbers; all zero for a seat that is not in the game."""
    out[n] = state.cubes[seat] if there else 0
    out[n + 1] = hand_size(state, seat) if there else 0
    out[n + 2] = dam_pile_size(state, seat) if there else 0
    n += 3
    for kind in range(HAND_KINDS):
        out[n] = (state.hand[seat, kind] if known else NONE) if there else 0
        n += 1
    out[n] = (state.garbage[seat] if known else NONE) if there else 0
    out[n + 1] = (dam_points(state, seat) if known else NONE) if there else 0
    return n + 2
