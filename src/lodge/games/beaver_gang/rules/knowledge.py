"""Beaver Gang: what a seat knows, and what it can imagine.

All discards were seen by everybody. So what a filling of the stack held is known as a set, and a hidden card that came
from it can only be one of those not seen since: each filling's unseen cards are dealt anew among the places that they
lie in. A card that was drawn and kept must be a number (B6).
"""

from lodge.games.beaver_gang.rules.facts import KINDS, MOST_ROUNDS, MOST_SEATS, NUMBERS, ROW
from lodge.games.beaver_gang.rules.multiset import nth_card, number_of, one, size
from lodge.games.beaver_gang.rules.state import (
    HOLD,
    LOOK,
    NONE,
    State,
    after,
    discard_pile,
    discard_size,
    may_knock,
    over,
    rounds,
    score,
)
from lodge.kernel import Luck, Out, below, rule

UNKNOWN = KINDS  # classes of hidden cards begin here; those of known cards are their kinds


@rule
def knows(state: State, seat: int, owner: int, at: int) -> bool:
    """Whether a seat (-1: whoever looks on) knows a card of a row."""
    return int(state.known[owner, at]) >> (seat if seat >= 0 else MOST_SEATS) & 1 == 1


@rule
def class_of(state: State, seat: int, owner: int, at: int) -> int:
    """What a seat knows of a card: its kind, or where it came from. Cards of one class are alike to the seat."""
    if knows(state, seat, owner, at):
        return int(state.card[owner, at])
    return UNKNOWN + int(state.source[owner, at])


@rule
def knows_held(state: State, seat: int) -> bool:
    """Whether a seat knows the card held, if one is."""
    return int(state.to_move) == seat or int(state.held) == NONE


@rule
def imagine(state: State, seat: int, luck: Luck) -> None:
    """Deal anew what this seat cannot know: hidden cards among those of the same filling, the last with the stack.

    Every way to lay them is equally likely: first the cards that must be numbers, then all others.
    """
    for filling in range(int(state.filling) + 1):
        bag = gather(state, seat, filling)
        if bag:
            bag = deal_anew(state, seat, 2 * filling + 1, bag, NUMBERS, luck)
            bag = deal_anew(state, seat, 2 * filling, bag, KINDS, luck)
            lay_back(state, seat, filling, bag, luck)


@rule
def gather(state: State, seat: int, filling: int) -> int:
    """The bag of all cards of a filling that the seat cannot know: in rows; of the last one in the stack, and held."""
    bag = unseen(state, seat, filling)
    if filling == int(state.filling):
        bag += int(state.stack)
        if not knows_held(state, seat):
            bag += one(int(state.held))
    return bag


@rule
def lay_back(state: State, seat: int, filling: int, bag: int, luck: Luck) -> None:
    """Hold a card of what is left of the last filling, if the seat does not know it; the others are the stack."""
    if filling == int(state.filling):
        if not knows_held(state, seat):
            state.held = nth_card(bag, below(luck, size(bag, KINDS)))
            bag -= one(int(state.held))
        state.stack = bag


@rule
def unseen(state: State, seat: int, filling: int) -> int:
    """The bag of the cards in rows that came from a filling and that the seat does not know."""
    card, source = state.card, state.source
    bag = 0
    for owner in range(int(state.seats)):
        for at in range(ROW):
            if int(source[owner, at]) >> 1 == filling and not knows(state, seat, owner, at):
                bag += one(int(card[owner, at]))
    return bag


@rule
def deal_anew(state: State, seat: int, origin: int, bag: int, kinds: int, luck: Luck) -> int:
    """Deal the unknown cards of one origin from the first `kinds` kinds in a bag; what is left in it."""
    card, source = state.card, state.source
    left = size(bag, kinds)
    for owner in range(int(state.seats)):
        for at in range(ROW):
            if int(source[owner, at]) == origin and not knows(state, seat, owner, at):
                kind = nth_card(bag, below(luck, left))
                card[owner, at] = kind
                bag -= one(kind)
                left -= 1
    return bag


OBSERVATION = 16 + KINDS + MOST_SEATS * (2 + ROW * 3) + MOST_ROUNDS


@rule
def observe(state: State, seat: int, out: Out) -> None:
    """What the seat knows, as numbers: the common middle, the discard pile, then each player from this seat on.

    A card is its kind, or -1 where the seat does not know it; beside it whether its owner knows it, and whether it must
    be a number.
    """
    seats = int(state.seats)
    mover = int(state.to_move)
    knocker = int(state.knocker)
    out[0] = seats
    out[1] = int(state.phase)
    out[2] = (mover - seat) % seats
    out[3] = (int(state.dealer) - seat) % seats
    out[4] = NONE if knocker == NONE else (knocker - seat) % seats
    out[5] = rounds(state) - int(state.round)
    out[6] = int(state.turns)
    out[7] = int(state.stack_size)
    out[8] = discard_size(state)
    out[9] = int(state.top)
    out[10] = int(state.held) if knows_held(state, seat) else NONE
    out[11] = 1 if int(state.phase) == HOLD else 0
    out[12] = int(state.first)
    out[13] = int(state.twice)
    out[14] = 1 if may_knock(state) else 0
    out[15] = 1 if over(state) else 0
    n = 16
    pile = discard_pile(state)
    for kind in range(KINDS):
        out[n] = number_of(pile, kind)
        n += 1
    other = seat
    for step in range(MOST_SEATS):
        n = observe_player(state, seat, other, step < seats, out, n)
        other = after(state, other)
    for number in range(MOST_ROUNDS):
        out[n] = int(state.pad[number, seat])
        n += 1


@rule
def observe_player(state: State, seat: int, owner: int, there: bool, out: Out, n: int) -> int:
    """One player's numbers; all zero for a seat that is not in the game."""
    phase = int(state.phase)
    out[n] = score(state, owner) if there else 0
    out[n + 1] = int(state.looking) >> owner & 1 if there and phase == LOOK else 0
    n += 2
    for at in range(ROW):
        out[n] = (int(state.card[owner, at]) if knows(state, seat, owner, at) else NONE) if there else 0
        out[n + 1] = (1 if knows(state, owner, owner, at) else 0) if there else 0
        out[n + 2] = int(state.source[owner, at]) & 1 if there else 0
        n += 3
    return n
