"""Lily Pads: a game for Lodge."""

from lodge.games import Game

GAME = Game("lily-pads", "Lily Pads", seats=(1, 4), minutes=5, package="lily_pads")
