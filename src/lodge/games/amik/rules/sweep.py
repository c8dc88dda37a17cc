"""Amik: the longest river (A17) by one sweep over the water.

The sweep takes the pieces of water one by one, a piece being a hex or a whole group of ponds. Whatever the river is
like in the pieces taken so far, the rest depends only on its loose ends: at which pieces with neighbours still ahead
they are, and which two belong together. So of all beginnings with the same loose ends only one is kept: the one that
leaves out least.

A piece with neighbours ahead has a berth, and the loose ends are a number with four bits for each berth:

- 0: no loose end,
- the number of another berth (from 1): one, and the other end of that part of the river is there,
- its own number: two, for the piece is a part of its own,
- EDGE: one, and the other end of that part is a beginning of the river, at the board's edge.

A beginning of a river is such a number and, in its last seven bits, how many hexes it has left out. Beginnings lie in
one heap, those of the first piece at its bottom, with the number of the one that each comes from. Where the heap has no
room for all that follow, the sweep goes on to the end with some and comes back for the others.
"""

import numpy as np
import numpy.typing as npt

from lodge.games.amik.rules.facts import HEX_COUNT
from lodge.games.amik.rules.order import (
    AHEAD,
    AROUND,
    BERTH,
    BERTHS,
    CLOSED,
    FACTS,
    MOST,
    NARROW,
    NEEDED,
    OUTLET,
    PASSED,
    REST,
    ROOM,
    SIZE,
    Words,
)
from lodge.kernel import Scratch, i64, rule, scratch

Numbers = npt.NDArray[np.int32]

EDGE = 15
EACH = 0x11111111111111  # the last bit of each berth
LEFT_OUT = 7  # bits for the number of hexes left out
MOST_LEFT_OUT = (1 << LEFT_OUT) - 1

# --- loose ends -------------------------------------------------------------------------------------------


@rule
def end_at(ends: int, berth: int) -> int:
    """What is at a berth."""
    return ends >> (4 * berth - 4) & EDGE


@rule
def put_at(ends: int, berth: int, what: int) -> int:
    """The loose ends with something else at a berth; the edge needs no note."""
    if berth == EDGE:
        return ends
    return ends & ~(EDGE << (4 * berth - 4)) | what << (4 * berth - 4)


@rule
def joined(ends: int, berth: int) -> int:
    """The loose ends without one at a berth, which the river goes on from; where there are two, one stays."""
    return ends if end_at(ends, berth) == berth else put_at(ends, berth, 0)


@rule
def hopeless(ends: int, closed: int, narrow: int) -> bool:
    """Whether a loose end has nobody left to join, or two have one."""
    if ends & closed:
        return True
    berth = 1
    while narrow != 0:
        if narrow & 1 and ends & EDGE == berth:
            return True
        ends, narrow, berth = ends >> 4, narrow >> 4, berth + 1
    return False


# --- the sweep --------------------------------------------------------------------------------------------


@rule
def keep(
    heap: Words, origins: Numbers, index: Numbers, count: int, mask: int, ends: int, lost: int, origin: int
) -> int:
    """Lay a beginning on the heap, unless there is one with the same loose ends: then the better one stays.

    The index says where those of the same piece lie. Returns how many are on the heap.
    """
    at = ((ends ^ ends >> 19 ^ ends >> 38) & 0x7FFFFF) * 0x5E3779B1 >> 11 & mask
    while True:
        number = int(index[at])
        if number < 0:
            index[at] = count
            heap[count] = ends << LEFT_OUT | lost
            origins[count] = origin
            return count + 1
        other = int(heap[number])
        if other >> LEFT_OUT == ends:
            if lost < other - (ends << LEFT_OUT):
                heap[number] = ends << LEFT_OUT | lost
                origins[number] = origin
            return count
        at = (at + 1) & mask


