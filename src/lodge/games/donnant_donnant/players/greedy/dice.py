"""Donnant Donnant: what the hand-written player does with dice: keep (N5), buy (N9), write (N10a, N17, N31)."""

import numpy as np

from lodge.games.donnant_donnant.players.common import HIGH, MOST, TICK, cheapest_dice, missing_cells, rounds_later
from lodge.games.donnant_donnant.players.greedy.value import (
    best_on_market,
    completing_worth,
    early_worth,
    joker_worth,
    likely,
    wanted,
)
from lodge.games.donnant_donnant.players.rerolls import FOUR, THREE, gains_room, weigh_goals
from lodge.games.donnant_donnant.rules.arrays import BITS, CELLS, FAMILY, PRICE, TINT, WIDE
from lodge.games.donnant_donnant.rules.buying import three_alike
from lodge.games.donnant_donnant.rules.completing import ALL_DICE, write_of
from lodge.games.donnant_donnant.rules.deck import EQUAL, EXACT, RISING, SUM
from lodge.games.donnant_donnant.rules.facts import COLUMNS, DICE, FACES, MOST_CELLS, STALL
from lodge.games.donnant_donnant.rules.objectives import ANY, allowed, fits, ones, open_cells
from lodge.games.donnant_donnant.rules.state import (
    BUY,
    DONE,
    JOKER,
    LESS,
    NONE,
    OTHER,
    PASSIVE,
    PLUS,
    TURN,
    WRITE,
    WRITES_EACH,
    State,
    lowest_card,
)
from lodge.kernel import INT, NUMBERS, One, Out, dtype_of, heavy, rule, wide

FIT = np.array((38, 62, 45, 75), np.int8)  # by family: how likely two rolls bring a die that is missing, in per cent


@rule
def useful_dice(card: int, written: int, dice: int) -> int:
    """Dice that can be written together on the way to complete a card, as bits: those worth keeping for it."""
    family = int(FAMILY[card])
    best = 0
    for first in range(1, FACES + 1 if family == EQUAL else 2):
        found = fill(card, written, dice, first if family == EQUAL else 0)
        if ones(found) > ones(best):
            best = found
    return best


@rule
def fill(card: int, written: int, dice: int, first: int) -> int:
    """Write dice greedily, those that show `first` before the others, then from low to high; which were written."""
    family = int(FAMILY[card])
    used = 0
    for step in range(FACES + 1):
        number = first if step == 0 else step
        for die in range(DICE):
            if used >> die & 1 or dice >> BITS * die & 7 != number or (family == SUM and number < HIGH):
                continue
            at = cell_for(card, written, die, number)
            if at < MOST_CELLS:
                written |= number << BITS * at
                used |= 1 << die
    return used


@rule
def cell_for(card: int, written: int, die: int, number: int) -> int:
    """The cell that a die would best go to, one of its colour first; MOST_CELLS if none takes it."""
    opened = open_cells(card, written)
    found = MOST_CELLS
    for at in range(MOST_CELLS):
        if opened >> BITS * at & 1 and allowed(card, written, at) >> number & 1:
            tint = int(TINT[card, at])
            if tint == die + 1:
                return at
            if tint == 0 and found == MOST_CELLS:
                found = at
    return found


@rule
def likelihood(family: int, missing: int, rolls: int) -> int:
    """How likely so many missing dice come in one or two rolls, in ten thousandths."""
    chance = 10_000
    for _ in range(missing):
        chance = chance * int(FIT[family]) // (100 if rolls > 1 else 160)
    return chance


@heavy(One(dtype_of(State)), INT, NUMBERS, INT, INT)
def weigh_rerolls(state: State, seat: int, out: Out, count: int, most: int) -> int:
    """Write the `most` best rerolls behind `count` other actions, the best first; what the best promises."""
    later = rounds_later(state)
    gains = gains_room()
    for which in range(STALL):
        open_card = int(state.unfinished[seat]) >> which & 1 if which < int(state.cards[seat]) else 0
        gains[which] = completing_worth(state, seat, which, later) if open_card else 0
    gains[THREE], gains[FOUR] = best_on_market(state, seat, 3, later), best_on_market(state, seat, 4, later)
    return weigh_goals(state, seat, gains, joker_worth(later), early_worth(state, later), out, count, most)


