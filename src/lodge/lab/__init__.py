"""For people who study games: simulation and arenas."""
