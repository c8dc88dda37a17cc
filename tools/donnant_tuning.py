"""Tunes the player of Donnant Donnant's `master` by games, and writes `players/master/tuned.py` in the game's folder.

    python tools/donnant_tuning.py weights [--seats 1] [--minutes 10] [--to OTHER]
    python tools/donnant_tuning.py prospects [--seats 1] [--games 200000] [--to OTHER]
    python tools/donnant_tuning.py compare --with OTHER [--seats 1] [--games 200000]

First the weights, by evolution: each generation plays its games with the same luck, alone half of them at level 1, with
others against the mean of all weights, and every fourth against the hand-written player. Then what stalls come to, by
regression: every game is played with some random moves up to a random turn, and from there by the player alone, so that
it also shows what follows from moves that the player would not make. With others it is their leads that are foretold,
by what every two stalls differ in. The numbers of games of two serve for three and four, too. Whether tuning helped,
`compare` says: it plays the weights of another file beside those that are there, with luck that neither has seen.
"""

from __future__ import annotations

import argparse
import importlib.util
import math
import os
from collections.abc import Iterator
from functools import partial
from itertools import combinations
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np
import numpy.typing as npt

from lodge.games import game
from lodge.games.donnant_donnant.players.common import rounds_later
from lodge.games.donnant_donnant.players.greedy import hasty, worth
from lodge.games.donnant_donnant.players.master import ALONE, WITH_OTHERS, tuned, turns, value
from lodge.games.donnant_donnant.players.master.policy import act
from lodge.games.donnant_donnant.players.master.value import PARTS, prospect
from lodge.games.donnant_donnant.players.master.weights import COUNT, TIMES, Weights, unfold
from lodge.games.donnant_donnant.rules.state import TURN
from lodge.games.playout import first_seat
from lodge.kernel import Luck, array, below, rule, sow
from lodge.kernel.compile import native
from lodge.lab.parallel import in_order

RULES = game("donnant").rules
FILE = Path(tuned.__file__)
POPULATION = 14
GAMES = 1200  # of each member of a generation, alone; with others so many seats
SPREAD = 0.12  # of the first generation: weights differ by so much, as a part of them
MOST_ROUNDS = 14
BY_HAND = 4  # in one of so many games with others, they are hand-written players
RANDOM = 30  # in per cent: how many moves are random in the three rounds before a position is judged
BEFORE = 3
RIDGE = 30.0  # how strongly parts are drawn to what they promise
NEAR = 0.15  # what positions with a round more or less count
CHUNK = 500  # games that a thread plays at a time
LEVELS_BESIDE = len(RULES.OPTIONS)  # levels beside the first
UNSEEN = 1 << 20  # a seed that tuning never comes to
Floats = npt.NDArray[np.float64]

deal, pending, play, score, candidates = RULES.deal, RULES.pending, RULES.play, RULES.score, RULES.candidates


def row_of(seats: int) -> int:
    """Which of the numbers are for so many players."""
    return ALONE if seats == 1 else WITH_OTHERS


@rule
def options(game: int, seats: int) -> int:
    """The options of a game alone: every other is level 1, the others are of all levels. With others there are none."""
    return 1 << game // 2 % LEVELS_BESIDE if game & 1 and seats == 1 else 0


def play_games(
    states: Any, luck: Luck, seed: int, first: int, seats: int, weights: Weights, rivals: Weights, worths: Any
) -> None:
    """Games of a player with some weights against others, from number `first` on."""
    state = states[0]
    for i in range(first, first + len(worths)):
        sow(luck, seed, i)
        deal(state, seats, options(i, seats), luck)
        me, by_hand = i % seats, i // seats % BY_HAND == 0
        waiting = pending(state)
        while waiting:
            seat = first_seat(waiting)
            if seat != me and by_hand:
                action = hasty(state, seat, luck)
            else:
                action = act(state, seat, weights if seat == me else rivals)
            play(state, seat, action, luck)
            waiting = pending(state)
        worths[i - first] = worth(state, me)


