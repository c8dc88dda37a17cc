"""Amik: the hand-written player lays two shapes."""

from lodge.games.amik.players.common import NOTHING, Weights, bare_then, laid_sheet, lodge_points, promising
from lodge.games.amik.players.greedy.value import LODGE, appraise
from lodge.games.amik.rules.arrays import (
    FORM_START,
    PLACE_AT,
    PLACE_SHAPE,
)
from lodge.games.amik.rules.facts import FACES
from lodge.games.amik.rules.laying import cover, firsts, free_hexes, hexes_at, second_shape, touching
from lodge.games.amik.rules.lodges import lodges_in
from lodge.games.amik.rules.sets import bit_at, first_of, size
from lodge.games.amik.rules.state import (
    CHANGE,
    DONE,
    LAY,
    MAY_USE,
    NONE,
    POND,
    POND_ROUND,
    STOP,
    USED,
    State,
    blank,
    pond_now,
)
from lodge.kernel import Out, rule

# The quick guess at a pair of places, for each hex:
FILL = 120  # blank hexes covered
SHARE = 60  # shared hexes,
SHARE_POND = 400  # in a pond roll
JOIN = 150  # shared hexes beside the main water,
TIE = 150  # beside a loose end
RESCUE = 200  # blank hexes with few free neighbours


@rule
def sheet_worth(state: State, seat: int, first: int, second: int, pond: int, weights: Weights) -> int:
    """The sheet after both shapes lie."""
    sheet = laid_sheet(state, seat, first, second, pond)
    wetland, wetland_high, river, river_high, ponds, ponds_high, forest, forest_high = sheet
    worth = 0
    if pond:
        built = lodges_in(ponds, ponds_high) - int(state.lodges[seat])
        if built > 0:
            bare, bare_high = bare_then(state, seat, sheet)
            worth = built * (100 * lodge_points(bare, bare_high, forest, forest_high) + int(weights[LODGE]))
    return worth + appraise(
        wetland,
        wetland_high,
        river,
        river_high,
        int(state.dam[seat, 0]),
        int(state.dam[seat, 1]),
        ponds,
        ponds_high,
        forest,
        forest_high,
        int(state.cut[seat, 0]),
        int(state.cut[seat, 1]),
        int(state.animal[seat]),
        weights,
    )


@rule
def best_pair(
    state: State, seat: int, shape: int, other: int, laid: int, pond: int, weights: Weights, margin: int
) -> tuple[int, int, int]:
    """The worth of the best two places for two shapes (`laid`: the first lies there), and the places.

    A quick guess at every pair, then a closer look at those that fall not more than `margin` behind the best guess.
    """
    low, high = blank(state, seat)
    bare, bare_high = low, high
    if not pond:
        low, high = low | int(state.wetland[seat, 0]), high | int(state.wetland[seat, 1])
    on, on_high = cover(low, high, other)
    main, main_high, loose, loose_high, narrow, narrow_high = promising(state, seat)
    best, best_second, most = NONE, NONE, NOTHING
    hope = NOTHING
    for closer in range(2):
        for form in range(int(FORM_START[shape]), int(FORM_START[shape + 1])):
            a, b = firsts(low, high, form)
            c, d = touching(on, on_high, form)
            a, b = a & c, b & d
            while (a | b) != 0:
                c, d = first_of(a, b)
                a, b = a ^ c, b ^ d
                first = int(PLACE_AT[form, bit_at(c, d)])
                if laid != NONE and laid != first:  # noqa: PLR1714 - compiled code compares one by one
                    continue
                one, one_high = hexes_at(first)
                for second_form in range(int(FORM_START[other]), int(FORM_START[other + 1])):
                    e, f = firsts(low, high, second_form)
                    c, d = touching(one, one_high, second_form)
                    e, f = e & c, f & d
                    while (e | f) != 0:
                        c, d = first_of(e, f)
                        e, f = e ^ c, f ^ d
                        second = int(PLACE_AT[second_form, bit_at(c, d)])
                        two, two_high = hexes_at(second)
                        c, d = one & two, one_high & two_high
                        guess = FILL * size((one | two) & bare, (one_high | two_high) & bare_high)
                        guess += (SHARE_POND if pond else SHARE) * size(c, d)
                        guess += JOIN * size(c & main, d & main_high) + TIE * size(c & loose, d & loose_high)
                        guess += RESCUE * size((one | two) & narrow, (one_high | two_high) & narrow_high)
                        if closer == 0:
                            hope = max(hope, guess - margin)
                        elif guess >= hope:
                            worth = sheet_worth(state, seat, first, second, pond, weights)
                            if worth > most:
                                best, best_second, most = first, second, worth
    return most, best, best_second


@rule
def list_good_lays(state: State, seat: int, weights: Weights, margin: int, behind: int, out: Out, count: int) -> int:
    """Write the lays from which a pair of places follows that falls not more than `behind` behind the best."""
    pond = 1 if pond_now(state, seat) else 0
    laid = int(state.laid[seat])
    shape, other = int(state.dice[seat, 0]) - 1, int(state.dice[seat, 1]) - 1
    if laid != NONE:
        shape, other = second_shape(state, seat), int(PLACE_SHAPE[laid])
    most, _, _ = (
        best_pair(state, seat, shape, other, NONE, pond, weights, margin)
        if laid == NONE
        else (best_pair(state, seat, other, shape, laid, pond, weights, margin))
    )
    low, high = free_hexes(state, seat)
    on, on_high = cover(low, high, other)
    if laid != NONE:
        on, on_high = hexes_at(laid)
    for form in range(int(FORM_START[shape]), int(FORM_START[shape + 1])):
        a, b = firsts(low, high, form)
        c, d = touching(on, on_high, form)
        a, b = a & c, b & d
        while (a | b) != 0:
            c, d = first_of(a, b)
            a, b = a ^ c, b ^ d
            place = int(PLACE_AT[form, bit_at(c, d)])
            if laid == NONE:
                worth, _, _ = best_pair(state, seat, shape, other, place, pond, weights, margin)
            else:
                worth = sheet_worth(state, seat, laid, place, pond, weights)
            out[count] = LAY + place
            count += 1 if worth >= most - behind else 0
    return count


@rule
def best_before_laying(state: State, seat: int, weights: Weights, margin: int) -> int:
    """A6-A8: lay the first die's shape, take the roll as a pond roll, or spend a lodge; stop if nothing fits."""
    one, two = int(state.dice[seat, 0]) - 1, int(state.dice[seat, 1]) - 1
    pond = 1 if pond_now(state, seat) else 0
    most, first, _ = best_pair(state, seat, one, two, NONE, pond, weights, margin)
    best = LAY + first
    if int(state.pond_roll[seat]) == MAY_USE:
        worth, _, _ = best_pair(state, seat, one, two, NONE, 1, weights, margin)
        if worth > most:
            best, most = POND, worth
    if int(state.pond_roll[seat]) != USED and int(state.lodges[seat]) > int(state.spent[seat]):
        for which in range(4):
            a = one + (0 if which > 1 else 1 if which == 1 else -1)
            b = two + (0 if which < 2 else 1 if which == 3 else -1)
            if a >= 0 and a < FACES and b >= 0 and b < FACES:
                worth, _, _ = best_pair(state, seat, a, b, NONE, 0, weights, margin)
                if worth - int(weights[LODGE]) > most:
                    best, most = CHANGE + which, worth - int(weights[LODGE])
    if most == NOTHING:
        return DONE if int(state.round) == POND_ROUND else STOP
    return best
