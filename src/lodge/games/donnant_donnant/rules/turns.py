"""Donnant Donnant: what the actions do, turn by turn until the game is over (N2, N3, N5-N11, N25, N30-N33)."""

from lodge.games.donnant_donnant.rules.arrays import (
    BITS,
    PRICE,
    ROUNDS,
    SPOTS,
    SUBSET_SIZE,
)
from lodge.games.donnant_donnant.rules.buying import ticks_to_equal
from lodge.games.donnant_donnant.rules.completing import ALL_DICE
from lodge.games.donnant_donnant.rules.facts import (
    COLUMNS,
    DICE,
    FACES,
    JOKER_DICE,
    PATIENCE,
    SOLO_DICE,
    STALL,
)
from lodge.games.donnant_donnant.rules.piles import draw, drift, put_under, rightmost
from lodge.games.donnant_donnant.rules.state import (
    BLIND,
    BUY,
    CARD,
    COUNTS,
    HAND,
    JOKER,
    JOKER_DRAWS,
    JOKER_WRITES,
    KNOWN,
    LAST_ROUND,
    LAY,
    LAYS,
    LESS,
    NINTH_LAID,
    NONE,
    OVER,
    PASSIVE,
    PLUS,
    PUT_AWAY,
    PUT_BACK,
    REROLL,
    SOLO,
    START,
    TURN,
    WRITE,
    WRITES_EACH,
    State,
    after,
)
from lodge.games.donnant_donnant.rules.writing import BEGINS, ROUND_ENDS, TURN_ENDS, WAITS, chosen, solo_written, write
from lodge.kernel import Luck, below, rule

# --- the course of the game ------------------------------------------------------------------------------


@rule
def play(state: State, seat: int, action: int, luck: Luck) -> None:
    """One action of the seat, and what follows from it."""
    follows = act(state, seat, action, luck)
    if TURN_ENDS <= follows <= ROUND_ENDS:
        drift(state, luck)
        follows = next_turn(state, follows)
    if follows == BEGINS:
        roll(state, ALL_DICE, luck)


@rule
def act(state: State, seat: int, action: int, luck: Luck) -> int:  # noqa: PLR0911 - one for each action
    """Do what the action says; what follows."""
    if action >= WRITE:
        which = (action - WRITE) // WRITES_EACH
        return write(state, seat, which, action - WRITE - which * WRITES_EACH)
    if action >= BUY:
        place = (action - BUY) >> DICE
        return buy(state, seat, place, action - BUY & ALL_DICE)
    if action >= START:
        at = (action - START) // SPOTS
        return lay_out(state, seat, at, action - START - at * SPOTS)
    if action >= LAYS:
        return lay_held(state, seat, action - LAYS)
    if action > REROLL:
        return reroll(state, seat, action - REROLL, luck)
    if action >= PUT_BACK:
        state.back[seat] = state.hand[seat, action - PUT_BACK]
        state.hand[seat, action - PUT_BACK] = NONE
        return WAITS
    if action >= COUNTS:
        return count_round(state, action - COUNTS)
    if action == PUT_AWAY:
        put_under(state, int(state.held), int(state.held_known))
        return let_go(state)
    if action >= JOKER_DRAWS:
        return take_blind(state, seat, action - JOKER_DRAWS, luck)
    if action == JOKER_WRITES:
        state.phase = JOKER
        state.left = JOKER_DICE
        return WAITS
    return done(state, seat)


@rule
def done(state: State, seat: int) -> int:
    """N6, N10, N11: the turn ends. N17: a passive player writes nothing more. N31: nor does the solo player."""
    phase = int(state.phase)
    if phase == PASSIVE:
        return chosen(state, seat)
    if phase == SOLO:
        return solo_written(state)
    return TURN_ENDS


@rule
def next_turn(state: State, ended: int) -> int:
    """N25, N30, N33, N41: who is next, or in the solo game what; and whether the game is over."""
    state.did = 0
    state.working = NONE
    if int(state.level) > 0 and ended == TURN_ENDS:
        state.phase = SOLO
        state.left = SOLO_DICE + 1 - int(state.rolls)
        state.rolls = 0
        return BEGINS
    state.left = 0
    state.rolls = 0
    state.phase = TURN
    state.active = after(state, int(state.active))
    if int(state.active) == int(state.starter):
        state.round = int(state.round) + 1
        ending, level = int(state.ending), int(state.level)
        last = PATIENCE if level == 0 else int(ROUNDS[level])
        if ending == LAST_ROUND or int(state.round) == last:
            state.phase = OVER
            state.free = 0
            return WAITS
        state.ending = LAST_ROUND if ending == NINTH_LAID else 0
    return BEGINS