def watch_games(
    states: Any,
    lucks: Any,
    first: int,
    seats: int,
    weights: Weights,
    each: Any,
    seen: Any,
    laters: Any,
    scores: Any,
    out: Any,
) -> None:
    """Of each game what each part promised in one position, by seat, how many rounds were to come, and the scores."""
    state, luck, own = states[0], lucks[0], lucks[1]
    for i in range(len(scores)):
        number = first + i
        sow(luck, 1, number)
        sow(own, 2, number)
        deal(state, seats, options(number, seats), luck)
        me, by_hand = number // BY_HAND % seats, number % BY_HAND == 0
        stop = below(own, MOST_ROUNDS * seats)
        laters[i] = -1
        waiting = pending(state)
        while waiting:
            seat, before = first_seat(waiting), int(laters[i]) < 0
            if before and int(state.phase) == TURN and turns(state) >= stop and int(state.rolls) == 1:
                before = False
                laters[i] = rounds_later(state)
                for who in range(seats):
                    for part in range(PARTS):
                        seen[i, who, part] = prospect(state, who, weights, each[part])
            action = hasty(state, seat, luck) if by_hand and seat != me else act(state, seat, weights)
            if before and turns(state) >= stop - BEFORE * seats and below(own, 100) < RANDOM:
                action = int(out[below(own, candidates(state, seat, out))])
            play(state, seat, action, luck)
            waiting = pending(state)
        for who in range(seats):
            scores[i, who] = score(state, who)


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


def chunks(games: int) -> Iterator[tuple[int, int]]:
    """The first number and how many, of games that one thread plays."""
    return ((first, min(CHUNK, games - first)) for first in range(0, games, CHUNK))


def worths_of(run: Any, seed: int, seats: int, weights: Weights, rivals: Weights, first: int, games: int) -> Any:
    """What some games came to."""
    worths = np.zeros(games, np.int64)
    run(array(RULES.State, 1), array(Luck, 1)[0], seed, first, seats, weights, rivals, worths)
    return worths


