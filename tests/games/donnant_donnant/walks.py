"""Random games of Donnant Donnant, played by the program."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import numpy as np

from lodge.games import game
from lodge.games.native import native_rules
from lodge.kernel import copy, lucky, new
from lodge.kernel.compile import native

DONNANT = game("donnant")
FAST = native_rules(DONNANT)
GREEDY = native(DONNANT.greedy.hasty, DONNANT.folder)
TEXTS = [DONNANT.moves.text(action) for action in range(DONNANT.rules.ACTIONS)]
STYLES = ("any", "mixed", "buyer")
_out = np.zeros(DONNANT.rules.ACTIONS, np.int16)


class Plan(NamedTuple):
    """A random game: who plays it, and how."""

    seats: int
    seed: int
    style: str = "mixed"
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
    return [seat for seat in range(4) if mask >> seat & 1]


def choose(state: Any, seat: int, style: str, random: Random) -> int:
    """`any`; `mixed`: often what the greedy player does; `buyer`: take cards whenever it can be."""
    if style == "mixed" and random.random() < 0.75:
        return int(GREEDY(state, seat, lucky(0)))
    legal = actions(state, seat, "candidates" if random.random() < 0.5 else "legal")
    if style == "buyer":
        legal = [action for action in legal if TEXTS[action].startswith(("buy", "joker b", "joker e"))] or legal
    return random.choice(legal)


def start(plan: Plan) -> Any:
    state = new(DONNANT.rules.State)
    FAST.deal(state, plan.seats, DONNANT.option_bits(plan.options), lucky(plan.seed))
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
