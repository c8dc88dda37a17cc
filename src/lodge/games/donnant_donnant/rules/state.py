"""Donnant Donnant: a position, the actions, and the stalls.

A pile has no order but at its bottom: `rest` is what is in both piles unordered, `under` what was put under them, the
next to come first, each card with who knows it. A player's cards are counted in the order in which they were laid.
"""

from lodge.games.donnant_donnant.rules.arrays import MIDDLE, SPOTS, TOUCHING, WINDOWS
from lodge.games.donnant_donnant.rules.facts import (
    BONUSES,
    COLUMNS,
    DEALT,
    DICE,
    FACES,
    FEWEST_SEATS,
    LEVELS,
    MOST_CELLS,
    MOST_SEATS,
    PATIENCE,
    ROLLS,
    STALL,
)
from lodge.games.donnant_donnant.rules.objectives import completed, ones, open_cells
from lodge.kernel import i8, i16, i32, i64, rule, struct, wide

VERSION = 2  # 2: three other objectives in the deck
SEATS = (FEWEST_SEATS, MOST_SEATS)
OPTIONS = tuple(f"level-{number}" for number in range(2, len(LEVELS) + 1))  # solo; without one: level 1
ONE_OF = OPTIONS  # of which only one may be chosen
SECRETS = True  # cards dealt, put back, taken unseen
APART = True  # who sets up or writes passively touches nobody else's cards

NONE = -1
HAND = 2 * DEALT
UNDER = 24  # cards that can lie in known order under a pile
PLUS, OTHER, SECOND, LESS = range(4)  # the bonus kinds that have circles
CIRCLED = len(BONUSES) - 1
KNOWN = 6  # who knows a card under a pile is written above these bits
CARD = (1 << KNOWN) - 1

# What is to be decided.
SETUP = 0  # N2-N4: everybody puts a card back and lays out the others
PASSIVE = 1  # N17: the others may write a die just rerolled
TURN = 2  # the active player rolls again, uses dice, or ends the turn
LAY = 3  # N9: the card bought is laid out
BLIND = 4  # N10b: a card taken unseen is looked at
JOKER = 5  # N10a: dice used as a passive player would
SOLO = 6  # N31: the solo passive turn
COUNT = 7  # N32: a card of the market goes onto the round counter
OVER = 8

# Actions
DONE = 0
JOKER_WRITES = 1
JOKER_DRAWS = 2  # and from which pile
PUT_AWAY = 4
COUNTS = 5  # and of which row
PUT_BACK = 7  # and which card of the hand
REROLL = PUT_BACK + HAND - 1  # and which dice, as bits, at least one
LAYS = REROLL + (1 << DICE)  # and where
START = LAYS + SPOTS  # and which card of the hand, and where
BUY = START + HAND * SPOTS  # and which place of the market, and which dice, as bits
WRITE = BUY + 2 * COLUMNS * (1 << DICE)  # and which die as which number, which card, which cell
WRITES_EACH = DICE * FACES * MOST_CELLS  # for each card
ACTIONS = WRITE + STALL * WRITES_EACH

# A turn: rerolls, writes, buying and laying up to six cards, ending; after each reroll every die for everybody else.
MOST_MOVES_A_TURN = ROLLS + DICE + 2 * STALL + 2 + (ROLLS - 1) * (MOST_SEATS - 1) * (DICE + 1)
MOST_MOVES = MOST_SEATS * HAND + PATIENCE * MOST_SEATS * MOST_MOVES_A_TURN
NINTH_LAID, LAST_ROUND = 1, 2  # N25: how far the end has come


@struct
class State:
    """A position."""

    rest: i64  # bit mask of the cards in the unordered part of both piles
    written: i32[MOST_SEATS, STALL]
    under: i16[2, UNDER]
    unfinished: i16[MOST_SEATS]  # cards laid and not completed, as bits
    dice: i16  # three bits each
    card: i8[MOST_SEATS, STALL]
    spot: i8[MOST_SEATS, STALL]
    cards: i8[MOST_SEATS]  # how many
    circles: i8[MOST_SEATS, CIRCLED]  # left, by bonus kind
    wrote: i8[MOST_SEATS]  # dice written by a passive player since the last roll, as bits
    hand: i8[MOST_SEATS, HAND]  # N2: cards dealt and not laid out yet
    back: i8[MOST_SEATS]  # N2: the card put back
    market: i8[2, COLUMNS]
    under_size: i8[2]
    seats: i8
    level: i8  # solo: from 1; else 0
    phase: i8
    starter: i8
    active: i8
    round: i8  # from 0; solo: cards on the round counter
    rolls: i8
    free: i8  # dice not used yet, as bits
    rolled: i8  # dice just rolled, as bits
    waiting: i8  # SETUP, PASSIVE: the seats that have not finished, as bits
    working: i8  # the card being completed (N8), else NONE
    did: i8  # 1 if a card was bought or completed with this roll (N6)
    left: i8  # JOKER, SOLO: dice that may still be written
    held: i8  # LAY, BLIND: the card to be laid, else NONE
    held_known: i8  # BLIND: who knows it, as bits
    ending: i8  # N25


# --- the stall -------------------------------------------------------------------------------------------


@rule
def laid(state: State, seat: int) -> int:
    """The spots on which a player's cards lie, as bits."""
    spot = state.spot
    mask = 0
    for which in range(int(state.cards[seat])):
        mask |= 1 << int(spot[seat, which])
    return mask


@rule
def spots_for(state: State, seat: int) -> int:
    """N3, N9: where the next card may be laid, as bits: touching another, within three columns and three rows."""
    mask = laid(state, seat)
    if mask == 0:
        return 1 << MIDDLE
    touched = 0
    for which in range(int(state.cards[seat])):
        touched |= int(TOUCHING[state.spot[seat, which]])
    room = 0
    for window in range(len(WINDOWS)):
        square = int(WINDOWS[window])
        if mask & ~square == 0:
            room |= square
    return room & touched & ~mask


@rule
def is_completed(state: State, seat: int, which: int) -> bool:
    """N15: whether a player's card is completed."""
    return completed(wide(state.card[seat, which]), wide(state.written[seat, which]))


@rule
def to_complete(state: State, seat: int) -> int:
    """N8: the cards that may be completed now, as bits: those that are not, or the one that has been begun."""
    working = int(state.working)
    return int(state.unfinished[seat]) if working == NONE else 1 << working


@rule
def lowest_card(cards: int) -> int:
    """The first of some cards."""
    return ones((cards & -cards) - 1)


@rule
def empty_cells(state: State, seat: int) -> int:
    """N27: empty cells in a player's stall."""
    total = 0
    for which in range(int(state.cards[seat])):
        total += ones(open_cells(wide(state.card[seat, which]), wide(state.written[seat, which])))
    return total


@rule
def die_shows(state: State, die: int) -> int:
    """The number on a die."""
    return wide(state.dice) >> 3 * die & 7


@rule
def unused(state: State) -> bool:
    """Whether nothing has been done yet with this roll."""
    return int(state.did) == 0 and int(state.working) == NONE


@rule
def over(state: State) -> bool:
    """N25, N33: the game has ended."""
    return int(state.phase) == OVER


@rule
def after(state: State, seat: int) -> int:
    """The next seat, clockwise."""
    return seat + 1 if seat + 1 < int(state.seats) else 0