def tune(seats: int, minutes: float, threads: int) -> Weights:
    """The best weights that evolution finds."""
    run = native(play_games)
    evolution, number = Evolution(tuned.WEIGHTS[row_of(seats), :COUNT]), 0
    worths_of(run, 0, seats, tuned.WEIGHTS[row_of(seats)], tuned.WEIGHTS[row_of(seats)], 0, 1)  # compiles
    end = monotonic() + 60 * minutes
    while monotonic() < end:
        steps, members = evolution.generation()
        rivals = unfold(evolution.weights(evolution.mean))
        each = ((unfold(member), rivals, 0, GAMES // seats) for member in members)
        found = [float(worths.mean()) for worths in in_order(partial(worths_of, run, number, seats), each, threads)]
        evolution.learn(steps, found)
        number += 1
        if number % 10 == 0:
            print(f"generation {number}: worth {np.mean(found):.0f}, spread {evolution.spread:.3f}", flush=True)
    return evolution.weights(evolution.mean)


def watched(run: Any, seats: int, unfolded: Weights, first: int, games: int) -> tuple[Floats, Any, Floats]:
    """What `watch_games` saw of some games."""
    each = np.zeros((PARTS, TIMES, PARTS), np.int64)
    for part in range(PARTS):
        each[part, :, part] = 1000
    seen, laters, scores = np.zeros((games, seats, PARTS)), np.zeros(games, np.int64), np.zeros((games, seats))
    rooms, out = (array(RULES.State, 1), array(Luck, 2)), np.zeros(RULES.ACTIONS, np.int16)
    run(*rooms, first, seats, unfolded, each, seen, laters, scores, out)
    return seen, laters, scores


def judge(unfolded: Weights, seats: int, games: int, threads: int) -> Floats:
    """By rounds to come and part: what it tells."""
    run = native(watch_games)
    watched(run, seats, unfolded, 0, 1)  # compiles
    played = list(in_order(partial(watched, run, seats, unfolded), chunks(games), threads))
    seen, laters, scores = (np.concatenate([part[which] for part in played]) for which in range(3))
    seen, laters, scores = seen[laters >= 0] / 100, laters[laters >= 0], scores[laters >= 0]
    pairs = list(combinations(range(seats), 2))
    parts = np.concatenate([seen[:, one] - seen[:, other] for one, other in pairs] or [seen[:, 0]])
    points = np.concatenate([scores[:, one] - scores[:, other] for one, other in pairs] or [scores[:, 0]])
    laters = np.tile(laters, max(1, len(pairs)))
    tells = np.array([regression(parts, points, np.abs(laters - later)) for later in range(TIMES)])
    off = (points - (parts * tells[laters]).sum(axis=1)).std()
    print(f"{len(points)} positions: points differ by {points.std():.1f}, from what was expected by {off:.1f}")
    return tells


def compare(other: Path, seats: int, games: int, threads: int) -> None:
    """Whether the weights of another file are better than these: both play with the same luck, against these."""
    found = importlib.util.spec_from_file_location("other", other)
    if found is None or found.loader is None:
        raise SystemExit(f"{other} cannot be read: give a file that this tool wrote.")
    theirs = importlib.util.module_from_spec(found)
    found.loader.exec_module(theirs)
    run, row = native(play_games), row_of(seats)
    ours = tuned.WEIGHTS[row]
    worths_of(run, UNSEEN, seats, ours, ours, 0, 1)  # compiles
    here, there = (
        np.concatenate(list(in_order(partial(worths_of, run, UNSEEN, seats, one, ours), chunks(games), threads)))
        for one in (ours, theirs.WEIGHTS[row])
    )
    better, doubt = (there - here).mean(), 1.96 * (there - here).std() / math.sqrt(games)
    print(
        f"{games} games of {seats}: worth {here.mean():.1f} with the weights here, {there.mean():.1f} with the others:"
    )
    print(f"{better:+.1f}, give or take {doubt:.1f}")


def regression(parts: Floats, points: Floats, away: npt.NDArray[np.int64]) -> Floats:
    """What each part tells of positions so many rounds away; without any reason, what evaluation cards promise."""
    counts = np.where(away == 0, 1.0, np.where(away == 1, NEAR, 0.0))
    guess = np.zeros(PARTS)
    guess[value.EVALUATION : value.BONUS] = 1
    if not counts.any():
        return guess
    drawn = RIDGE * (parts[counts > 0].var(axis=0) + 0.01)
    drawn[value.SURELY] = 0 if parts[:, value.SURELY].any() else 1  # between two stalls it makes no difference
    lacking = (parts * counts[:, None]).T @ (points - parts @ guess)
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


def write(file: Path, unfolded: Weights, tells: npt.NDArray[np.int64]) -> None:
    weights = "\n".join(f"    (\n{lines(row[:COUNT], ' ' * 8)}\n    )," for row in unfolded.tolist())
    tables = [[f"        (\n{lines(row, ' ' * 12)}\n        )," for row in table] for table in tells.tolist()]
    rows = "\n".join("    (\n" + "\n".join(table) + "\n    )," for table in tables)
    file.write_text(
        f'''"""Donnant Donnant: the numbers of `master`'s player. Written by tools/donnant_tuning.py, not by hand."""

import numpy as np

from lodge.games.donnant_donnant.players.master.weights import unfold

# Alone, and with others.
# fmt: off
WEIGHTS = np.array([unfold(np.array(row, np.int64)) for row in (
{weights}
)])
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
    parser.add_argument("what", choices=("weights", "prospects", "compare"))
    parser.add_argument("--seats", type=int, choices=range(1, 5), default=1)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--games", type=int, default=200_000)
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--with", type=Path, default=FILE, dest="other")
    parser.add_argument("--to", type=Path, default=FILE)
    arguments = parser.parse_args()
    unfolded, tells, seats, threads = tuned.WEIGHTS.copy(), tuned.TELLS.copy(), arguments.seats, arguments.threads
    if arguments.what == "compare":
        compare(arguments.other, seats, arguments.games, threads)
        return
    row = row_of(seats)
    if arguments.what == "weights":
        unfolded[row] = unfold(tune(seats, arguments.minutes, threads))
    tells[row] = np.round(1000 * judge(unfolded[row], seats, arguments.games, threads))
    write(arguments.to, unfolded, tells)


if __name__ == "__main__":
    main()
