"""Playing a position on to its end, many times: what may come of it, and how often.

Everybody plays as the hasty player of `master` does, or where a game has none, as that of `greedy`: a position is worth
what good players make of it. Play-out number n has the same luck whatever is played first, so that moves are compared
on the same cards and dice, and the difference between two moves is known better than either value. What players leave
to chance is drawn from a stream of its own, so that it shifts no dice.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from lodge.games import Game
from lodge.games.api import EVERYTHING
from lodge.games.compiled import LUCKS, compiled, states_of
from lodge.games.playout import SHARES, first_seat
from lodge.kernel import INT, LONG, NUMBERS, Luck, Rows, array, sow
from lodge.kernel.backend import Compiled

BREATH = 256  # play-outs at a time, so that the program can be interrupted
AS_HASTY = -1
CHANCE, WHIM = range(2)  # the luck of the game, and that of the players
WHIMS = 1 << 40  # where the streams of players begin

Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Endings:
    """How play-outs ended."""

    shares: Numbers  # by play-out and seat: its share of the win
    scores: Numbers  # by play-out and seat: its points
    lines: Numbers  # by seat and line of the score: points on average

    @property
    def results(self) -> Numbers:
        """By play-out and seat, what counts: the share of the win; for one player alone, the points."""
        return self.scores if self.scores.shape[1] == 1 else self.shares


def play_outs(
    game: Game,
    state: Any,
    count: int,
    seed: int,
    *,
    start: int = 0,
    eye: int = EVERYTHING,
    seat: int = 0,
    action: int = AS_HASTY,
) -> Endings:
    """Play on from a position `count` times, from play-out number `start`, after an action of a seat, if one is given.

    What the seat `eye` cannot know is imagined anew every time; with EVERYTHING, all cards lie as they lie.
    """
    run = _run(game)
    root, work, luck = array(game.rules.State, 1), array(game.rules.State, 1), array(Luck, 2)
    root[0] = state
    seats, names = int(state.seats), game.lines.LINES
    out, sums = np.zeros(len(names), np.int16), np.zeros((seats, len(names)), np.int64)
    scores, shares = np.zeros((count, seats), np.int32), np.zeros((count, seats), np.int32)
    for first in range(0, count, BREATH):
        here = slice(first, min(first + BREATH, count))
        run(root, work, luck, out, sums, scores[here], shares[here], seed, start + first, eye, seat, action)
    return Endings(shares / SHARES, scores.astype(np.float64), sums / count)


@cache
def _run(game: Game) -> Compiled:
    """The compiled part."""
    rules, player, lines = game.rules, game.master or game.greedy, game.lines.lines
    pending, play, place, hasty, believe = rules.pending, rules.play, rules.place, player.hasty, player.believe

    def run(
        root: Any,
        work: Any,
        lucks: Any,
        out: Any,
        sums: Any,
        scores: Any,
        shares: Any,
        seed: int,
        first: int,
        eye: int,
        seat: int,
        action: int,
    ) -> None:
        luck, whim = lucks[CHANCE], lucks[WHIM]
        state = work[0]
        seats = sums.shape[0]
        for i in range(len(scores)):
            sow(luck, seed, first + i)
            sow(whim, seed, WHIMS + first + i)
            work[0] = root[0]
            if eye >= 0:
                believe(state, eye, luck)
            if action >= 0:
                play(state, seat, action, luck)
            waiting = pending(state)
            while waiting:
                mover = first_seat(waiting)
                play(state, mover, hasty(state, mover, whim), luck)
                waiting = pending(state)
            winners = 0
            for who in range(seats):
                lines(state, who, out)
                for line in range(len(out)):
                    scores[i, who] += out[line]
                    sums[who, line] += out[line]
                shares[i, who] = 1 if seats == 1 or place(state, who) == 1 else 0
                winners += shares[i, who]
            for who in range(seats):
                shares[i, who] *= SHARES // winners

    states, table = states_of(game), Rows(np.dtype(np.int32), 2)
    takes = (states, states, LUCKS, NUMBERS, Rows(np.dtype(np.int64), 2), table, table, LONG, INT, INT, INT, INT)
    return compiled(game, "play_outs", run, *takes)


def entries(game: Game) -> Iterator[Compiled]:
    """What of it can be compiled."""
    yield _run(game)
