"""Donnant Donnant as people meet it: moves and their texts, what is seen and what happens, positions, the terminal."""
