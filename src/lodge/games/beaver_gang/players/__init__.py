"""Beaver Gang: the players that are written by hand or tuned, and all that they are made of."""
