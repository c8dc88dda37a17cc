"""Donnant Donnant: the rules, N1-N27 and N30-N35, as the rest of the program asks for them; and what may be done."""

from lodge.games.donnant_donnant.rules.arrays import SPOTS
from lodge.games.donnant_donnant.rules.buying import purchases
from lodge.games.donnant_donnant.rules.campaign import open_levels, settle_campaign
from lodge.games.donnant_donnant.rules.completing import ALL_DICE
from lodge.games.donnant_donnant.rules.dealing import deal
from lodge.games.donnant_donnant.rules.facts import DICE, MOST_CELLS, ROLLS, STALL
from lodge.games.donnant_donnant.rules.knowledge import OBSERVATION, imagine, observe
from lodge.games.donnant_donnant.rules.piles import pile_size, rightmost
from lodge.games.donnant_donnant.rules.scoring import place, score, standing
from lodge.games.donnant_donnant.rules.state import (
    ACTIONS,
    APART,
    BLIND,
    COUNT,
    COUNTS,
    DONE,
    HAND,
    JOKER,
    JOKER_DRAWS,
    JOKER_WRITES,
    LAY,
    LAYS,
    MOST_MOVES,
    NONE,
    ONE_OF,
    OPTIONS,
    OVER,
    PASSIVE,
    PUT_AWAY,
    PUT_BACK,
    REROLL,
    SEATS,
    SECRETS,
    SETUP,
    START,
    TURN,
    VERSION,
    State,
    over,
    spots_for,
    unused,
)
from lodge.games.donnant_donnant.rules.turns import play
from lodge.games.donnant_donnant.rules.writing import (
    active_writes,
    can_write,
    completing_writes,
    first_writes,
    likely_writes,
    passive_writes,
)
from lodge.kernel import Out, rule

# Offered as they are:
__all__ = ["ACTIONS", "APART", "MOST_MOVES", "OBSERVATION", "ONE_OF", "OPTIONS", "SEATS", "SECRETS", "VERSION"]
__all__ += [
    "State",
    "deal",
    "imagine",
    "observe",
    "open_levels",
    "over",
    "place",
    "play",
    "score",
    "settle_campaign",
    "standing",
]

EVERY, FEW = range(2)
MOST_CANDIDATES = 1 + STALL * MOST_CELLS * DICE  # every die into every cell, or nothing


@rule
def pending(state: State) -> int:
    """N4, N17: whoever has not finished setting up, or writing; else the active player."""
    phase = int(state.phase)
    if phase == OVER:
        return 0
    if phase <= PASSIVE:
        return int(state.waiting)
    return 1 << int(state.active)


@rule
def legal(state: State, seat: int, out: Out) -> int:
    """N2-N11, N17, N31, N32: every legal action."""
    return possible(state, seat, out, EVERY)


@rule
def candidates(state: State, seat: int, out: Out) -> int:
    """The legal actions, but of those that are alike, or tick circles without need, only one."""
    return possible(state, seat, out, FEW)


@rule
def possible(state: State, seat: int, out: Out, few: int) -> int:
    """What may be done; few: only what is worth considering."""
    phase = int(state.phase)
    if phase == TURN:
        return turn_actions(state, seat, out, few)
    if phase == SETUP:
        return setup_actions(state, seat, out)
    if LAY <= phase <= BLIND:
        out[0] = PUT_AWAY
        return lay_actions(state, seat, LAYS, out, 1 if phase == BLIND else 0)
    if phase < COUNT:
        return write_actions(state, seat, out, few)
    count = 0
    for row in range(2):
        if rightmost(state, row) != NONE:
            out[count] = COUNTS + row
            count += 1
    return count


@rule
def setup_actions(state: State, seat: int, out: Out) -> int:
    """N2, N3: put one of four back, then lay out the others."""
    count = 0
    for at in range(HAND):
        if int(state.hand[seat, at]) != NONE:
            if int(state.back[seat]) == NONE:
                out[count] = PUT_BACK + at
                count += 1
            else:
                count = lay_actions(state, seat, START + at * SPOTS, out, count)
    return count


@rule
def lay_actions(state: State, seat: int, action: int, out: Out, count: int) -> int:
    """N3, N9: every spot for a card."""
    spots = spots_for(state, seat)
    for spot in range(SPOTS):
        if spots >> spot & 1:
            out[count] = action + spot
            count += 1
    return count


@rule
def write_actions(state: State, seat: int, out: Out, few: int) -> int:
    """N10a, N17, N31: write a die, or be done; N10: who takes the joker writes at least one."""
    phase = int(state.phase)
    dice = int(state.rolled) & ~int(state.wrote[seat]) if phase == PASSIVE else int(state.free)
    count = 0
    if phase != JOKER or dice != ALL_DICE:
        out[0] = DONE
        count = 1
    if not few:
        return passive_writes(state, seat, dice, out, count)
    count = likely_writes(state, seat, dice, out, count)
    return count or first_writes(state, seat, dice, out)


@rule
def turn_actions(state: State, seat: int, out: Out, few: int) -> int:
    """N5-N11: complete cards, buy cards, roll again, take a joker, end the turn."""
    count = completing_writes(state, seat, out, 0) if few else active_writes(state, seat, out, 0)
    if int(state.working) != NONE:
        return count
    count = purchases(state, seat, out, count, few)
    if int(state.rolls) == ROLLS or int(state.did):
        out[count] = DONE
        count += 1
    if not unused(state):
        return count
    if int(state.rolls) < ROLLS:
        for which in range(1, 1 << DICE):
            out[count] = REROLL + which
            count += 1
        return count
    return joker_actions(state, seat, out, count)


@rule
def joker_actions(state: State, seat: int, out: Out, count: int) -> int:
    """N10: two dice as a passive player, if one can be written; or a card unseen, if there is one and room for it."""
    if can_write(state, seat, ALL_DICE):
        out[count] = JOKER_WRITES
        count += 1
    for pile in range(2):
        if int(state.cards[seat]) < STALL and pile_size(state, pile) > 0:
            out[count] = JOKER_DRAWS + pile
            count += 1
    return count
