"""Amik: the last upgrades of a seat that is out, by hand-written rules: some twenty, and two thirds of its points."""

import numpy as np

from lodge.games.amik.players.common import NOTHING
from lodge.games.amik.players.greedy.upgrading import upgraded_worth
from lodge.games.amik.rules.arrays import BOARD_HIGH, BOARD_LOW, EDGE_HIGH, EDGE_LOW, HEX_AT, HEX_HIGH, HEX_LOW
from lodge.games.amik.rules.facts import LEAST_LODGE, PONDS_A_LODGE
from lodge.games.amik.rules.sets import bit_at, crowd, first_of, group, near, size
from lodge.games.amik.rules.state import CUT, DONE, UPGRADE, State, water
from lodge.games.amik.rules.upgrades import improvable, list_hexes, ripe
from lodge.kernel import Out, rule

# The weights of `greedy.value`, in its order; tuned by games alone for the upgrades between rolls,
BETWEEN_ROLLS = np.array(
    [-120, -1460, -48, -700, -196, 90, 60, 583, 250, 30, 36, 449, -25, 286, 150, -20, -60, 100, 518, 74, 15], np.int64
)
# and for the last ones, by what they bring where games ended.
LAST = np.array(
    [-115, -1102, -23, -966, -259, 46, 71, 1168, 130, -13, 36, 395, -17, 300, 238, -2, -16, 10, 1384, -9, -12], np.int64
)
ONE_MORE, TWO_MORE = 138, 300  # a group with so many ponds too many for its lodges
SPOILT = 3000  # the bonus river, by a pond that it would have to pass twice
FOUR, FIVE = 20, 123  # forests that may have water on six sides and have it on so many


@rule
def last_upgrade(state: State, seat: int) -> int:
    """A9, A10: cut what gives three upgrades; spend what there is where it brings most; then cut one more."""
    low, high, full, full_high = ripe(state, seat)
    if (full | full_high) != 0:
        return cut_first(full, full_high)
    if int(state.upgrades[seat]) > 0:
        best = best_last_hex(state, seat)
        return DONE if best < 0 else UPGRADE + best
    return DONE if (low | high) == 0 else cut_hopeless(state, seat, low, high)


@rule
def list_last(state: State, seat: int, out: Out) -> int:
    """Write what may be best of the last upgrades: the cut that gives three, else useful hexes, else any cut."""
    low, high, full, full_high = ripe(state, seat)
    if (full | full_high) != 0:
        out[0] = cut_first(full, full_high)
        return 1
    out[0] = DONE
    if int(state.upgrades[seat]) > 0:
        low, high = useful_hexes(state, seat)
        return max(1, list_hexes(low, high, UPGRADE, out, 0))
    return max(1, list_hexes(low, high, CUT, out, 0))


@rule
def cut_first(low: int, high: int) -> int:
    """Cut the first forest of a set."""
    low, high = first_of(low, high)
    return CUT + int(HEX_AT[bit_at(low, high)])


@rule
def cut_hopeless(state: State, seat: int, low: int, high: int) -> int:
    """Cut a forest of a set; if there is one, one that will never have water on six sides."""
    a, b = near(int(state.forest[seat, 0]), int(state.forest[seat, 1]))
    a, b = low & (a | EDGE_LOW), high & (b | EDGE_HIGH)
    return cut_first(a, b) if (a | b) != 0 else cut_first(low, high)


@rule
def best_last_hex(state: State, seat: int) -> int:
    """The hex whose upgrade brings most; -1 where none can be upgraded."""
    best, most = -1, NOTHING
    beside, beside_high = near(int(state.pond[seat, 0]), int(state.pond[seat, 1]))
    a, b = useful_hexes(state, seat)
    while (a | b) != 0:
        c, d = first_of(a, b)
        a, b = a ^ c, b ^ d
        worth = last_worth(state, seat, c, d)
        if (beside & c | beside_high & d) != 0 and not keeps_river(state, seat, c, d):
            worth -= SPOILT
        if worth > most:
            best, most = int(HEX_AT[bit_at(c, d)]), worth
    return best


