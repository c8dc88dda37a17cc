"""Amik: laying the two shapes of a roll (A4, A5).

For a shape in one of its forms, all places on free hexes are found at once: the first hexes of these places are the
free hexes from which each further step of the form leads to a free hex. And since the second shape must only lie on
free hexes and share one with the first, a first place is good exactly if it touches a hex that the second can cover.
"""

from lodge.games.amik.rules.arrays import FORM_START, FORM_STEPS, PLACE_AT, PLACE_BIT, PLACE_FORM, PLACE_SHAPE, SPLIT
from lodge.games.amik.rules.sets import bit_at, first_of, later, sooner
from lodge.games.amik.rules.state import LAY, NONE, State, blank, pond_now
from lodge.kernel import Out, rule


@rule
def hexes_at(place: int) -> tuple[int, int]:
    """The four hexes of a place, worked out from its form: a table of them all would be too large for a GPU."""
    steps = FORM_STEPS[int(PLACE_FORM[place])]
    bit = int(PLACE_BIT[place])
    low = 1 << bit if bit < SPLIT else 0
    high = 1 << (bit - SPLIT) if bit >= SPLIT else 0
    a, b = later(low, high, int(steps[0]))
    c, d = later(low, high, int(steps[1]))
    e, f = later(low, high, int(steps[2]))
    return low | a | c | e, high | b | d | f


@rule
def free_hexes(state: State, seat: int) -> tuple[int, int]:
    """A4: a pond roll is laid on blank hexes; A5: a river roll on blank and wetland hexes."""
    low, high = blank(state, seat)
    if pond_now(state, seat):
        return low, high
    return low | int(state.wetland[seat, 0]), high | int(state.wetland[seat, 1])


@rule
def firsts(low: int, high: int, form: int) -> tuple[int, int]:
    """The first hexes of all places of a form on free hexes."""
    steps = FORM_STEPS[form]
    a, b = sooner(low, high, int(steps[0]))
    c, d = sooner(low, high, int(steps[1]))
    e, f = sooner(low, high, int(steps[2]))
    return low & a & c & e, high & b & d & f


@rule
def touching(low: int, high: int, form: int) -> tuple[int, int]:
    """The first hexes of all places of a form that share a hex with a set, wherever they lie."""
    steps = FORM_STEPS[form]
    a, b = sooner(low, high, int(steps[0]))
    c, d = sooner(low, high, int(steps[1]))
    e, f = sooner(low, high, int(steps[2]))
    return low | a | c | e, high | b | d | f


@rule
def cover(low: int, high: int, shape: int) -> tuple[int, int]:
    """All hexes that a shape can cover when it lies on free hexes."""
    covered = 0
    covered_high = 0
    for form in range(int(FORM_START[shape]), int(FORM_START[shape + 1])):
        steps = FORM_STEPS[form]
        a, b = firsts(low, high, form)
        if a | b:
            c, d = later(a, b, int(steps[0]))
            e, f = later(a, b, int(steps[1]))
            g, h = later(a, b, int(steps[2]))
            covered |= a | c | e | g
            covered_high |= b | d | f | h
    return covered, covered_high


@rule
def can_lay(low: int, high: int, shape: int, other: int) -> bool:
    """Whether two shapes can be laid on free hexes so that they share one."""
    a, b = cover(low, high, shape)
    if other == shape:
        return (a | b) != 0
    c, d = cover(low, high, other)
    return (a & c | b & d) != 0


@rule
def fits(state: State, seat: int) -> bool:
    """A7: whether the seat can lay its dice as they are now."""
    low, high = free_hexes(state, seat)
    return can_lay(low, high, int(state.dice[seat, 0]) - 1, int(state.dice[seat, 1]) - 1)


@rule
def list_places(low: int, high: int, shape: int, on_low: int, on_high: int, out: Out, count: int) -> int:
    """Write the lays of a shape on free hexes that share a hex with a set behind what is in `out`; the new count."""
    for form in range(int(FORM_START[shape]), int(FORM_START[shape + 1])):
        a, b = firsts(low, high, form)
        c, d = touching(on_low, on_high, form)
        a &= c
        b &= d
        while a | b:
            c, d = first_of(a, b)
            a ^= c
            b ^= d
            out[count] = LAY + int(PLACE_AT[form, bit_at(c, d)])
            count += 1
    return count


@rule
def list_first(state: State, seat: int, die: int, out: Out, count: int) -> int:
    """The places for the shape of one die from which the other can be laid, too."""
    low, high = free_hexes(state, seat)
    shape, other = int(state.dice[seat, die]) - 1, int(state.dice[seat, 1 - die]) - 1
    a, b = cover(low, high, other)
    return list_places(low, high, shape, a, b, out, count)


@rule
def list_second(state: State, seat: int, out: Out) -> int:
    """The places for the second shape: on free hexes, at least one shared with the first."""
    low, high = free_hexes(state, seat)
    on, on_high = hexes_at(int(state.laid[seat]))
    return list_places(low, high, second_shape(state, seat), on, on_high, out, 0)


@rule
def second_shape(state: State, seat: int) -> int:
    """The shape of the die that has not been laid."""
    one = int(state.dice[seat, 0]) - 1
    return int(state.dice[seat, 1]) - 1 if int(PLACE_SHAPE[int(state.laid[seat])]) == one else one


@rule
def draw_both(state: State, seat: int, second: int) -> None:
    """A4, A5: both shapes lie; shared hexes become pond or river, the others change as the roll says."""
    a, b = hexes_at(int(state.laid[seat]))
    c, d = hexes_at(second)
    state.laid[seat] = NONE
    pond = pond_now(state, seat)
    for word in range(2):
        one, two = (b, d) if word else (a, c)
        shared, single = one & two, one ^ two
        if pond:
            state.pond[seat, word] = int(state.pond[seat, word]) | shared
            state.river[seat, word] = int(state.river[seat, word]) | single
        else:
            wetland = int(state.wetland[seat, word])
            state.river[seat, word] = int(state.river[seat, word]) | shared
            state.forest[seat, word] = int(state.forest[seat, word]) | (single & wetland)
            state.wetland[seat, word] = (wetland ^ single) & ~shared  # single layers: a blank joins, a wetland leaves
