"""Beaver Gang: what was measured of it."""

from lodge.games.tuning import LevelSettings, Tuning

# Luck leaves so little room between the best and who hardly looks that all but the best have to look at little.
TUNING = Tuning(
    levels={
        "gentle": LevelSettings(playouts=20, slack=0.3),
        "steady": LevelSettings(playouts=80, slack=0.15),
        "sharp": LevelSettings(playouts=1000, slack=0.03),
    },
    microseconds=0.15,
)
