"""Donnant Donnant by Ulrich Blum and Jens Merkl (Schmidt, 2020)."""
