"""Beaver Gang by Monty and Ann Stambler (Amigo, 2002)."""
