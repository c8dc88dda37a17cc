"""Amik: where the better player lays two shapes.

A quick guess at every pair of places, then a closer look at those that fall not far behind the best guess.
"""

from lodge.games.amik.players.common import NOTHING, Weights, bare_then, laid_sheet, lodge_points, promising
from lodge.games.amik.players.master.value import KINDS, LODGES, POINT, outlook, weigh
from lodge.games.amik.rules.arrays import (
    FORM_START,
    FORM_STEPS,
    PLACE_AT,
    PLACE_FORM,
    PLACE_SHAPE,
)
from lodge.games.amik.rules.facts import FACES
from lodge.games.amik.rules.laying import cover, firsts, second_shape, touching
from lodge.games.amik.rules.lodges import lodges_in
from lodge.games.amik.rules.sets import bit_at, first_of, later, size
from lodge.games.amik.rules.state import (
    CHANGE,
    DONE,
    LAY,
    MAY_USE,
    NONE,
    NOT_WON,
    POND,
    POND_ROUND,
    STOP,
    USED,
    State,
    blank,
    pond_now,
)
from lodge.kernel import Out, Scratch, i32, i64, rule, scratch

# The quick guess, for each hex; the weights follow those of `value`:
(
    FILL,  # blank hexes covered
    SHARE,  # shared hexes,
    SHARE_POND,  # in a pond roll
    JOIN,  # shared hexes beside the main water,
    TIE,  # beside a loose end
    RESCUE,  # blank hexes with few free neighbours
) = range(2 * KINDS, 2 * KINDS + 6)

ROOM = 1024  # pairs that are remembered; when there are more, those that fell behind are forgotten
ones_room: Scratch = scratch(i32, ROOM)
twos_room: Scratch = scratch(i32, ROOM)
guesses_room: Scratch = scratch(i64, ROOM)


@rule
def placed(form: int, low: int, high: int) -> tuple[int, int]:
    """The four hexes of a form that begins at a hex."""
    steps = FORM_STEPS[form]
    a, b = later(low, high, int(steps[0]))
    c, d = later(low, high, int(steps[1]))
    e, f = later(low, high, int(steps[2]))
    return low | a | c | e, high | b | d | f


@rule
def guess_pairs(
    state: State,
    seat: int,
    shape: int,
    other: int,
    laid: int,
    pond: int,
    weights: Weights,
    margin: int,
    ones: Out,
    twos: Out,
    guesses: Out,
) -> int:
    """Write the pairs of places (`laid`: the first lies there) not more than `margin` behind the best; how many."""
    low, high = blank(state, seat)
    bare, bare_high = low, high
    if not pond:
        low, high = low | int(state.wetland[seat, 0]), high | int(state.wetland[seat, 1])
    on, on_high = cover(low, high, other)
    main, main_high, loose, loose_high, narrow, narrow_high = promising(state, seat)
    fill, rescue, tie = int(weights[FILL]), int(weights[RESCUE]), int(weights[TIE])
    share, join = int(weights[SHARE_POND if pond else SHARE]), int(weights[JOIN])
    count, hope = 0, NOTHING
    for form in range(int(FORM_START[shape]), int(FORM_START[shape + 1])):
        if laid != NONE and form != int(PLACE_FORM[laid]):
            continue
        begin, begin_high = firsts(low, high, form)
        a, b = touching(on, on_high, form)
        begin, begin_high = begin & a, begin_high & b
        for second_form in range(int(FORM_START[other]), int(FORM_START[other + 1])):
            seconds, seconds_high = firsts(low, high, second_form)
            a, b = begin, begin_high
            if (seconds | seconds_high) == 0:
                a, b = 0, 0
            while (a | b) != 0:
                c, d = first_of(a, b)
                a, b = a ^ c, b ^ d
                first = int(PLACE_AT[form, bit_at(c, d)])
                if laid != NONE and laid != first:  # noqa: PLR1714 - compiled code compares one by one
                    continue
                one, one_high = placed(form, c, d)
                e, f = touching(one, one_high, second_form)
                e, f = e & seconds, f & seconds_high
                while (e | f) != 0:
                    c, d = first_of(e, f)
                    e, f = e ^ c, f ^ d
                    two, two_high = placed(second_form, c, d)
                    both, both_high = one & two, one_high & two_high
                    two, two_high = one | two, one_high | two_high
                    guess = fill * size(two & bare, two_high & bare_high) + share * size(both, both_high)
                    guess += join * size(both & main, both_high & main_high)
                    if (both & loose | both_high & loose_high) != 0:
                        guess += tie * size(both & loose, both_high & loose_high)
                    if (two & narrow | two_high & narrow_high) != 0:
                        guess += rescue * size(two & narrow, two_high & narrow_high)
                    if guess >= hope:
                        hope = max(hope, guess - margin)
                        count = keep_hopeful(hope, ones, twos, guesses, count) if count == ROOM else count
                        ones[count] = first
                        twos[count] = PLACE_AT[second_form, bit_at(c, d)]
                        guesses[count] = guess
                        count += 1
    return keep_hopeful(hope, ones, twos, guesses, count)


