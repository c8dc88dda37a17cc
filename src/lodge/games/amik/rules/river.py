"""Amik: the bonus river (A17).

Think of all that lies outside the board as one more piece. Then a river from edge to edge through the animal hex is a
ring through both, and there is one exactly where no single piece parts them.
"""

from lodge.games.amik.rules.arrays import BOARD_HIGH, BOARD_LOW, EDGE_HIGH, EDGE_LOW, ROW
from lodge.games.amik.rules.facts import HEX_COUNT
from lodge.games.amik.rules.order import BERTHS, FACTS, Words, plan, whole_piece
from lodge.games.amik.rules.sets import counted, crowd, first_of, group, later, size, sooner
from lodge.games.amik.rules.sweep import sweep
from lodge.kernel import LONG, WORDS, Scratch, heavy, i32, i64, rule, scratch

BREADTH = 256  # so many beginnings of rivers are followed before all are

# Memory of the sweep. Whatever the heap's size, it is enough; with more, fewer beginnings are followed twice.
HEAP, GPU_HEAP = 1 << 17, 1 << 11
rows_room: Scratch = scratch(i64, HEX_COUNT * FACTS)
berths_room: Scratch = scratch(i64, 2 * BERTHS)
heap_room: Scratch = scratch(i64, HEAP, GPU_HEAP)
origins_room: Scratch = scratch(i32, HEAP, GPU_HEAP)
index_room: Scratch = scratch(i32, 4 * HEAP, 2 * GPU_HEAP)
bounds_room: Scratch = scratch(i64, 2 * (HEX_COUNT + 1))
found_room: Scratch = scratch(i64, HEX_COUNT + 1)


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
def forks(wet: int, wet_high: int) -> tuple[int, int]:
    """The water with dry land on two sides or more, so that what else is around it may not be connected without it."""
    low, high = BOARD_LOW & ~wet, BOARD_HIGH & ~wet_high
    a, b = sooner(low, high, 1)
    c, d = sooner(low, high, ROW)
    e, f = sooner(low, high, ROW - 1)
    g, h = later(low, high, 1)
    i, j = later(low, high, ROW)
    k, m = later(low, high, ROW - 1)
    _, twos, fours = counted(a & ~k, c & ~a, e & ~c, g & ~e, i & ~g, k & ~i)  # where dry land begins, going around
    _, twos_high, fours_high = counted(b & ~m, d & ~b, f & ~d, h & ~f, j & ~h, m & ~j)
    return wet & (twos | fours), wet_high & (twos_high | fours_high)


@rule
def useful(wet: int, wet_high: int, pond: int, pond_high: int, animal: int, animal_high: int) -> tuple[int, int]:
    """The water that some river through the animal hex could use, other hexes left out as it likes."""
    wet, wet_high = group(animal, animal_high, wet, wet_high)
    low, high = forks(wet, wet_high)
    low, high = low | pond & wet, high | pond_high & wet_high
    while (low | high) != 0:
        a, b = first_of(low, high)
        a, b = whole_piece(a, b, pond, pond_high)
        c, d = wet & ~a, wet_high & ~b
        c, d = group(c & EDGE_LOW, d & EDGE_HIGH, c, d)  # what this piece does not part from the edge
        wet, wet_high = c | a, d | b
        low, high = low & wet & ~a, high & wet_high & ~b
    if (wet & animal | wet_high & animal_high) == 0:
        return 0, 0
    return group(animal, animal_high, wet, wet_high)


@heavy(LONG, LONG, LONG, LONG, LONG, LONG)
def longest(wet: int, wet_high: int, pond: int, pond_high: int, animal: int, animal_high: int) -> int:
    """A17: the length of the longest river through the animal hex; 0 where there is none."""
    return longest_noted(wet, wet_high, pond, pond_high, animal, animal_high, rows_room(), found_room())


@heavy(LONG, LONG, LONG, LONG, LONG, LONG, WORDS, WORDS)
def longest_noted(
    wet: int, wet_high: int, pond: int, pond_high: int, animal: int, animal_high: int, rows: Words, found: Words
) -> int:
    """The same; how it was found is written down, too."""
    found[0] = -1
    low, high = whole_piece(animal, animal_high, pond, pond_high)
    alone = size(low, high) if size(low & EDGE_LOW, high & EDGE_HIGH) > 1 else 0
    low, high = useful(wet, wet_high, pond, pond_high, low, high)
    total = size(low, high)
    if total <= alone:
        return alone
    count = plan(low, high, pond & low, pond_high & high, animal, animal_high, rows, berths_room())
    heap, origins, index, bounds = heap_room(), origins_room(), index_room(), bounds_room()
    length = alone
    least, spare, breadth = 0, 0, BREADTH  # near the truth there is little to look at
    while total - length > least:
        more, complete = sweep(
            rows, count, min(spare, total - length - 1), breadth, heap, origins, index, bounds, found
        )
        length = max(length, more)
        breadth = BREADTH if complete else len(heap)
        if complete:
            least, spare = spare + 1, 2 * spare + 1
    return length
