"""Dam It!: what was measured of it."""

from lodge.games.tuning import Tuning

TUNING = Tuning(microseconds=0.12)
