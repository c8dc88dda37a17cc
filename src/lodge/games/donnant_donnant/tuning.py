"""Donnant Donnant: what was measured of it."""

from lodge.games.tuning import Launch, LevelSettings, Tuning

TUNING = Tuning(
    levels={"steady": LevelSettings(playouts=120, slack=0.15)},
    microseconds=2.0,
    launch=Launch(registers=64, games=1),
)
