"""Amik: the hand-written player lays two shapes."""

from lodge.games.amik.players.appraisal import LODGE, NOTHING, Weights, appraise
from lodge.games.amik.rules.facts import FACES, LEAST_LODGE
from lodge.games.amik.rules.laying import cover, firsts, free_hexes, hexes_at, second_shape, touching
from lodge.games.amik.rules.lodges import lodges_in
from lodge.games.amik.rules.scoring import dead_ends
from lodge.games.amik.rules.sets import bit_at, crowd, first_of, group, near, size
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
    water,
)
from lodge.games.amik.rules.tables import (
    BOARD_HIGH,
    BOARD_LOW,
    FORM_START,
    HEX_HIGH,
    HEX_LOW,
    PLACE_AT,
    PLACE_SHAPE,
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
    a, b = hexes_at(first)
    c, d = hexes_at(second)
    shared, shared_high, single, single_high = a & c, b & d, a ^ c, b ^ d
    wetland, wetland_high = int(state.wetland[seat, 0]), int(state.wetland[seat, 1])
    river, river_high = int(state.river[seat, 0]), int(state.river[seat, 1])
    ponds, ponds_high = int(state.pond[seat, 0]), int(state.pond[seat, 1])
    forest, forest_high = int(state.forest[seat, 0]), int(state.forest[seat, 1])
    worth = 0
    if pond:
        ponds, ponds_high = ponds | shared, ponds_high | shared_high
        river, river_high = river | single, river_high | single_high
        built = lodges_in(ponds, ponds_high) - int(state.lodges[seat])
        if built > 0:
            wet = river | ponds | int(state.dam[seat, 0])
            wet_high = river_high | ponds_high | int(state.dam[seat, 1])
            e, f = near(BOARD_LOW & ~(wet | wetland | forest), BOARD_HIGH & ~(wet_high | wetland_high | forest_high))
            worth = built * (100 * max(LEAST_LODGE, size(e & forest, f & forest_high)) + int(weights[LODGE]))
    else:
        river, river_high = river | shared, river_high | shared_high
        forest, forest_high = forest | single & wetland, forest_high | single_high & wetland_high
        wetland, wetland_high = (wetland ^ single) & ~shared, (wetland_high ^ single_high) & ~shared_high
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
def promising(state: State, seat: int) -> tuple[int, int, int, int, int, int]:
    """Hexes where it pays to have a river: beside the main water, beside a loose end; and blank ones soon alone."""
    wet, wet_high = water(state, seat)
    low, high = blank(state, seat)
    number = int(state.animal[seat])
    main, main_high = group(int(HEX_LOW[number]), int(HEX_HIGH[number]), wet, wet_high)
    main, main_high = near(main, main_high)
    loose, loose_high = dead_ends(state, seat)
    loose, loose_high = near(loose, loose_high)
    _, _, twos, twos_high, fours, fours_high = crowd(
        low | int(state.wetland[seat, 0]), high | int(state.wetland[seat, 1])
    )
    return main, main_high, loose, loose_high, low & ~(twos | fours), high & ~(twos_high | fours_high)


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
