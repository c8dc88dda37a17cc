"""Amik: the pieces of water in the order in which the sweep for the longest river (A17) takes them.

A piece is a hex or a whole group of ponds. Each has a berth for as long as it has neighbours ahead; the fewer berths
are in use at a time, the less the sweep has to keep apart.
"""

import numpy as np
import numpy.typing as npt

from lodge.games.amik.rules.arrays import EDGE_HIGH, EDGE_LOW
from lodge.games.amik.rules.sets import first_of, group, near, size
from lodge.kernel import rule

Words = npt.NDArray[np.int64]

BERTHS = 14  # in row order eleven are enough, and another order is taken only where it needs no more than these
FULL = 15  # a berth's four bits

# What is known of each piece before the sweep begins: FACTS numbers, piece after piece.
(
    LOW,  # its hexes
    HIGH,
    BERTH,  # its berth, from 1
    AROUND,  # the berths of its neighbours taken before it, four bits each
    CLOSED,  # the berths that nobody is left to join, their bits set
    NARROW,  # the berths with one neighbour ahead, their last bits set
    AHEAD,  # its neighbours ahead: none, one, or two and more
    OUTLET,  # 1 if it lies at the board's edge
    NEEDED,  # 1 if it holds the animal hex
    PASSED,  # 1 if the animal hex is in it or behind it
    SIZE,  # its hexes
    REST,  # the hexes ahead
    MOST,  # at most so many beginnings come from one
    ROOM,  # the same, added up for all pieces ahead
) = range(14)
FACTS = 14
STARTS = 8  # how many orders are looked at
COST = 128  # of a berth, in hexes ahead


@rule
def whole_piece(low: int, high: int, pond: int, pond_high: int) -> tuple[int, int]:
    """The piece that a hex belongs to: itself, or its group of ponds."""
    if (low & pond | high & pond_high) == 0:
        return low, high
    return group(low, high, pond, pond_high)


@rule
def pieces(low: int, high: int, pond: int, pond_high: int) -> int:
    """How many pieces some hexes belong to."""
    count = size(low & ~pond, high & ~pond_high)
    low, high = low & pond, high & pond_high
    while (low | high) != 0:
        a, b = first_of(low, high)
        a, b = group(a, b, pond, pond_high)
        low, high = low & ~a, high & ~b
        count += 1
    return count


# --- the order of the pieces ------------------------------------------------------------------------------


@rule
def next_piece(
    done: int, done_high: int, left: int, left_high: int, pond: int, pond_high: int, start: int, start_high: int
) -> tuple[int, int, int]:
    """The piece to take next, and how many berths are then in use: as few as can be, and one with little ahead.

    Without a start, the first in row order.
    """
    if (done | done_high) == 0 and (start | start_high) != 0:
        a, b = start, start_high
    elif (start | start_high) != 0:
        a, b = near(done, done_high)
        a, b = a & left, b & left_high
    else:
        a, b = first_of(left, left_high)
    best, low, high = 1 << 30, 0, 0
    while (a | b) != 0:
        c, d = first_of(a, b)
        c, d = whole_piece(c, d, pond, pond_high)
        a, b = a & ~c, b & ~d
        e, f = near(left & ~c, left_high & ~d)
        width = pieces(e & (done | c), f & (done_high | d), pond, pond_high)
        e, f = near(c, d)
        cost = width * COST | size(e & left, f & left_high)
        if cost < best:
            best, low, high = cost, c, d
    return low, high, best // COST


@rule
def effort(wet: int, wet_high: int, pond: int, pond_high: int, start: int, start_high: int, limit: int) -> int:
    """How many beginnings there may be in the order from a start; only if it is less than a limit."""
    left, left_high = wet, wet_high
    total = 0
    while (left | left_high) != 0 and total < limit:
        done, done_high = wet & ~left, wet_high & ~left_high
        a, b, width = next_piece(done, done_high, left, left_high, pond, pond_high, start, start_high)
        left, left_high = left & ~a, left_high & ~b
        total += 1 << 2 * width if width < BERTHS else limit
    return total


@rule
def best_start(wet: int, wet_high: int, pond: int, pond_high: int) -> tuple[int, int]:
    """The edge hex to begin with; none where the row order is as good."""
    low, high = 0, 0
    least = effort(wet, wet_high, pond, pond_high, 0, 0, 1 << 60)
    edge, edge_high = wet & EDGE_LOW, wet_high & EDGE_HIGH
    count = size(edge, edge_high)
    for number in range(count):
        a, b = first_of(edge, edge_high)
        edge, edge_high = edge ^ a, edge_high ^ b
        if number * STARTS % count < STARTS:
            cost = effort(wet, wet_high, pond, pond_high, a, b, least)
            if cost < least:
                low, high, least = a, b, cost
    return low, high


@rule
def plan(
    wet: int, wet_high: int, pond: int, pond_high: int, animal: int, animal_high: int, rows: Words, berths: Words
) -> int:
    """Write a row for each piece, in the order of the sweep; return how many."""
    start, start_high = best_start(wet, wet_high, pond, pond_high)
    left, left_high = wet, wet_high
    taken = 0  # the berths in use, as bits
    count = 0
    while (left | left_high) != 0:
        done, done_high = wet & ~left, wet_high & ~left_high
        low, high, _ = next_piece(done, done_high, left, left_high, pond, pond_high, start, start_high)
        left, left_high = left & ~low, left_high & ~high
        own = 0
        while taken >> own & 1:
            own += 1
        taken |= 1 << own
        berths[2 * own] = low
        berths[2 * own + 1] = high
        around = closed = narrow = neighbours = ahead = 0
        beside, beside_high = near(low, high)
        for berth in range(BERTHS):
            if taken >> berth & 1:
                a, b = int(berths[2 * berth]), int(berths[2 * berth + 1])
                if berth != own and (a & beside | b & beside_high) != 0:
                    around |= (berth + 1) << 4 * neighbours
                    neighbours += 1
                a, b = near(a, b)
                a, b = a & left, b & left_high
                more = min(2, pieces(a, b, pond, pond_high))
                closed |= FULL << 4 * berth if more == 0 else 0
                narrow |= 1 << 4 * berth if more == 1 else 0
                taken ^= 1 << berth if more == 0 else 0
                ahead = more if berth == own else ahead
        rows[FACTS * count + LOW] = low
        rows[FACTS * count + HIGH] = high
        rows[FACTS * count + BERTH] = own + 1
        rows[FACTS * count + AROUND] = around
        rows[FACTS * count + CLOSED] = closed
        rows[FACTS * count + NARROW] = narrow
        rows[FACTS * count + AHEAD] = ahead
        rows[FACTS * count + OUTLET] = 1 if (low & EDGE_LOW | high & EDGE_HIGH) != 0 else 0
        rows[FACTS * count + NEEDED] = 1 if (low & animal | high & animal_high) != 0 else 0
        rows[FACTS * count + PASSED] = 1 if (left & animal | left_high & animal_high) == 0 else 0
        rows[FACTS * count + SIZE] = size(low, high)
        rows[FACTS * count + REST] = size(left, left_high)
        rows[FACTS * count + MOST] = 3 + 2 * neighbours + neighbours * (neighbours - 1) // 2
        count += 1
    room = 0
    for number in range(count - 1, -1, -1):
        rows[FACTS * number + ROOM] = room
        room += int(rows[FACTS * number + MOST])
    return count
