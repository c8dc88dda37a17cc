"""Amik: what the hand-written player and that of `master` have in common."""

import numpy as np
import numpy.typing as npt

from lodge.games.amik.rules.arrays import BOARD_HIGH, BOARD_LOW, EDGE_HIGH, EDGE_LOW, HEX_HIGH, HEX_LOW
from lodge.games.amik.rules.facts import LEAST_LODGE
from lodge.games.amik.rules.laying import hexes_at
from lodge.games.amik.rules.river import reach
from lodge.games.amik.rules.scoring import dead_ends
from lodge.games.amik.rules.sets import crowd, group, near, size
from lodge.games.amik.rules.state import State, blank, water
from lodge.kernel import rule

Weights = npt.NDArray[np.int64]
Sheet = tuple[int, int, int, int, int, int, int, int]  # wetland, river, ponds and forest, each two words

NOTHING = -(1 << 40)  # worse than any sheet


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
def laid_sheet(state: State, seat: int, first: int, second: int, pond: int) -> Sheet:
    """A5, A7: what of the sheet changes when two shapes are laid on two places."""
    a, b = hexes_at(first)
    c, d = hexes_at(second)
    shared, shared_high, single, single_high = a & c, b & d, a ^ c, b ^ d
    wetland, wetland_high = int(state.wetland[seat, 0]), int(state.wetland[seat, 1])
    river, river_high = int(state.river[seat, 0]), int(state.river[seat, 1])
    ponds, ponds_high = int(state.pond[seat, 0]), int(state.pond[seat, 1])
    forest, forest_high = int(state.forest[seat, 0]), int(state.forest[seat, 1])
    if pond:
        ponds, ponds_high = ponds | shared, ponds_high | shared_high
        river, river_high = river | single, river_high | single_high
    else:
        river, river_high = river | shared, river_high | shared_high
        forest, forest_high = forest | single & wetland, forest_high | single_high & wetland_high
        wetland, wetland_high = (wetland ^ single) & ~shared, (wetland_high ^ single_high) & ~shared_high
    return wetland, wetland_high, river, river_high, ponds, ponds_high, forest, forest_high


@rule
def bare_then(state: State, seat: int, sheet: Sheet) -> tuple[int, int]:
    """The hexes of such a sheet that are blank."""
    wetland, wetland_high, river, river_high, ponds, ponds_high, forest, forest_high = sheet
    filled = river | ponds | wetland | forest | int(state.dam[seat, 0])
    filled_high = river_high | ponds_high | wetland_high | forest_high | int(state.dam[seat, 1])
    return BOARD_LOW & ~filled, BOARD_HIGH & ~filled_high


@rule
def lodge_points(bare: int, bare_high: int, forest: int, forest_high: int) -> int:
    """A12: what a lodge counts that is built now: forests beside blank hexes."""
    a, b = near(bare, bare_high)
    return max(LEAST_LODGE, size(a & forest, b & forest_high))


@rule
def main_water(at: int, at_high: int, wet: int, wet_high: int, pond: int, pond_high: int) -> tuple[int, int, int, int]:
    """How much water is connected with the animal hex, how much is not; of the former what flows, to how many edges."""
    main, main_high = group(at, at_high, wet, wet_high)
    main, main_high = main & wet, main_high & wet_high
    flow, flow_high = reach(main & ~at, main_high & ~at_high, at, at_high, pond, pond_high, EDGE_LOW, EDGE_HIGH)
    return (
        size(main, main_high),
        size(wet & ~main, wet_high & ~main_high),
        size(flow, flow_high),
        size(flow & EDGE_LOW, flow_high & EDGE_HIGH),
    )
