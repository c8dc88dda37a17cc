"""Random games of Beaver Gang, played by the program."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import numpy as np

from lodge.games import game
from lodge.games.native import native_rules
from lodge.kernel import copy, lucky, new

GANG = game("beaver-gang")
FAST = native_rules(GANG)
TEXTS = [GANG.moves.text(action) for action in range(GANG.rules.ACTIONS)]
STYLES = ("any", "seldom", "user", "thrower")
_out = np.zeros(GANG.rules.ACTIONS, np.int16)


class Plan(NamedTuple):
    """A random game: who plays it, and how."""

    seats: int
    seed: int
    style: str = "seldom"
    options: tuple[str, ...] = ()


class Step(NamedTuple):
    """A move of a random game."""

    before: Any
    seat: int
    move: str
    after: Any


def actions(state: Any, seat: int, function: str = "legal") -> list[int]:
    count: int = getattr(FAST, function)(state, seat, _out)
    listed: list[int] = _out[:count].tolist()
    return listed


def texts(state: Any, seat: int) -> list[str]:
    return [TEXTS[action] for action in actions(state, seat)]


def waiting(state: Any) -> list[int]:
    mask = FAST.pending(state)
    return [seat for seat in range(6) if mask >> seat & 1]


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


def start(plan: Plan) -> Any:
    state = new(GANG.rules.State)
    FAST.deal(state, plan.seats, GANG.option_bits(plan.options), lucky(plan.seed))
    return state


def walk(plan: Plan) -> Iterator[Step]:
    """A random game, move by move."""
    random = Random(plan.seed)  # noqa: S311
    luck = lucky(plan.seed, 1)
    state = start(plan)
    while seats := waiting(state):
        seat = random.choice(seats)
        action = choose(state, seat, plan.style, random)
        before = copy(state)
        FAST.play(state, seat, action, luck)
        yield Step(before, seat, TEXTS[action], copy(state))


def states(plan: Plan, every: int = 1) -> Iterator[Any]:
    """The positions of a random game, from the first to the last."""
    yield start(plan)
    for number, step in enumerate(walk(plan), 1):
        if number % every == 0 or FAST.over(step.after):
            yield step.after
