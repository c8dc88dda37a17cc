"""Amik: Another Dam Dice Game, a print-and-play roll-and-write."""
