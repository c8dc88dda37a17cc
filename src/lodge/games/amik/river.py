"""Amik: the bonus river (A17), by complete search.

The search begins at every piece of water at the edge (a hex, or a whole group of ponds) and walks on piece by piece. It
keeps no stack: for every hex at which the river enters a next piece it notes the way back, and ways are tried in the
order of the hexes, so that the one just left says which come next. Every river is walked in one direction only: it may
end only at edge hexes behind those where it has begun.

It turns back where too many hexes would be left out for the river to become longer than the longest so far. First it
looks for a river that leaves out none of the hexes it could use, then for one that leaves out one, three, seven and so
on: near the truth there is little to look at. What is left out for certain:

- water that the river cannot reach any more, and dead ends, again and again: a river that enters one cannot leave it,
- hexes at the edge with one way in, but for one where the river ends,
- some of the hexes with just two ways, where three or more of them lie around the same hex,
- all but one part of what lies behind a group of ponds, which the river passes only once.

And a longest river never leaves out a hex beside both ends of one of its steps, nor an edge hex beside its beginning.
"""

from lodge.games.amik.sets import crowd, first_of, group, later, near, size, sooner
from lodge.games.amik.tables import EDGE_HIGH, EDGE_LOW, ROW
from lodge.kernel import heavy, rule

# For each hex that the river has entered, the number of the way back: three sets of hexes (its ones, twos and fours),
# each as low and high word.
Ways = tuple[int, int, int, int, int, int]
# A river: its length, the hexes where it enters a next piece, where it begins, where it ends (each as low and high
# word), and the ways back.
River = tuple[int, int, int, int, int, int, int, Ways]

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
def reach(
    low: int, high: int, piece: int, piece_high: int, pond: int, pond_high: int, ends: int, ends_high: int
) -> tuple[int, int]:
    """The hexes of a set that a river could still use from a piece on: connected with it, and no dead ends."""
    while True:
        ones, ones_high, twos, twos_high, fours, fours_high = crowd(low | piece, high | piece_high)
        a = low & (pond | twos | fours | ones & ends)
        b = high & (pond_high | twos_high | fours_high | ones_high & ends_high)
        if a == low and b == high:
            break
        low, high = a, b
    a, b = group(piece, piece_high, low, high)
    return a & ~piece, b & ~piece_high


