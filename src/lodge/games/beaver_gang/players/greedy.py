"""Beaver Gang: a hand-written player.

It remembers all that it was entitled to see, counts an unknown card at what is still unseen on average, and one that
another player has kept at less. It does whatever lowers its own cards, and raises those of the others, most. It knocks
when it seems ahead by enough to survive the others' last turns. The numbers, in hundredths of a point, were tuned by
play against earlier versions of itself, with two and with four players.
"""

import numpy as np

from lodge.games.beaver_gang.rules import candidates
from lodge.games.beaver_gang.rules.facts import KINDS, NUMBERS, PEEK, ROW, SWAP, TWICE
from lodge.games.beaver_gang.rules.knowledge import imagine, knows, knows_held
from lodge.games.beaver_gang.rules.multiset import nth_card, number_of, one, size
from lodge.games.beaver_gang.rules.state import (
    AGAIN,
    CLOSE,
    DEAL,
    DISCARD,
    DRAW,
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
    rounds,
    score,
)
from lodge.games.worth import lead_worth
from lodge.kernel import Luck, Out, below, rule

POINT = 100
KEPT = 240  # what a card that another player has kept is thought to count
FAMILIAR = 40  # what a card that its owner knows is thought to lose with every turn: bad ones are replaced
FAMILIAR_LEAST = 250
SURE = 20  # taking a card that everybody sees must bring this much more than drawing is expected to
PEEK_GAIN = 90  # what looking at an unknown card of mine is worth
TWICE_GAIN = 160  # per cent of drawing once
LAST_TURN = 400  # what the others' last turns are thought to cost the knocker
KEEPS = np.array((100, 100, 100, 100, 95, 20, 13, 8, 5, 2), np.int8)  # how likely a number drawn is kept, in per cent
SPECIAL_AS = 3  # a special card is left in its place like a card of this value
LEAVES_FROM = 4  # higher cards are left in their place the less, for each point and turn by
LEAVES_LESS = 8
LEAVES_LEAST = 8
DOUBTS = 4
PLANS = False  # what the others do depends on cards that only they know
HALF_WON = 30  # points of lead that count as half of all there is to win, at the end
HALF_WON_MORE = 6  # and more for each round to come


@rule
def choose(state: State, seat: int, out: Out, luck: Luck) -> int:  # noqa: ARG001
    """As `hasty`: it is quick enough."""
    return hasty(state, seat, luck)


@rule
def hasty(state: State, seat: int, luck: Luck) -> int:  # noqa: ARG001
    """The action that seems to bring most."""
    return act(state, seat)


@rule
def act(state: State, seat: int) -> int:
    """The same; nothing is left to luck."""
    phase = int(state.phase)
    if phase == TURN:
        return take_or_draw(state, seat)
    if phase == HOLD:
        return use(state, seat)
    if phase == KNOCK:
        return KNOCKS if seems_ahead(state, seat) else PASS
    return DEAL if phase == TURNED_UP else CLOSE


@rule
def resting(state: State) -> bool:
    """A round is over: what comes is a new deal."""
    return int(state.phase) == TURNED_UP


@rule
def worth(state: State, seat: int) -> int:
    """The lead over the best other, the more the nearer the end; at the end, half a point for the winner."""
    rival = 1000
    for other in range(int(state.seats)):
        if other != seat:
            rival = min(rival, score(state, other))
    lead = 2 * (rival - score(state, seat))
    left = rounds(state) - int(state.round) - 1
    if left == 0:
        lead += 1 if lead >= 0 else -1
    return lead_worth(lead, HALF_WON + HALF_WON_MORE * left)


@rule
def shortlist(state: State, seat: int, out: Out) -> int:
    """All candidates are few enough."""
    return candidates(state, seat, out)


@rule
def alone(state: State, seat: int) -> None:
    """Everybody matters to everybody."""


@rule
def believe(state: State, seat: int, luck: Luck) -> None:
    """Imagine, and doubt: a card that its owner knows but has left in its place is likely to be a low one."""
    imagine(state, seat, luck)
    filling, turns = int(state.filling), int(state.turns) // int(state.seats)
    for owner in range(int(state.seats)):
        for at in range(ROW):
            source = int(state.source[owner, at])
            if source >> 1 == filling and knows(state, owner, owner, at) and not knows(state, seat, owner, at):
                for _ in range(DOUBTS):
                    if below(luck, 100) < likelihood(int(state.card[owner, at]), source & 1, turns):
                        break
                    change_with_stack(state, owner, at, NUMBERS if source & 1 else KINDS, luck)


@rule
def likelihood(kind: int, kept: int, turns: int) -> int:
    """How likely a player is to keep a card, or to leave it in its place for some turns, in per cent."""
    value = kind if is_number(kind) else SPECIAL_AS
    if kept:
        return int(KEEPS[value])
    return max(LEAVES_LEAST, 100 - turns * LEAVES_LESS * max(0, value - LEAVES_FROM))


@rule
def change_with_stack(state: State, owner: int, at: int, kinds: int, luck: Luck) -> None:
    """Exchange a card for another of the stack, of the first `kinds` kinds."""
    stack = int(state.stack)
    left = size(stack, kinds)
    if left > 0:
        kind = nth_card(stack, below(luck, left))
        state.stack = stack + one(int(state.card[owner, at])) - one(kind)
        state.card[owner, at] = kind


# --- what cards are thought to count ---------------------------------------------------------------------


