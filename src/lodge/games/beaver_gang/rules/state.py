"""Beaver Gang: a position, and everything that can be read from it.

The stack has no order: a card gets its place when it is drawn. The discard pile below its top is not stored: it is
whatever lies nowhere else. Every face-down card carries who knows it, and where it came from: that is all that
anybody can know about it.
"""

from lodge.games.beaver_gang.rules.facts import (
    FEWEST_SEATS,
    KINDS,
    MOST_ROUNDS,
    MOST_SEATS,
    NUMBERS,
    PATIENCE,
    ROUNDS_FOR_TWO,
    ROW,
    SPECIALS,
    TWICE,
)
from lodge.games.beaver_gang.rules.multiset import FULL, nth_card, one, size
from lodge.kernel import Luck, below, i8, i16, i64, rule, struct

VERSION = 1
SEATS = (FEWEST_SEATS, MOST_SEATS)
OPTIONS = ("memory-aid",)
SECRETS = True
APART = False
MEMORY_AID = 1 << OPTIONS.index("memory-aid")

NONE = -1
EVERYBODY = (1 << (MOST_SEATS + 1)) - 1  # who knows a card: a bit a seat, and one for whoever looks on

# What the player to move (while looking and between rounds: several, or the dealer) has to decide.
LOOK = 0  # B3: everybody looks at their outer cards, and closes them
TURN = 1  # A or B
HOLD = 2  # what to do with the card drawn
PEEKING = 3  # B8: close the card looked at
KNOCK = 4  # B11: knock or not
TURNED_UP = 5  # B13: all cards lie open; the next dealer deals, or the game is over

# Actions
CLOSE = 0
DRAW = 1
DISCARD = 2
AGAIN = 3
KNOCKS = 4
PASS = 5
DEAL = 6
TAKE = 7  # and which of the row
KEEP = TAKE + ROW
PEEK_AT = KEEP + ROW
SWAP_FOR = PEEK_AT + ROW  # and which of mine, whose, which of theirs
SWAPS_EACH = MOST_SEATS * ROW
ACTIONS = SWAP_FOR + ROW * SWAPS_EACH

# A turn draws at most 1 card and 2 more for each draw-twice card; each draw is followed by one action.
MOST_MOVES_A_TURN = 2 * (1 + 2 * 5) + 2
MOST_MOVES = MOST_ROUNDS * (MOST_SEATS * (PATIENCE + 1) * MOST_MOVES_A_TURN + MOST_SEATS + 1)


@struct
class State:
    """A position."""

    stack: i64  # a bag
    turns: i16  # finished this round
    seats: i8
    memory_aid: i8
    phase: i8
    to_move: i8
    round: i8  # from 0
    dealer: i8
    looking: i8  # bit mask of the seats that look at their outer cards (LOOK)
    peeked: i8  # which card of the row is looked at (PEEKING), else NONE
    top: i8  # of the discard pile
    held: i8  # the card drawn (HOLD), else NONE
    twice: i8  # draw-twice cards in use, beside the pile until the turn's action is done
    first: i8  # 1 if the card held is the first of two: discarding it draws another (B9)
    knocker: i8
    stack_size: i8
    filling: i8  # how often the discard pile has become the stack
    card: i8[MOST_SEATS, ROW]
    known: i8[MOST_SEATS, ROW]  # who knows it
    source: i16[MOST_SEATS, ROW]  # twice the filling it came from; one more if it must be a number: it was kept
    past: i16[MOST_SEATS, ROW]  # what everybody saw of how it came there
    refused: i8[MOST_SEATS]  # the lowest number that a seat drew and did not keep this round; NUMBERS for none
    declined: i8[MOST_SEATS]  # the lowest one that it did not take from the discard pile
    drawn: i8  # cards drawn to replace special ones when all is turned up,
    replacement: i8[SPECIALS]  # in the order of drawing
    pad: i8[MOST_ROUNDS, MOST_SEATS]  # the score pad


# --- what everybody saw of a card in a row ---------------------------------------------------------------

GAVE = 16  # `past` is a number below this: 0, or one more than the kind it was laid in place of;
MOVER = 8  # then one: 0, or one more than the seat that exchanged it last;
# and then the number of turns everybody had had by then


@rule
def past_of(gave: int, mover: int, turns: int) -> int:
    """What is kept of it."""
    return gave + GAVE * (mover + MOVER * turns)


