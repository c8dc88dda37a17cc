"""Sequential halving: how `master` compares moves where its player says how far play-outs need to go.

All moves get the same number of short play-outs, with the same luck; the worse half is dropped, and so on until two are
left (Karnin, Koren and Somekh, 2013). Nothing is planned below the first move: there the game's player, who is nearly
as good as the search itself, plays for everybody until the position is `far` from where it began, and says what it is
worth then. Short play-outs differ much less by luck than whole games, so a few hundred tell moves apart. Who has time
for many plays on to the end, where nothing is guessed (Donnant Donnant alone, 3000 play-outs: 94 points, short ones
87), unless the player says that it does not help.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from lodge.bots.tree import BREATH
from lodge.games import Game
from lodge.games.api import Horizon
from lodge.games.compiled import LUCK, compiled, state_of, states_of
from lodge.games.playout import first_seat
from lodge.kernel import INT, LONG, NUMBERS, WORDS, Luck, Out, dtype_of, rule, sow
from lodge.kernel.backend import Compiled, Plain
from lodge.kernel.module import Workspace

CHUNK = 32  # play-outs between two looks at the clock, at most:
SHORT = 0.002  # fewer where they take longer than so many seconds
ROOT, WORK = range(2)


class Halving:
    """One thread's comparison of the moves of a seat."""

    def __init__(self, game: Game, state: Any, seat: int, seed: int, number: int, playouts: float, deep: bool) -> None:
        self.run: Workspace | Plain = _try_out(game).workspace()
        self.deep: int = int(deep)
        self.playouts = playouts
        self.states: Any = self.run.zeros(2, dtype_of(game.rules.State))
        self.luck: Any = self.run.zeros(1, dtype_of(Luck))[0]
        self.states[ROOT] = state
        self.who: tuple[int, int, int] = seat, seed, number << 32  # every thread has its own streams of luck
        sow(self.luck, seed, number << 32)
        actions = np.zeros(game.rules.ACTIONS + 1, np.int16)
        count = _moves(game)(self.states[ROOT], seat, actions, self.luck)
        self.actions: Any = self.run.keep(actions[:count])
        self.visits: Any = self.run.zeros(count, np.int64)
        self.values: Any = self.run.zeros(count, np.int64)

    def grow(self, deadline: float) -> None:
        """Run play-outs until the budget is spent, each stage with the same part of it; one may be left over."""
        alive, done, began, chunk = len(self.actions), 0, time.monotonic(), 1
        stages = max(1, (alive - 1).bit_length())
        for stage in range(1, stages + 1):
            part = stage / stages
            until = deadline if deadline == math.inf else began + (deadline - began) * part
            share = self.playouts if self.playouts == math.inf else round(self.playouts * part)
            share = max(share, min(alive, self.playouts)) if stage == 1 else share  # all are tried once
            if alive <= share < math.inf:  # whole rounds: who is tried once more would win by that, and not by its mean
                share -= (share - done) % alive
            while done < share:
                turns = BREATH if deadline == math.inf else -(-chunk // alive) * alive
                count, start = int(min(share - done, turns)), time.monotonic()
                found = self.actions, self.visits, self.values
                self.run(self.states, self.luck, *found, alive, *self.who, count, self.deep)
                done += count
                now = time.monotonic()
                if now >= until:
                    break
                chunk = min(2 * chunk, CHUNK) if now - start < SHORT else chunk
            alive = self._drop(alive)

    def _drop(self, alive: int) -> int:
        """Put the moves in order, the best first; how many stay."""
        means = self.values[:alive] / np.maximum(1, self.visits[:alive])
        order = np.argsort(-means, kind="stable")
        for column in (self.actions, self.visits, self.values):
            column[:alive] = column[:alive][order]
        return (alive + 1) // 2

    def answers(self) -> Iterator[tuple[int, int, int]]:
        """The moves that were tried: each with its visits, and its rewards added up."""
        for action, visits, value in zip(self.actions, self.visits, self.values, strict=True):
            if visits:
                yield int(action), int(visits), int(value)


def _player(game: Game) -> Horizon:
    """The game's own player; only a game that has such a one comes here."""
    if not isinstance(game.master, Horizon):
        raise TypeError(f"{game.id} has no player that says how far play-outs need to go.")
    return game.master


@cache
def _moves(game: Game) -> Compiled:
    """A rule that lists the moves to compare: the one that the player would make, then the others."""
    player = _player(game)
    choose, shortlist = player.choose, player.shortlist

    def moves(state: Any, seat: int, out: Out, luck: Luck) -> int:
        first = int(choose(state, seat, out, luck))
        count = int(shortlist(state, seat, out))
        at = count
        for i in range(count):
            at = i if int(out[i]) == first else at
        out[at] = out[0]
        out[0] = first
        return count + (1 if at == count else 0)

    return compiled(game, "halving.moves", moves, state_of(game), INT, NUMBERS, LUCK)


@cache
def _try_out(game: Game) -> Compiled:
    """The compiled part: play-outs of the first `alive` moves, in turn."""
    player = _player(game)
    pending, play = game.rules.pending, game.rules.play
    believe, alone, hasty, far, worth = player.believe, player.alone, player.hasty, player.far, player.worth
    resting = player.resting

    @rule
    def play_on(start: Any, state: Any, luck: Luck, deep: int) -> None:
        waiting = pending(state)
        while waiting and not (resting(state) if deep else far(start, state)):
            seat = first_seat(waiting)
            play(state, seat, hasty(state, seat, luck), luck)
            waiting = pending(state)

    def try_out(
        states: Any,
        luck: Luck,
        actions: Any,
        visits: Any,
        values: Any,
        alive: int,
        seat: int,
        seed: int,
        stream: int,
        playouts: int,
        deep: int,
    ) -> None:
        for _ in range(playouts):
            least = 0
            for i in range(1, alive):
                least = i if visits[i] < visits[least] else least
            sow(luck, seed, stream + 1 + int(visits[least]))
            states[WORK] = states[ROOT]
            believe(states[WORK], seat, luck)
            alone(states[WORK], seat)
            play(states[WORK], seat, int(actions[least]), luck)
            play_on(states[ROOT], states[WORK], luck, deep)
            values[least] += worth(states[WORK], seat)
            visits[least] += 1

    numbers = (INT, INT, LONG, LONG, INT, INT)
    return compiled(game, "halving.try_out", try_out, states_of(game), LUCK, NUMBERS, WORDS, WORDS, *numbers)


def entries(game: Game) -> Iterator[Compiled]:
    """What of it can be compiled."""
    if isinstance(game.master, Horizon):
        yield _moves(game)
        yield _try_out(game)
