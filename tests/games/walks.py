"""Random games, played by the program: each game says how its random players choose."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

import numpy as np

from lodge.games import game
from lodge.games.compiled import compiled_rules
from lodge.kernel import copy, lucky, new


class Plan(NamedTuple):
    """A random game: who plays it, and how."""

    seats: int
    seed: int
    style: str
    options: tuple[str, ...] = ()


class Step(NamedTuple):
    """A move of a random game."""

    before: Any
    seat: int
    move: str
    after: Any


class Walks:
    """Random games of one game."""

    def __init__(self, name: str, choose: Callable[[Any, int, str, Random], int]) -> None:
        self.game = game(name)
        self.rules = compiled_rules(self.game)
        self.names = [self.game.moves.text(action) for action in range(self.game.rules.ACTIONS)]
        self._choose = choose
        self._out = np.zeros(self.game.rules.ACTIONS, np.int16)

    def actions(self, state: Any, seat: int, function: str = "legal") -> list[int]:
        count: int = getattr(self.rules, function)(state, seat, self._out)
        listed: list[int] = self._out[:count].tolist()
        return listed

    def texts(self, state: Any, seat: int) -> list[str]:
        return [self.names[action] for action in self.actions(state, seat)]

    def waiting(self, state: Any) -> list[int]:
        mask = self.rules.pending(state)
        return [seat for seat in range(max(self.game.rules.SEATS)) if mask >> seat & 1]

    def start(self, plan: Plan) -> Any:
        state = new(self.game.rules.State)
        self.rules.deal(state, plan.seats, self.game.option_bits(plan.options), lucky(plan.seed))
        return state

    def walk(self, plan: Plan) -> Iterator[Step]:
        """A random game, move by move."""
        random = Random(plan.seed)  # noqa: S311
        luck = lucky(plan.seed, 1)
        state = self.start(plan)
        while seats := self.waiting(state):
            seat = random.choice(seats)
            action = self._choose(state, seat, plan.style, random)
            before = copy(state)
            self.rules.play(state, seat, action, luck)
            yield Step(before, seat, self.names[action], copy(state))

    def states(self, plan: Plan, every: int = 1) -> Iterator[Any]:
        """The positions of a random game, from the first to the last."""
        yield self.start(plan)
        for number, step in enumerate(self.walk(plan), 1):
            if number % every == 0 or self.rules.over(step.after):
                yield step.after