@rule
def unseen_cards(state: State, seat: int) -> int:
    """The bag of all cards that the seat has not seen: in the stack, in rows, in another's hand."""
    bag = int(state.stack)
    for owner in range(int(state.seats)):
        for at in range(ROW):
            if not knows(state, seat, owner, at):
                bag += one(int(state.card[owner, at]))
    return bag if knows_held(state, seat) else bag + one(int(state.held))


@rule
def mean_of(bag: int) -> int:
    """What the numbers in a bag count on average: an unknown card, or what will replace a special one."""
    total = 0
    count = 1
    for value in range(NUMBERS):
        total += value * number_of(bag, value)
        count += number_of(bag, value)
    return POINT * total // count


@rule
def estimate(state: State, seat: int, owner: int, at: int, mean: int) -> int:
    """What a card is thought to count, by what the seat knows."""
    if knows(state, seat, owner, at):
        kind = int(state.card[owner, at])
        return POINT * kind if is_number(kind) else mean
    if int(state.source[owner, at]) & 1:
        return min(mean, KEPT)
    if owner != seat and knows(state, owner, owner, at):
        return max(min(mean, FAMILIAR_LEAST), mean - FAMILIAR * int(state.turns) // int(state.seats))
    return mean


@rule
def worst_of_mine(state: State, seat: int, mean: int) -> int:
    """Which of my cards seems to count most; of equals, one that I do not know."""
    worst = 0
    most = NONE
    for at in range(ROW):
        counts = 2 * estimate(state, seat, seat, at, mean) + (0 if knows(state, seat, seat, at) else 1)
        if counts > most:
            most = counts
            worst = at
    return worst


@rule
def best_of_theirs(state: State, seat: int, mean: int) -> int:
    """Which of the others' cards seems to count least, as whose * ROW + which."""
    best = NONE
    least = 0
    for other in range(int(state.seats)):
        if other != seat:
            for at in range(ROW):
                counts = estimate(state, seat, other, at, mean)
                if best == NONE or counts < least:
                    least = counts
                    best = other * ROW + at
    return best


@rule
def swap_gain(state: State, seat: int, mean: int, mine: int) -> int:
    """What the best exchange brings: I gain, and one of the others loses as much."""
    theirs = best_of_theirs(state, seat, mean)
    gain = estimate(state, seat, seat, mine, mean) - estimate(state, seat, theirs // ROW, theirs % ROW, mean)
    seats = int(state.seats)
    return gain * seats // (seats - 1)


@rule
def peek_gain(state: State, seat: int) -> int:
    """What looking at one of mine is worth: nothing if I know them all, or if I have no more turn."""
    if int(state.knocker) == NONE:
        for at in range(ROW):
            if not knows(state, seat, seat, at):
                return PEEK_GAIN
    return 0


@rule
def draw_gain(state: State, seat: int, bag: int, mean: int, mine: int) -> int:
    """What drawing a card is expected to bring."""
    worst = estimate(state, seat, seat, mine, mean)
    total = 0
    count = 0
    for value in range(NUMBERS):
        total += number_of(bag, value) * max(0, worst - POINT * value)
        count += number_of(bag, value)
    swaps, peeks, twices = number_of(bag, SWAP), number_of(bag, PEEK), number_of(bag, TWICE)
    total += swaps * max(0, swap_gain(state, seat, mean, mine)) + peeks * peek_gain(state, seat)
    count += swaps + peeks
    return total * (100 * count + TWICE_GAIN * twices) // (100 * count * (count + twices)) if count else 0


# --- decisions -------------------------------------------------------------------------------------------


@rule
def take_or_draw(state: State, seat: int) -> int:
    """The top discard, if it brings more than a draw is expected to."""
    top = int(state.top)
    if not is_number(top):
        return DRAW
    bag = unseen_cards(state, seat)
    mean = mean_of(bag)
    mine = worst_of_mine(state, seat, mean)
    gain = estimate(state, seat, seat, mine, mean) - POINT * top
    return TAKE + mine if gain > draw_gain(state, seat, bag, mean, mine) + SURE else DRAW


@rule
def use(state: State, seat: int) -> int:
    """What to do with the card drawn; the first of two must bring more than the second is expected to."""
    held = int(state.held)
    if held == TWICE:
        return AGAIN
    bag = unseen_cards(state, seat)
    mean = mean_of(bag)
    mine = worst_of_mine(state, seat, mean)
    least = draw_gain(state, seat, bag, mean, mine) if int(state.first) == 1 else 0
    if held == PEEK:
        return PEEK_AT + unknown_of_mine(state, seat) if peek_gain(state, seat) > least else DISCARD
    if held == SWAP:
        theirs = best_of_theirs(state, seat, mean)
        action = SWAP_FOR + mine * SWAPS_EACH + theirs
        return action if swap_gain(state, seat, mean, mine) > least else DISCARD
    return KEEP + mine if estimate(state, seat, seat, mine, mean) - POINT * held > least else DISCARD


@rule
def unknown_of_mine(state: State, seat: int) -> int:
    """A card of mine that I do not know."""
    for at in range(ROW):
        if not knows(state, seat, seat, at):
            return at
    return 0


@rule
def seems_ahead(state: State, seat: int) -> bool:
    """Whether every other seems to have more than I, by what their last turns may bring them."""
    mean = mean_of(unseen_cards(state, seat))
    mine = row_counts(state, seat, seat, mean)
    for other in range(int(state.seats)):
        if other != seat and row_counts(state, seat, other, mean) < mine + LAST_TURN:
            return False
    return True


@rule
def row_counts(state: State, seat: int, owner: int, mean: int) -> int:
    """What a row is thought to count."""
    total = 0
    for at in range(ROW):
        total += estimate(state, seat, owner, at, mean)
    return total
