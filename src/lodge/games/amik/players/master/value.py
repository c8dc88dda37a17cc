"""Amik: what a sheet will have brought in the end, as learned from games alone: the better player's judgement."""

import numpy as np

from lodge.games.amik.players.common import Weights, main_water
from lodge.games.amik.rules.arrays import BOARD_HIGH, BOARD_LOW, EDGE_HIGH, EDGE_LOW, HEX_HIGH, HEX_LOW
from lodge.games.amik.rules.facts import FACES
from lodge.games.amik.rules.laying import cover
from lodge.games.amik.rules.sets import crowd, first_of, group, near, size
from lodge.kernel import rule

# What is counted. Each has two weights: one, and one for each blank hex that is left.
(
    SHEET,  # one
    BLANK,  # blank hexes,
    ALONE,  # of these, with no free neighbour (blank or wetland): only an upgrade can fill them,
    NARROW,  # with one free neighbour,
    BARRED,  # that no shape can cover
    FITTING,  # rolls of 36 that can be laid
    FREE,  # blank or wetland hexes with free neighbours: room for shapes
    WETLAND,
    LOST,  # river hexes that cannot get two exits any more without an upgrade,
    LOOSE,  # that have fewer than two exits now
    MAIN,  # water connected with the animal hex,
    FLOWING,  # without dead ends
    EDGES,  # the first two edge hexes of it,
    ONE_EDGE,  # the first
    ASIDE,  # other water
    ANIMAL_WET,
    ANIMAL_BARE,  # blank neighbours of the animal hex
    ANIMAL_DONE,
    SECOND_POND,  # the next roll may be a pond roll
    RIPE,  # upgrades that forests would give if cut now
    RIPENING,  # forests with three water neighbours, but a blank one
    OPEN,  # forests with a blank neighbour
    BARREN,  # forests surrounded, with too little water
    FORESTS,
    HOPEFUL,  # forests that may have water on six sides,
    FOUR_SIDES,  # and have it on four,
    FIVE_SIDES,
    DAMS,
    PONDS,
    ONE_MORE,  # groups with one pond too many for their lodges,
    TWO_MORE,
    HELD,  # upgrades in hand
    LODGES,  # not yet used
) = range(33)
KINDS = 33
SCALE = 64
POINT = 100 * SCALE
# The weights: of each kind in hundredths of a point; the same for each blank hex, in 64ths of that; and those of the
# quick guess in `laying`.
_WEIGHTS = """
    0 -90 -543 -48 -1 15 13 24 -525 -145 104 49 124 150 50 600 -72
    36 932 203 110 -12 -41 -58 180 52 169 0 100 91 288 408 271

    0 2 54 0 -87 16 2 2 0 -4 0 43 27 -66 14 -37 65
    -192 282 -5 14 -8 17 -22 0 6 16 0 -10 4 38 6 48

    120 62 400 150 150 215
"""
LEARNED = np.array(_WEIGHTS.split(), np.int64)


@rule
def weigh(weights: Weights, kind: int, count: int, blanks: int) -> int:
    """What so many of a kind are worth."""
    return (int(weights[kind]) * SCALE + int(weights[KINDS + kind]) * blanks) * count


@rule
def outlook(
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
    may_win: int,
    weights: Weights,
) -> int:
    """A sheet without its lodges and upgrades; `may_win`: the second pond roll is still to be won."""
    wet, wet_high = river | dam | pond, river_high | dam_high | pond_high
    blank = BOARD_LOW & ~(wet | wetland | forest)
    blank_high = BOARD_HIGH & ~(wet_high | wetland_high | forest_high)
    free, free_high = blank | wetland, blank_high | wetland_high
    blanks = size(blank, blank_high)
    worth = weigh(weights, SHEET, 1, blanks) + weigh(weights, BLANK, blanks, blanks)
    worth += weigh(weights, WETLAND, size(wetland, wetland_high), blanks)
    worth += room(blank, blank_high, free, free_high, blanks, weights)
    worth += woods(blank, blank_high, wet, wet_high, forest, forest_high, cut, cut_high, blanks, weights)
    worth += weigh(weights, DAMS, size(dam, dam_high), blanks)
    worth += weigh(weights, PONDS, size(pond, pond_high), blanks)
    low, high = pond, pond_high
    while (low | high) != 0:
        a, b = first_of(low, high)
        a, b = group(a, b, low, high)
        low, high = low ^ a, high ^ b
        left = size(a, b) % 3
        worth += 0 if left == 0 else weigh(weights, ONE_MORE if left == 1 else TWO_MORE, 1, blanks)

    ones, ones_high, twos, twos_high, fours, fours_high = crowd(wet, wet_high)
    few, few_high = ~(twos | fours | ones & EDGE_LOW), ~(twos_high | fours_high | ones_high & EDGE_HIGH)
    worth += weigh(weights, LOOSE, size(river & few, river_high & few_high), blanks)
    ones, ones_high, twos, twos_high, fours, fours_high = crowd(wet | free, wet_high | free_high)
    few, few_high = ~(twos | fours | ones & EDGE_LOW), ~(twos_high | fours_high | ones_high & EDGE_HIGH)
    worth += weigh(weights, LOST, size(river & few, river_high & few_high), blanks)

    at, at_high = int(HEX_LOW[animal]), int(HEX_HIGH[animal])
    around, around_high = near(at, at_high)
    bare = size(around & blank, around_high & blank_high)
    worth += weigh(weights, ANIMAL_BARE, bare, blanks)
    if (at & wet | at_high & wet_high) != 0:
        worth += weigh(weights, ANIMAL_WET, 1, blanks)
        if bare == 0:
            worth += weigh(weights, ANIMAL_DONE, 1, blanks)
            worth += weigh(weights, SECOND_POND, may_win, blanks)
    main, aside, flowing, edges = main_water(at, at_high, wet, wet_high, pond, pond_high)
    worth += weigh(weights, MAIN, main, blanks) + weigh(weights, ASIDE, aside, blanks)
    worth += weigh(weights, FLOWING, flowing, blanks)
    return worth + weigh(weights, ONE_EDGE, min(1, edges), blanks) + weigh(weights, EDGES, min(2, edges), blanks)