@rule
def gave_for(past: int) -> int:
    """The kind that it was laid in place of; NONE if it was dealt there."""
    return past % GAVE - 1


@rule
def moved_by(past: int) -> int:
    """The seat that exchanged it last; NONE if it was never exchanged."""
    return past // GAVE % MOVER - 1


@rule
def lies_since(past: int) -> int:
    """How many turns everybody had had when it came there."""
    return past // (GAVE * MOVER)


# --- the stack and the discard pile ----------------------------------------------------------------------


@rule
def draw(state: State, luck: Luck) -> int:
    """The next card of the stack, gone from it; B10: an empty one is filled with the discard pile first."""
    if int(state.stack_size) == 0:
        refill(state)
    left = int(state.stack_size)
    stack = int(state.stack)
    kind = nth_card(stack, below(luck, left))
    state.stack = stack - one(kind)
    state.stack_size = left - 1
    return kind


@rule
def refill(state: State) -> None:
    """B10: the discard pile becomes the stack; it is empty until the next discard."""
    pile = discard_pile(state)
    state.stack = pile
    state.stack_size = size(pile, KINDS)
    state.filling = int(state.filling) + 1
    state.top = NONE


@rule
def discard_pile(state: State) -> int:
    """The bag of the cards in the discard pile: all that lie nowhere else."""
    card, replacement = state.card, state.replacement
    bag = FULL - int(state.stack) - int(state.twice) * one(TWICE)
    if int(state.held) != NONE:
        bag -= one(int(state.held))
    for seat in range(int(state.seats)):
        for at in range(ROW):
            bag -= one(int(card[seat, at]))
    for i in range(int(state.drawn)):
        bag -= one(int(replacement[i]))
    return bag


@rule
def discard_size(state: State) -> int:
    """Cards in the discard pile."""
    return size(discard_pile(state), KINDS)


# --- the course of the game ------------------------------------------------------------------------------


@rule
def rounds(state: State) -> int:
    """B15: as many rounds as players; with two players, four."""
    return ROUNDS_FOR_TWO if int(state.seats) == FEWEST_SEATS else int(state.seats)


@rule
def after(state: State, seat: int) -> int:
    """The next seat, clockwise."""
    return seat + 1 if seat + 1 < int(state.seats) else 0


@rule
def rounds_of_turns(state: State) -> int:
    """How many turns everybody has had in this round of the game."""
    return int(state.turns) // int(state.seats)


@rule
def over(state: State) -> bool:
    """B15: the last round's cards are turned up."""
    return int(state.phase) == TURNED_UP and int(state.round) + 1 == rounds(state)


@rule
def may_knock(state: State) -> bool:
    """B11: everybody has had a turn, the one just taken counted, nobody has knocked, and patience is not at its end."""
    turns = int(state.turns) + 1
    seats = int(state.seats)
    return int(state.knocker) == NONE and seats <= turns < PATIENCE * seats


@rule
def ends_round(state: State) -> bool:
    """B11, B12: whether the turn being taken is the last of the round."""
    if int(state.knocker) == NONE:
        return int(state.turns) + 1 == PATIENCE * int(state.seats)
    return after(state, int(state.to_move)) == int(state.knocker)


@rule
def by_limit(state: State) -> bool:
    """B11: whether the round that is over ended by its limit, nobody having knocked.

    Its last turn was then the dealer's, who counts as the knocker. After a knock just as many turns have passed only if
    it was the player to the dealer's left who knocked.
    """
    return int(state.turns) == PATIENCE * int(state.seats) and int(state.knocker) == int(state.dealer)


# --- score -----------------------------------------------------------------------------------------------


@rule
def score(state: State, seat: int) -> int:
    """B14: what the score pad adds up to; the fewer the better."""
    pad = state.pad
    total = 0
    for number in range(MOST_ROUNDS):
        total += int(pad[number, seat])
    return total


@rule
def standing(state: State, seat: int, points: int) -> int:  # noqa: ARG001 - in other games it depends on these
    """B16: what ranks players: the fewest points are best."""
    return -points


@rule
def place(state: State, seat: int) -> int:
    """B16: the rank from 1, the lowest total first; equals share a place and the next is left out."""
    mine = score(state, seat)
    rank = 1
    for other in range(int(state.seats)):
        rank += 1 if score(state, other) < mine else 0
    return rank


@rule
def is_number(kind: int) -> bool:
    """Whether a card is a number card; its kind is then its value."""
    return kind < NUMBERS
