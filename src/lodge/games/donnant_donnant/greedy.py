"""Donnant Donnant: a hand-written player.

It completes what it can, the most valuable first, then buys; else it sets the goal that promises most, a card or a
purchase, keeps the dice that serve it and rolls the others again. As a passive player it writes where a number brings a
card nearest to its end. It knows nothing but what lies open.
"""

from lodge.games.donnant_donnant.completing import ALL_DICE, NO_WRITE, cheapest_write
from lodge.games.donnant_donnant.deck import EXACT
from lodge.games.donnant_donnant.facts import COLUMNS, DICE, FACES, LEVELS, ROLLS, STALL
from lodge.games.donnant_donnant.goals import (
    card_worth,
    likelihood,
    useful_dice,
    wanted,
    write_or_pass,
)
from lodge.games.donnant_donnant.knowledge import imagine
from lodge.games.donnant_donnant.objectives import ones, open_cells
from lodge.games.donnant_donnant.piles import pile_size, rightmost
from lodge.games.donnant_donnant.rules import candidates
from lodge.games.donnant_donnant.scoring import place, score
from lodge.games.donnant_donnant.state import (
    BLIND,
    BUY,
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
    REROLL,
    SETUP,
    SOLO,
    START,
    TURN,
    WRITE,
    WRITES_EACH,
    State,
    is_completed,
    over,
    spots_for,
    to_complete,
    unused,
)
from lodge.games.donnant_donnant.tables import BESIDE, BITS, CELLS, FAMILY, SPOTS
from lodge.games.donnant_donnant.writing import can_write
from lodge.games.worth import lead_worth
from lodge.kernel import Luck, Out, rule

PLANS = True  # everybody sees nearly the same
LEVEL_POINTS = tuple(level.points for level in LEVELS)
HALF_WON = 15  # points of lead that count as half of all there is to win
NEW_CARD = 350  # what one more card is worth beside what it brings by itself, in hundredths of a point
WIDE = 6  # a card of more cells than this is not taken unseen


@rule
def choose(state: State, seat: int, out: Out, luck: Luck) -> int:  # noqa: ARG001
    """As `hasty`: it is quick enough."""
    return hasty(state, seat, luck)


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
        return LAYS + best_spot(state, seat)
    if phase <= SOLO:
        return write_or_pass(state, seat)
    return count_least(state, seat)


@rule
def resting(state: State) -> bool:
    """Only the end."""
    return over(state)


@rule
def worth(state: State, seat: int) -> int:
    """The lead over the best other, or in the solo game over what the level needs; half a point for who has won."""
    mine = score(state, seat)
    level = int(state.level)
    if level > 0:
        return lead_worth(2 * (mine - need_of(level)), HALF_WON)
    rival = 0
    for other in range(int(state.seats)):
        if other != seat:
            rival = max(rival, score(state, other))
    return lead_worth(2 * (mine - rival) + (1 if place(state, seat) == 1 else -1), HALF_WON)


@rule
def need_of(level: int) -> int:
    """N34: the points that a level needs."""
    return LEVEL_POINTS[level - 1]


@rule
def shortlist(state: State, seat: int, out: Out) -> int:
    """All candidates are few enough."""
    return candidates(state, seat, out)


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
    found = 0
    least = NONE
    for at in range(HAND):
        card = int(state.hand[seat, at])
        if card != NONE:
            brings = wanted(state, seat, card)
            if least == NONE or brings < least:
                least = brings
                found = at
    return PUT_BACK + found if back else START + found * SPOTS + best_spot(state, seat)


@rule
def best_spot(state: State, seat: int) -> int:
    """The free spot that touches most cards by an edge; of equals one that leaves the stall compact."""
    spots = spots_for(state, seat)
    best = 0
    most = NONE
    for spot in range(SPOTS):
        if spots >> spot & 1:
            touching = 0
            for which in range(int(state.cards[seat])):
                touching += int(BESIDE[spot]) >> int(state.spot[seat, which]) & 1
            if touching > most:
                most = touching
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
            brings = wanted(state, seat, int(state.market[row, column]))
            if found == NONE or brings < least:
                least = brings
                found = row
    return COUNTS + found