@rule
def keep_hopeful(hope: int, ones: Out, twos: Out, guesses: Out, count: int) -> int:
    """Forget the pairs behind `hope`, and the last one if there is no room then; how many are left."""
    kept = 0
    for i in range(count):
        if int(guesses[i]) >= hope:
            ones[kept], twos[kept], guesses[kept] = ones[i], twos[i], guesses[i]
            kept += 1
    return min(kept, ROOM - 1)


@rule
def best_lay(
    state: State, seat: int, shape: int, other: int, laid: int, pond: int, weights: Weights, margin: int
) -> tuple[int, int, int]:
    """The worth of the best two places for two shapes (`laid`: the first lies there), and the places."""
    ones, twos, guesses = ones_room(), twos_room(), guesses_room()
    best, best_second, most = NONE, NONE, NOTHING
    for i in range(guess_pairs(state, seat, shape, other, laid, pond, weights, margin, ones, twos, guesses)):
        worth = laid_worth(state, seat, int(ones[i]), int(twos[i]), pond, weights)
        if worth > most:
            best, best_second, most = int(ones[i]), int(twos[i]), worth
    return most, best, best_second


@rule
def best_second(state: State, seat: int, weights: Weights, margin: int) -> int:
    """The best place for the second shape."""
    first, pond = int(state.laid[seat]), 1 if pond_now(state, seat) else 0
    shape, other = int(PLACE_SHAPE[first]), second_shape(state, seat)
    return LAY + best_lay(state, seat, shape, other, first, pond, weights, margin)[2]


@rule
def list_lays(state: State, seat: int, weights: Weights, margin: int, most: int, out: Out, count: int) -> int:
    """Write the lays from which the best pairs of places follow, the best first, at most so many; the new count."""
    ones, twos, worths = ones_room(), twos_room(), guesses_room()
    pond, laid = 1 if pond_now(state, seat) else 0, int(state.laid[seat])
    shape, other = int(state.dice[seat, 0]) - 1, int(state.dice[seat, 1]) - 1
    if laid != NONE:
        shape, other = int(PLACE_SHAPE[laid]), second_shape(state, seat)
    pairs = guess_pairs(state, seat, shape, other, laid, pond, weights, margin, ones, twos, worths)
    for i in range(pairs):
        worths[i] = laid_worth(state, seat, int(ones[i]), int(twos[i]), pond, weights)
    before = count
    while count < before + most:
        best = -1
        for i in range(pairs):
            best = i if int(worths[i]) != NOTHING and (best < 0 or int(worths[i]) > int(worths[best])) else best
        if best < 0:
            break
        place = int(ones[best]) if laid == NONE else int(twos[best])
        out[count] = LAY + place
        count += 1
        for i in range(pairs):
            worths[i] = NOTHING if place == (int(ones[i]) if laid == NONE else int(twos[i])) else worths[i]
    return count


@rule
def laid_worth(state: State, seat: int, first: int, second: int, pond: int, weights: Weights) -> int:
    """The sheet after both shapes lie."""
    sheet = laid_sheet(state, seat, first, second, pond)
    wetland, wetland_high, river, river_high, ponds, ponds_high, forest, forest_high = sheet
    worth = 0
    if pond:
        built = lodges_in(ponds, ponds_high) - int(state.lodges[seat])
        if built > 0:
            bare, bare_high = bare_then(state, seat, sheet)
            worth = built * POINT * lodge_points(bare, bare_high, forest, forest_high)
            worth += weigh(weights, LODGES, built, size(bare, bare_high))
    return worth + outlook(
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
        1 if int(state.pond_roll[seat]) == NOT_WON else 0,
        weights,
    )


@rule
def best_before_lay(state: State, seat: int, weights: Weights, margin: int) -> int:
    """A6-A8: lay the first die's shape, take the roll as a pond roll; where nothing fits, spend a lodge, or stop."""
    one, two = int(state.dice[seat, 0]) - 1, int(state.dice[seat, 1]) - 1
    pond = 1 if pond_now(state, seat) else 0
    most, first, _ = best_lay(state, seat, one, two, NONE, pond, weights, margin)
    best = LAY + first
    if int(state.pond_roll[seat]) == MAY_USE:
        worth, _, _ = best_lay(state, seat, one, two, NONE, 1, weights, margin)
        if worth > most:
            best, most = POND, worth
    if most == NOTHING and int(state.pond_roll[seat]) != USED and int(state.lodges[seat]) > int(state.spent[seat]):
        for which in range(4):
            a = one + (0 if which > 1 else 1 if which == 1 else -1)
            b = two + (0 if which < 2 else 1 if which == 3 else -1)
            if a >= 0 and a < FACES and b >= 0 and b < FACES:
                worth, _, _ = best_lay(state, seat, a, b, NONE, 0, weights, margin)
                if worth > most:
                    best, most = CHANGE + which, worth
    if most == NOTHING:
        return DONE if int(state.round) == POND_ROUND else STOP
    return best
