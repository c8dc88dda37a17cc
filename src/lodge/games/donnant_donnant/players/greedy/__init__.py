"""Donnant Donnant: a hand-written player.

It completes what it can, the most valuable first, then buys; else it rolls again for the goals that promise most. As a
passive player it writes where a number brings a card nearest to its end. It knows nothing but what lies open.
"""

from lodge.games.donnant_donnant.players.common import (
    GOOD_REROLLS,
    list_but_rerolls,
    may_reroll,
    missing_cells,
    most_alike,
    reroll_but,
    rounds_later,
)
from lodge.games.donnant_donnant.players.greedy.dice import (
    best_purchase,
    best_write,
    likelihood,
    useful_dice,
    weigh_rerolls,
)
from lodge.games.donnant_donnant.players.greedy.value import (
    best_on_market,
    completing_worth,
    early_worth,
    likely,
    spot_worth,
    wanted,
)
from lodge.games.donnant_donnant.rules import candidates as candidates
from lodge.games.donnant_donnant.rules.arrays import CELLS, FAMILY, SPOTS
from lodge.games.donnant_donnant.rules.completing import ALL_DICE as ALL_DICE
from lodge.games.donnant_donnant.rules.completing import NO_WRITE, cheapest_write
from lodge.games.donnant_donnant.rules.deck import EXACT
from lodge.games.donnant_donnant.rules.facts import DICE, ROLLS, STALL
from lodge.games.donnant_donnant.rules.knowledge import imagine
from lodge.games.donnant_donnant.rules.objectives import ones
from lodge.games.donnant_donnant.rules.piles import pile_size, rightmost
from lodge.games.donnant_donnant.rules.scoring import place, score
from lodge.games.donnant_donnant.rules.state import (
    BLIND,
    COUNTS,
    DONE,
    HAND,
    JOKER_DRAWS,
    JOKER_WRITES,
    LAY,
    LAYS,
    NONE,
    OTHER,
    PLUS,
    PUT_AWAY,
    PUT_BACK,
    SETUP,
    SOLO,
    START,
    TURN,
    WRITE,
    WRITES_EACH,
    State,
    over,
    spots_for,
    to_complete,
    unused,
)
from lodge.games.donnant_donnant.rules.state import (
    REROLL as REROLL,
)
from lodge.games.worth import UNIT, lead_worth
from lodge.kernel import Luck, Out, rule, wide

PLANS = True  # everybody sees nearly the same
HALF_WON = 15  # points of lead that count as half of all there is to win
SOLO_POINT = 60  # of all that search can tell apart
DRAWN = 330  # what a card taken unseen is worth with many rounds to go
WIDE = 6  # a card of more cells than this is not taken unseen


@rule
def choose(state: State, seat: int, out: Out, luck: Luck) -> int:
    """As `hasty`, but rerolls are chosen exactly, and what can be done at once is done only if none promises more."""
    if not may_reroll(state):
        return hasty(state, seat, luck)
    later = rounds_later(state)
    promise = weigh_rerolls(state, seat, out, 0, 1)
    best = int(out[0])
    action, brings = best_use(state, seat, later)
    return action if action != NONE and brings + early_worth(state, later) >= promise else best


@rule
def hasty(state: State, seat: int, luck: Luck) -> int:  # noqa: ARG001
    """The action that seems to bring most."""
    phase = int(state.phase)
    if phase == TURN:
        return turn(state, seat)
    if phase == SETUP:
        return set_up(state, seat)
    if LAY <= phase <= BLIND:
        if phase == BLIND and int(CELLS[state.held]) > WIDE:
            return PUT_AWAY
        return LAYS + best_spot(state, seat, int(state.held))
    if phase <= SOLO:
        return best_write(state, seat)[0]
    return count_least(state, seat)


@rule
def resting(state: State) -> bool:
    """Only the end."""
    return over(state)


@rule
def worth(state: State, seat: int) -> int:
    """The lead over the best other, half a point for who has won; alone, the points (N35)."""
    mine = score(state, seat)
    if int(state.level) > 0:
        return min(UNIT, SOLO_POINT * mine)
    rival = 0
    for other in range(int(state.seats)):
        if other != seat:
            rival = max(rival, score(state, other))
    return lead_worth(2 * (mine - rival) + (1 if place(state, seat) == 1 else -1), HALF_WON)


@rule
def shortlist(state: State, seat: int, out: Out) -> int:
    """Of all rerolls those that promise most."""
    others = list_but_rerolls(state, seat, out)
    if not may_reroll(state):
        return others
    weigh_rerolls(state, seat, out, others, GOOD_REROLLS)
    return others + GOOD_REROLLS


