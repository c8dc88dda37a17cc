"""Dam It!: the facts as arrays, which compiled rules look things up in."""

import numpy as np

from lodge.games.dam_it.rules import facts

COUNTS = np.array(facts.COUNTS, np.int8)
VALUES = np.array(facts.VALUES, np.int8)
COSTS = np.array(facts.COSTS, np.int8)
PILE_SIZES = np.array(facts.PILE_SIZES, np.int8)
PILE_STARTS = np.array(facts.PILE_STARTS, np.int8)
DAM_POINTS = np.array(facts.DAM_POINTS, np.int8)
GARBAGE_LOSS = np.array(facts.GARBAGE_LOSS, np.int8)