@rule
def room(blank: int, blank_high: int, free: int, free_high: int, blanks: int, weights: Weights) -> int:
    """Room for shapes, and blank hexes that may stay so."""
    ones, ones_high, twos, twos_high, fours, fours_high = crowd(free, free_high)
    few, few_high = ~(twos | fours), ~(twos_high | fours_high)
    worth = weigh(weights, ALONE, size(blank & few & ~ones, blank_high & few_high & ~ones_high), blanks)
    worth += weigh(weights, NARROW, size(blank & few & ones, blank_high & few_high & ones_high), blanks)
    worth += weigh(weights, FREE, size(free & ~few, free_high & ~few_high), blanks)
    a, b = cover(free, free_high, 0)
    c, d = cover(free, free_high, 1)
    e, f = cover(free, free_high, 2)
    g, h = cover(free, free_high, 3)
    i, j = cover(free, free_high, 4)
    k, m = cover(free, free_high, 5)
    any_low, any_high = a | c | e | g | i | k, b | d | f | h | j | m
    fitting = 0
    for shape in range(FACES):
        low = a if shape == 0 else c if shape == 1 else e if shape == 2 else g if shape == 3 else i if shape == 4 else k
        high = (
            b if shape == 0 else d if shape == 1 else f if shape == 2 else h if shape == 3 else j if shape == 4 else m
        )
        fitting += 1 if (low & a | high & b) != 0 else 0
        fitting += 1 if (low & c | high & d) != 0 else 0
        fitting += 1 if (low & e | high & f) != 0 else 0
        fitting += 1 if (low & g | high & h) != 0 else 0
        fitting += 1 if (low & i | high & j) != 0 else 0
        fitting += 1 if (low & k | high & m) != 0 else 0
    worth += weigh(weights, BARRED, size(blank & ~any_low, blank_high & ~any_high), blanks)
    return worth + weigh(weights, FITTING, fitting, blanks)


@rule
def woods(
    blank: int,
    blank_high: int,
    wet: int,
    wet_high: int,
    forest: int,
    forest_high: int,
    cut: int,
    cut_high: int,
    blanks: int,
    weights: Weights,
) -> int:
    """Forests, and what they may pay for."""
    ones, ones_high, twos, twos_high, fours, fours_high = crowd(wet, wet_high)
    bare, bare_high = near(blank, blank_high)
    worth = weigh(weights, OPEN, size(forest & bare, forest_high & bare_high), blanks)
    worth += weigh(weights, FORESTS, size(forest, forest_high), blanks)
    many, many_high = fours | twos & ones, fours_high | twos_high & ones_high
    tall, tall_high = forest & ~cut, forest_high & ~cut_high
    a, b = near(forest, forest_high)
    a, b = tall & ~(a | EDGE_LOW), tall_high & ~(b | EDGE_HIGH)
    worth += weigh(weights, HOPEFUL, size(a, b), blanks)
    a, b = a & fours & ~twos, b & fours_high & ~twos_high
    worth += weigh(weights, FOUR_SIDES, size(a & ~ones, b & ~ones_high), blanks)
    worth += weigh(weights, FIVE_SIDES, size(a & ones, b & ones_high), blanks)
    worth += weigh(weights, RIPENING, size(tall & bare & many, tall_high & bare_high & many_high), blanks)
    tall, tall_high = tall & ~bare, tall_high & ~bare_high
    worth += weigh(weights, BARREN, size(tall & ~many, tall_high & ~many_high), blanks)
    tall, tall_high = tall & many, tall_high & many_high
    full = size(tall & fours & twos, tall_high & fours_high & twos_high)
    return worth + weigh(weights, RIPE, size(tall, tall_high) + 2 * full, blanks)
