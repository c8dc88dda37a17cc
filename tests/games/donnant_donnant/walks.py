"""Random games of Donnant Donnant, played by the program."""

from __future__ import annotations

from random import Random
from typing import Any

from lodge.bots import bot
from lodge.kernel import copy, lucky
from tests.games.walks import Plan, Walks

__all__ = ["DONNANT", "FAST", "STYLES", "Plan", "start", "states", "texts", "waiting", "walk"]

STYLES = ("any", "mixed", "buyer")


def choose(state: Any, seat: int, style: str, random: Random) -> int:
    """`any`; `mixed`: often what the greedy player does; `buyer`: take cards whenever it can be."""
    if style == "mixed" and random.random() < 0.75:
        return GREEDY.choose(DONNANT, copy(state), seat, lucky(0))
    legal = _walks.actions(state, seat, "candidates" if random.random() < 0.5 else "legal")
    if style == "buyer":
        texts = _walks.names
        legal = [action for action in legal if texts[action].startswith(("buy", "joker b", "joker e"))] or legal
    return random.choice(legal)


_walks = Walks("donnant", choose)
DONNANT, FAST = _walks.game, _walks.rules
GREEDY = bot("greedy")
texts, waiting = _walks.texts, _walks.waiting
start, walk, states = _walks.start, _walks.walk, _walks.states
