"""Amik: what a sheet seems to be worth, in hundredths of a point, for the hand-written player.

Everything is counted for all hexes at once. The numbers were tuned by solo play (benchmarks/amik.py).
"""

import numpy as np

from lodge.games.amik.players.common import Weights, main_water
from lodge.games.amik.rules.arrays import BOARD_HIGH, BOARD_LOW, EDGE_HIGH, EDGE_LOW, HEX_HIGH, HEX_LOW
from lodge.games.amik.rules.sets import crowd, near, size
from lodge.kernel import rule

# What is counted, and its weight.
(
    BLANK,  # blank hexes,
    ALONE,  # of these, with no free neighbour (blank or wetland): only an upgrade can fill them,
    NARROW,  # with one free neighbour
    LOST,  # river hexes that cannot get two exits any more without an upgrade,
    LOOSE,  # that have fewer than two exits now
    MAIN,  # water connected with the animal hex,
    FLOWING,  # without dead ends
    EDGES,  # the first two edge hexes of it,
    ONE_EDGE,  # the first
    ASIDE,  # other water
    WETLAND,
    ANIMAL_WET,
    ANIMAL_BARE,  # blank neighbours of the animal hex
    RIPE,  # upgrades that forests would give if cut now
    RIPENING,  # forests with three water neighbours, but a blank one
    OPEN,  # forests with a blank neighbour
    BARREN,  # forests surrounded, with too little water
    PONDS,
    HELD,  # upgrades in hand
    LODGE,  # a lodge not yet used
    FREE,  # blank or wetland hexes with free neighbours: room for shapes
) = range(21)

WEIGHTS = np.array(
    [-120, -1000, -120, -700, -150, 90, 60, 250, 250, 30, 60, 300, -18, 350, 150, -24, -60, 100, 470, 100, 10], np.int64
)


@rule
def appraise(
    wetland: int,
    wetland_high: int,
    river: int,
    river_high: int,
    dam: int,
    dam_high: int,
    pond: int,
    pond_high: int,
    forest: int,
    forest_high: int,
    cut: int,
    cut_high: int,
    animal: int,
    weights: Weights,
) -> int:
    """A sheet without its lodges and upgrades."""
    wet, wet_high = river | dam | pond, river_high | dam_high | pond_high
    blank = BOARD_LOW & ~(wet | wetland | forest)
    blank_high = BOARD_HIGH & ~(wet_high | wetland_high | forest_high)
    free, free_high = blank | wetland, blank_high | wetland_high
    ones, ones_high, twos, twos_high, fours, fours_high = crowd(free, free_high)
    worth = int(weights[BLANK]) * size(blank, blank_high)
    few, few_high = ~(twos | fours), ~(twos_high | fours_high)
    worth += int(weights[ALONE]) * size(blank & few & ~ones, blank_high & few_high & ~ones_high)
    worth += int(weights[NARROW]) * size(blank & few & ones, blank_high & few_high & ones_high)
    worth += int(weights[FREE]) * size(free & ~few, free_high & ~few_high)
    worth += int(weights[WETLAND]) * size(wetland, wetland_high)
    worth += int(weights[PONDS]) * size(pond, pond_high)

    ones, ones_high, twos, twos_high, fours, fours_high = crowd(wet, wet_high)
    few, few_high = ~(twos | fours | ones & EDGE_LOW), ~(twos_high | fours_high | ones_high & EDGE_HIGH)
    worth += int(weights[LOOSE]) * size(river & few, river_high & few_high)
    bare, bare_high = near(blank, blank_high)
    worth += int(weights[OPEN]) * size(forest & bare, forest_high & bare_high)
    many, many_high = fours | twos & ones, fours_high | twos_high & ones_high
    tall, tall_high = forest & ~cut, forest_high & ~cut_high
    worth += int(weights[RIPENING]) * size(tall & bare & many, tall_high & bare_high & many_high)
    tall, tall_high = tall & ~bare, tall_high & ~bare_high
    worth += int(weights[BARREN]) * size(tall & ~many, tall_high & ~many_high)
    tall, tall_high = tall & many, tall_high & many_high
    worth += int(weights[RIPE]) * (
        size(tall, tall_high) + 2 * size(tall & fours & twos, tall_high & fours_high & twos_high)
    )
    ones, ones_high, twos, twos_high, fours, fours_high = crowd(wet | free, wet_high | free_high)
    few, few_high = ~(twos | fours | ones & EDGE_LOW), ~(twos_high | fours_high | ones_high & EDGE_HIGH)
    worth += int(weights[LOST]) * size(river & few, river_high & few_high)

    at, at_high = int(HEX_LOW[animal]), int(HEX_HIGH[animal])
    around, around_high = near(at, at_high)
    worth += int(weights[ANIMAL_BARE]) * size(around & blank, around_high & blank_high)
    worth += int(weights[ANIMAL_WET]) if (at & wet | at_high & wet_high) != 0 else 0
    main, aside, flowing, edges = main_water(at, at_high, wet, wet_high, pond, pond_high)
    worth += int(weights[MAIN]) * main + int(weights[ASIDE]) * aside + int(weights[FLOWING]) * flowing
    return worth + int(weights[ONE_EDGE]) * min(1, edges) + int(weights[EDGES]) * min(2, edges)
