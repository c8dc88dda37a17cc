"""Tunes the player of Donnant Donnant's `master` by games alone, and writes src/lodge/games/donnant_donnant/tuned.py.

    python tools/donnant_tuning.py weights [--minutes 10]
    python tools/donnant_tuning.py prospects [--games 200000]

First the weights, by evolution: each generation plays its games with the same luck, half of them at level 1. Then what
stalls come to, by regression: every game is played with some random moves up to a random round, and from there by the
player alone, so that it also shows what follows from moves that the player would not make.
"""

from __future__ import annotations

import argparse
import math
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np
import numpy.typing as npt

from lodge.games import game
from lodge.games.donnant_donnant import prospects, tuned
from lodge.games.donnant_donnant.goals import rounds_later
from lodge.games.donnant_donnant.keen import act
from lodge.games.donnant_donnant.prospects import PARTS, prospect
from lodge.games.donnant_donnant.state import TURN
from lodge.games.donnant_donnant.weights import COUNT, TIMES, Weights, unfold
from lodge.kernel import Luck, array, below, sow
from lodge.kernel.compile import native

RULES = game("donnant").rules
FILE = Path(tuned.__file__)
POPULATION = 14
GAMES = 1200  # of each member of a generation
SPREAD = 0.12  # of the first generation: weights differ by so much, as a part of them
MOST_ROUNDS = 14
RANDOM = 30  # in per cent: how many moves are random in the three rounds before a position is judged
BEFORE = 3
RIDGE = 30.0  # how strongly parts are drawn to what they promise
NEAR = 0.15  # what positions with a round more or less count
Floats = npt.NDArray[np.float64]

deal, pending, play, score, candidates = RULES.deal, RULES.pending, RULES.play, RULES.score, RULES.candidates


def level_of(number: int) -> int:
    """The options of game `number`: every other is level 1, the others are of all levels."""
    return 0 if number & 1 == 0 else 1 << number // 2 % len(RULES.OPTIONS)


def play_games(states: Any, luck: Luck, seed: int, levels: Any, weights: Weights, scores: Any) -> None:
    """Games with some weights."""
    state = states[0]
    for i in range(len(scores)):
        sow(luck, seed, i)
        deal(state, 1, int(levels[i]), luck)
        while pending(state):
            play(state, 0, act(state, 0, weights), luck)
        scores[i] = score(state, 0)


def watch_games(
    states: Any, lucks: Any, first: int, levels: Any, weights: Weights, each: Any, seen: Any, scores: Any, out: Any
) -> None:
    """Of each game what each part promised in one position, how many rounds were to come, and the score."""
    state, luck, own = states[0], lucks[0], lucks[1]
    for i in range(len(scores)):
        sow(luck, 1, first + i)
        sow(own, 2, first + i)
        deal(state, 1, int(levels[i]), luck)
        judged, stop = False, below(own, MOST_ROUNDS)
        scores[i] = -1
        while pending(state):
            if not judged and int(state.phase) == TURN and int(state.round) >= stop and int(state.rolls) == 1:
                judged = True
                seen[i, PARTS] = rounds_later(state)
                for part in range(PARTS):
                    seen[i, part] = prospect(state, 0, weights, each[part])
            action = act(state, 0, weights)
            if not judged and int(state.round) >= stop - BEFORE and below(own, 100) < RANDOM:
                action = int(out[below(own, candidates(state, 0, out))])
            play(state, 0, action, luck)
        if judged:
            scores[i] = score(state, 0)


class Evolution:
    """Separable CMA-ES (Ros and Hansen, 2008) over the logarithms of the weights."""

    def __init__(self, start: Weights) -> None:
        size, best = len(start), POPULATION // 2
        self.start, self.random = start, np.random.default_rng(1)
        ranks = math.log(best + 0.5) - np.log(np.arange(1, best + 1))
        self.ranks = ranks / ranks.sum()
        self.mass = 1 / (self.ranks**2).sum()
        self.fade, self.step = 4 / (size + 4), (self.mass + 2) / (size + self.mass + 5)
        self.one = 2 / ((size + 1.3) ** 2 + self.mass) * (size + 2) / 3
        self.many = min(
            1 - self.one, 2 * (self.mass - 2 + 1 / self.mass) / ((size + 2) ** 2 + self.mass) * (size + 2) / 3
        )
        self.length = math.sqrt(size) * (1 - 1 / (4 * size))
        self.mean, self.path, self.trail = np.zeros(size), np.zeros(size), np.zeros(size)
        self.variance, self.spread = np.ones(size), SPREAD

    def weights(self, at: Floats) -> Weights:
        """Whole numbers."""
        return np.round(self.start * np.exp(at)).astype(np.int64)

    def generation(self) -> tuple[Floats, list[Weights]]:
        """Steps, and the weights to which they lead."""
        steps = self.random.standard_normal((POPULATION, len(self.start))) * np.sqrt(self.variance)
        return steps, [self.weights(self.mean + self.spread * step) for step in steps]

    def learn(self, steps: Floats, scores: list[float]) -> None:
        """Go to where the better half is."""
        good = steps[np.argsort(-np.array(scores))[: len(self.ranks)]]
        step = self.ranks @ good
        self.mean += self.spread * step
        pull = math.sqrt(self.step * (2 - self.step) * self.mass)
        self.trail = (1 - self.step) * self.trail + pull * step / np.sqrt(self.variance)
        self.path = (1 - self.fade) * self.path + math.sqrt(self.fade * (2 - self.fade) * self.mass) * step
        kept = 1 - self.one - self.many
        self.variance = kept * self.variance + self.one * self.path**2 + self.many * (self.ranks @ good**2)
        self.spread *= math.exp(min(1, self.step / (1 + self.step) * (np.linalg.norm(self.trail) / self.length - 1)))