@rule
def sweep(  # noqa: C901, PLR0912, PLR0915 - every way in which a river may go on at a piece
    rows: Words,
    count: int,
    spare: int,
    breadth: int,
    heap: Words,
    origins: Numbers,
    index: Numbers,
    bounds: Words,
    found: Words,
) -> tuple[int, bool]:
    """The longest river that leaves out at most so many hexes: its length, 0 where there is none.

    Its beginnings before each piece are written to `found`, a -1 behind them. Of more beginnings at a piece than
    `breadth` some are forgotten; whether none were is returned, too.
    """
    complete = True
    total = int(rows[SIZE]) + int(rows[REST])
    length = 0
    heap[0] = 0
    bounds[0] = 0  # the first beginning to follow,
    bounds[1] = 1  # and behind the last
    piece = 0
    while piece >= 0:
        at, end = int(bounds[2 * piece]), int(bounds[2 * piece + 1])
        if piece == count or at == end:
            piece -= 1
            continue
        row = FACTS * piece
        own, ahead, outlet = int(rows[row + BERTH]), int(rows[row + AHEAD]), int(rows[row + OUTLET]) != 0
        closed, narrow, rest = int(rows[row + CLOSED]), int(rows[row + NARROW]), int(rows[row + REST])
        most = int(rows[row + MOST])
        mask = 15
        while mask + 1 < max(2 * most, 8 * (end - at)) and 2 * mask + 1 < len(index):
            mask += mask + 1
        for number in range(mask + 1):
            index[number] = -1
        last = end
        limit = min(end + (mask + 1) // 2, len(heap) - int(rows[row + ROOM])) - most
        while at < end and last <= min(limit, end + breadth):
            ends = int(heap[at]) >> LEFT_OUT
            lost = int(heap[at]) - (ends << LEFT_OUT)
            edges = ends & ends >> 1
            edges &= edges >> 2 & EACH
            may_end = outlet and edges & edges - 1 == 0
            after = lost + int(rows[row + SIZE])
            if int(rows[row + NEEDED]) == 0 and after <= spare and not hopeless(ends, closed, narrow):
                last = keep(heap, origins, index, last, mask, ends, after, at)
            new = put_at(ends, own, own)
            if ahead == 2 and not hopeless(new, closed, narrow):
                last = keep(heap, origins, index, last, mask, new, lost, at)
            new = put_at(ends, own, EDGE)
            if may_end and ahead != 0 and not hopeless(new, closed, narrow):
                last = keep(heap, origins, index, last, mask, new, lost, at)
            around = int(rows[row + AROUND])
            while around != 0:
                berth = around & EDGE
                around >>= 4
                there = end_at(ends, berth)
                if there == 0:
                    continue
                one = joined(ends, berth)
                new = put_at(put_at(one, own, there), there, own)
                if ahead != 0 and not hopeless(new, closed, narrow):
                    last = keep(heap, origins, index, last, mask, new, lost, at)
                new = put_at(one, there, EDGE)
                whole = outlet and there == EDGE and one == 0
                if may_end and there != EDGE and not hopeless(new, closed, narrow):
                    last = keep(heap, origins, index, last, mask, new, lost, at)
                others = around
                while others != 0:
                    other = others & EDGE
                    others >>= 4
                    far = end_at(one, other)
                    if far == 0 or there == other:  # a river does not run in a circle
                        continue
                    both = joined(one, other)
                    new = put_at(put_at(both, there, far), far, there)
                    if there == EDGE and far == EDGE:
                        whole |= both == 0
                    elif not hopeless(new, closed, narrow):
                        last = keep(heap, origins, index, last, mask, new, lost, at)
                if whole and int(rows[row + PASSED]) != 0 and lost + rest <= spare:
                    spare = lost + rest - 1
                    length = total - lost - rest
                    note(heap, origins, at, piece, found)
            at += 1
        if at < end and last > end + breadth:
            complete = False
            at = end
        bounds[2 * piece] = at
        bounds[2 * piece + 2] = end
        bounds[2 * piece + 3] = last
        piece += 1
    return length, complete


@rule
def note(heap: Words, origins: Numbers, at: int, piece: int, found: Words) -> None:
    """Write down how a river came about."""
    found[piece + 1] = -1
    while piece >= 0:
        found[piece] = heap[at]
        at = int(origins[at])
        piece -= 1


# --- the river that was found -----------------------------------------------------------------------------


links_room: Scratch = scratch(i64, 2 * HEX_COUNT)
berth_room: Scratch = scratch(i64, BERTHS + 1)


@rule
def loose(beginning: int, berth: int) -> int:
    """How many loose ends there are at a berth: none, one or two."""
    there = end_at(beginning >> LEFT_OUT, berth)
    return 2 if there == berth else 1 if there != 0 else 0


@rule
def link(links: Words, one: int, other: int) -> None:
    """Note that two pieces are neighbours in the river."""
    links[2 * one + (0 if links[2 * one] < 0 else 1)] = other
    links[2 * other + (0 if links[2 * other] < 0 else 1)] = one


@rule
def river_pieces(rows: Words, found: Words, chain: Words) -> int:
    """Write the pieces of the river that was noted from end to end, by number; how many, none where none was noted."""
    links, at_berth = links_room(), berth_room()
    for berth in range(BERTHS + 1):
        at_berth[berth] = -1
    count = 0
    number = 0
    while found[number] >= 0:
        before, after = int(found[number]), int(found[number + 1])
        after = after if after >= 0 else before & MOST_LEFT_OUT
        links[2 * number] = -1
        links[2 * number + 1] = -1
        if before & MOST_LEFT_OUT == after & MOST_LEFT_OUT:  # it is a part of the river
            count += 1
            for berth in range(1, BERTHS + 1):
                if at_berth[berth] >= 0 and loose(after, berth) < loose(before, berth):
                    link(links, number, int(at_berth[berth]))
        at_berth[int(rows[FACTS * number + BERTH])] = number
        number += 1
    if count > 0:
        chain[0] = 0
        while links[2 * int(chain[0])] < 0 or links[2 * int(chain[0]) + 1] >= 0:  # until one has a single neighbour
            chain[0] = int(chain[0]) + 1
        for at in range(1, count):
            here = 2 * int(chain[at - 1])
            back = at > 1 and links[here] == chain[at - 2]
            chain[at] = links[here + 1] if back else links[here]
    return count