@rule
def keeps_river(state: State, seat: int, low: int, high: int) -> bool:
    """A17: whether a hex beside ponds may be one, too, and the animal hex reach an edge past all of them as before.

    By the water that there is, and by all that may become water.
    """
    wet, wet_high = water(state, seat)
    a, b = BOARD_LOW & ~int(state.forest[seat, 0]), BOARD_HIGH & ~int(state.forest[seat, 1])
    pond, pond_high = group(low, high, int(state.pond[seat, 0]), int(state.pond[seat, 1]))
    number = int(state.animal[seat])
    at, at_high = int(HEX_LOW[number]), int(HEX_HIGH[number])
    for _ in range(2):
        before = reaches_edge(at, at_high, wet, wet_high, pond & ~low, pond_high & ~high)
        if before and not reaches_edge(at, at_high, wet, wet_high, pond, pond_high):
            return False
        wet, wet_high = a, b
    return True


@rule
def reaches_edge(at: int, at_high: int, wet: int, wet_high: int, pond: int, pond_high: int) -> bool:
    """Whether a hex is one of these ponds, or water leads from it past them to an edge."""
    low, high = group(at, at_high, wet & ~pond, wet_high & ~pond_high)
    return (at & pond | at_high & pond_high | low & EDGE_LOW | high & EDGE_HIGH) != 0


@rule
def useful_hexes(state: State, seat: int) -> tuple[int, int]:
    """The hexes that can be upgraded; of rivers, those beside ponds and dams, if there are any."""
    low, high = improvable(state, seat)
    pond, pond_high = int(state.pond[seat, 0]), int(state.pond[seat, 1])
    a, b = near(pond | int(state.dam[seat, 0]), pond_high | int(state.dam[seat, 1]))
    river, river_high = int(state.river[seat, 0]) & ~a, int(state.river[seat, 1]) & ~b
    a, b = low & ~river, high & ~river_high
    return (a, b) if (a | b) != 0 else (low, high)


@rule
def last_worth(state: State, seat: int, low: int, high: int) -> int:
    """The sheet after the upgrade of a hex, with no more rolls to come."""
    river, river_high = int(state.river[seat, 0]), int(state.river[seat, 1])
    dam, dam_high = int(state.dam[seat, 0]), int(state.dam[seat, 1])
    pond, pond_high = int(state.pond[seat, 0]) | low & dam, int(state.pond[seat, 1]) | high & dam_high
    dam, dam_high = dam & ~low | low & river, dam_high & ~high | high & river_high
    worth = upgraded_worth(state, seat, low, high, LAST)
    worth += (begun(pond, pond_high, 0) + begun(pond | dam, pond_high | dam_high, 100 * LEAST_LODGE)) // 2
    wet, wet_high = water(state, seat)
    wet, wet_high = wet | low & int(state.wetland[seat, 0]), wet_high | high & int(state.wetland[seat, 1])
    ones, ones_high, _, _, fours, fours_high = crowd(wet, wet_high)
    tall, tall_high = (
        int(state.forest[seat, 0]) & ~int(state.cut[seat, 0]),
        int(state.forest[seat, 1]) & ~int(state.cut[seat, 1]),
    )
    tall, tall_high = tall & fours & ~EDGE_LOW, tall_high & fours_high & ~EDGE_HIGH
    a, b = near(int(state.forest[seat, 0]), int(state.forest[seat, 1]))
    tall, tall_high = tall & ~a, tall_high & ~b
    fives = size(tall & ones, tall_high & ones_high)
    return worth + FIVE * fives + FOUR * (size(tall, tall_high) - fives)


@rule
def begun(low: int, high: int, whole: int) -> int:
    """What groups of ponds are worth: for each lodge `whole`, and what is begun."""
    worth = 0
    while (low | high) != 0:
        a, b = first_of(low, high)
        a, b = group(a, b, low, high)
        low, high = low ^ a, high ^ b
        ponds = size(a, b)
        left = ponds % PONDS_A_LODGE
        worth += whole * (ponds // PONDS_A_LODGE)
        worth += 0 if left == 0 else ONE_MORE if left == 1 else TWO_MORE
    return worth
