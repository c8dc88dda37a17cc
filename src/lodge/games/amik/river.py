"""Amik: the bonus river (A17), by complete search.

The river has two arms that leave the animal hex, or the group of ponds around it. The search walks the first arm; at
every hex where that could end at the board's edge it walks the second arm, too. It keeps no stack: for every hex at
which the river enters a next piece (a hex, or a whole group of ponds) it notes the way back, and ways are tried in the
order of the hexes, so that the one just left says which come next.

It turns back where all hexes that could still join would not make a longer river. What can join: water that the arms
reach, less dead ends, which are taken away again and again, because a river that enters one cannot leave it.
"""

from lodge.games.amik.sets import crowd, first_of, group, later, near, size, sooner
from lodge.games.amik.tables import EDGE_HIGH, EDGE_LOW, ROW
from lodge.kernel import rule

# For each hex that the river has entered, the number of the way back: three sets of hexes (its ones, twos and fours),
# each as low and high word.
Ways = tuple[int, int, int, int, int, int]
# What is known of the longest river: its length, its hexes, the hexes where it enters a next piece, where its arms end
# (each as low and high word), and the ways back.
River = tuple[int, int, int, int, int, int, int, int, int, Ways]

DONE = 1 << 62  # behind all hexes


@rule
def step(low: int, high: int, way: int) -> tuple[int, int]:
    """A hex moved to its neighbour by one of six ways."""
    by = 1 if way % 3 == 0 else ROW if way % 3 == 1 else ROW - 1
    return later(low, high, by) if way < 3 else sooner(low, high, by)


@rule
def way_to(low: int, high: int, piece: int, piece_high: int) -> int:
    """A way that leads from a hex to a piece beside it."""
    way = 0
    a, b = step(low, high, way)
    while (a & piece | b & piece_high) == 0:
        way += 1
        a, b = step(low, high, way)
    return way


@rule
def noted(ways: Ways, low: int, high: int, way: int) -> Ways:
    """The ways with one more."""
    ones, ones_high, twos, twos_high, fours, fours_high = ways
    one, two, four = -(way & 1), -(way >> 1 & 1), -(way >> 2)  # all bits or none
    return (
        ones | low & one,
        ones_high | high & one,
        twos | low & two,
        twos_high | high & two,
        fours | low & four,
        fours_high | high & four,
    )


@rule
def forgotten(ways: Ways, low: int, high: int) -> Ways:
    """The ways without that of a hex."""
    ones, ones_high, twos, twos_high, fours, fours_high = ways
    return ones & ~low, ones_high & ~high, twos & ~low, twos_high & ~high, fours & ~low, fours_high & ~high


@rule
def way_back(ways: Ways, low: int, high: int) -> int:
    """The way noted for a hex."""
    ones, ones_high, twos, twos_high, fours, fours_high = ways
    way = 1 if (ones & low | ones_high & high) != 0 else 0
    way |= 2 if (twos & low | twos_high & high) != 0 else 0
    return way | (4 if (fours & low | fours_high & high) != 0 else 0)


@rule
def behind(low: int, high: int) -> tuple[int, int]:
    """All hexes behind a single one; all there are where none is given."""
    if low != 0:
        return -low - low, -1
    return (0, -high - high) if high != 0 else (-1, -1)


@rule
def whole_piece(low: int, high: int, pond: int, pond_high: int) -> tuple[int, int]:
    """The piece that a hex belongs to: itself, or its group of ponds."""
    if (low & pond | high & pond_high) == 0:
        return low, high
    return group(low, high, pond, pond_high)


@rule
def reach(low: int, high: int, from_low: int, from_high: int, pond: int, pond_high: int) -> tuple[int, int]:
    """The hexes of a set that a river could still use from some hexes on: connected with them, and no dead ends."""
    while True:
        ones, ones_high, twos, twos_high, fours, fours_high = crowd(low | from_low, high | from_high)
        a = low & (pond | twos | fours | ones & EDGE_LOW)
        b = high & (pond_high | twos_high | fours_high | ones_high & EDGE_HIGH)
        if a == low and b == high:
            break
        low, high = a, b
    a, b = group(from_low, from_high, low, high)
    return a & ~from_low, b & ~from_high


