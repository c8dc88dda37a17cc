"""Donnant Donnant: what the player of `master` does: whatever makes its stall promise most, as `value` has it."""

from lodge.games.donnant_donnant.players.common import (
    HIGH,
    MOST,
    cheapest_dice,
    missing_cells,
    most_alike,
    reroll_but,
    rounds_later,
)
from lodge.games.donnant_donnant.players.master.value import chance_of, promise
from lodge.games.donnant_donnant.players.master.weights import (
    APT,
    DRAWN,
    EARLY,
    HOPE,
    LEAST,
    LIKELY,
    RARE,
    TICK,
    Weights,
)
from lodge.games.donnant_donnant.rules.arrays import (
    BESIDE,
    BITS,
    CELLS,
    FAMILY,
    KIND,
    PRICE,
    SPOTS,
    TINT,
    TINTED_WIDE,
    WHITE_WIDE,
    WIDE,
)
from lodge.games.donnant_donnant.rules.buying import three_alike
from lodge.games.donnant_donnant.rules.completing import ALL_DICE, NO_WRITE, cheapest_write, write_of
from lodge.games.donnant_donnant.rules.deck import EQUAL, EVALUATION_COUNT, EXACT, FAMILIES, RISING, SUM
from lodge.games.donnant_donnant.rules.facts import CIRCLES, COLUMNS, DICE, FACES, MOST_CELLS, ROLLS, STALL
from lodge.games.donnant_donnant.rules.objectives import ANY, fits, ones
from lodge.games.donnant_donnant.rules.piles import pile_size, rightmost
from lodge.games.donnant_donnant.rules.state import (
    BLIND,
    BUY,
    CIRCLED,
    COUNTS,
    DONE,
    HAND,
    JOKER,
    JOKER_DRAWS,
    JOKER_WRITES,
    LAY,
    LAYS,
    LESS,
    NINTH_LAID,
    NONE,
    OTHER,
    PASSIVE,
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
    laid,
    lowest_card,
    spots_for,
    to_complete,
    unused,
)
from lodge.games.donnant_donnant.rules.writing import first_wide
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
    return reroll_but(keep), most // 10_000


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


# --- writing a die (N10a, N17, N31) ---------------------------------------------------------------------


@rule
def best_write(state: State, seat: int, weights: Weights) -> tuple[int, int]:
    """The write that seems to bring most, circles only to complete a card; DONE if none does. And what it brings."""
    phase = int(state.phase)
    dice = int(state.rolled) & ~int(state.wrote[seat]) if phase == PASSIVE else int(state.free)
    must = phase == JOKER and dice == ALL_DICE
    later = rounds_later(state)
    now = promise(state, seat, weights)
    found = DONE
    most = -(1 << 30) if must or phase == TURN else 0
    cards = int(state.unfinished[seat])
    while cards:
        which = lowest_card(cards)
        cards &= cards - 1
        left = missing_cells(state, seat, which)
        chance = chance_of(left, later, weights)
        brings = max(1, completed_brings(state, seat, which, weights) - now)
        nearer = brings if left == 1 else brings * (chance_of(left - 1, later, weights) - chance) // (101 - chance)
        takes = fits(int(state.card[seat, which]), int(state.written[seat, which]))
        for at in range(MOST_CELLS):
            if takes >> WIDE * at & ANY:
                write, worth = best_in_cell(
                    state, seat, which, at, dice, takes >> WIDE * at, nearer, left == 1 or must, weights
                )
                if worth > most:
                    most = worth
                    found = write
    return found, most


@rule
def best_in_cell(
    state: State,
    seat: int,
    which: int,
    at: int,
    dice: int,
    numbers: int,
    nearer: int,
    ticking: bool,
    weights: Weights,
) -> tuple[int, int]:
    """The best write into a cell that takes these numbers, and what it brings."""
    card = int(state.card[seat, which])
    tint = int(TINT[card, at])
    plus = int(state.circles[seat, PLUS]) if ticking else 0
    other = int(state.circles[seat, OTHER]) if ticking else 0
    found = DONE
    most = -(1 << 30)
    for die in range(DICE):
        wrong = 1 if tint and tint != die + 1 else 0
        if dice >> die & 1 and wrong <= other:
            shown = int(state.dice) >> BITS * die & 7
            for number in range(max(1, shown - plus), min(FACES, shown + plus) + 1):
                if numbers >> number & 1:
                    brings = fitting(card, at, number, nearer, weights)
                    brings -= (100 + int(weights[TICK])) * (abs(number - shown) + wrong)
                    if brings > most:
                        most = brings
                        found = WRITE + which * WRITES_EACH + write_of(die, number, at)
    return found, most


