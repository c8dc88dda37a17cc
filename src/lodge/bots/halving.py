"""How `master` chooses where it plans no further than the move in hand and has no net: by halving.

All moves of the shortlist are played out with the same luck; then the better half of them with more, and so on until
one is left (Karnin, Koren and Somekh, 2013). With the same luck differences show early, and no play-out is spent on
what has fallen behind.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

import numpy as np

from lodge.bots.growth import Kind
from lodge.games.playout import first_seat
from lodge.games.worth import UNIT
from lodge.kernel import Luck, array, sow
from lodge.kernel.compile import native

ROOT, WORK = range(2)


def halve(
    kind: Kind, state: Any, seat: int, actions: Any, seed: int, playouts: float, seconds: float, threads: int
) -> list[tuple[int, int, float]]:
    """Actions with their visits and mean rewards, the best first, within so many play-outs and so much time.

    Where there are fewer play-outs than actions, the first of these have one each.
    """
    actions = actions[: int(min(len(actions), playouts))]
    workers = [_Worker(kind, state, seat, seed, number, threads) for number in range(threads)]
    sums, visits = np.zeros(len(actions), np.int64), np.zeros(len(actions), np.int64)
    alive = np.arange(len(actions))
    rounds, began, until = max(1, math.ceil(math.log2(len(actions)))), time.monotonic(), 0.0
    with ThreadPoolExecutor(threads) as pool:
        for number in range(1, rounds + 1):
            until += max(1.0, float(np.floor(playouts / rounds / len(alive))))  # there may be no end of them
            limits = actions[alive], until, began + seconds * number / rounds
            for tried, rewards in [one.result() for one in [pool.submit(worker.work, *limits) for worker in workers]]:
                visits[alive] += tried
                sums[alive] += rewards
            alive = alive[np.argsort(-sums[alive], kind="stable")][: (len(alive) + 1) // 2]
    found = [(int(actions[i]), int(visits[i]), float(sums[i] / visits[i] / UNIT)) for i in range(len(actions))]
    return sorted(found, key=lambda one: (-one[1], -one[2], one[0]))


class _Worker:
    """A thread: of the play-outs, which are numbered, every so many are its own."""

    def __init__(self, kind: Kind, state: Any, seat: int, seed: int, number: int, threads: int) -> None:
        self.run, self.seat, self.seed, self.next, self.threads = _play_out(kind), seat, seed, number, threads
        self.states, self.lucks = array(kind.game.rules.State, 2), array(Luck, 1)
        self.states[ROOT] = state

    def work(self, actions: Any, until: float, deadline: float) -> tuple[int, Any]:
        """Play all actions out up to that number or time, at least once; how often, and the rewards of each."""
        tried, rewards = 0, np.zeros(len(actions), np.int64)
        while self.next < until:
            self.run(self.states, self.lucks, actions, rewards, self.seat, self.seed, self.next)
            self.next += self.threads
            tried += 1
            if time.monotonic() >= deadline:
                break
        return tried, rewards


@cache
def _play_out(kind: Kind) -> Callable[..., None]:
    """The compiled part: one play-out of each action, all with the same luck."""
    rules, hasty, resting, worth = kind.game.rules, kind.player.hasty, kind.player.resting, kind.player.worth
    pending, play, believe, alone = rules.pending, rules.play, kind.player.believe, kind.player.alone

    def run(states: Any, lucks: Any, actions: Any, sums: Any, seat: int, seed: int, number: int) -> None:
        luck, state = lucks[0], states[WORK]
        for i in range(len(actions)):
            sow(luck, seed, number)
            states[WORK] = states[ROOT]
            believe(state, seat, luck)
            alone(state, seat)
            play(state, seat, int(actions[i]), luck)
            waiting = pending(state)
            while waiting and not resting(state):
                mover = first_seat(waiting)
                play(state, mover, hasty(state, mover, luck), luck)
                waiting = pending(state)
            sums[i] += worth(state, seat)

    return native(run, kind.game.folder)
