"""Donnant Donnant: the player of `master`: whatever makes its stall promise most, as `appraisal` has it."""

from lodge.games.donnant_donnant.players.appraisal import promise
from lodge.games.donnant_donnant.players.goals import missing_cells, rounds_later
from lodge.games.donnant_donnant.players.jotting import best_write
from lodge.games.donnant_donnant.players.keeping import most_alike
from lodge.games.donnant_donnant.players.shopping import MOST, cheapest_dice
from lodge.games.donnant_donnant.players.trials import completed_brings, with_card
from lodge.games.donnant_donnant.players.useful import useful_dice
from lodge.games.donnant_donnant.players.weights import (
    DRAWN,
    EARLY,
    HOPE,
    LEAST,
    LIKELY,
    Weights,
)
from lodge.games.donnant_donnant.rules.buying import three_alike
from lodge.games.donnant_donnant.rules.completing import ALL_DICE, NO_WRITE, cheapest_write
from lodge.games.donnant_donnant.rules.deck import EXACT, FAMILIES
from lodge.games.donnant_donnant.rules.facts import COLUMNS, DICE, ROLLS, STALL
from lodge.games.donnant_donnant.rules.objectives import ones
from lodge.games.donnant_donnant.rules.piles import pile_size, rightmost
from lodge.games.donnant_donnant.rules.state import (
    BLIND,
    BUY,
    COUNTS,
    DONE,
    HAND,
    JOKER_DRAWS,
    JOKER_WRITES,
    LAY,
    LAYS,
    LESS,
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
    laid,
    lowest_card,
    spots_for,
    to_complete,
    unused,
)
from lodge.games.donnant_donnant.rules.tables import BESIDE, FAMILY, PRICE, SPOTS
from lodge.kernel import rule


@rule
def act(state: State, seat: int, weights: Weights) -> int:
    """The action that seems to bring most."""
    phase = int(state.phase)
    if phase == TURN:
        return turn(state, seat, weights)
    if phase == SETUP:
        return set_up(state, seat, weights)
    if LAY <= phase <= BLIND:
        spot, brings = best_spot(state, seat, int(state.held), weights)
        return PUT_AWAY if phase == BLIND and brings <= promise(state, seat, weights) else LAYS + spot
    if phase <= SOLO:
        return best_write(state, seat, weights)[0]
    return count_least(state, seat, weights)


# --- cards -----------------------------------------------------------------------------------------------


@rule
def set_up(state: State, seat: int, weights: Weights) -> int:
    """N2: put back what seems worth least alone; then lay out what brings most."""
    back = int(state.back[seat]) == NONE
    found = 0
    most = 0
    for at in range(HAND):
        card = int(state.hand[seat, at])
        if card != NONE:
            spot, brings = best_spot(state, seat, card, weights)
            brings = 1_000_000 + (-brings if back else brings)
            if brings > most:
                most = brings
                found = PUT_BACK + at if back else START + at * SPOTS + spot
    return found


@rule
def best_spot(state: State, seat: int, card: int, weights: Weights) -> tuple[int, int]:
    """The free spot on which a card brings most, and what the stall then promises."""
    spots = spots_for(state, seat)
    best = 0
    most = NONE
    for spot in range(SPOTS):
        if spots >> spot & 1:
            brings = with_card(state, seat, card, spot, weights)
            if brings > most:
                most = brings
                best = spot
    return best, most


@rule
def good_spot(state: State, seat: int) -> int:
    """The free spot with the most cards beside it."""
    spots, mask = spots_for(state, seat), laid(state, seat)
    best = 0
    most = NONE
    for spot in range(SPOTS):
        if spots >> spot & 1 and ones(mask & int(BESIDE[spot])) > most:
            most = ones(mask & int(BESIDE[spot]))
            best = spot
    return best


@rule
def count_least(state: State, seat: int, weights: Weights) -> int:
    """N32: the card that seems worth less goes onto the round counter."""
    found = NONE
    least = 0
    full = int(state.cards[seat]) == STALL
    spot = 0 if full else good_spot(state, seat)
    for row in range(2):
        column = rightmost(state, row)
        if column != NONE:
            brings = 0 if full else with_card(state, seat, int(state.market[row, column]), spot, weights)
            if found == NONE or brings < least:
                least = brings
                found = row
    return COUNTS + found


# --- the active turn -------------------------------------------------------------------------------------


@rule
def turn(state: State, seat: int, weights: Weights) -> int:
    """Complete, buy, roll again for the best goal, take a joker, or be done."""
    now = promise(state, seat, weights)
    action, brings = best_completion(state, seat, now, weights)
    if int(state.working) != NONE:
        return action
    if action == NONE:
        action, brings = best_purchase(state, seat, now, weights)
    if not unused(state):
        return DONE if action == NONE else action
    if int(state.rolls) == ROLLS:
        return joker(state, seat, weights) if action == NONE else action
    again, hope = reroll_for_goal(state, seat, now, weights)
    return again if action == NONE or 100 * (brings + int(weights[EARLY])) < hope * int(weights[HOPE]) else action


