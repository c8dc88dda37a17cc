"""Amik: a hand-written player. It looks at every way to lay both shapes and takes the sheet that seems worth most."""

from lodge.games.amik.appraisal import HELD, LODGE, WEIGHTS, Weights, appraise
from lodge.games.amik.facts import FACES, FORESTS, LEAST_LODGE
from lodge.games.amik.laying import cover, firsts, second_shape, touching
from lodge.games.amik.lodges import lodges_in
from lodge.games.amik.scoring import dead_ends
from lodge.games.amik.sets import bit_at, crowd, first_of, group, near, size
from lodge.games.amik.state import (
    ANIMAL,
    BUILD_LAST,
    CHANGE,
    CHOOSE_ANIMAL,
    CHOOSE_SECTION,
    CUT,
    DONE,
    LAY,
    LAY_FIRST,
    LAY_SECOND,
    MAY_USE,
    NONE,
    POND,
    POND_ROUND,
    STOP,
    UPGRADE,
    USED,
    State,
    blank,
    pond_now,
    water,
)
from lodge.games.amik.tables import (
    BOARD_HIGH,
    BOARD_LOW,
    FORM_START,
    HEX_AT,
    HEX_HIGH,
    HEX_LOW,
    MIDDLE_HEX,
    PLACE_AT,
    PLACE_HIGH,
    PLACE_LOW,
    PLACE_SHAPE,
    SECTION_HEX,
)
from lodge.games.amik.upgrades import improvable, ripe
from lodge.kernel import Luck, Out, rule

NOTHING = -(1 << 40)
CLOSE = 300  # how far behind the best guess a pair of places may fall and still be looked at,
QUICK = 60  # and where there is little time
# The quick guess at a pair of places, for each hex:
FILL = 120  # blank hexes covered
SHARE = 60  # shared hexes,
SHARE_POND = 400  # in a pond roll
JOIN = 150  # shared hexes beside the main water,
TIE = 150  # beside a loose end
RESCUE = 200  # blank hexes with few free neighbours


@rule
def choose(state: State, seat: int, out: Out, luck: Luck) -> int:  # noqa: ARG001 - others may need luck
    """The action that seems best."""
    return decide(state, seat, WEIGHTS, CLOSE)


@rule
def hasty(state: State, seat: int, luck: Luck) -> int:  # noqa: ARG001 - others may need luck
    """The same, looking at only some of the ways to lay the first shape."""
    return decide(state, seat, WEIGHTS, QUICK)


@rule
def decide(state: State, seat: int, weights: Weights, margin: int) -> int:
    step = int(state.step[seat])
    if step == CHOOSE_SECTION:
        return best_section(state, seat)
    if step == CHOOSE_ANIMAL:
        return best_animal(state, seat)
    if step == LAY_FIRST:
        return best_before_laying(state, seat, weights, margin)
    if step == LAY_SECOND:
        first = int(state.laid[seat])
        other = second_shape(state, seat)
        _, _, second = best_pair(
            state, seat, int(PLACE_SHAPE[first]), other, first, pond_now(state, seat), weights, margin
        )
        return LAY + second
    if int(state.round) == POND_ROUND:
        return DONE
    return best_upgrade(state, seat, weights)


@rule
def best_section(state: State, seat: int) -> int:
    best, most = 0, NOTHING
    die = int(state.roll[0]) - 1
    a, b = near(int(state.forest[seat, 0]), int(state.forest[seat, 1]))
    for section in range(FORESTS):
        number = int(SECTION_HEX[section, die])
        low, high = int(HEX_LOW[number]), int(HEX_HIGH[number])
        taken = False
        for other in range(6):
            one = int(SECTION_HEX[section, other])
            taken = taken or (int(HEX_LOW[one]) & int(state.forest[seat, 0]) | int(HEX_HIGH[one]) & int(state.forest[seat, 1])) != 0
        if taken:
            continue
        c, d = near(low, high)
        worth = 2 * size(c, d) - (5 if (low & a | high & b) != 0 else 0)
        if worth > most:
            best, most = section, worth
    return best


@rule
def best_animal(state: State, seat: int) -> int:
    best, most = 0, NOTHING
    for middle in range(3):
        number = int(MIDDLE_HEX[middle])
        a, b = near(int(HEX_LOW[number]), int(HEX_HIGH[number]))
        worth = -size(a & int(state.forest[seat, 0]), b & int(state.forest[seat, 1]))
        if worth > most:
            best, most = middle, worth
    return ANIMAL + best


