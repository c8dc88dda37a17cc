"""Random games of Dam It!, played by the program."""

from __future__ import annotations

from random import Random
from typing import Any

from lodge.games.dam_it.rules.state import BUILD
from tests.games.walks import Plan, Walks

__all__ = ["DAM_IT", "FAST", "STYLES", "TEXTS", "Plan", "actions", "states", "texts", "walk"]

STYLES = ("any", "thrifty", "builder", "far")


def choose(state: Any, seat: int, style: str, random: Random) -> int:
    """`any` legal action, one of the candidates, a dam where possible, or a take that spends many cubes."""
    found = actions(state, seat, "legal" if style == "any" else "candidates")
    if style == "builder" and found[-1] >= BUILD:
        found = [action for action in found if action >= BUILD]
    if style == "far":
        found = [action for action in found if action < BUILD][-2:] + found[-1:]
    return random.choice(found)


_walks = Walks("dam-it", choose)
DAM_IT, FAST, TEXTS = _walks.game, _walks.rules, _walks.names
actions, texts, walk, states = _walks.actions, _walks.texts, _walks.walk, _walks.states