@rule
def alone(state: State, seat: int) -> None:
    """Everybody matters to everybody: they roll for each other, and buy what others want."""


@rule
def believe(state: State, seat: int, luck: Luck) -> None:
    """Imagine: what others have put away says little."""
    imagine(state, seat, luck)


# --- cards -----------------------------------------------------------------------------------------------


@rule
def set_up(state: State, seat: int) -> int:
    """Put back what seems worth least, then lay out the others, side by side."""
    back = int(state.back[seat]) == NONE
    later = rounds_later(state)
    found = 0
    least = NONE
    for at in range(HAND):
        card = int(state.hand[seat, at])
        if card != NONE:
            brings = wanted(state, seat, card, later)
            if least == NONE or brings < least:
                least = brings
                found = at
    if back:
        return PUT_BACK + found
    return START + found * SPOTS + best_spot(state, seat, int(state.hand[seat, found]))


@rule
def best_spot(state: State, seat: int, card: int) -> int:
    """The free spot on which a card brings most."""
    spots = spots_for(state, seat)
    best = 0
    most = NONE
    for spot in range(SPOTS):
        if spots >> spot & 1:
            brings = spot_worth(state, seat, card, spot)
            if brings > most:
                most = brings
                best = spot
    return best


@rule
def count_least(state: State, seat: int) -> int:
    """N32: the card that seems worth less goes onto the round counter."""
    found = NONE
    least = 0
    for row in range(2):
        column = rightmost(state, row)
        if column != NONE:
            brings = wanted(state, seat, int(state.market[row, column]), rounds_later(state))
            if found == NONE or brings < least:
                least = brings
                found = row
    return COUNTS + found


# --- the active turn -------------------------------------------------------------------------------------


@rule
def turn(state: State, seat: int) -> int:
    """Complete, buy, roll again for the best goal, take a joker, or be done."""
    later = rounds_later(state)
    action, _ = best_use(state, seat, later)
    if action != NONE:
        return action
    if not unused(state):
        return DONE
    return reroll_for_goal(state, seat, later) if int(state.rolls) < ROLLS else joker(state, seat, later)


@rule
def best_use(state: State, seat: int, later: int) -> tuple[int, int]:
    """The best card to complete, without one the best to buy, or NONE; and what it brings."""
    action, brings = best_completion(state, seat, later)
    if action == NONE and int(state.working) == NONE:
        return best_purchase(state, seat, later)
    return action, brings


@rule
def best_completion(state: State, seat: int, later: int) -> tuple[int, int]:
    """The first write for the most valuable card that the dice can complete, or NONE; and what it brings."""
    plus, other = wide(state.circles[seat, PLUS]), wide(state.circles[seat, OTHER])
    found = NONE
    most = NONE
    for which in range(int(state.cards[seat])):
        if to_complete(state, seat) >> which & 1:
            card, written = wide(state.card[seat, which]), wide(state.written[seat, which])
            write = cheapest_write(card, written, wide(state.dice), wide(state.free), plus, other)
            if write != NO_WRITE:
                brings = completing_worth(state, seat, which, later)
                if brings > most:
                    most = brings
                    found = WRITE + which * WRITES_EACH + write
    return found, most


@rule
def reroll_for_goal(state: State, seat: int, later: int) -> int:
    """Keep the dice that serve the goal which promises most; a goal is a card to complete, or a card to buy."""
    dice, rolls = wide(state.dice), ROLLS - int(state.rolls)
    keep = 0
    most = NONE
    for which in range(int(state.cards[seat])):
        missing = missing_cells(state, seat, which)
        if 0 < missing <= DICE:
            card, written = wide(state.card[seat, which]), wide(state.written[seat, which])
            useful = useful_dice(card, written, dice)
            chance = likelihood(int(FAMILY[card]), max(1, missing - ones(useful)), rolls)
            promise = chance * completing_worth(state, seat, which, later)
            if promise > most:
                most = promise
                keep = useful
    if int(state.cards[seat]) < STALL:
        same = most_alike(dice)
        promise = likelihood(EXACT, max(1, 3 - ones(same)), rolls) * best_on_market(state, seat, 3, later)
        if promise > most:
            keep = same
    return reroll_but(keep)


@rule
def joker(state: State, seat: int, later: int) -> int:
    """N10: write two dice, or take a card unseen."""
    action, brings = best_write(state, seat)
    if int(state.cards[seat]) < STALL and 3 * brings < 2 * DRAWN * likely(3, later) // 100:
        for pile in range(2):
            if pile_size(state, pile) > 0:
                return JOKER_DRAWS + pile
    return JOKER_WRITES if action != DONE else DONE
