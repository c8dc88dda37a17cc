"""Random games of Beaver Gang, played by the program."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.games.walks import Plan, Step, Walks

__all__ = ["FAST", "GANG", "STYLES", "TEXTS", "Plan", "Step", "actions", "start", "states", "texts", "waiting", "walk"]

STYLES = ("any", "seldom", "user", "thrower")


def choose(state: Any, seat: int, style: str, random: Random) -> int:
    """`any` move; or knock `seldom`, or never (`patient`); use cards rather than throw them away, or the other way."""
    found = {TEXTS[action]: action for action in actions(state, seat)}
    if style != "any" and "knock" in found:
        return found["knock" if random.random() < 0.06 and style != "patient" else "pass"]
    if style == "user" and "discard" in found and random.random() < 0.9:
        del found["discard"]
    if style == "thrower" and "discard" in found and random.random() < 0.9:
        return found["discard"]
    if style in ("user", "thrower", "patient") and "draw" in found:
        return found["draw"]
    return random.choice(list(found.values()))


_walks = Walks("beaver-gang", choose)
GANG, FAST, TEXTS = _walks.game, _walks.rules, _walks.names
actions, texts, waiting = _walks.actions, _walks.texts, _walks.waiting
start, walk, states = _walks.start, _walks.walk, _walks.states
