"""Marsh: a game for Lodge."""

from lodge.games import Game

GAME = Game("marsh", "Marsh", seats=(2, 3), minutes=5, package="marsh")