@rule
def best_completion(state: State, seat: int, now: int, weights: Weights) -> tuple[int, int]:
    """The first write for the most valuable card that the dice can complete, or NONE; and what it brings."""
    plus, other = int(state.circles[seat, PLUS]), int(state.circles[seat, OTHER])
    found = NONE
    most = NONE
    cards = to_complete(state, seat)
    while cards:
        which = lowest_card(cards)
        cards &= cards - 1
        card, written = int(state.card[seat, which]), int(state.written[seat, which])
        write = cheapest_write(card, written, int(state.dice), int(state.free), plus, other)
        if write != NO_WRITE:
            brings = max(0, completed_brings(state, seat, which, weights) - now)
            if brings > most:
                most = brings
                found = WRITE + which * WRITES_EACH + write
    return found, most


@rule
def best_purchase(state: State, seat: int, now: int, weights: Weights) -> tuple[int, int]:
    """The purchase that seems to bring most, what it costs aside, or NONE; and what it brings."""
    plus, less = int(state.circles[seat, PLUS]), int(state.circles[seat, LESS])
    dice, free = int(state.dice), int(state.free)
    found = NONE
    most = int(weights[LEAST])
    if int(state.cards[seat]) == STALL or (plus + less == 0 and not three_alike(dice, free)):
        return found, most
    spot = good_spot(state, seat)
    for column in range(COLUMNS):
        which, cost = cheapest_dice(dice, free, int(PRICE[column]), plus, less)
        for row in range(2 if cost < MOST else 0):
            card = int(state.market[row, column])
            if card != NONE:
                brings = with_card(state, seat, card, spot, weights) - now - cost
                if brings > most:
                    most = brings
                    found = BUY + ((row * COLUMNS + column) << DICE) + which
    return found, most


@rule
def reroll_for_goal(state: State, seat: int, now: int, weights: Weights) -> tuple[int, int]:
    """Keep the dice that serve the goal which promises most, a card to complete or to buy; and what it promises."""
    dice, rolls = int(state.dice), ROLLS - int(state.rolls)
    keep = 0
    most = NONE
    cards = int(state.unfinished[seat])
    while cards:
        which = lowest_card(cards)
        cards &= cards - 1
        missing = missing_cells(state, seat, which)
        if missing <= DICE:
            card, written = int(state.card[seat, which]), int(state.written[seat, which])
            useful = useful_dice(card, written, dice)
            kept = ones(useful)
            chance = likely(int(FAMILY[card]), missing - kept, DICE - kept, rolls, weights)
            hope = chance * (completed_brings(state, seat, which, weights) - now)
            if hope > most:
                most = hope
                keep = useful
    if int(state.cards[seat]) < STALL:
        same = most_alike(dice)
        chance = likely(EXACT, max(0, 3 - ones(same)), DICE - ones(same), rolls, weights)
        hope = chance * (best_on_market(state, seat, 3, weights) - now)
        if hope > most:
            most = hope
            keep = same
    return REROLL + (ALL_DICE & ~keep if keep != ALL_DICE else ALL_DICE), most // 10_000


@rule
def best_on_market(state: State, seat: int, price: int, weights: Weights) -> int:
    """What the stall promises with the best card that so many equal dice buy."""
    best = 0
    spot = good_spot(state, seat)
    for column in range(COLUMNS):
        for row in range(2):
            card = int(state.market[row, column])
            if card != NONE and int(PRICE[column]) == price:
                best = max(best, with_card(state, seat, card, spot, weights))
    return best


@rule
def likely(family: int, missing: int, rolled: int, rolls: int, weights: Weights) -> int:
    """How likely so many missing dice come of those that are rolled, in ten thousandths."""
    return int(weights[LIKELY + (((rolls - 1) * len(FAMILIES) + family) * (DICE + 1) + rolled) * (DICE + 1) + missing])


@rule
def joker(state: State, seat: int, weights: Weights) -> int:
    """N10: write two dice, or take a card unseen."""
    action, brings = best_write(state, seat, weights)
    later = rounds_later(state)
    if int(state.cards[seat]) < STALL - (1 if later > 1 else 0):
        best = DONE
        most = 2 * brings if action != DONE else 0
        for pile in range(2):
            drawn = int(weights[DRAWN + pile]) * (40 * later) // (40 * later + 80)
            if pile_size(state, pile) > 0 and drawn > most:
                most = drawn
                best = JOKER_DRAWS + pile
        if best != DONE:
            return best
    return JOKER_WRITES if action != DONE else DONE