# --- buying (N9, N19, N22) ------------------------------------------------------------------------------


@rule
def best_purchase(state: State, seat: int, later: int) -> tuple[int, int]:
    """The purchase that seems to bring most, what it costs aside, or NONE; and what it brings."""
    plus, less = wide(state.circles[seat, PLUS]), wide(state.circles[seat, LESS])
    dice, free = wide(state.dice), wide(state.free)
    found = NONE
    most = 0
    if int(state.cards[seat]) == STALL or (plus + less == 0 and not three_alike(dice, free)):
        return found, most
    for column in range(COLUMNS):
        which, cost = cheapest_dice(dice, free, int(PRICE[column]), plus, less)
        for row in range(2 if cost < MOST else 0):
            card = int(state.market[row, column])
            if card != NONE:
                brings = wanted(state, seat, card, later) - cost
                if brings > most:
                    most = brings
                    found = BUY + ((row * COLUMNS + column) << DICE) + which
    return found, most


# --- writing (N10a, N17, N31) ---------------------------------------------------------------------------


@rule
def best_write(state: State, seat: int) -> tuple[int, int]:
    """The write that seems to bring most, circles only to complete a card; DONE if none does. And what it brings."""
    phase = int(state.phase)
    dice = int(state.rolled) & ~int(state.wrote[seat]) if phase == PASSIVE else wide(state.free)
    must = phase == JOKER and dice == ALL_DICE
    later = rounds_later(state)
    found = DONE
    most = -(1 << 30) if must or phase == TURN else 0
    cards = int(state.unfinished[seat])
    while cards:
        which = lowest_card(cards)
        cards &= cards - 1
        last = missing_cells(state, seat, which) == 1
        nearer = nearing(state, seat, which, later)
        takes = fits(wide(state.card[seat, which]), wide(state.written[seat, which]))
        for at in range(MOST_CELLS):
            if takes >> WIDE * at & ANY:
                write, brings = best_in_cell(state, seat, which, at, dice, takes >> WIDE * at, nearer, last or must)
                if brings > most:
                    most = brings
                    found = write
    return found, most


@rule
def best_in_cell(
    state: State, seat: int, which: int, at: int, dice: int, numbers: int, nearer: int, ticking: bool
) -> tuple[int, int]:
    """The best write into a cell that takes these numbers, and what it brings."""
    card = wide(state.card[seat, which])
    tint = int(TINT[card, at])
    plus = wide(state.circles[seat, PLUS]) if ticking else 0
    other = wide(state.circles[seat, OTHER]) if ticking else 0
    found = DONE
    most = -(1 << 30)
    for die in range(DICE):
        wrong = 1 if tint and tint != die + 1 else 0
        if dice >> die & 1 and wrong <= other:
            shown = wide(state.dice) >> BITS * die & 7
            for number in range(max(1, shown - plus), min(FACES, shown + plus) + 1):
                if numbers >> number & 1:
                    brings = fitting(card, at, number, nearer) - TICK * (abs(number - shown) + wrong)
                    if brings > most:
                        most = brings
                        found = WRITE + which * WRITES_EACH + write_of(die, number, at)
    return found, most


@rule
def nearing(state: State, seat: int, which: int, later: int) -> int:
    """What one cell less to fill brings."""
    left = missing_cells(state, seat, which)
    return completing_worth(state, seat, which, later) * (likely(left - 1, later) - likely(left, later)) // 100


@rule
def fitting(card: int, at: int, number: int, nearer: int) -> int:
    """What a number brings: in a sum the high ones, in a rising row those that leave room; a coloured cell is rarer."""
    family = int(FAMILY[card])
    if family == SUM:
        nearer = nearer * (number - 2) // 3
    elif family == RISING:
        nearer = nearer * (8 - 2 * abs(number * (int(CELLS[card]) + 1) - (at + 1) * (FACES + 1)) // FACES) // 8
    elif family == EXACT:
        nearer = nearer * 11 // 10
    return nearer + 1 if int(TINT[card, at]) == 0 else nearer * 5 // 4