@rule
def crowded_out(low: int, high: int, piece: int, piece_high: int, pond: int, pond_high: int) -> int:
    """At least so many of the hexes within reach are left out, because they have too few ways, or share them."""
    ones, ones_high, twos, twos_high, fours, fours_high = crowd(low | piece, high | piece_high)
    low, high = low & ~pond, high & ~pond_high
    last = size(low & ~twos & ~fours, high & ~twos_high & ~fours_high)
    a, b = low & twos & ~ones & ~fours, high & twos_high & ~ones_high & ~fours_high
    ones, ones_high, twos, twos_high, fours, fours_high = crowd(a, b)  # around each hex, those with just two ways:
    more = size(low & (fours | twos & ones), high & (fours_high | twos_high & ones_high))  # three of them are
    more += size(low & fours, high & fours_high)  # one too many, four two, and so on
    more += size(low & fours & (ones | twos), high & fours_high & (ones_high | twos_high))
    more += size(low & fours & twos, high & fours_high & twos_high)
    return max(0, last + (more + 1) // 2 - 1)  # each of them lies beside two hexes; and one may be the river's end


@rule
def behind_ponds(
    low: int, high: int, piece: int, piece_high: int, pond: int, pond_high: int, ends: int, ends_high: int
) -> int:
    """At least so many of the hexes within reach are left out, because they lie behind a group of ponds."""
    most = 0
    ponds, ponds_high = low & pond, high & pond_high
    while (ponds | ponds_high) != 0:
        a, b = first_of(ponds, ponds_high)
        a, b = group(a, b, ponds, ponds_high)
        ponds, ponds_high = ponds ^ a, ponds_high ^ b
        c, d = group(piece, piece_high, low & ~a, high & ~b)
        rest, rest_high = low & ~c & ~a, high & ~d & ~b
        lost = size(rest, rest_high)
        best = 0
        while (rest | rest_high) != 0 and lost > most:
            c, d = first_of(rest, rest_high)
            c, d = group(c, d, rest, rest_high)
            rest, rest_high = rest ^ c, rest_high ^ d
            if (c & ends | d & ends_high) != 0:
                best = max(best, size(c, d))
        most = max(most, lost - best)
    return most


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


@heavy
def longest(  # noqa: C901, PLR0912, PLR0915 - one search, its whole memory in local numbers
    wet: int, wet_high: int, pond: int, pond_high: int, animal: int, animal_high: int
) -> River:
    """A17: the longest river through the animal hex; its length is 0 where there is none."""
    piece, piece_high = whole_piece(animal, animal_high, pond, pond_high)
    sure = size(piece, piece_high) if size(piece & EDGE_LOW, piece_high & EDGE_HIGH) > 1 else 0
    a, b = reach(wet & ~piece, wet_high & ~piece_high, piece, piece_high, pond, pond_high, EDGE_LOW, EDGE_HIGH)
    bound = size(a | piece, b | piece_high)
    ways = (0, 0, 0, 0, 0, 0)
    best = (animal, animal_high, animal, animal_high, animal, animal_high)
    best_ways = ways
    found = False
    spared = 0  # how many hexes may be left out
    most = bound
    starts, starts_high = 0, 0
    while True:
        if (starts | starts_high) == 0:  # every beginning has been tried: that was all, or leave out more
            if found or most <= sure:
                break
            most = max(sure, bound - 1 - spared)
            spared = 2 * spared + 1
            starts, starts_high = wet & EDGE_LOW, wet_high & EDGE_HIGH
            if (starts | starts_high) == 0:
                break
        start, start_high = first_of(starts, starts_high)
        piece, piece_high = whole_piece(start, start_high, pond, pond_high)
        starts, starts_high = starts & ~piece, starts_high & ~piece_high
        ends, ends_high = starts, starts_high
        low, high = piece, piece_high  # the river so far
        entries, entries_high = start, start_high
        at, at_high = start, start_high  # where the last piece was entered
        left, left_high = 0, 0  # the way tried last from here
        ways = (0, 0, 0, 0, 0, 0)
        while True:
            a, b = near(piece, piece_high)
            around, around_high = a & wet & ~low, b & wet_high & ~high
            a, b = behind(left, left_high)
            a, b = around & a, around_high & b
            if (a | b) != 0:  # go on
                a, b = first_of(a, b)
                left, left_high = a, b
                c, d = whole_piece(a, b, pond, pond_high)
                e, f = first_of(c & around, d & around_high)
                if e != a or f != b:
                    continue  # these ponds have been tried from an earlier hex
                ways = noted(ways, a, b, way_to(a, b, piece, piece_high))
                entries, entries_high = entries | a, entries_high | b
                at, at_high, piece, piece_high = a, b, c, d
                low, high = low | piece, high | piece_high
                left, left_high = 0, 0
                length = size(low, high)
                through = (animal & low | animal_high & high) != 0
                if through and length > most and (piece & ends | piece_high & ends_high) != 0:
                    most = length
                    found = True
                    best = (entries, entries_high, start, start_high, at, at_high)
                    best_ways = ways
                a, b = reach(wet & ~low, wet_high & ~high, piece, piece_high, pond, pond_high, ends, ends_high)
                spare = length + size(a, b) - most - 1
                if not through and (animal & a | animal_high & b) == 0:
                    spare = -1
                if spare >= 0:
                    c, d = beside(ways, entries & ~start, entries_high & ~start_high)
                    e, f = near(start, start_high)
                    c, d = (c | e & EDGE_LOW) & wet & ~low & ~a, (d | f & EDGE_HIGH) & wet_high & ~high & ~b
                    spare = spare if (c | d) == 0 else -1
                if (
                    spare < 0
                    or spare < crowded_out(a, b, piece, piece_high, pond, pond_high)
                    or spare < behind_ponds(a, b, piece, piece_high, pond, pond_high, ends, ends_high)
                ):
                    left_high = DONE
            elif at != start or at_high != start_high:  # go back
                a, b = step(at, at_high, way_back(ways, at, at_high))
                ways = forgotten(ways, at, at_high)
                low, high = low & ~piece, high & ~piece_high
                entries, entries_high = entries & ~at, entries_high & ~at_high
                left, left_high = at, at_high
                piece, piece_high = whole_piece(a, b, pond, pond_high)
                at, at_high = piece & entries, piece_high & entries_high
            else:
                break
    return most if found else sure, *best, best_ways