@rule
def sheet_worth(state: State, seat: int, first: int, second: int, pond: bool, weights: Weights) -> int:
    """The sheet after both shapes lie."""
    a, b = int(PLACE_LOW[first]), int(PLACE_HIGH[first])
    c, d = int(PLACE_LOW[second]), int(PLACE_HIGH[second])
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
    state: State, seat: int, shape: int, other: int, laid: int, pond: bool, weights: Weights, margin: int
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
                one, one_high = int(PLACE_LOW[first]), int(PLACE_HIGH[first])
                for second_form in range(int(FORM_START[other]), int(FORM_START[other + 1])):
                    e, f = firsts(low, high, second_form)
                    c, d = touching(one, one_high, second_form)
                    e, f = e & c, f & d
                    while (e | f) != 0:
                        c, d = first_of(e, f)
                        e, f = e ^ c, f ^ d
                        second = int(PLACE_AT[second_form, bit_at(c, d)])
                        two, two_high = int(PLACE_LOW[second]), int(PLACE_HIGH[second])
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
def best_before_laying(state: State, seat: int, weights: Weights, margin: int) -> int:
    one, two = int(state.dice[seat, 0]) - 1, int(state.dice[seat, 1]) - 1
    pond = pond_now(state, seat)
    most, first, _ = best_pair(state, seat, one, two, NONE, pond, weights, margin)
    best = LAY + first
    low, high = blank(state, seat)
    if int(state.pond_roll[seat]) == MAY_USE:
        worth, _, _ = best_pair(state, seat, one, two, NONE, True, weights, margin)
        if worth > most:
            best, most = POND, worth
    if int(state.pond_roll[seat]) != USED and int(state.lodges[seat]) > int(state.spent[seat]):
        for which in range(4):
            a = one + (0 if which > 1 else 1 if which == 1 else -1)
            b = two + (0 if which < 2 else 1 if which == 3 else -1)
            if a >= 0 and a < FACES and b >= 0 and b < FACES:
                worth, _, _ = best_pair(state, seat, a, b, NONE, False, weights, margin)
                if worth - int(weights[LODGE]) > most:
                    best, most = CHANGE + which, worth - int(weights[LODGE])
    if most == NOTHING:
        return DONE if int(state.round) == POND_ROUND else STOP
    return best


@rule
def best_upgrade(state: State, seat: int, weights: Weights) -> int:
    low, high, full, full_high = ripe(state, seat)
    last = int(state.step[seat]) == BUILD_LAST
    if last and (low | high) != 0:
        a, b = first_of(low, high)
        return CUT + int(HEX_AT[bit_at(a, b)])
    if (full | full_high) != 0:
        a, b = first_of(full, full_high)
        return CUT + int(HEX_AT[bit_at(a, b)])
    held = int(state.upgrades[seat])
    if held == 0 and (low | high) == 0:
        return DONE
    wetland, wetland_high = int(state.wetland[seat, 0]), int(state.wetland[seat, 1])
    river, river_high = int(state.river[seat, 0]), int(state.river[seat, 1])
    dam, dam_high = int(state.dam[seat, 0]), int(state.dam[seat, 1])
    pond, pond_high = int(state.pond[seat, 0]), int(state.pond[seat, 1])
    forest, forest_high = int(state.forest[seat, 0]), int(state.forest[seat, 1])
    gone, gone_high = int(state.cut[seat, 0]), int(state.cut[seat, 1])
    animal = int(state.animal[seat])
    now = appraise(wetland, wetland_high, river, river_high, dam, dam_high, pond, pond_high, forest, forest_high, gone, gone_high, animal, weights)
    bare, bare_high = blank(state, seat)
    e, f = near(bare, bare_high)
    lodge = 100 * max(LEAST_LODGE, size(e & forest, f & forest_high))
    best, most = DONE, (NOTHING if last else now + int(weights[HELD]))
    a, b = improvable(state, seat)
    while (a | b) != 0:
        c, d = first_of(a, b)
        a, b = a ^ c, b ^ d
        worth = appraise(
            wetland & ~c | c & bare,
            wetland_high & ~d | d & bare_high,
            river & ~c | c & wetland,
            river_high & ~d | d & wetland_high,
            dam & ~c | c & river,
            dam_high & ~d | d & river_high,
            pond | c & dam,
            pond_high | d & dam_high,
            forest,
            forest_high,
            gone,
            gone_high,
            animal,
            weights,
        )
        if (c & dam | d & dam_high) != 0:
            worth += lodge * (lodges_in(pond | c, pond_high | d) - int(state.lodges[seat]))
        if worth > most:
            best, most = UPGRADE + int(HEX_AT[bit_at(c, d)]), worth
    if best == DONE or held > 0:
        return best
    a, b = first_of(low, high)
    return CUT + int(HEX_AT[bit_at(a, b)])
