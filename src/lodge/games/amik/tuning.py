"""Amik: what was measured of it."""

from lodge.games.tuning import Launch, LevelSettings, Tuning

TUNING = Tuning(
    levels={
        "gentle": LevelSettings(playouts=60, slack=0.5),  # 60 to 66 points; 74 with the usual slack
        "sharp": LevelSettings(playouts=60, slack=None),  # 97 points; search is hardly better for more time
    },
    microseconds=25.0,
    launch=Launch(games=1),
)