@rule
def roll(state: State, which: int, luck: Luck) -> None:
    """N5: roll some dice."""
    dice = int(state.dice)
    for die in range(DICE):
        if which >> die & 1:
            dice = dice & ~(7 << BITS * die) | (1 + below(luck, FACES)) << BITS * die
    state.dice = dice
    state.rolled = which
    state.free = ALL_DICE
    state.rolls = int(state.rolls) + 1


# --- the active player -----------------------------------------------------------------------------------


@rule
def reroll(state: State, seat: int, which: int, luck: Luck) -> int:
    """N5: roll some dice again. N17, N18: the others may write one of them, and only then."""
    roll(state, which, luck)
    seats = int(state.seats)
    if seats > 1:
        for other in range(seats):
            state.wrote[other] = 0
        state.waiting = ((1 << seats) - 1) & ~(1 << seat)
        state.phase = PASSIVE
    return WAITS


@rule
def buy(state: State, seat: int, place: int, which: int) -> int:
    """N9: pay with some dice; N19, N22: circles make them equal, or stand for dice."""
    row, column = place // COLUMNS, place % COLUMNS
    circles = state.circles
    circles[seat, PLUS] = int(circles[seat, PLUS]) - ticks_to_equal(int(state.dice), which)
    circles[seat, LESS] = int(circles[seat, LESS]) - (int(PRICE[column]) - int(SUBSET_SIZE[which]))
    state.free = int(state.free) & ~which
    state.held = state.market[row, column]
    state.market[row, column] = NONE
    state.did = 1
    state.phase = LAY
    return WAITS


@rule
def take_blind(state: State, seat: int, pile: int, luck: Luck) -> int:
    """N10b: the top card of a pile, for the player alone to see."""
    top = draw(state, pile, luck)
    state.held = top & CARD
    state.held_known = top >> KNOWN | 1 << seat
    state.phase = BLIND
    return WAITS


@rule
def lay_held(state: State, seat: int, spot: int) -> int:
    """N9: the card bought is laid out. N10b: so is the card taken unseen, and the turn is over."""
    lay(state, seat, int(state.held), spot)
    if int(state.phase) == BLIND:
        return let_go(state)
    state.held = NONE
    state.phase = TURN
    return WAITS


@rule
def let_go(state: State) -> int:
    """N10b: the card taken unseen lies where it belongs; the turn is over."""
    state.held = NONE
    state.held_known = 0
    return TURN_ENDS


@rule
def lay(state: State, seat: int, card: int, spot: int) -> None:
    """N3, N9: lay a card. N25: the ninth brings the end."""
    which = int(state.cards[seat])
    state.card[seat, which] = card
    state.spot[seat, which] = spot
    state.cards[seat] = which + 1
    state.unfinished[seat] = int(state.unfinished[seat]) | 1 << which
    if which + 1 == STALL and int(state.ending) == 0:
        state.ending = NINTH_LAID


# --- setting up, and the solo game -----------------------------------------------------------------------


@rule
def lay_out(state: State, seat: int, at: int, spot: int) -> int:
    """N2, N3: lay out a card of the hand; when everybody has, cards put back go under the piles in seat order."""
    lay(state, seat, int(state.hand[seat, at]), spot)
    state.hand[seat, at] = NONE
    if int(state.cards[seat]) < HAND - 1:
        return WAITS
    state.waiting = int(state.waiting) & ~(1 << seat)
    if int(state.waiting):
        return WAITS
    for owner in range(int(state.seats)):
        put_under(state, int(state.back[owner]), 1 << owner)
        state.back[owner] = NONE
    state.phase = TURN
    return BEGINS


@rule
def count_round(state: State, row: int) -> int:
    """N32: the rightmost card of a row goes onto the round counter."""
    state.market[row, rightmost(state, row)] = NONE
    return ROUND_ENDS
