"""Positions to try things out on: the hand-written player alone, until something comes up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lodge.bots import bot, decide
from lodge.games import game
from lodge.games.compiled import compiled_rules
from lodge.kernel import lucky, new

AMIK = game("amik")


def alone_until(reached: Callable[[Any], bool], seed: int, number: int) -> Any:
    """Game `number` of a seed, where it is reached."""
    rules, state = compiled_rules(AMIK), new(AMIK.rules.State)
    luck, own = lucky(seed, 2 * number), lucky(seed, 2 * number + 1)
    rules.deal(state, 1, 0, luck)
    while not reached(state):
        rules.play(state, 0, decide(bot("greedy"), AMIK, state, 0, own), luck)
    return state