def tune(minutes: float) -> Weights:
    """The best weights that evolution finds."""
    run, states, luck = native(play_games), array(RULES.State, 1), array(Luck, 1)[0]
    levels = np.array([level_of(i) for i in range(GAMES)], np.int64)
    evolution, end, number = Evolution(tuned.KEEN[:COUNT]), monotonic() + 60 * minutes, 0
    while monotonic() < end:
        steps, members = evolution.generation()
        scores = []
        for member in members:
            points = np.zeros(GAMES, np.int64)
            run(states, luck, number, levels, unfold(member), points)
            scores.append(float(points.mean()))
        evolution.learn(steps, scores)
        number += 1
        if number % 10 == 0:
            print(f"generation {number}: {np.mean(scores):.1f} points, spread {evolution.spread:.3f}", flush=True)
    return evolution.weights(evolution.mean)


def judge(keen: Weights, games: int) -> Floats:
    """By rounds to come and part: what it tells."""
    each = np.zeros((PARTS, TIMES, PARTS), np.int64)
    for part in range(PARTS):
        each[part, :, part] = 1000
    seen, scores, out = np.zeros((games, PARTS + 1)), np.zeros(games), np.zeros(RULES.ACTIONS, np.int16)
    levels = np.array([level_of(i) for i in range(games)], np.int64)
    native(watch_games)(array(RULES.State, 1), array(Luck, 2), 0, levels, keen, each, seen, scores, out)
    seen, scores = seen[scores >= 0], scores[scores >= 0]
    tells = np.array([regression(seen, scores, later) for later in range(TIMES)])
    guesses = (seen[:, :PARTS] / 100 * tells[seen[:, PARTS].astype(int)]).sum(axis=1)
    off = (scores - guesses).std()
    print(f"{len(scores)} positions: scores differ by {scores.std():.1f}, from what was expected by {off:.1f}")
    return tells


def regression(seen: Floats, scores: Floats, later: int) -> Floats:
    """What each part tells with so many rounds to come; without any reason, what evaluation cards promise."""
    away = np.abs(seen[:, PARTS] - later)
    counts = np.where(away == 0, 1.0, np.where(away == 1, NEAR, 0.0))
    parts = seen[:, :PARTS] / 100
    guess = np.zeros(PARTS)
    guess[prospects.EVALUATION : prospects.BONUS] = 1
    drawn = RIDGE * (parts[counts > 0].var(axis=0) + 0.01)
    drawn[prospects.SURELY] = 0
    lacking = (parts * counts[:, None]).T @ (scores - parts @ guess)
    change = np.linalg.solve((parts * counts[:, None]).T @ parts + np.diag(drawn), lacking)
    return guess + np.asarray(change, np.float64)


def lines(numbers: list[int], indent: str) -> str:
    """Numbers in lines that are not too long."""
    found = [indent]
    for number in numbers:
        if len(found[-1]) + len(f"{number}, ") > 119:
            found.append(indent)
        found[-1] += f"{number}, "
    return "\n".join(line.rstrip() for line in found)


def write(keen: Weights, tells: npt.NDArray[np.int64]) -> None:
    """Write the module."""
    rows = "\n".join(f"    (\n{lines(row, ' ' * 8)}\n    )," for row in tells.tolist())
    FILE.write_text(
        f'''"""Donnant Donnant: the numbers of `master`'s player. Written by tools/donnant_tuning.py, not by hand."""

import numpy as np

from lodge.games.donnant_donnant.weights import unfold

# fmt: off
KEEN = unfold(np.array((
{lines(keen[:COUNT].tolist(), " " * 4)}
), np.int64))
TELLS = np.array((
{rows}
), np.int64)
# fmt: on
''',
        encoding="utf-8",
    )


def main() -> None:
    """Tune one or the other; what stalls come to depends on the weights, so it follows them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("weights", "prospects"))
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--games", type=int, default=200_000)
    arguments = parser.parse_args()
    keen = unfold(tune(arguments.minutes)) if arguments.what == "weights" else tuned.KEEN
    write(keen, np.round(1000 * judge(keen, arguments.games)).astype(np.int64))


if __name__ == "__main__":
    main()