@rule
def beside(ways: Ways, low: int, high: int) -> tuple[int, int]:
    """The hexes beside both ends of a step of the river: the longest river leaves none of them out.

    A step and the two ways next to it, left and right, make two triangles.
    """
    ones, ones_high, twos, twos_high, fours, fours_high = ways
    a, b = 0, 0
    for way in range(6):
        c = low & (ones if way & 1 else ~ones) & (twos if way & 2 else ~twos) & (fours if way & 4 else ~fours)
        d = high & (ones_high if way & 1 else ~ones_high) & (twos_high if way & 2 else ~twos_high)
        d &= fours_high if way & 4 else ~fours_high
        e, f = step(c, d, (way + 1) % 6)
        c, d = step(c, d, (way + 5) % 6)
        a |= c | e
        b |= d | f
    return a, b


@rule
def longest(  # noqa: C901, PLR0912, PLR0915 - one search, its whole memory in local numbers
    wet: int, wet_high: int, pond: int, pond_high: int, animal: int, animal_high: int
) -> River:
    """A17: the longest river through the animal hex; its length is 0 where there is none."""
    source, source_high = whole_piece(animal, animal_high, pond, pond_high)
    edges = size(source & EDGE_LOW, source_high & EDGE_HIGH)
    low, high = source, source_high  # the river so far
    entries, entries_high = animal, animal_high
    ways = (0, 0, 0, 0, 0, 0)
    most = size(source, source_high) if edges > 1 else 0
    best = (low, high, entries, entries_high, animal, animal_high, animal, animal_high)
    best_ways = ways
    at, at_high = animal, animal_high  # where the last piece was entered
    piece, piece_high = source, source_high  # the last piece
    left, left_high = 0, 0  # the way tried last from here
    end, end_high = animal, animal_high  # where the first arm ends
    start, start_high = 0, 0  # where the first arm begins: the second begins behind it, or they would only change names
    second = (
        edges > 0
    )  # whether the second arm is walked; with ponds at the edge around the animal, the first may be empty
    while True:
        a, b = near(piece, piece_high)
        around, around_high = a & wet & ~low, b & wet_high & ~high
        a, b = behind(left, left_high)
        a, b = around & a, around_high & b
        at_source = at == animal and at_high == animal_high
        if (a | b) != 0:  # go on
            a, b = first_of(a, b)
            left, left_high = a, b
            c, d = whole_piece(a, b, pond, pond_high)
            e, f = first_of(c & around, d & around_high)
            if e != a or f != b:
                continue  # these ponds have been tried from an earlier hex
            if at_source and not second:
                start, start_high = a, b
            ways = noted(ways, a, b, way_to(a, b, piece, piece_high))
            entries, entries_high = entries | a, entries_high | b
            at, at_high, piece, piece_high = a, b, c, d
            low, high = low | piece, high | piece_high
            left, left_high = 0, 0
            if not second:
                c, d = c | source, d | source_high
            a, b = reach(wet & ~low, wet_high & ~high, c, d, pond, pond_high)
            length = size(low, high)
            c, d = beside(ways, entries & ~animal, entries_high & ~animal_high)
            if second and (end != animal or end_high != animal_high):
                e, f = near(end, end_high)
                c |= e & EDGE_LOW
                d |= f & EDGE_HIGH
            c &= wet & ~low & ~a
            d &= wet_high & ~high & ~b
            if (c | d) != 0 or length + size(a, b) <= most:
                left_high = DONE
            elif (piece & EDGE_LOW | piece_high & EDGE_HIGH) != 0:
                if not second:
                    second = True
                    end, end_high = at, at_high
                    at, at_high, piece, piece_high = animal, animal_high, source, source_high
                    left, left_high = start, start_high
                elif length > most:
                    most = length
                    best = (low, high, entries, entries_high, end, end_high, at, at_high)
                    best_ways = ways
        elif not at_source:  # go back
            a, b = step(at, at_high, way_back(ways, at, at_high))
            ways = forgotten(ways, at, at_high)
            low, high = low & ~piece, high & ~piece_high
            entries, entries_high = entries & ~at, entries_high & ~at_high
            left, left_high = at, at_high
            piece, piece_high = whole_piece(a, b, pond, pond_high)
            at, at_high = piece & entries, piece_high & entries_high
        elif second:  # the second arm is done: go on with the first
            second = False
            left, left_high = 0, 0
            at, at_high = end, end_high
            end, end_high = animal, animal_high
            piece, piece_high = whole_piece(at, at_high, pond, pond_high)
        else:
            break
    return most, *best, best_ways