# --- the active turn -------------------------------------------------------------------------------------


@rule
def turn(state: State, seat: int) -> int:
    """Complete, buy, roll again for the best goal, take a joker, or be done."""
    action = best_completion(state, seat)
    if action == NONE and int(state.working) == NONE:
        action = best_purchase(state, seat)
    if action != NONE:
        return action
    if not unused(state):
        return DONE
    return reroll_for_goal(state, seat) if int(state.rolls) < ROLLS else joker(state, seat)


@rule
def best_completion(state: State, seat: int) -> int:
    """The first write for the most valuable card that the dice can complete, or NONE."""
    plus, other = int(state.circles[seat, PLUS]), int(state.circles[seat, OTHER])
    found = NONE
    most = NONE
    for which in range(int(state.cards[seat])):
        if to_complete(state, seat) >> which & 1:
            card, written = int(state.card[seat, which]), int(state.written[seat, which])
            brings = card_worth(state, seat, card)
            if brings > most:
                write = cheapest_write(card, written, int(state.dice), int(state.free), plus, other)
                if write != NO_WRITE:
                    most = brings
                    found = WRITE + which * WRITES_EACH + write
    return found


@rule
def best_purchase(state: State, seat: int) -> int:
    """The purchase that seems best and ticks nothing, with the first dice that pay for it, or NONE."""
    if int(state.cards[seat]) == STALL:
        return NONE
    dice, free = int(state.dice), int(state.free)
    found = NONE
    most = NONE
    for number in range(1, FACES + 1):
        same = 0
        for die in range(DICE):
            if free >> die & 1 and dice >> BITS * die & 7 == number:
                same |= 1 << die
        for size in range(3, min(4, ones(same)) + 1):
            pays = lowest(same, size)
            for row in range(2):
                for column in range(COLUMNS):
                    card = int(state.market[row, column])
                    if card != NONE and size == (4 if column < 2 else 3):
                        brings = wanted(state, seat, card)
                        if brings > most:
                            most = brings
                            found = BUY + ((row * COLUMNS + column) << DICE) + pays
    return found


@rule
def lowest(bits: int, count: int) -> int:
    """The lowest `count` bits that are set."""
    kept = 0
    for _ in range(count):
        kept |= bits & -bits
        bits &= bits - 1
    return kept


@rule
def reroll_for_goal(state: State, seat: int) -> int:
    """Keep the dice that serve the goal which promises most; a goal is a card to complete, or a card to buy."""
    dice, rolls = int(state.dice), ROLLS - int(state.rolls)
    keep = 0
    most = NONE
    for which in range(int(state.cards[seat])):
        card, written = int(state.card[seat, which]), int(state.written[seat, which])
        missing = ones(open_cells(card, written))
        if missing == 0 or missing > DICE:
            continue
        useful = useful_dice(card, written, dice)
        chance = likelihood(int(FAMILY[card]), max(1, missing - ones(useful)), rolls)
        promise = chance * card_worth(state, seat, card)
        if promise > most:
            most = promise
            keep = useful
    if int(state.cards[seat]) < STALL:
        same = most_alike(dice)
        promise = likelihood(EXACT, max(1, 3 - ones(same)), rolls) * NEW_CARD
        if promise > most:
            keep = same
    return REROLL + (ALL_DICE & ~keep if keep != ALL_DICE else ALL_DICE)


@rule
def most_alike(dice: int) -> int:
    """The largest set of dice that show the same number."""
    best = 0
    for number in range(1, FACES + 1):
        same = 0
        for die in range(DICE):
            same |= (1 if dice >> BITS * die & 7 == number else 0) << die
        if ones(same) >= ones(best):
            best = same
    return best


@rule
def joker(state: State, seat: int) -> int:
    """N10: write two dice while there are cards to prepare, else take a card unseen."""
    unfinished = 0
    for which in range(int(state.cards[seat])):
        unfinished += 0 if is_completed(state, seat, which) else 1
    if unfinished < 3 and int(state.cards[seat]) < STALL:
        for pile in range(2):
            if pile_size(state, pile) > 0:
                return JOKER_DRAWS + pile
    return JOKER_WRITES if can_write(state, seat, ALL_DICE) else DONE