@rule
def fitting(card: int, at: int, number: int, nearer: int, weights: Weights) -> int:
    """What a number brings: in a sum the high ones, in a rising row those that leave room; a coloured cell is rarer."""
    family = int(FAMILY[card])
    apt = int(weights[APT + family])
    if family == SUM:
        nearer += nearer * (number - 5) * apt // 300
    elif family == RISING:
        off = abs(number * (int(CELLS[card]) + 1) - (at + 1) * (FACES + 1))
        nearer -= nearer * off * apt // (4 * FACES * 100)
    else:
        nearer = nearer * apt // 100
    return nearer + 1 if int(TINT[card, at]) == 0 else nearer * int(weights[RARE]) // 100


# --- dice to keep for a card (N5), as the hand-written player has them, but quicker ---------------------


@rule
def useful_dice(card: int, written: int, dice: int) -> int:
    """Dice that can be written together on the way to complete a card, as bits."""
    if int(FAMILY[card]) != EQUAL:
        return fill(card, written, dice, 0, HIGH if int(FAMILY[card]) == SUM else 1)
    best = 0
    tried = 0
    for die in range(DICE):
        first = dice >> BITS * die & 7
        if not tried >> first & 1:
            tried |= 1 << first
            found = fill(card, written, dice, first, 1)
            best = found if ones(found) > ones(best) else best
    return best


@rule
def fill(card: int, written: int, dice: int, first: int, least: int) -> int:
    """Write dice greedily, those that show `first` before the others, then from low to high; which were written."""
    used = 0
    takes = fits(card, written)
    for step in range(least if first == 0 else 0, FACES + 1):
        number = step or first
        for die in range(DICE):
            if dice >> BITS * die & 7 == number and not used >> die & 1:
                cells = takes >> number & int(TINTED_WIDE[card, die])
                cells = cells or takes >> number & int(WHITE_WIDE[card])
                if cells:
                    written |= number << BITS * first_wide(cells)
                    used |= 1 << die
                    takes = fits(card, written)
    return used


# --- what would be if; the position stays as it is ------------------------------------------------------


@rule
def with_card(state: State, seat: int, card: int, spot: int, weights: Weights) -> int:
    """What the stall promises with one more card."""
    which, ending = int(state.cards[seat]), int(state.ending)
    state.card[seat, which] = card
    state.spot[seat, which] = spot
    state.cards[seat] = which + 1
    state.unfinished[seat] = int(state.unfinished[seat]) | 1 << which
    ends = which + 1 == STALL and ending == 0
    brings = best_other(state, seat, weights) if ends else 0
    state.ending = NINTH_LAID if ends else ending
    brings += promise(state, seat, weights) - (best_other(state, seat, weights) if ends else 0)
    state.card[seat, which] = 0
    state.spot[seat, which] = 0
    state.cards[seat] = which
    state.unfinished[seat] = int(state.unfinished[seat]) & ~(1 << which)
    state.ending = ending
    return brings


@rule
def best_other(state: State, seat: int, weights: Weights) -> int:
    """What the best stall of the others promises; alone 0."""
    most = 0
    for other in range(int(state.seats)):
        if other != seat:
            most = max(most, promise(state, other, weights))
    return most


@rule
def completed_brings(state: State, seat: int, which: int, weights: Weights) -> int:
    """What the stall promises with a card completed."""
    card = int(state.card[seat, which])
    gets = card >= EVALUATION_COUNT and int(KIND[card]) < CIRCLED
    kind = int(KIND[card]) if gets else 0
    state.unfinished[seat] = int(state.unfinished[seat]) ^ 1 << which
    state.circles[seat, kind] = int(state.circles[seat, kind]) + (CIRCLES if gets else 0)
    brings = promise(state, seat, weights)
    state.unfinished[seat] = int(state.unfinished[seat]) ^ 1 << which
    state.circles[seat, kind] = int(state.circles[seat, kind]) - (CIRCLES if gets else 0)
    return brings
